/** A hosting service that counts its calls. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Call {
	action: string;
	/** Milliseconds since 1970. */
	at: number;
}

export interface Endpoint {
	port: number;
	calls: Call[];
	/** The most calls that were in flight at once, by lane. */
	most: Record< 'build' | 'cache', number >;
	/** How long an answer takes; Infinity for none at all. */
	delayMs: number;
	/** URL of the Rebuild webhook. */
	webhookUrl: string;
	/** Forgets all calls. */
	reset: () => void;
	stop: () => Promise< void >;
}

const PATH = '/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:';

/** Starts it on a free port of loopback. */
export async function startEndpoint(): Promise< Endpoint > {
	const inFlight = { build: 0, cache: 0 };
	const server = http.createServer( async ( request, response ) => {
		const action = /webhook:(\w+)/.exec( request.url ?? '' )?.[ 1 ] ?? '';
		const lane = action === 'purgeCache' ? 'cache' : 'build';
		endpoint.calls.push( { action, at: Date.now() } );
		inFlight[ lane ]++;
		endpoint.most[ lane ] = Math.max(
			endpoint.most[ lane ],
			inFlight[ lane ]
		);
		// Whoever is gone is in flight no more.
		let isCounted = true;
		const end = (): void => {
			inFlight[ lane ] -= isCounted ? 1 : 0;
			isCounted = false;
		};
		response.once( 'close', end );
		if ( endpoint.delayMs !== Infinity ) {
			await wait( endpoint.delayMs );
			end();
			response
				.writeHead( 200, { 'content-type': 'application/json' } )
				.end( '{}' );
		}
	} );
	await new Promise< void >( ( resolve ) => {
		server.listen( 0, '127.0.0.1', resolve );
	} );
	const { port } = server.address() as AddressInfo;
	const endpoint: Endpoint = {
		port,
		calls: [],
		most: { build: 0, cache: 0 },
		delayMs: 0,
		webhookUrl: `http://127.0.0.1:${ port }${ PATH }rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=`,
		reset() {
			endpoint.calls = [];
			endpoint.most = { build: 0, cache: 0 };
			endpoint.delayMs = 0;
		},
		async stop() {
			server.closeAllConnections();
			await new Promise( ( resolve ) => server.close( resolve ) );
		},
	};
	return endpoint;
}
