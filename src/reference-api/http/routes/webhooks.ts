/**
 * The webhook URLs (interface 4.4): open to everybody who has the token.
 */
import type { Static } from 'typebox';
import { ACTIONS, isAction } from '../../../shared/actions.ts';
import type { LocalHosting } from '../../hosting.ts';
import { HostingError } from '../../model.ts';
import { quote } from '../../names.ts';
import type { TypedApp } from '../typed-app.ts';
import { EnvironmentParams } from '../schemas.ts';
import { startedOperation } from '../views.ts';
import { pathOf } from './builds.ts';

const VERB = 'webhook:';

function readAction( webhook: string ) {
	const action = webhook.startsWith( VERB )
		? webhook.slice( VERB.length )
		: '';
	if ( ! isAction( action ) ) {
		throw new HostingError(
			404,
			`There is no webhook ${ quote( webhook ) }. There are ${ ACTIONS.map(
				( known ) => VERB + known
			).join( ', ' ) }.`
		);
	}
	return action;
}

function tokenIn( query: unknown ): string {
	const token =
		typeof query === 'object' && query !== null && 'token' in query
			? query.token
			: '';
	return typeof token === 'string' ? token : '';
}

/**
 * Registers the webhook URLs.
 *
 * @param app     The server.
 * @param hosting The service behind them.
 */
export function registerWebhooks( app: TypedApp, hosting: LocalHosting ): void {
	app.register( async ( scope ) => {
		// Callers send forms, JSON or nothing at all; "no request body is used" (interface 4.4).
		scope.addHook( 'onRequest', async ( { raw } ) => {
			delete raw.headers[ 'content-type' ];
		} );
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser( '*', ( _request, payload, done ) => {
			payload.resume();
			done( null );
		} );
		scope.all(
			'/wh/v1/accounts/:account/apps/:app/environments/:environment/webhooks/:webhook',
			{ config: { open: true, crossSite: true } },
			async ( request ) => {
				if ( request.method !== 'POST' ) {
					throw new HostingError(
						405,
						`${ request.method } is not possible here; a webhook is called with POST.`,
						{ allow: 'POST' }
					);
				}
				const params = request.params as Static<
					typeof EnvironmentParams
				> & { webhook: string };
				const path = pathOf( params );
				const build = await hosting.callWebhook(
					path,
					readAction( params.webhook ),
					tokenIn( request.query )
				);
				return build
					? startedOperation(
							await hosting.environment( path ),
							build
						)
					: {};
			}
		);
	} );
}
