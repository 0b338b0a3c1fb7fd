/** Finds and creates what a command works with. Display names are accepted where IDs are. */
import { bodyOf } from '../platform-client/platform-client.ts';
import { PlatformError } from '../platform-client/platform-error.ts';
import { REGIONS as ALL_REGIONS } from '../reference-api/lib/names.ts';
import { CliError, EXIT, usageError } from './exit-codes.ts';
import type { Host } from './host.ts';
import { read } from './response.ts';

export interface AppPlace {
	account: string;
	app: string;
}

export interface EnvironmentPlace extends AppPlace {
	/** The ID. */
	environment: string;
}

/** A host, and the environment that a command works with. */
export type EnvironmentHost = Host & { path: EnvironmentPlace };

export interface ShellVariable {
	key: string;
	value: string;
}

const REGION_PREFIX = 'regions/';

type WithoutPrefix< Name > =
	Name extends `${ typeof REGION_PREFIX }${ infer Short }` ? Short : never;

export type Region = WithoutPrefix<
	( typeof ALL_REGIONS )[ number ][ 'name' ]
>;

/** The regions as the user types them. */
export const REGIONS = ALL_REGIONS.map(
	( { name } ) => name.slice( REGION_PREFIX.length ) as Region
);

export const ENVIRONMENTS_PATH =
	'/v1/accounts/{account}/apps/{app}/environments';

/** The platform's maximum. */
export const PAGE_SIZE = 1000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const ENVIRONMENT = {
	name: '',
	displayName: '',
	rootDirectory: '',
	application: undefined as { state: string } | null | undefined,
};

export function isUuid( text: string ): boolean {
	return UUID.test( text );
}

/** The last part of a resource name. */
export function idOf( name: string ): string {
	return name.slice( name.lastIndexOf( '/' ) + 1 );
}

/** What the commands print. The state of the application is empty before the first live build. */
function summarize( {
	name,
	displayName,
	rootDirectory,
	application,
}: typeof ENVIRONMENT ) {
	const state = application?.state ?? '';
	return { id: idOf( name ), displayName, rootDirectory, state };
}

export type EnvironmentSummary = ReturnType< typeof summarize >;

/** Asks a route that only the local platform has. */
export async function isLocalPlatform( { client }: Host ): Promise< boolean > {
	try {
		const health = await bodyOf( client.GET( '/_local/health' ) );
		return health?.status === 'ok';
	} catch ( error ) {
		// A platform that starts responds with 503. Other hosts do not know the route.
		if (
			error instanceof SyntaxError ||
			( error instanceof PlatformError &&
				! [ 0, 503 ].includes( error.status ) )
		) {
			return false;
		}
		throw error;
	}
}

export async function listAccountNames( {
	client,
}: Host ): Promise< string[] > {
	const { accounts } = await read( client.GET( '/_local/accounts' ), {
		accounts: [ { name: '' } ],
	} );
	return accounts.map( ( { name } ) => name );
}

/** Lists the accounts with the UUIDs that the usage API takes. The other calls take names. */
export async function listAccountIds( { client }: Host ) {
	const query = { limit: PAGE_SIZE };
	const { results } = await read(
		client.GET( '/v1/accounts', { params: { query } } ),
		{ results: [ { id: '', name: '' } ] }
	);
	return results;
}

export async function listApps( { client }: Host, account: string ) {
	const params = { path: { account } };
	const { apps } = await read(
		client.GET( '/v1/accounts/{account}/apps', { params } ),
		{ apps: [ { appId: '', region: '' } ] }
	);
	return apps;
}

export async function listEnvironments(
	{ client }: Host,
	path: AppPlace
): Promise< EnvironmentSummary[] > {
	const { environments } = await read(
		client.GET( ENVIRONMENTS_PATH, { params: { path } } ),
		{ environments: [ ENVIRONMENT ] }
	);
	return environments.map( summarize );
}

/** Lists the WordPress installs that an account can use. Only on the local platform. */
export async function listInstallNames(
	{ client }: Host,
	account: string
): Promise< string[] > {
	const { installs } = await read( client.GET( '/_local/installs' ), {
		installs: [ { name: '', accountName: '' } ],
	} );
	return installs
		.filter( ( { accountName } ) =>
			[ account, '' ].includes( accountName )
		)
		.map( ( { name } ) => name );
}

