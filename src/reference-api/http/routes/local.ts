/**
 * What only this platform has: accounts and installs, and the webhook sets over HTTP (the service has them only in its
 * portal).
 */
import type { FastifyContextConfig } from 'fastify';
import type { Services } from '../../services/services.ts';
import { HostingError } from '../../model/hosting.ts';
import type { Install, WebhookSet } from '../../model/hosting.ts';
import type { Access } from '../../access/access.ts';
import { quoteName } from '../../lib/names.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import { authorize } from '../guard.ts';
import { checkInstallAccess } from '../install-access.ts';
import {
	AccountList,
	AccountShape,
	InstallList,
	InstallShape,
	WebhookSetShape,
} from '../local-shapes.ts';
import type { InstallView, WebhookSetView } from '../local-shapes.ts';
import { WebhookSummaryShape } from '../detail-shapes.ts';
import type { WebhookSummaryView } from '../detail-shapes.ts';
import {
	CreateAccountBody,
	EnvironmentParams,
	InstallParams,
	SaveInstallBody,
} from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';
import { pathOf } from './builds.ts';

const WEBHOOKS =
	'/_local/accounts/:account/apps/:app/environments/:environment/webhooks';

function callsView(
	lastCalls: WebhookSet[ 'lastCalls' ]
): WebhookSetView[ 'lastCalls' ] {
	const calls = Object.entries( lastCalls ).map(
		( [ action, { at, status, reason } ] ) => [
			action,
			{ at: at.toISOString(), status, reason },
		]
	);
	return Object.fromEntries( calls );
}

function webhookSetView( set: WebhookSet ): WebhookSetView {
	return {
		...set.urls,
		createTime: set.createTime.toISOString(),
		createdBy: set.createdBy,
		lastCalls: callsView( set.lastCalls ),
	};
}

/** Shows what is not secret of a set. */
function webhookSummary( set: WebhookSet | null ): WebhookSummaryView {
	const token =
		set && new URL( set.urls.rebuild ).searchParams.get( 'token' );
	return {
		exists: set !== null,
		createTime: set?.createTime.toISOString() ?? null,
		createdBy: set?.createdBy ?? '',
		tokenEnd: token?.slice( -4 ) ?? '',
		lastCalls: callsView( set?.lastCalls ?? {} ),
	};
}

/** Creates the options of a route that returns a webhook set. */
function showsSet(
	id: string,
	summary: string,
	config: FastifyContextConfig = {}
) {
	return documentRoute( {
		config,
		params: EnvironmentParams,
		id,
		tag: 'Webhooks',
		summary,
		description: 'The response contains the token and must not be cached.',
		answers: { 200: WebhookSetShape },
	} );
}

function registerWebhookSets( app: TypedApp, services: Services ): void {
	app.get(
		WEBHOOKS,
		showsSet( 'readWebhooks', 'Reads the webhook URLs', {
			isSecret: true,
		} ),
		async ( { params } ) => {
			const set = await services.webhooks.find( pathOf( params ) );
			if ( ! set ) {
				throw new HostingError(
					404,
					'This environment has no webhooks. Create them with POST or on the portal’s Settings page.'
				);
			}
			return webhookSetView( set );
		}
	);
	app.get(
		`${ WEBHOOKS }/summary`,
		documentRoute( {
			params: EnvironmentParams,
			id: 'readWebhookSummary',
			tag: 'Webhooks',
			summary: 'Reads the webhooks without their token',
			description:
				'An API user with the role `read` may read it, unlike the URLs.',
			answers: { 200: WebhookSummaryShape },
		} ),
		async ( { params } ) =>
			webhookSummary( await services.webhooks.find( pathOf( params ) ) )
	);
	app.post(
		WEBHOOKS,
		showsSet(
			'createWebhooks',
			'Creates the webhook URLs, or returns the existing ones'
		),
		async ( { params, signedInAs } ) =>
			webhookSetView(
				await services.webhooks.create( pathOf( params ), signedInAs )
			)
	);
	app.post(
		`${ WEBHOOKS }::regenerate`,
		showsSet(
			'regenerateWebhooks',
			'Gives the webhook URLs a new token; the old URLs stop working at once'
		),
		async ( { params, signedInAs } ) =>
			webhookSetView(
				await services.webhooks.regenerate(
					pathOf( params ),
					signedInAs
				)
			)
	);
	app.delete(
		WEBHOOKS,
		documentRoute( {
			params: EnvironmentParams,
			id: 'deleteWebhooks',
			tag: 'Webhooks',
			summary: 'Deletes the webhook URLs; they stop working',
			description:
				'Calls of the URLs return 404. New URLs have another token.',
			answers: { 204: NoContent },
		} ),
		async ( { params }, reply ) => {
			await services.webhooks.delete( pathOf( params ) );
			return reply.code( 204 ).send();
		}
	);
}

