import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Call {
	action: string;
	/** Milliseconds since 1970. */
	at: number;
}

/** A hosting service that records its calls. */
export interface WebhookReceiver {
	port: number;
	calls: Call[];
	/** The highest number of calls in flight, by lane. */
	peak: Record< 'build' | 'cache', number >;
	/** How long an answer takes; Infinity for no answer. */
	delayMs: number;
	/** URL of the Rebuild webhook. */
	webhookUrl: string;
	/** Removes all recorded calls. */
	reset: () => void;
	stop: () => Promise< void >;
}

const PATH = '/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:';

/** Starts it on a free port of loopback. */
export async function startWebhookReceiver(): Promise< WebhookReceiver > {
	const inFlight = { build: 0, cache: 0 };
	const server = http.createServer( async ( request, response ) => {
		const action = /webhook:(\w+)/.exec( request.url ?? '' )?.[ 1 ] ?? '';
		const lane = action === 'purgeCache' ? 'cache' : 'build';
		receiver.calls.push( { action, at: Date.now() } );
		inFlight[ lane ]++;
		receiver.peak[ lane ] = Math.max(
			receiver.peak[ lane ],
			inFlight[ lane ]
		);
		let isCounted = true;
		const end = (): void => {
			inFlight[ lane ] -= isCounted ? 1 : 0;
			isCounted = false;
		};
		response.once( 'close', end );
		if ( receiver.delayMs !== Infinity ) {
			await wait( receiver.delayMs );
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
	const receiver: WebhookReceiver = {
		port,
		calls: [],
		peak: { build: 0, cache: 0 },
		delayMs: 0,
		webhookUrl: `http://127.0.0.1:${ port }${ PATH }rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=`,
		reset() {
			receiver.calls = [];
			receiver.peak = { build: 0, cache: 0 };
			receiver.delayMs = 0;
		},
		async stop() {
			server.closeAllConnections();
			await new Promise( ( resolve ) => server.close( resolve ) );
		},
	};
	return receiver;
}