/** Returns the environments with an ID or a display name. */
export function matchEnvironments(
	environments: EnvironmentSummary[],
	nameOrId: string
): EnvironmentSummary[] {
	return environments.filter(
		( { id, displayName } ) => id === nameOrId || displayName === nameOrId
	);
}

/** Returns the only name; the user must choose one of several. */
function expectOnly( names: string[], what: string, option: string ): string {
	const [ only ] = names;
	if ( only === undefined || names.length > 1 ) {
		const list =
			names.length === 0 ? '' : ` Existing: ${ names.join( ', ' ) }.`;
		throw usageError(
			`The ${ what } is missing. Use ${ option }, or name it in headless-deploy.json.${ list }`
		);
	}
	return only;
}

/** The account of a command; the only one of the host if none is named. */
export async function findAccount( host: Host ): Promise< string > {
	return (
		host.names.account ??
		expectOnly( await listAccountNames( host ), 'account', '--account' )
	);
}

/** The application of a command; the only one of the account if none is named. */
export async function findApp( host: Host ): Promise< AppPlace > {
	const account = await findAccount( host );
	if ( host.names.app !== undefined ) {
		return { account, app: host.names.app };
	}
	const ids = ( await listApps( host, account ) ).map( ( app ) => app.appId );
	return { account, app: expectOnly( ids, 'application', '--app' ) };
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
	const existing = all.map(
		( { id, displayName } ) => `${ displayName } (${ id })`
	);
	if ( environment === '' ) {
		expectOnly( existing, 'environment', '--environment' );
	}
	const found =
		environment === '' ? all : matchEnvironments( all, environment );
	const [ only ] = found;
	if ( only === undefined || found.length > 1 ) {
		throw usageError(
			only
				? `Several environments are called ${ environment }. Use the ID: ${ existing.join( ', ' ) }.`
				: `The application ${ place.app } has no environment ${ environment }. Existing: ${ existing.join( ', ' ) || 'none' }.`
		);
	}
	return { ...place, environment: only.id };
}

export async function createApp(
	{ client }: Host,
	{ account, app }: AppPlace,
	region: Region
): Promise< void > {
	await client.POST( '/v1/accounts/{account}/apps', {
		params: { path: { account }, query: { appId: app } },
		body: { region: `regions/${ region }`, uploadable: {} },
	} );
}

/** @return The ID of the environment. */
export async function createEnvironment(
	{ client }: Host,
	path: AppPlace,
	settings: {
		displayName: string;
		/** Name of the WordPress install; empty for none. */
		wpEnvironment: string;
		rootDirectory?: string;
		shellVariables?: ShellVariable[];
	}
): Promise< string > {
	const { name } = await read(
		client.POST( ENVIRONMENTS_PATH, {
			params: { path },
			body: { branch: 'uploadable', ...settings },
		} ),
		{ name: '' }
	);
	const [ , id ] = /\/environments\/([^/]+)\//.exec( name ) ?? [];
	if ( id === undefined ) {
		throw new CliError(
			EXIT.refused,
			`The environment ${ settings.displayName } was created, but the response does not contain its ID.`
		);
	}
	return id;
}

export async function changeEnvironment(
	{ client, path }: EnvironmentHost,
	body: { rootDirectory: string }
): Promise< EnvironmentSummary > {
	const params = { path };
	const call = client.PATCH( `${ ENVIRONMENTS_PATH }/{environment}`, {
		params,
		body,
	} );
	return summarize( await read( call, ENVIRONMENT ) );
}

/** Returns the address of an environment; the local platform has no TLS. */
export async function readAddress( {
	client,
	path: place,
}: EnvironmentHost ): Promise< string > {
	const params = { path: place };
	const { domains } = await read(
		client.GET( `${ ENVIRONMENTS_PATH }/{environment}`, { params } ),
		{ domains: [ '' ] }
	);
	const [ domain = '' ] = domains;
	const scheme = /^localhost(?::|$)/.test( domain ) ? 'http' : 'https';
	return domain === '' ? '' : `${ scheme }://${ domain }`;
}
