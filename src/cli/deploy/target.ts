/** Finds the environment that is deployed to, and creates what is missing. */
import path from 'node:path';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { plainText } from '../../shared/plain-text.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT, usageError } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import {
	createApp,
	createEnvironment,
	findAccount,
	findApp,
	findEnvironment,
	isLocalPlatform,
	isUuid,
	listAccountNames,
	listApps,
	listEnvironments,
	listInstallNames,
	matchEnvironments,
} from '../place.ts';
import type {
	AppPlace,
	EnvironmentHost,
	EnvironmentPlace,
	Region,
} from '../place.ts';

export interface CreationOptions {
	/** Region of a new application. */
	region?: Region;
	/** Install of a new environment. */
	wordpress?: string;
}

/** What the project file stores as the environment: its display name, or its ID. */
interface Found {
	path: EnvironmentPlace;
	environment: string;
}

export interface Target extends EnvironmentHost, Found {
	/** Whether the host reports builds and logs, and lists what exists. */
	isLocal: boolean;
}

const DEFAULT_ENVIRONMENT = 'Production';
const DEFAULT_REGION = 'US-C';
/** Not a possible name. */
const NEW = '+';

/**
 * Asks for one of the existing names, or for a new one if a name is suggested.
 *
 * @throws CliError When the user cancels.
 */
async function askName(
	{ promptChoice, promptText }: Context,
	what: string,
	existing: string[],
	suggestion?: string
): Promise< string > {
	const choices = existing.map( ( value ) => ( {
		value,
		label: plainText( value ),
	} ) );
	if ( suggestion !== undefined ) {
		choices.push( { value: NEW, label: `Create a new ${ what }` } );
	}
	const chosen =
		existing.length === 0
			? NEW
			: await promptChoice( `Which ${ what }?`, choices );
	const name =
		chosen === NEW
			? await promptText( `Name of the new ${ what }`, suggestion ?? '' )
			: chosen;
	if ( name.trim() === '' ) {
		throw new CliError( EXIT.stopped, 'Stopped. Nothing was deployed.' );
	}
	return name.trim();
}

async function findLocalApp(
	host: Host,
	folder: string,
	{ region = DEFAULT_REGION }: CreationOptions
): Promise< AppPlace > {
	const { context, names } = host;
	if ( context.isInteractive && names.account === undefined ) {
		const accounts = await listAccountNames( host );
		if ( accounts.length > 1 ) {
			names.account = await askName( context, 'account', accounts );
		}
	}
	const account = await findAccount( host );
	const apps = await listApps( host, account );
	const existing = apps.map( ( { appId } ) => appId );
	if ( context.isInteractive && names.app === undefined ) {
		const suggestion = path.basename( folder ).toLowerCase();
		names.app = await askName(
			context,
			'application',
			existing,
			suggestion
		);
	}
	const place = await findApp( host );
	if ( ! existing.includes( place.app ) ) {
		await createApp( host, place, region );
		context.warn( `Application ${ place.app } created in ${ region }.` );
	}
	return place;
}

async function findInstall( host: Host, account: string ): Promise< string > {
	const names = await listInstallNames( host, account );
	const [ only ] = names;
	if ( only !== undefined && names.length === 1 ) {
		return only;
	}
	if ( only !== undefined && host.context.isInteractive ) {
		return askName( host.context, 'WordPress install', names );
	}
	throw usageError(
		`A new environment needs a WordPress install. Use --wordpress <install>. Existing: ${ names.join( ', ' ) || 'none' }.`
	);
}

async function create(
	host: Host,
	app: AppPlace,
	displayName: string,
	wpEnvironment: string
): Promise< Found > {
	const environment = await createEnvironment( host, app, {
		displayName,
		wpEnvironment,
	} );
	host.context.warn(
		`Environment ${ displayName } created. Its ID is ${ environment }.`
	);
	return { path: { ...app, environment }, environment: displayName };
}

async function findLocalTarget(
	host: Host,
	folder: string,
	options: CreationOptions
): Promise< Found > {
	const { context, names } = host;
	const app = await findLocalApp( host, folder, options );
	const all = await listEnvironments( host, app );
	const existing = all.map( ( { displayName } ) => displayName );
	if ( names.environment === undefined && context.isInteractive ) {
		names.environment = await askName(
			context,
			'environment',
			existing,
			DEFAULT_ENVIRONMENT
		);
	}
	const name = names.environment ?? existing[ 0 ] ?? DEFAULT_ENVIRONMENT;
	if ( isUuid( name ) || matchEnvironments( all, name ).length > 0 ) {
		return { path: await findEnvironment( host ), environment: name };
	}
	const wpEnvironment =
		options.wordpress ?? ( await findInstall( host, app.account ) );
	return create( host, app, name, wpEnvironment );
}

/** Returns the ID of an environment in the project file, which is for one application of one host. */
function savedId(
	{ url, project }: Host,
	{ account, app }: AppPlace,
	name: string
): string | undefined {
	const isSame =
		project.host === url &&
		project.account === account &&
		project.app === app;
	return isSame ? project.environmentIds?.[ name ] : undefined;
}

function required( value: string | undefined, option: string ): string {
	if ( value === undefined ) {
		throw usageError(
			`${ option } is missing, and this host cannot list what exists. Use ${ option }, or name it in headless-deploy.json.`
		);
	}
	return value;
}

async function createUnlessExisting(
	host: Host,
	app: AppPlace,
	region: Region
): Promise< void > {
	const { context } = host;
	try {
		await createApp( host, app, region );
		context.warn( `Application ${ app.app } created in ${ region }.` );
	} catch ( error ) {
		if ( ! ( error instanceof PlatformError && error.status === 409 ) ) {
			throw error;
		}
		context.warn( `Application ${ app.app } exists.` );
	}
}

/** Uses only the calls of the interface document, which has none that lists anything. */
async function findDocumentedTarget(
	host: Host,
	{ region, wordpress }: CreationOptions
): Promise< Found > {
	const { names } = host;
	const app = {
		account: required( names.account, '--account' ),
		app: required( names.app, '--app' ),
	};
	const name = required( names.environment, '--environment' );
	const known = isUuid( name ) ? name : savedId( host, app, name );
	if ( known !== undefined ) {
		return { path: { ...app, environment: known }, environment: name };
	}
	if ( wordpress === undefined ) {
		throw usageError(
			`The ID of the environment ${ name } is not known, and this host cannot list its environments. Use --environment <id> for an existing environment, or --wordpress <install> to create ${ name }. For a new application, use --region too.`
		);
	}
	if ( region !== undefined ) {
		await createUnlessExisting( host, app, region );
	}
	return create( host, app, name, wordpress );
}

/** @param folder Its name is suggested for a new application. */
export async function findTarget(
	host: Host,
	folder: string,
	options: CreationOptions
): Promise< Target > {
	const isLocal = await isLocalPlatform( host );
	const found = isLocal
		? await findLocalTarget( host, folder, options )
		: await findDocumentedTarget( host, options );
	return { ...host, ...found, isLocal };
}
