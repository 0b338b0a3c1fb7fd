/** Environments (interface 4.2, and what can be read back and changed). */
import type { LocalHosting } from '../../hosting.ts';
import type { Environment } from '../../model/hosting.ts';
import { StartedOperation } from '../build-shapes.ts';
import { documentRoute, NoBody } from '../route-documentation.ts';
import { checkInstallAccess } from '../install-access.ts';
import {
	AppParams,
	ChangeEnvironmentBody,
	ChangeVariablesBody,
	CreateEnvironmentBody,
	EnvironmentParams,
	ReplaceVariablesBody,
} from '../schemas.ts';
import { EnvironmentList, EnvironmentShape } from '../shapes.ts';
import type { TypedApp } from '../typed-app.ts';
import { environmentView, startedOperation } from '../views.ts';
import { pathOf } from './builds.ts';

const BASE = '/v1/accounts/:account/apps/:app/environments';

/** Shows an environment with its newest build and its address. */
async function show( hosting: LocalHosting, environment: Environment ) {
	const [ newest ] = await hosting.builds( environment.id );
	return environmentView( environment, {
		newest: newest ?? null,
		domain: new URL( hosting.edgeUrl( environment ) ).host,
		served: await hosting.served( environment.id ),
	} );
}

function registerReading( app: TypedApp, hosting: LocalHosting ): void {
	app.get(
		BASE,
		{
			schema: {
				params: AppParams,
				...documentRoute( {
					id: 'listEnvironments',
					tag: 'Environments',
					summary: 'Lists the environments of an application',
					answers: { 200: EnvironmentList },
					refusals: [ 404 ],
				} ),
			},
		},
		async ( { params } ) => {
			const found = await hosting.environments(
				params.account,
				params.app
			);
			const environments = await Promise.all(
				found.map( ( item ) => show( hosting, item ) )
			);
			return { environments };
		}
	);
	app.get(
		`${ BASE }/:environment`,
		{
			schema: {
				params: EnvironmentParams,
				...documentRoute( {
					id: 'readEnvironment',
					tag: 'Environments',
					summary: 'Reads an environment',
					answers: { 200: EnvironmentShape },
					refusals: [ 404 ],
				} ),
			},
		},
		async ( { params } ) =>
			show( hosting, await hosting.environment( pathOf( params ) ) )
	);
}

function registerCreation( app: TypedApp, hosting: LocalHosting ): void {
	app.post(
		BASE,
		{
			schema: {
				params: AppParams,
				body: CreateEnvironmentBody,
				...documentRoute( {
					id: 'createEnvironment',
					tag: 'Environments',
					summary: 'Creates an environment',
					answers: { 200: StartedOperation },
					refusals: [ 404, 409, 507 ],
				} ),
			},
		},
		async ( request ) => {
			const { params, body } = request;
			await checkInstallAccess( hosting, request, body.wpEnvironment );
			const environment = await hosting.createEnvironment(
				params.account,
				params.app,
				{ ...body, shellVariables: body.shellVariables ?? [] }
			);
			return startedOperation( environment, null );
		}
	);
	app.delete(
		`${ BASE }/:environment`,
		{
			schema: {
				params: EnvironmentParams,
				...documentRoute( {
					id: 'deleteEnvironment',
					tag: 'Environments',
					summary: 'Deletes an environment',
					description:
						'Stops its application and builds, and deletes its files.',
					answers: { 204: NoBody },
					refusals: [ 404 ],
				} ),
			},
		},
		async ( { params }, reply ) => {
			await hosting.deleteEnvironment( pathOf( params ) );
			return reply.code( 204 ).send();
		}
	);
}

function registerSettings( app: TypedApp, hosting: LocalHosting ): void {
	app.patch(
		`${ BASE }/:environment`,
		{
			schema: {
				params: EnvironmentParams,
				body: ChangeEnvironmentBody,
				...documentRoute( {
					id: 'changeEnvironment',
					tag: 'Environments',
					summary: 'Changes the settings of an environment',
					answers: { 200: EnvironmentShape },
					refusals: [ 404 ],
				} ),
			},
		},
		async ( request ) => {
			const { params, body } = request;
			const path = pathOf( params );
			const { wpEnvironment, rootDirectory, purgeOnDeploy } = body;
			if ( wpEnvironment !== undefined ) {
				await checkInstallAccess( hosting, request, wpEnvironment );
				await hosting.linkInstall( path, wpEnvironment );
			}
			if ( rootDirectory !== undefined ) {
				await hosting.setRootDirectory( path, rootDirectory );
			}
			if ( purgeOnDeploy !== undefined ) {
				await hosting.setPurgeOnDeploy( path, purgeOnDeploy );
			}
			return show( hosting, await hosting.environment( path ) );
		}
	);
}

function registerVariables( app: TypedApp, hosting: LocalHosting ): void {
	const url = `${ BASE }/:environment/shellVariables`;
	const says = {
		tag: 'Environments',
		description:
			'Values are write-only. The change takes effect with the next build.',
		answers: { 200: EnvironmentShape },
		refusals: [ 404 ],
	} as const;
	app.patch(
		url,
		{
			schema: {
				params: EnvironmentParams,
				body: ChangeVariablesBody,
				...documentRoute( {
					...says,
					id: 'changeShellVariables',
					summary: 'Sets and removes some shell variables',
				} ),
			},
		},
		async ( { params, body } ) => {
			const { set = [], remove = [] } = body;
			const path = pathOf( params );
			const changes = { set, remove };
			return show( hosting, await hosting.setVariables( path, changes ) );
		}
	);
	app.put(
		url,
		{
			schema: {
				params: EnvironmentParams,
				body: ReplaceVariablesBody,
				...documentRoute( {
					...says,
					id: 'replaceShellVariables',
					summary: 'Replaces all shell variables',
				} ),
			},
		},
		async ( { params, body } ) => {
			const path = pathOf( params );
			const { shellVariables } = await hosting.environment( path );
			const set = body.shellVariables;
			const kept = new Set( set.map( ( { key } ) => key ) );
			const remove = shellVariables
				.map( ( { key } ) => key )
				.filter( ( key ) => ! kept.has( key ) );
			const changes = { set, remove };
			return show( hosting, await hosting.setVariables( path, changes ) );
		}
	);
}

/**
 * Registers the routes of environments.
 *
 * @param hosting The service behind them.
 */
export function registerEnvironments(
	app: TypedApp,
	hosting: LocalHosting
): void {
	registerReading( app, hosting );
	registerCreation( app, hosting );
	registerSettings( app, hosting );
	registerVariables( app, hosting );
}
