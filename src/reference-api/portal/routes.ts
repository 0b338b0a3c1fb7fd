/**
 * The portal: server-rendered pages behind the guard, closed like everything else on the platform's address.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HostingError } from '../model/hosting.ts';
import { registerActions } from './build-actions.ts';
import { registerAppPages } from './app-pages.ts';
import { registerAssets } from './assets.ts';
import { registerEnvironmentPages } from './environment-pages.ts';
import { rememberAccount } from './last-account.ts';
import { registerLive } from './live-updates.ts';
import { messagePage } from './pages/message.ts';
import { signInPage } from './pages/sign-in.ts';
import type { Portal, PortalOptions } from './portal.ts';
import { frameOf, refusalOf, secure, sendPage, wantsJson } from './portal.ts';
import { PAGES } from './registered-pages.ts';
import { registerSignIn, safeNext } from './session-routes.ts';
import { whatThereIs } from './suggested-links.ts';

const FORM = 'application/x-www-form-urlencoded';

async function registerParsers( scope: FastifyInstance ): Promise< void > {
	if ( ! scope.hasContentTypeParser( FORM ) ) {
		scope.addContentTypeParser(
			FORM,
			{ parseAs: 'string' },
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
	// What the platform refuses in its own words, a full disk for example, is no fault of it.
	if ( status >= 500 && ! ( error instanceof HostingError ) ) {
		portal.onError( error );
	}
	secure( reply );
	reply.status( status );
	if ( wantsJson( request ) ) {
		return reply.send( { message } );
	}
	const frame = await frameOf( portal, request, '' );
	if ( status === 404 ) {
		const links = await whatThereIs(
			portal,
			request.access,
			request.params ?? {}
		);
		return sendPage(
			reply,
			frame,
			messagePage( 'Not found', message, links )
		);
	}
	if ( status !== 401 ) {
		return sendPage( reply, frame, messagePage( 'Not done', message ) );
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
			startCommand: portal.startCommand,
			refused: false,
		} )
	);
}

/**
 * Registers the portal under `/portal`. The guard has to be registered before.
 *
 * @param options The platform behind it, who may use it, the clock, and where uploads arrive.
 */
export function registerPortal(
	app: FastifyInstance,
	options: PortalOptions
): void {
	app.register(
		async ( scope ) => {
			const portal = { ...options, assets: registerAssets( scope ) };
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
			rememberAccount( scope );
			await registerParsers( scope );
			registerSignIn( scope, portal );
			registerAppPages( scope, portal );
			registerEnvironmentPages( scope, portal );
			registerActions( scope, portal );
			registerLive( scope, portal );
			for ( const registerPages of PAGES ) {
				registerPages( scope, portal );
			}
		},
		{ prefix: '/portal' }
	);
}
