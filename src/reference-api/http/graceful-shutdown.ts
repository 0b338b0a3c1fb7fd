import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** How long an ending server waits for them, in milliseconds. */
export const GRACE_MS = 5000;
/** Connections that are kept for a next request are closed as soon as they have none. */
const POLL_MS = 20;

/**
 * Prepares to close a server gently: it takes no new connections, answers what it was asked before, refuses new requests,
 * and ends when it is done. Costs nothing for a request.
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
			// Browsers connect before they ask; Node takes that for a request that is still coming.
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
