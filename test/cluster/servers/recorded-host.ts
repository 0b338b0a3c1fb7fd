import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A call of a webhook or of the refresh URL. */
export interface RecordedCall {
	/** Path without the token. */
	path: string;
	/** Milliseconds since 1970, by the clock of this machine. */
	startedAt: number;
	/** When the answer or the connection ended; null while it is open. */
	endedAt: number | null;
	/** Whether the host sent its whole answer. */
	isAnswered: boolean;
	status: number;
	body: string;
}

/** How the host answers. */
export interface HostBehavior {
	/** The shortest and the longest duration of an answer. */
	delayMs: readonly [ number, number ];
	/** Share of the calls that are answered with 503. */
	failures: number;
	/** Share of the calls whose connection ends without an answer, although the host has accepted them. */
	drops: number;
}

/** A hosting service that records its calls. */
export interface RecordedHost {
	port: number;
	calls: RecordedCall[];
	behavior: HostBehavior;
	webhookUrl: ( app: string ) => string;
	refreshUrl: string;
	/** Holds all answers until `release()`. */
	hold: () => void;
	release: () => void;
	stop: () => Promise< void >;
}

/** Starts it on a free port of loopback. */
export async function startRecordedHost(): Promise< RecordedHost > {
	let gate = Promise.withResolvers< void >();
	gate.resolve();
	const server = http.createServer( async ( request, response ) => {
		const call: RecordedCall = {
			path: ( request.url ?? '' ).replace( /\?.*/, '' ),
			startedAt: Date.now(),
			endedAt: null,
			isAnswered: false,
			status: 0,
			body: '',
		};
		host.calls.push( call );
		response.once( 'close', () => {
			call.endedAt = Date.now();
			call.isAnswered = response.writableFinished;
		} );
		call.body = await readBody( request );
		const { delayMs, failures, drops } = host.behavior;
		await gate.promise;
		await wait( between( ...delayMs ) );
		if ( Math.random() < drops ) {
			request.destroy();
			return;
		}
		call.status = Math.random() < failures ? 503 : 200;
		response
			.writeHead( call.status, { 'content-type': 'application/json' } )
			.end( '{}' );
	} );
	await new Promise< void >( ( resolve ) => {
		server.listen( 0, '127.0.0.1', resolve );
	} );
	const { port } = server.address() as AddressInfo;
	const origin = `http://127.0.0.1:${ port }`;
	const host: RecordedHost = {
		port,
		calls: [],
		behavior: { delayMs: [ 20, 60 ], failures: 0, drops: 0 },
		webhookUrl: ( app ) =>
			`${ origin }/wh/v1/accounts/acme/apps/${ app }/environments/e1/webhooks/webhook:rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=`,
		refreshUrl: `${ origin }/api/refresh`,
		hold() {
			gate = Promise.withResolvers();
		},
		release: () => gate.resolve(),
		async stop() {
			server.closeAllConnections();
			await new Promise( ( resolve ) => server.close( resolve ) );
		},
	};
	return host;
}

function between( least: number, most: number ): number {
	return least + Math.random() * ( most - least );
}

/** @return What arrived before the connection ended. */
async function readBody( request: http.IncomingMessage ): Promise< string > {
	const chunks: Buffer[] = [];
	try {
		for await ( const chunk of request ) {
			chunks.push( chunk as Buffer );
		}
	} catch {
		// The caller was killed.
	}
	return Buffer.concat( chunks ).toString();
}
