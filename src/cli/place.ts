/** Finds the account, application and environment of a command. Display names are accepted where IDs are. */
import { bodyOf } from '../platform-client/platform-client.ts';
import { PlatformError } from '../platform-client/platform-error.ts';
import type { Environment } from '../shared/platform-api.generated.ts';
import { CliError, EXIT } from './exit-codes.ts';
import type { Host } from './host.ts';
import { expectShape } from './response-shape.ts';

export interface AppPlace {
	account: string;
	app: string;
}

export interface EnvironmentPlace extends AppPlace {
	/** The ID. */
	environment: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid( text: string ): boolean {
	return UUID.test( text );
}

/** The last part of a resource name. */
export function idOf( name: string ): string {
	return name.slice( name.lastIndexOf( '/' ) + 1 );
}

/** Asks a route that only the local platform has. */
export async function isLocalPlatform( { client }: Host ): Promise< boolean > {
	try {
		const health = await bodyOf( client.GET( '/_local/health' ) );
		return health?.status === 'ok';
	} catch ( error ) {
		// A platform that starts responds with 503. Other hosts do not know the route.
		if (
			error instanceof PlatformError &&
			! [ 0, 503 ].includes( error.status )
		) {
			return false;
		}
		if ( error instanceof SyntaxError ) {
			return false;
		}
		throw error;
	}
}

function missing( what: string, option: string, existing: string[] ): CliError {
	const list =
		existing.length === 0 ? '' : ` Existing: ${ existing.join( ', ' ) }.`;
	return new CliError(
		EXIT.usage,
		`${ what } is missing. Use ${ option }, or name it in headless-deploy.json.${ list }`
	);
}

export async function listAccountNames( host: Host ): Promise< string[] > {
	const { accounts } = expectShape(
		await bodyOf( host.client.GET( '/_local/accounts' ) ),
		{ accounts: [ { name: '' } ] },
		'accounts'
	);
	return accounts.map( ( { name } ) => name );
}

export async function listApps( host: Host, account: string ) {
	const { apps } = expectShape(
		await bodyOf(
			host.client.GET( '/v1/accounts/{account}/apps', {
				params: { path: { account } },
			} )
		),
		{ apps: [ { appId: '', region: '' } ] },
		'applications'
	);
	return apps;
}

export async function listEnvironments(
	host: Host,
	place: AppPlace
): Promise< Environment[] > {
	const { environments } = expectShape(
		await bodyOf(
			host.client.GET( '/v1/accounts/{account}/apps/{app}/environments', {
				params: { path: { account: place.account, app: place.app } },
			} )
		),
		{ environments: [ { name: '', displayName: '', rootDirectory: '' } ] },
		'environments'
	);
	return environments;
}

/** Returns the environments with an ID or a display name. */
export function matchEnvironments(
	environments: Environment[],
	nameOrId: string
): Environment[] {
	return environments.filter(
		( { name, displayName } ) =>
			idOf( name ) === nameOrId || displayName === nameOrId
	);
}

/** The account of a command; the only one of the host if none is named. */
export async function findAccount( host: Host ): Promise< string > {
	if ( host.names.account !== undefined ) {
		return host.names.account;
	}
	const names = await listAccountNames( host );
	const [ only ] = names;
	if ( only === undefined || names.length > 1 ) {
		throw missing( 'The account', '--account', names );
	}
	return only;
}

/** The application of a command; the only one of the account if none is named. */
export async function findApp( host: Host ): Promise< AppPlace > {
	const account = await findAccount( host );
	if ( host.names.app !== undefined ) {
		return { account, app: host.names.app };
	}
	const ids = ( await listApps( host, account ) ).map( ( app ) => app.appId );
	const [ only ] = ids;
	if ( only === undefined || ids.length > 1 ) {
		throw missing( 'The application', '--app', ids );
	}
	return { account, app: only };
}

/** The environment of a command; the only one of the application if none is named. */
export async function findEnvironment(
	host: Host
): Promise< EnvironmentPlace > {
	const place = await findApp( host );
	const { environment = '' } = host.names;
	if ( isUuid( environment ) ) {
		return { ...place, environment };
	}
	const all = await listEnvironments( host, place );
	const found =
		environment === '' ? all : matchEnvironments( all, environment );
	const [ only ] = found;
	if ( only !== undefined && found.length === 1 ) {
		return { ...place, environment: idOf( only.name ) };
	}
	const lines = all.map(
		( { name, displayName } ) => `${ displayName } (${ idOf( name ) })`
	);
	if ( environment === '' ) {
		throw missing( 'The environment', '--environment', lines );
	}
	throw new CliError(
		EXIT.usage,
		found.length > 1
			? `Several environments are called ${ environment }. Use the ID: ${ lines.join( ', ' ) }.`
			: `The application ${ place.app } has no environment ${ environment }. Existing: ${ lines.join( ', ' ) || 'none' }.`
	);
}
