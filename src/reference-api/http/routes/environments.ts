/** Environments (interface 4.2, and what can be read back and changed). */
import type { Services } from '../../services/services.ts';
import type { Environment } from '../../model/hosting.ts';
import { StartedOperation } from '../build-shapes.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import { checkInstallAccess } from '../install-access.ts';
import {
	AppParams,
	ChangeEnvironmentBody,
	ChangeVariablesBody,
	CreateEnvironmentBody,
	EnvironmentParams,
	ReplaceVariablesBody,
} from '../request-schemas.ts';
import { EnvironmentList, EnvironmentShape } from '../shapes.ts';
import type { EnvironmentView } from '../shapes.ts';
import type { TypedApp } from '../typed-app.ts';
import { environmentView, startedOperation } from '../views.ts';
import { pathOf } from './builds.ts';

const BASE = '/v1/accounts/:account/apps/:app/environments';

/** Shows an environment with its newest build and its address. */
async function show( services: Services, environment: Environment ) {
	return environmentView( environment, {
		newest: await services.builds.newest( environment.id ),
		domain: new URL( services.edges.url( environment ) ).host,
		served: await services.liveReleases.status( environment.id ),
	} );
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
			const environments: EnvironmentView[] = [];
			for ( const item of found ) {
				await services.store.takeTurn( 1 );
				environments.push( await show( services, item ) );
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
			answers: { 200: EnvironmentShape },
		} ),
		async ( { params } ) =>
			show(
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
			answers: { 200: EnvironmentShape },
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
			return show(
				services,
				await services.environmentSettings.change( path, body )
			);
		}
	);
}

function registerVariables( app: TypedApp, services: Services ): void {
	const url = `${ BASE }/:environment/shellVariables`;
	const shared = {
		tag: 'Environments',
		description:
			'Values are write-only. The change takes effect with the next build.',
		answers: { 200: EnvironmentShape },
	} as const;
	app.patch(
		url,
		documentRoute( {
			params: EnvironmentParams,
			body: ChangeVariablesBody,
			...shared,
			id: 'changeShellVariables',
			summary: 'Sets and removes some shell variables',
		} ),
		async ( { params, body } ) => {
			const { set = [], remove = [] } = body;
			const path = pathOf( params );
			const changes = { set, remove };
			return show(
				services,
				await services.environmentSettings.setVariables( path, changes )
			);
		}
	);
	app.put(
		url,
		documentRoute( {
			params: EnvironmentParams,
			body: ReplaceVariablesBody,
			...shared,
			id: 'replaceShellVariables',
			summary: 'Replaces all shell variables',
		} ),
		async ( { params, body } ) => {
			const path = pathOf( params );
			const { shellVariables } =
				await services.catalog.environment( path );
			const set = body.shellVariables;
			const kept = new Set( set.map( ( { key } ) => key ) );
			const remove = shellVariables
				.map( ( { key } ) => key )
				.filter( ( key ) => ! kept.has( key ) );
			return show(
				services,
				await services.environmentSettings.setVariables(
					path,
					{ set, remove },
					'shellVariables'
				)
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
	registerVariables( app, services );
}
