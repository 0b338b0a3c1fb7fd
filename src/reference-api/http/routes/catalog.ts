/**
 * Regions, applications and environments (interface 4.1 and 4.2, and what can be read back).
 */
import type { LocalHosting } from '../../hosting.ts';
import { REGIONS } from '../../names.ts';
import type { StoredEnvironment } from '../../store/environments.ts';
import type { TypedApp } from '../typed-app.ts';
import {
	AccountParams,
	AppParams,
	CreateAppBody,
	CreateAppQuery,
	CreateEnvironmentBody,
	EnvironmentParams,
} from '../schemas.ts';
import { appView, environmentView, startedOperation } from '../views.ts';

/**
 * Shows an environment with its newest build and its address.
 *
 * @param hosting     The service.
 * @param environment The environment.
 */
export async function showEnvironment(
	hosting: LocalHosting,
	environment: StoredEnvironment
) {
	const [ newest ] = await hosting.builds( environment.id );
	const domain = new URL( hosting.edgeUrl( environment ) ).host;
	return environmentView( environment, newest ?? null, domain );
}

function registerApps( app: TypedApp, hosting: LocalHosting ): void {
	app.get( '/v1/regions', () => ( { regions: REGIONS } ) );
	app.post(
		'/v1/accounts/:account/apps',
		{
			schema: {
				params: AccountParams,
				querystring: CreateAppQuery,
				body: CreateAppBody,
			},
		},
		async ( request, reply ) => {
			await hosting.createApp(
				request.params.account,
				request.query.appId,
				request.body.region
			);
			// "HTTP 200 with no response body" (interface 4.1).
			return reply.code( 200 ).send();
		}
	);
	app.get(
		'/v1/accounts/:account/apps',
		{ schema: { params: AccountParams } },
		async ( request ) => {
			const apps = await hosting.apps( request.params.account );
			return { apps: apps.map( appView ) };
		}
	);
	app.get(
		'/v1/accounts/:account/apps/:app',
		{ schema: { params: AppParams } },
		async ( { params } ) =>
			appView( await hosting.app( params.account, params.app ) )
	);
}

function registerEnvironments( app: TypedApp, hosting: LocalHosting ): void {
	app.post(
		'/v1/accounts/:account/apps/:app/environments',
		{ schema: { params: AppParams, body: CreateEnvironmentBody } },
		async ( { params, body } ) => {
			const environment = await hosting.createEnvironment(
				params.account,
				params.app,
				{ ...body, shellVariables: body.shellVariables ?? [] }
			);
			return startedOperation( environment, null );
		}
	);
	app.get(
		'/v1/accounts/:account/apps/:app/environments',
		{ schema: { params: AppParams } },
		async ( { params } ) => {
			const environments = await hosting.environments(
				params.account,
				params.app
			);
			return {
				environments: await Promise.all(
					environments.map( ( item ) =>
						showEnvironment( hosting, item )
					)
				),
			};
		}
	);
	app.get(
		'/v1/accounts/:account/apps/:app/environments/:environment',
		{ schema: { params: EnvironmentParams } },
		async ( { params } ) => {
			const environment = await hosting.environment( {
				accountName: params.account,
				appId: params.app,
				environmentId: params.environment,
			} );
			return showEnvironment( hosting, environment );
		}
	);
}

/**
 * Registers the routes of applications and environments.
 *
 * @param app     The server.
 * @param hosting The service behind them.
 */
export function registerCatalog( app: TypedApp, hosting: LocalHosting ): void {
	registerApps( app, hosting );
	registerEnvironments( app, hosting );
}
