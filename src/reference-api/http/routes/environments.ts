/** Environments (interface 4.2, and what can be read back and changed). */
import type { Services } from '../../services/services.ts';
import type { Environment } from '../../model/hosting.ts';
import {
	EnvironmentList,
	environmentResponse,
	EnvironmentSchema,
} from '../environment-responses.ts';
import type {
	EnvironmentFacts,
	EnvironmentResponse,
} from '../environment-responses.ts';
import { startedOperation, StartedOperation } from '../operation-responses.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import { checkInstallAccess } from '../install-access.ts';
import {
	AppParams,
	ChangeEnvironmentBody,
	CreateEnvironmentBody,
	EnvironmentParams,
	pathOf,
} from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';

const BASE = '/v1/accounts/:account/apps/:app/environments';

/** Returns what an environment shows besides its record. */
export async function environmentFacts(
	{ builds, edges, liveReleases }: Services,
	environment: Environment
): Promise< EnvironmentFacts > {
	return {
		newest: await builds.newest( environment.id ),
		domain: new URL( edges.url( environment ) ).host,
		served: liveReleases.status( environment.id ),
	};
}

/** Shows an environment with its newest build and its address. */
export async function showEnvironment(
	services: Services,
	environment: Environment
): Promise< EnvironmentResponse > {
	const facts = await environmentFacts( services, environment );
	return environmentResponse( environment, facts );
}

function registerReading( app: TypedApp, services: Services ): void {
	app.get(
		BASE,
		documentRoute( {
			params: AppParams,
			id: 'listEnvironments',
			tag: 'Environments',
			summary: 'Lists the environments of an application',
			description:
				'Each with its address and the state of its live application.',
			answers: { 200: EnvironmentList },
		} ),
		async ( { params } ) => {
			const found = await services.catalog.environments(
				params.account,
				params.app
			);
			const environments: EnvironmentResponse[] = [];
			for ( const item of found ) {
				await services.store.takeTurn( 1 );
				environments.push( await showEnvironment( services, item ) );
			}
			return { environments };
		}
	);
	app.get(
		`${ BASE }/:environment`,
		documentRoute( {
			params: EnvironmentParams,
			id: 'readEnvironment',
			tag: 'Environments',
			summary: 'Reads an environment',
			description:
				'With its address and the state of its live application. Values of shell variables are never returned.',
			answers: { 200: EnvironmentSchema },
		} ),
		async ( { params } ) =>
			showEnvironment(
				services,
				await services.catalog.environment( pathOf( params ) )
			)
	);
}

function registerCreation( app: TypedApp, services: Services ): void {
	app.post(
		BASE,
		documentRoute( {
			params: AppParams,
			body: CreateEnvironmentBody,
			id: 'createEnvironment',
			tag: 'Environments',
			summary: 'Creates an environment',
			description:
				'The returned operation is already done. The environment serves an application after the first upload.',
			answers: { 200: StartedOperation },
			refusals: [ 409, 507 ],
		} ),
		async ( request ) => {
			const { params, body } = request;
			await checkInstallAccess( services, request, body.wpEnvironment );
			const environment = await services.catalog.createEnvironment(
				params.account,
				params.app,
				{ ...body, shellVariables: body.shellVariables ?? [] }
			);
			return startedOperation( environment, null );
		}
	);
	app.delete(
		`${ BASE }/:environment`,
		documentRoute( {
			params: EnvironmentParams,
			id: 'deleteEnvironment',
			tag: 'Environments',
			summary: 'Deletes an environment',
			description:
				'Stops its application and builds, and deletes its files.',
			answers: { 204: NoContent },
		} ),
		async ( { params }, reply ) => {
			await services.deletion.environment( pathOf( params ) );
			return reply.code( 204 ).send();
		}
	);
}

function registerSettings( app: TypedApp, services: Services ): void {
	app.patch(
		`${ BASE }/:environment`,
		documentRoute( {
			params: EnvironmentParams,
			body: ChangeEnvironmentBody,
			id: 'changeEnvironment',
			tag: 'Environments',
			summary: 'Changes the settings of an environment',
			description:
				'Omitted fields stay unchanged. Another install or root directory takes effect with the next build.',
			answers: { 200: EnvironmentSchema },
		} ),
		async ( request ) => {
			const { params, body } = request;
			const path = pathOf( params );
			if ( body.wpEnvironment !== undefined ) {
				await checkInstallAccess(
					services,
					request,
					body.wpEnvironment
				);
			}
			return showEnvironment(
				services,
				await services.environmentSettings.change( path, body )
			);
		}
	);
}

export function registerEnvironments(
	app: TypedApp,
	services: Services
): void {
	registerReading( app, services );
	registerCreation( app, services );
	registerSettings( app, services );
}
