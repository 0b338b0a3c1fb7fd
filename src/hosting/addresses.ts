/** The addresses of the hosting screens, below the address of the page that shows them. */
import type { EnvironmentSummary } from '../shared/platform-api.generated.ts';
import type { EnvironmentPath } from './client/host.ts';

/** Joins segments of a path, which may contain any characters. */
function join( ...segments: readonly ( string | number )[] ): string {
	return segments
		.map( ( segment ) => `/${ encodeURIComponent( segment ) }` )
		.join( '' );
}

export const addresses = {
	accounts: '/accounts',
	installs: '/installs',
	users: '/users',
	faults: '/faults',
	requests: '/requests',
	request: ( number: number ) => join( 'requests', number ),
	apps: ( account: string ) => join( 'accounts', account ),
	newApp: ( account: string ) => join( 'accounts', account, 'new' ),
	accountUsage: ( account: string ) => join( 'accounts', account, 'usage' ),
	app: ( account: string, app: string ) =>
		join( 'accounts', account, 'apps', app ),
	newEnvironment: ( account: string, app: string ) =>
		join( 'accounts', account, 'apps', app, 'new' ),
	/** The environment of a response of the API. */
	ofEnvironment: (
		{
			accountName: account,
			appId: app,
			id: environment,
		}: Pick< EnvironmentSummary, 'accountName' | 'appId' | 'id' >,
		...page: readonly ( string | number )[]
	) => addresses.environment( { account, app, environment }, ...page ),
	/** @param page `builds`, `settings`, … or nothing for the overview. */
	environment: (
		{ account, app, environment }: EnvironmentPath,
		...page: readonly ( string | number )[]
	): string =>
		join(
			'accounts',
			account,
			'apps',
			app,
			'environments',
			environment,
			...page
		),
};
