/** Finds the environment that is deployed to, and creates what is missing. */
import path from 'node:path';
import { PlatformError } from '../../platform-client/platform-error.ts';
import type { Choice, Context } from '../context.ts';
import { createApp, createEnvironment, listInstallNames } from '../creation.ts';
import type { Region } from '../creation.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import {
	findAccount,
	findApp,
	findEnvironment,
	isLocalPlatform,
	isUuid,
	listAccountNames,
	listApps,
	listEnvironments,
	matchEnvironments,
} from '../place.ts';
import type { AppPlace, EnvironmentPlace } from '../place.ts';

export interface CreationOptions {
	/** Region of a new application. */
	region?: Region;
	/** Install of a new environment. */
	wordpress?: string;
}

export interface Target {
	place: EnvironmentPlace;
	/** What the project file stores: the display name, or the ID. */
	environment: string;
	/** Whether the host reports builds and logs, and lists what exists. */
	isLocal: boolean;
}

const DEFAULT_ENVIRONMENT = 'Production';
const DEFAULT_REGION = 'US-C';
/** Not a possible name. */
const NEW = '+';

/** @throws CliError When the user cancels. */
async function choose(
	context: Context,
	label: string,
	names: string[],
	...others: Choice[]
): Promise< string > {
	const choices = names.map( ( name ) => ( { value: name, label: name } ) );
	const all = [ ...choices, ...others ];
	return expectAnswer( await context.promptChoice( label, all ) );
}

function expectAnswer( answer: string ): string {
	if ( answer === '' ) {
		throw new CliError( EXIT.stopped, 'Stopped. Nothing was deployed.' );
	}
	return answer;
}

/** Lets the user choose an existing name or enter a new one. */
async function chooseOrName(
	context: Context,
	what: string,
	existing: string[],
	suggestion: string
): Promise< string > {
	const addition = { value: NEW, label: `Create a new ${ what }` };
	const chosen =
		existing.length === 0
			? NEW
			: await choose( context, `Which ${ what }?`, existing, addition );
	return chosen === NEW
		? expectAnswer(
				await context.promptText(
					`Name of the new ${ what }`,
					suggestion
				)
			)
		: chosen;
}

async function findLocalApp(
	context: Context,
	host: Host,
	folder: string,
	{ region = DEFAULT_REGION }: CreationOptions
): Promise< AppPlace > {
	const { names } = host;
	if ( context.isInteractive && names.account === undefined ) {
		const accounts = await listAccountNames( host );
		if ( accounts.length > 1 ) {
			names.account = await choose( context, 'Which account?', accounts );
		}
	}
	const account = await findAccount( host );
	const existing = ( await listApps( host, account ) ).map(
		( { appId } ) => appId
	);
	if ( context.isInteractive && names.app === undefined ) {
		const suggestion = path.basename( folder ).toLowerCase();
		names.app = await chooseOrName(
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

async function findInstall(
	context: Context,
	host: Host,
	account: string,
	{ wordpress }: CreationOptions
): Promise< string > {
	if ( wordpress !== undefined ) {
		return wordpress;
	}
	const names = await listInstallNames( host, account );
	const [ only ] = names;
	if ( only !== undefined && names.length === 1 ) {
		return only;
	}
	if ( only !== undefined && context.isInteractive ) {
		return choose( context, 'Which WordPress install?', names );
	}
	throw new CliError(
		EXIT.usage,
		`A new environment needs a WordPress install. Use --wordpress <install>. Existing: ${ names.join( ', ' ) || 'none' }.`
	);
}

async function findLocalTarget(
	context: Context,
	host: Host,
	folder: string,
	options: CreationOptions
): Promise< Target > {
	const { names } = host;
	const app = await findLocalApp( context, host, folder, options );
	const all = await listEnvironments( host, app );
	if ( names.environment === undefined && context.isInteractive ) {
		names.environment = await chooseOrName(
			context,
			'environment',
			all.map( ( { displayName } ) => displayName ),
			DEFAULT_ENVIRONMENT
		);
	}
	const [ first ] = all;
	const name = names.environment ?? first?.displayName ?? DEFAULT_ENVIRONMENT;
	if ( isUuid( name ) || matchEnvironments( all, name ).length > 0 ) {
		const place = await findEnvironment( host );
		return { place, environment: name, isLocal: true };
	}
	const wordpress = await findInstall( context, host, app.account, options );
	const displayName = name;
	const environment = await createEnvironment( host, app, {
		displayName,
		wordpress,
	} );
	context.warn( `Environment ${ displayName } created.` );
	return {
		place: { ...app, environment },
		environment: displayName,
		isLocal: true,
	};
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
		throw new CliError(
			EXIT.usage,
			`${ option } is missing, and this host cannot list what exists. Use ${ option }, or name it in headless-deploy.json.`
		);
	}
	return value;
}

async function createUnlessExisting(
	context: Context,
	host: Host,
	app: AppPlace,
	region: Region
): Promise< void > {
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
	context: Context,
	host: Host,
	{ region, wordpress }: CreationOptions
): Promise< Target > {
	const { names } = host;
	const app = {
		account: required( names.account, '--account' ),
		app: required( names.app, '--app' ),
	};
	const name = required( names.environment, '--environment' );
	const known = isUuid( name ) ? name : savedId( host, app, name );
	if ( known !== undefined ) {
		const place = { ...app, environment: known };
		return { place, environment: name, isLocal: false };
	}
	if ( wordpress === undefined ) {
		throw new CliError(
			EXIT.usage,
			`The ID of the environment ${ name } is not known, and this host cannot list its environments. Use --environment <id> for an existing environment, or --wordpress <install> to create ${ name }. For a new application, use --region too.`
		);
	}
	if ( region !== undefined ) {
		await createUnlessExisting( context, host, app, region );
	}
	const environment = await createEnvironment( host, app, {
		displayName: name,
		wordpress,
	} );
	context.warn(
		`Environment ${ name } created. Its ID is ${ environment }.`
	);
	return {
		place: { ...app, environment },
		environment: name,
		isLocal: false,
	};
}

/** @param folder Its name is suggested for a new application. */
export async function findTarget(
	context: Context,
	host: Host,
	folder: string,
	options: CreationOptions
): Promise< Target > {
	const isLocal = await isLocalPlatform( host );
	return isLocal
		? findLocalTarget( context, host, folder, options )
		: findDocumentedTarget( context, host, options );
}
