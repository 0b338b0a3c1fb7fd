import type { FastifyInstance } from 'fastify';
import { HostingError } from '../model/hosting.ts';

const MAX_EMPTY_BODY_BYTES = 1024;

/**
 * Reads JSON. An empty body counts as none on a route without a body, because many clients send a JSON content type
 * with each POST.
 */
export function parseJsonBodies( app: FastifyInstance ): void {
	const parse = app.getDefaultJsonParser( 'error', 'error' );
	app.removeContentTypeParser( 'application/json' );
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'string' },
		( request, text, done ) => {
			const takesBody =
				request.routeOptions.schema?.body !== undefined ||
				request.is404;
			if ( text === '' && ! takesBody ) {
				done( null );
			} else {
				void parse( request, String( text ), done );
			}
		}
	);
}

/** Ignores the bodies of a scope's routes: callers send forms, JSON or nothing. */
export function ignoreRequestBodies( scope: FastifyInstance ): void {
	scope.addHook( 'onRequest', async ( { raw } ) => {
		delete raw.headers[ 'content-type' ];
	} );
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser( '*', ( _request, payload, done ) => {
		payload.resume();
		done( null );
	} );
}

/** Accepts `{}` or an empty body on the routes of this scope, with any `Content-Type`. */
export function allowEmptyRequestBodies( scope: FastifyInstance ): void {
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser(
		'*',
		{ parseAs: 'string', bodyLimit: MAX_EMPTY_BODY_BYTES },
		( _request, text, done ) => {
			try {
				done( null, text === '' ? null : JSON.parse( String( text ) ) );
			} catch {
				done(
					new HostingError( 400, 'The body must be empty or {}.' )
				);
			}
		}
	);
}
