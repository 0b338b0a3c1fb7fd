import type { FastifyInstance } from 'fastify';
import { sessionCookie } from '../guard.ts';
import type { GuardOptions } from '../guard.ts';
import { HostingError } from '../../model/hosting.ts';

/** The attributes of the session's cookie: only for this host, and never for scripts or other sites. */
const COOKIE = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

function registerSignOut( app: FastifyInstance, options: GuardOptions ): void {
	const { sessions, port } = options;
	app.register( async ( scope ) => {
		// The button of a form sends an empty form.
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser( '*', ( _request, payload, done ) => {
			payload.resume();
			done( null );
		} );
		scope.post(
			'/portal/sign-out',
			{ config: { open: true } },
			async ( request, reply ) => {
				sessions.end( request.cookies[ sessionCookie( port() ) ] );
				reply.clearCookie( sessionCookie( port() ), COOKIE );
				return reply.redirect( '/portal/sign-in', 303 );
			}
		);
	} );
}

/** Registers the one-time link and signing out. */
export function registerSessionRoutes(
	app: FastifyInstance,
	options: GuardOptions
): void {
	const { sessions, users, port } = options;
	app.get( '/', { config: { open: true } }, ( _request, reply ) =>
		reply.redirect( '/portal', 302 )
	);
	app.get< { Querystring: { code?: unknown } } >(
		'/portal/enter',
		// A HEAD request, as link previews send it, must not use the link up.
		{ config: { open: true }, exposeHeadRoute: false },
		async ( request, reply ) => {
			const { code } = request.query;
			const userId = sessions.useLink(
				typeof code === 'string' ? code : ''
			);
			const holder =
				userId === null ? null : await users.holder( userId );
			reply.header( 'cache-control', 'no-store' );
			reply.header( 'referrer-policy', 'no-referrer' );
			if ( holder ) {
				const session = sessions.open( holder );
				reply.setCookie( sessionCookie( port() ), session, COOKIE );
				return reply.redirect( '/portal', 303 );
			}
			if ( request.headers.accept?.includes( 'text/html' ) ) {
				return reply.redirect( '/portal/sign-in?link=spent', 303 );
			}
			throw new HostingError(
				401,
				'This link was used or has expired. Sign in with an API user and its password.'
			);
		}
	);
	registerSignOut( app, options );
}
