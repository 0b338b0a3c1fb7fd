/** Finds the environment that is deployed to, and creates what is missing. */
import path from 'node:path';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { plainText } from '../../shared/plain-text.ts';
import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT, usageError } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import { PROJECT_FILE } from '../project-file.ts';
import {
	createApp,
	createEnvironment,
	findAccount,
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
	Region,
	ShellVariable,
} from '../place.ts';

export interface CreationOptions {
	/** Region of a new application. */
	region?: Region;
	/** Install of a new environment; empty for none. */
	wordpress?: string;
	/** Folder of the code that the environment builds from now on; empty for the top folder. */
	rootDirectory?: string;
	/** Whether a script may create what does not exist. */
	create?: boolean;
}

interface PlanOptions extends CreationOptions {
	/** The root directory in the project file of the deployed folder. */
	savedRootDirectory?: string | undefined;
}

interface NewEnvironment {
	/** Region of the application, if it has to be created too. */
	region: Region | undefined;
	/** Name of the WordPress install; empty for none. */
	wpEnvironment: string;
}

/** The environment that is deployed to. It may not exist yet. */
export interface Plan {
	/** Whether the host reports builds and logs, and lists what exists. */
	isLocal: boolean;
	app: AppPlace;
	/** What the project file stores: the display name, or the ID. */
	environment: string;
	/** The ID of an environment that exists, or what has to be created. */
	found: string | NewEnvironment;
	/** Folder of the code that is built; empty for the top folder, null if the host does not report it. */
	rootDirectory: string | null;
	/** Whether an environment that exists has another root directory. */
	changesRootDirectory: boolean;
}

export interface Target extends EnvironmentHost {
	isLocal: boolean;
	environment: string;
}

const DEFAULT_ENVIRONMENT = 'Production';
const DEFAULT_REGION = 'US-C';
/** Not a possible name. */
const NEW = '+';

function stopped(): CliError {
	return new CliError( EXIT.stopped, 'Stopped. Nothing was deployed.' );
}

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
		throw stopped();
	}
	return name.trim();
}

/**
 * Asks before something is created that was named, because the name can have a typing error.
 *
 * @throws CliError When the user refuses, or in a script without `--create`.
 */
async function allowCreation(
	context: Context,
	{ create = false }: CreationOptions,
	what: string,
	existing: string[]
): Promise< void > {
	if ( create ) {
		return;
	}
	if ( ! context.isInteractive ) {
		throw usageError(
			`${ what } does not exist. Use --create to create it. Existing: ${ existing.join( ', ' ) || 'none' }.`
		);
	}
	if (
		! ( await confirm( context, `${ what } does not exist. Create it?` ) )
	) {
		throw stopped();
	}
}

/** Makes a name that hosts accept from that of the folder. */
function suggestName( folder: string ): string {
	const name = path.basename( folder ).toLowerCase();
	return name.replace( /[^a-z0-9]+/g, '-' ).replace( /^-|-$/g, '' ) || 'app';
}

interface PlannedApp {
	app: AppPlace;
	isNew: boolean;
}

async function planLocalApp(
	host: Host,
	folder: string,
	options: CreationOptions
): Promise< PlannedApp > {
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
	const isAsked = context.isInteractive && names.app === undefined;
	if ( isAsked ) {
		names.app = await askName(
			context,
			'application',
			existing,
			suggestName( folder )
		);
	}
	if ( names.app === undefined ) {
		// The only application can be that of another project, whose site would be replaced.
		throw usageError(
			`The application is missing. In a script, use --app, or name it in ${ PROJECT_FILE }. Existing: ${ existing.join( ', ' ) || 'none' }.`
		);
	}
	const app = { account, app: names.app };
	const isNew = ! existing.includes( app.app );
	if ( isNew && ! isAsked ) {
		const what = `The application ${ app.app }`;
		await allowCreation( context, options, what, existing );
	}
	return { app, isNew };
}

async function findInstall( host: Host, account: string ): Promise< string > {
	const names = await listInstallNames( host, account );
	const [ only ] = names;
	if ( only !== undefined && names.length > 1 ) {
		if ( host.context.isInteractive ) {
			return askName( host.context, 'WordPress install', names );
		}
		throw usageError(
			`The account ${ account } has several WordPress installs. Use --wordpress <install>. Existing: ${ names.join( ', ' ) }.`
		);
	}
	return only ?? '';
}

