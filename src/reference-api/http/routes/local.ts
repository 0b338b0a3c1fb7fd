/**
 * What only this platform has: its health, and the webhook sets over HTTP (the service has them in its portal alone).
 */
import type { LocalHosting } from '../../hosting.ts';
import { HostingError } from '../../model.ts';
import type { WebhookSet } from '../../model.ts';
import type { TypedApp } from '../typed-app.ts';
import { CreateAccountBody, EnvironmentParams } from '../schemas.ts';
import { pathOf } from './builds.ts';

function webhookSetView( set: WebhookSet ) {
	const calls = Object.entries( set.lastCalls ).map( ( [ action, call ] ) => [
		action,
		{ at: call.at.toISOString(), status: call.status },
	] );
	return {
		...set.urls,
		createTime: set.createTime.toISOString(),
		createdBy: set.createdBy,
		lastCalls: Object.fromEntries( calls ),
	};
}

function registerWebhookSets( app: TypedApp, hosting: LocalHosting ): void {
	const url =
		'/_local/accounts/:account/apps/:app/environments/:environment/webhooks';
	const schema = { params: EnvironmentParams };
	app.addHook( 'onSend', async ( request, reply ) => {
		// Answers hold tokens: nobody on the way may keep them.
		if ( request.url.startsWith( '/_local/' ) ) {
			reply.header( 'cache-control', 'no-store' );
		}
	} );
	app.get( url, { schema }, async ( { params } ) => {
		const set = await hosting.webhooks( pathOf( params ) );
		if ( ! set ) {
			throw new HostingError(
				404,
				'This environment has no webhooks. Create them by POST, or in Settings in the portal.'
			);
		}
		return webhookSetView( set );
	} );
	app.post( url, { schema }, async ( { params, signedInAs } ) =>
		webhookSetView(
			await hosting.createWebhooks( pathOf( params ), signedInAs )
		)
	);
	app.delete( url, { schema }, async ( { params }, reply ) => {
		await hosting.deleteWebhooks( pathOf( params ) );
		return reply.code( 204 ).send();
	} );
	app.post(
		`${ url }::regenerate`,
		{ schema },
		async ( { params, signedInAs } ) =>
			webhookSetView(
				await hosting.regenerateWebhooks( pathOf( params ), signedInAs )
			)
	);
}

/**
 * Registers health and webhook sets.
 *
 * @param app     The server.
 * @param hosting The service behind them.
 */
export function registerLocal( app: TypedApp, hosting: LocalHosting ): void {
	app.get( '/_local/health', { config: { open: true } }, () => ( {
		status: 'ok',
	} ) );
	app.get( '/_local/accounts', async () => ( {
		accounts: await hosting.accounts(),
	} ) );
	app.post(
		'/_local/accounts',
		{ schema: { body: CreateAccountBody } },
		async ( { body } ) => hosting.createAccount( body.name )
	);
	app.get( '/_local/installs', async () => ( {
		installs: await hosting.installs(),
	} ) );
	registerWebhookSets( app, hosting );
}
