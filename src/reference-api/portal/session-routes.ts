/** Signing in by form. */
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessionCookie } from '../http/guard.ts';
import { signInPage } from './pages/sign-in.ts';
import type { Portal } from './portal.ts';
import { frameOf, sendPage } from './portal.ts';

/**
 * Finds where to go after signing in: a path of the portal, never another site.
 *
 * @param wanted What the form says.
 */
export function safeNext( wanted: unknown ): string {
	const isOwn =
		typeof wanted === 'string' &&
		/^\/portal(?:\/[\w.-]+)*$/.test( wanted ) &&
		! wanted.includes( '..' );
	return isOwn ? wanted : '/portal';
}

/**
 * Tells whether a one-time link that leads nowhere any more led to the form.
 *
 * @param query The query, from outside.
 */
function isLinkSpent( query: unknown ): boolean {
	return ( query as { link?: unknown } ).link === 'spent';
}

function portOf( request: FastifyRequest ): number {
	return request.socket.localPort ?? 0;
}

/**
 * Registers the sign-in form.
 *
 * @param scope The portal's part of the server.
 */
export function registerSignIn( scope: FastifyInstance, portal: Portal ): void {
	scope.get(
		'/sign-in',
		{ config: { open: true } },
		async ( request, reply ) =>
			sendPage(
				reply,
				await frameOf( portal, request, '' ),
				signInPage( {
					next: '/portal',
					user: '',
					startCommand: portal.startCommand,
					refused: false,
					isLinkSpent: isLinkSpent( request.query ),
				} )
			)
	);
	scope.post(
		'/sign-in',
		{ config: { open: true } },
		async ( request, reply ) => {
			const form = ( request.body ?? {} ) as Record< string, unknown >;
			const id = String( form.user ?? '' );
			const next = safeNext( form.next );
			const password = String( form.password ?? '' );
			const holder = await portal.users.signIn( id, password );
			if ( holder ) {
				reply.setCookie(
					sessionCookie( portOf( request ) ),
					portal.sessions.open( holder ),
					{ path: '/', httpOnly: true, sameSite: 'strict' }
				);
				return reply.redirect( next, 303 );
			}
			reply.status( 401 );
			return sendPage(
				reply,
				await frameOf( portal, request, '' ),
				signInPage( {
					next,
					user: id,
					startCommand: portal.startCommand,
					refused: true,
				} )
			);
		}
	);
}