async function planLocal(
	host: Host,
	folder: string,
	options: PlanOptions
): Promise< Plan > {
	const { context, names } = host;
	const { app, isNew } = await planLocalApp( host, folder, options );
	const all = isNew ? [] : await listEnvironments( host, app );
	const existing = all.map( ( { displayName } ) => displayName );
	const isAsked = context.isInteractive && names.environment === undefined;
	if ( isAsked ) {
		names.environment = await askName(
			context,
			'environment',
			existing,
			DEFAULT_ENVIRONMENT
		);
	}
	const environment =
		names.environment ?? existing[ 0 ] ?? DEFAULT_ENVIRONMENT;
	const wanted = options.rootDirectory ?? options.savedRootDirectory;
	const plan = { isLocal: true, app, environment };
	if (
		! isNew &&
		( isUuid( environment ) ||
			matchEnvironments( all, environment ).length > 0 )
	) {
		const { environment: found } = await findEnvironment( host );
		const current =
			all.find( ( { id } ) => id === found )?.rootDirectory ?? '';
		const rootDirectory = wanted ?? current;
		const changesRootDirectory = rootDirectory !== current;
		return { ...plan, found, rootDirectory, changesRootDirectory };
	}
	if ( ! isNew && ! isAsked ) {
		const what = `The environment ${ environment } of ${ app.app }`;
		await allowCreation( context, options, what, existing );
	}
	const region = isNew ? ( options.region ?? DEFAULT_REGION ) : undefined;
	const wpEnvironment =
		options.wordpress ?? ( await findInstall( host, app.account ) );
	return {
		...plan,
		found: { region, wpEnvironment },
		rootDirectory: wanted ?? '',
		changesRootDirectory: false,
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
		throw usageError(
			`${ option } is missing, and this host cannot list what exists. Use ${ option }, or name it in ${ PROJECT_FILE }.`
		);
	}
	return value;
}

/** Uses only the calls of the interface document, which has none that lists anything. */
async function planDocumented(
	host: Host,
	options: PlanOptions
): Promise< Plan > {
	const { context, names } = host;
	const { create = false, region, wordpress } = options;
	const { rootDirectory: given, savedRootDirectory: saved } = options;
	const app = {
		account: required( names.account, '--account' ),
		app: required( names.app, '--app' ),
	};
	const environment = required( names.environment, '--environment' );
	const plan = {
		isLocal: false,
		app,
		environment,
		changesRootDirectory: false,
	};
	const known = isUuid( environment )
		? environment
		: savedId( host, app, environment );
	if ( known !== undefined ) {
		if ( given !== undefined && given !== saved ) {
			throw usageError(
				`This host can set the root directory only when it creates an environment. Change it in the portal of the host, and set “rootDirectory” in ${ PROJECT_FILE } to the same folder.`
			);
		}
		return { ...plan, found: known, rootDirectory: saved ?? null };
	}
	if ( wordpress === undefined || ! ( create || context.isInteractive ) ) {
		throw usageError(
			`The ID of the environment ${ environment } is not known, and this host cannot list its environments. Use --environment <id> for an existing environment, or --create --wordpress <install> to create ${ environment }. For a new application, use --region too.`
		);
	}
	const what = `The environment ${ environment } is not known. Create it?`;
	if ( ! create && ! ( await confirm( context, what ) ) ) {
		throw stopped();
	}
	return {
		...plan,
		found: { region, wpEnvironment: wordpress },
		rootDirectory: given ?? saved ?? '',
	};
}

/**
 * Finds the environment without creating anything.
 *
 * @param folder Its name is suggested for a new application.
 */
export async function planTarget(
	host: Host,
	folder: string,
	options: PlanOptions
): Promise< Plan > {
	return ( await isLocalPlatform( host ) )
		? planLocal( host, folder, options )
		: planDocumented( host, options );
}

async function createAppUnlessExisting(
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

/** Creates what is missing. */
export async function createTarget(
	host: Host,
	{ isLocal, app, environment, found, rootDirectory }: Plan,
	shellVariables: ShellVariable[]
): Promise< Target > {
	if ( typeof found === 'string' ) {
		const place = { ...app, environment: found };
		return { ...host, path: place, environment, isLocal };
	}
	const { region, wpEnvironment } = found;
	if ( region !== undefined ) {
		await createAppUnlessExisting( host, app, region );
	}
	const id = await createEnvironment( host, app, {
		displayName: environment,
		wpEnvironment,
		...( rootDirectory ? { rootDirectory } : {} ),
		...( shellVariables.length === 0 ? {} : { shellVariables } ),
	} );
	host.context.warn(
		`Environment ${ environment } created${ wpEnvironment === '' ? ', without a WordPress install' : '' }. Its ID is ${ id }.`
	);
	return { ...host, path: { ...app, environment: id }, environment, isLocal };
}
