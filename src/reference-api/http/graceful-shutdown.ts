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
	/** The connections, with the number of their requests that are not answered yet. */
	const sockets = new Map< Socket, number >();
	const count = ( socket: Socket, change: number ) => {
		const open = sockets.get( socket );
		if ( open !== undefined ) {
			sockets.set( socket, open + change );
		}
	};
	app.server.on( 'connection', ( socket ) => {
		sockets.set( socket, 0 );
		socket.once( 'close', () => sockets.delete( socket ) );
	} );
	app.server.on( 'request', ( { socket }, response ) => {
		count( socket, 1 );
		response.once( 'close', () => count( socket, -1 ) );
	} );
	const closeUnused = () => {
		app.server.closeIdleConnections();
		for ( const [ socket, open ] of sockets ) {
			// Browsers open connections in advance, or have sent a part of a request. Node counts both as requests in
			// progress.
			if ( open === 0 ) {
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
