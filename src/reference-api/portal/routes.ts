/**
 * The portal: server-rendered pages behind the guard, closed like everything else on the platform's address.
 */
import { tmpdir } from 'node:os';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../http/sessions.ts';
import type { Hosting } from '../model.ts';
import { registerActions } from './actions.ts';
import { registerAssets } from './assets.ts';
import { registerEnvironmentPages } from './environment-pages.ts';
import { appsPage } from './pages/apps.ts';
import { messagePage } from './pages/message.ts';
import { signInPage } from './pages/sign-in.ts';
import type { Portal, PortalOptions } from './portal.ts';
import { frameOf, refusalOf, secure, sendPage, wantsJson } from './portal.ts';
import { registerSignIn, safeNext } from './session-routes.ts';
import { accountHref, appViews } from './view.ts';

const FORM = 'application/x-www-form-urlencoded';

async function registerParsers( scope: FastifyInstance ): Promise< void > {
	if ( ! scope.hasContentTypeParser( FORM ) ) {
		scope.addContentTypeParser(
			FORM,
			{ parseAs: 'string', bodyLimit: 16 * 1024 },
			( _request, body, done ) =>
				done(
					null,
					Object.fromEntries( new URLSearchParams( String( body ) ) )
				)
		);
	}
	if ( ! scope.hasContentTypeParser( 'multipart/form-data' ) ) {
		await scope.register( multipart );
	}
}

async function answerError(
	portal: Portal,
	request: FastifyRequest,
	reply: FastifyReply,
	error: unknown
): Promise< FastifyReply > {
	const { status, message } = refusalOf( error );
	if ( status >= 500 ) {
		portal.onError( error );
	}
	secure( reply );
	reply.status( status );
	if ( wantsJson( request ) ) {
		return reply.send( { message } );
	}
	const frame = await frameOf( portal, request, '' );
	if ( status !== 401 ) {
		const title = status === 404 ? 'Not found' : 'Not done';
		return sendPage( reply, frame, messagePage( title, message ) );
	}
	// Browsers answer a Basic challenge with a bare dialog; the page has a form and says more. Programs get the challenge.
	const isBrowser = request.headers.accept?.includes( 'text/html' );
	reply.header(
		'www-authenticate',
		isBrowser
			? 'Link realm="Headless Deploy"'
			: 'Basic realm="Headless Deploy", charset="UTF-8"'
	);
	const isPage = request.method === 'GET';
	const [ path ] = request.url.split( '?', 1 );
	return sendPage(
		reply,
		frame,
		signInPage( {
			next: isPage ? safeNext( path ) : '/portal',
			user: '',
			refused: false,
		} )
	);
}

function registerApps( scope: FastifyInstance, portal: Portal ): void {
	scope.get( '/', async ( request, reply ) => {
		const [ first ] = await portal.hosting.accounts();
		if ( first !== undefined ) {
			return reply.redirect( accountHref( first.name ), 303 );
		}
		return sendPage(
			reply,
			await frameOf( portal, request, '' ),
			messagePage(
				'No accounts yet',
				'Start the platform with --account NAME, or run “headless-deploy accounts create NAME”.'
			)
		);
	} );
	scope.get(
		'/accounts/:account',
		async (
			request: FastifyRequest< { Params: { account: string } } >,
			reply
		) => {
			const { account } = request.params;
			const apps = await appViews( portal.hosting, account );
			const frame = await frameOf( portal, request, account );
			const installs = await portal.hosting.installs();
			return sendPage( reply, frame, appsPage( frame, apps, installs ) );
		}
	);
}

/**
 * Registers the portal under `/portal`. The guard has to be registered before.
 *
 * @param app      The server.
 * @param hosting  The platform behind it.
 * @param sessions Who may use it.
 * @param options  The clock, and where uploads arrive.
 */
export function registerPortal(
	app: FastifyInstance,
	hosting: Hosting,
	sessions: Sessions,
	options: PortalOptions = {}
): void {
	app.register(
		async ( scope ) => {
			const portal: Portal = {
				hosting,
				sessions,
				now: options.now ?? ( () => new Date() ),
				uploadFolder: options.uploadFolder ?? tmpdir(),
				onError: options.onError ?? ( () => {} ),
				asset: registerAssets( scope ),
			};
			scope.addHook( 'onRequest', async ( _request, reply ) =>
				secure( reply )
			);
			scope.setErrorHandler( ( error, request, reply ) =>
				answerError( portal, request, reply, error )
			);
			scope.setNotFoundHandler( async ( request, reply ) => {
				reply.status( 404 );
				return sendPage(
					reply,
					await frameOf( portal, request, '' ),
					messagePage(
						'Not found',
						'There is no page at this address.'
					)
				);
			} );
			await registerParsers( scope );
			registerSignIn( scope, portal );
			registerApps( scope, portal );
			registerEnvironmentPages( scope, portal );
			registerActions( scope, portal );
		},
		{ prefix: '/portal' }
	);
}
