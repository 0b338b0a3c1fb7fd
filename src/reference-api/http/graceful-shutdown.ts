import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** How long an ending server waits for them, in milliseconds. */
export const GRACE_MS = 5000;
/** Connections that are kept for a next request are closed as soon as they have none. */
const POLL_MS = 20;

/**
 * Prepares a graceful shutdown: the server accepts no new connections, answers open requests, rejects new ones, and
 * then ends. Requests are not slowed down.
 */
export function gracefulClose( app: FastifyInstance ): () => Promise< void > {
	const sockets = new Set< Socket >();
	app.server.on( 'connection', ( socket ) => {
		sockets.add( socket );
		socket.once( 'close', () => sockets.delete( socket ) );
	} );
	const closeUnused = () => {
		app.server.closeIdleConnections();
		for ( const socket of sockets ) {
			// Browsers open connections in advance, which Node counts as requests in progress.
			if ( socket.bytesRead === 0 ) {
				socket.destroy();
			}
		}
	};
	return async () => {
		const unused = setInterval( closeUnused, POLL_MS );
		const all = setTimeout(
			() => app.server.closeAllConnections(),
			GRACE_MS
		);
		try {
			await app.close();
		} finally {
			clearInterval( unused );
			clearTimeout( all );
		}
	};
}
