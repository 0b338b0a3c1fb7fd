/** The HTTP server of an edge. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Edge } from './edge.ts';
import { isWebSocketRequest } from './websocket-tunnel.ts';

/** Creates the server of an edge. It does not listen yet. */
export function createEdgeServer( edge: Edge ): Server {
	const server = createServer(
		{
			requestTimeout: 0,
			shouldUpgradeCallback: isWebSocketRequest,
		},
		( request, response ) => edge.handle( request, response )
	);
	server.on( 'upgrade', ( request, socket, head ) =>
		edge.upgrade( request, socket, head )
	);
	return server;
}
