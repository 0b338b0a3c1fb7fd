/**
 * The pages of an account's apps, and the forms that create and delete apps and environments.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App, ShellVariable } from '../model/hosting.ts';
import { checkInstallAccess } from '../http/install-access.ts';
import { HostingError } from '../model/hosting.ts';
import {
	checkDisplayName,
	checkName,
	UPLOADABLE_BRANCH,
} from '../lib/names.ts';
import type { FormPage } from './forms.ts';
import { noticeOf, registerForm } from './forms.ts';
import {
	deleteAppPage,
	deleteEnvironmentPage,
	newAppPage,
	newEnvironmentPage,
} from './pages/app-forms.ts';
import { appsPage } from './pages/apps.ts';
import { messagePage } from './pages/message.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { frameOf, pathOf, sendPage } from './portal.ts';
import { accountHref, appViews, environmentHref } from './environment-view.ts';

interface AccountParams {
	account: string;
}

interface AppParams extends AccountParams {
	app: string;
}

const RESULTS = {
	app: () => 'App created. Add an environment to it.',
	appDeleted: () => 'App deleted.',
	environmentDeleted: () => 'Environment deleted.',
};

async function findApp( portal: Portal, params: AppParams ): Promise< App > {
	const apps = await portal.services.catalog.apps( params.account );
	const app = apps.find( ( { appId } ) => appId === params.app );
	if ( app === undefined ) {
		// The service says what there is instead.
		await portal.services.catalog.environments(
			params.account,
			params.app
		);
		throw new HostingError(
			404,
			`There is no app “${ params.app }” in account ${ params.account }.`
		);
	}
	return app;
}

/** Refuses a deletion whose name was not typed. */
function checkTyped( typed: string | undefined, name: string ): void {
	if ( typed?.trim() !== name ) {
		throw new HostingError(
			400,
			`Nothing was deleted. “${ typed ?? '' }” is not the name. Type “${ name }”.`
		);
	}
}

function newAppForm( portal: Portal ): FormPage< AccountParams > {
	return {
		send: async ( request, reply, state ) => {
			const { account } = request.params;
			await portal.services.catalog.apps( account );
			const frame = await frameOf( portal, request, account );
			return sendPage( reply, frame, newAppPage( account, state ) );
		},
		act: async ( request, { name = '', region = '' } ) => {
			const { account } = request.params;
			checkName( 'Name', name.trim() );
			await portal.services.catalog.createApp(
				account,
				name.trim(),
				region
			);
			return `${ accountHref( account ) }?done=app`;
		},
	};
}

function deleteAppForm( portal: Portal ): FormPage< AppParams > {
	return {
		send: async ( request, reply, state ) => {
			const app = await findApp( portal, request.params );
			const { accountName, appId } = app;
			const environments = await portal.services.catalog.environments(
				accountName,
				appId
			);
			const names = environments.map( ( one ) => one.displayName );
			return sendPage(
				reply,
				await frameOf( portal, request, accountName ),
				deleteAppPage( app, names, state )
			);
		},
		act: async ( request, { name } ) => {
			const { accountName, appId } = await findApp(
				portal,
				request.params
			);
			checkTyped( name, appId );
			await portal.services.deletion.app( accountName, appId );
			return `${ accountHref( accountName ) }?done=appDeleted`;
		},
	};
}

/**
 * Reads the rows of variables, whose fields are numbered; rows without a name and a value do not count.
 */
function variablesOf( values: Record< string, string > ): ShellVariable[] {
	return Object.keys( values )
		.flatMap( ( field ) => /^key-(\d{1,4})$/.exec( field )?.[ 1 ] ?? [] )
		.map( ( number ) => ( {
			key: ( values[ `key-${ number }` ] ?? '' ).trim(),
			value: values[ `value-${ number }` ] ?? '',
		} ) )
		.filter( ( { key, value } ) => key !== '' || value !== '' );
}

