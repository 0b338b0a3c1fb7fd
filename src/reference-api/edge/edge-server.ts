/** The HTTP server of an edge. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Edge } from './edge.ts';
import { isWebSocketRequest } from './websocket-tunnel.ts';

export interface HeaderLimits {
	/** For the request line and the headers. Without it, node:http has no limit here, because bodies have none. */
	timeoutMs: number;
	/** How often the limit is checked. */
	checkIntervalMs: number;
}

const HEADER_LIMITS: HeaderLimits = {
	timeoutMs: 30_000,
	checkIntervalMs: 10_000,
};

/** Creates the server of an edge. It does not listen yet. */
export function createEdgeServer(
	edge: Edge,
	{ timeoutMs, checkIntervalMs }: HeaderLimits = HEADER_LIMITS
): Server {
	const server = createServer(
		{
			// A body may take as long as its upload.
			requestTimeout: 0,
			headersTimeout: timeoutMs,
			connectionsCheckingInterval: checkIntervalMs,
			shouldUpgradeCallback: isWebSocketRequest,
		},
		( request, response ) => edge.handle( request, response )
	);
	server.on( 'upgrade', ( request, socket, head ) =>
		edge.upgrade( request, socket, head )
	);
	return server;
}