function registerAccounts( app: TypedApp, services: Services ): void {
	app.get(
		'/_local/accounts',
		documentRoute( {
			config: { scope: 'any' },
			id: 'listLocalAccounts',
			tag: 'Accounts',
			summary: 'Lists the API user’s accounts',
			description:
				'An API user with a role on the whole platform sees all accounts.',
			answers: { 200: AccountList },
		} ),
		async ( { access } ) => ( {
			accounts: ( await services.catalog.accounts() ).filter(
				( { name } ) => access.sees( name )
			),
		} )
	);
	app.post(
		'/_local/accounts',
		documentRoute( {
			body: CreateAccountBody,
			id: 'createAccount',
			tag: 'Accounts',
			summary: 'Creates an account',
			description: 'The name cannot be changed later.',
			answers: { 200: AccountShape },
			refusals: [ 409 ],
		} ),
		( { body } ) => services.catalog.createAccount( body.name )
	);
}

/** Shows an install with the linked environments that the user sees. */
async function installView(
	{ store }: Services,
	access: Access,
	install: Install
): Promise< InstallView > {
	const linked = await store.environments.ofInstall( install.name );
	return {
		...install,
		environments: linked
			.filter( ( { accountName } ) => access.sees( accountName ) )
			.map( ( { id, accountName, appId, displayName } ) => ( {
				id,
				accountName,
				appId,
				displayName,
			} ) ),
	};
}

function registerInstalls( app: TypedApp, services: Services ): void {
	app.get(
		'/_local/installs',
		documentRoute( {
			config: { scope: 'any' },
			id: 'listLocalInstalls',
			tag: 'Accounts',
			summary: 'Lists the WordPress installs of the API user’s accounts',
			description:
				'An API user with a role on the whole platform sees all installs.',
			answers: { 200: InstallList },
		} ),
		async ( { access } ) => {
			const installs = ( await services.installs.all() ).filter(
				( { accountName } ) => access.sees( accountName )
			);
			const views: InstallView[] = [];
			for ( const install of installs ) {
				views.push( await installView( services, access, install ) );
			}
			return { installs: views };
		}
	);
	app.put(
		'/_local/installs/:install',
		documentRoute( {
			config: { scope: 'any' },
			params: InstallParams,
			body: SaveInstallBody,
			id: 'saveInstall',
			tag: 'Accounts',
			summary: 'Sets the URL of a WordPress install',
			description:
				'A new install belongs to the given account. An existing one keeps its account.',
			answers: { 200: InstallShape },
		} ),
		async ( request ) => {
			const { params, body } = request;
			const known = await checkInstallAccess(
				services,
				request,
				params.install
			);
			if ( ! known ) {
				authorize( request, body.account );
			}
			const install = await services.installs.save( {
				accountName: body.account,
				name: params.install,
				url: body.url,
			} );
			return installView( services, request.access, install );
		}
	);
	app.delete(
		'/_local/installs/:install',
		documentRoute( {
			config: { scope: 'any' },
			params: InstallParams,
			id: 'deleteInstall',
			tag: 'Accounts',
			summary:
				'Deletes a WordPress install that no environment is linked to',
			description:
				'The files and the database of the WordPress site are kept.',
			answers: { 204: NoContent },
			refusals: [ 409 ],
		} ),
		async ( request, reply ) => {
			const { install } = request.params;
			if (
				! ( await checkInstallAccess( services, request, install ) )
			) {
				throw new HostingError(
					404,
					`No WordPress install ${ quoteName( install ) }.`
				);
			}
			await services.installs.delete( install );
			return reply.code( 204 ).send();
		}
	);
}

export function registerLocal( app: TypedApp, services: Services ): void {
	app.addHook( 'onSend', async ( request, reply ) => {
		// Responses contain tokens and must not be cached.
		if ( request.url.startsWith( '/_local/' ) ) {
			reply.header( 'cache-control', 'no-store' );
		}
	} );
	registerAccounts( app, services );
	registerInstalls( app, services );
	registerWebhookSets( app, services );
}