function newEnvironmentForm( portal: Portal ): FormPage< AppParams > {
	const { services } = portal;
	return {
		send: async ( request, reply, state ) => {
			const app = await findApp( portal, request.params );
			const installs = ( await services.installs.all() ).filter(
				( { accountName } ) => accountName === app.accountName
			);
			return sendPage(
				reply,
				await frameOf( portal, request, app.accountName ),
				newEnvironmentPage( app, installs, state )
			);
		},
		act: async ( request, values ) => {
			const { account, app } = request.params;
			const displayName = ( values.name ?? '' ).trim();
			checkDisplayName( displayName, 'Name' );
			if ( ! values.install ) {
				throw new HostingError(
					400,
					'An environment is linked to a WordPress install. Choose one, or add one first.'
				);
			}
			await checkInstallAccess( services, request, values.install );
			const environment = await services.catalog.createEnvironment(
				account,
				app,
				{
					displayName,
					branch: UPLOADABLE_BRANCH,
					wpEnvironment: values.install,
					shellVariables: variablesOf( values ),
				}
			);
			return environmentHref( {
				accountName: account,
				appId: app,
				environmentId: environment.id,
			} );
		},
	};
}

function deleteEnvironmentForm(
	portal: Portal
): FormPage< EnvironmentParams > {
	const { services } = portal;
	return {
		send: async ( request, reply, state ) => {
			const environment = await services.catalog.environment(
				pathOf( request )
			);
			const isLive =
				( await services.liveReleases.status( environment.id ) ) !==
				null;
			return sendPage(
				reply,
				await frameOf( portal, request, environment.accountName ),
				deleteEnvironmentPage( environment, isLive, state )
			);
		},
		act: async ( request, { name } ) => {
			const path = pathOf( request );
			const { displayName } = await services.catalog.environment( path );
			checkTyped( name, displayName );
			await services.deletion.environment( path );
			return `${ accountHref( path.accountName ) }?done=environmentDeleted`;
		},
	};
}

function registerStart( scope: FastifyInstance, portal: Portal ): void {
	scope.get( '/', { config: { scope: 'any' } }, async ( request, reply ) => {
		const frame = await frameOf( portal, request, '' );
		if ( frame.navigationAccount !== '' ) {
			return reply.redirect(
				accountHref( frame.navigationAccount ),
				303
			);
		}
		if ( request.access.platform === 'none' ) {
			const words =
				'You belong to no account. Ask an administrator of the platform.';
			return sendPage(
				reply,
				frame,
				messagePage( 'No accounts', words )
			);
		}
		return sendPage(
			reply,
			frame,
			messagePage(
				'No accounts yet',
				'An account holds apps and WordPress installs.',
				[ { name: 'Create an account', href: '/portal/accounts' } ]
			)
		);
	} );
}

/**
 * Registers the Apps page and the forms of apps and environments.
 *
 * @param scope The portal's part of the server.
 */
export function registerAppPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	type AccountRequest = FastifyRequest< { Params: AccountParams } >;
	type AppRequest = FastifyRequest< { Params: AppParams } >;
	const account = '/accounts/:account';
	const app = `${ account }/apps/:app`;
	registerStart( scope, portal );
	scope.get( account, async ( request: AccountRequest, reply ) => {
		const { params } = request;
		const apps = await appViews( portal.services, params.account );
		const notice = noticeOf( request, RESULTS );
		const frame = await frameOf( portal, request, params.account, notice );
		const installs = ( await portal.services.installs.all() ).filter(
			( { accountName } ) => accountName === params.account
		);
		return sendPage( reply, frame, appsPage( frame, apps, installs ) );
	} );
	scope.get( app, async ( request: AppRequest, reply ) => {
		const { accountName, appId } = await findApp( portal, request.params );
		return reply.redirect(
			`${ accountHref( accountName ) }#${ appId }`,
			303
		);
	} );
	registerForm( scope, `${ account }/apps/new`, newAppForm( portal ) );
	registerForm( scope, `${ app }/delete`, deleteAppForm( portal ) );
	registerForm(
		scope,
		`${ app }/environments/new`,
		newEnvironmentForm( portal )
	);
	registerForm(
		scope,
		`${ app }/environments/:environment/delete`,
		deleteEnvironmentForm( portal )
	);
}
