import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A call of a webhook or of the refresh URL. */
export interface RecordedCall {
	environment: string;
	lane: 'build' | 'refresh';
	/** The run that it belongs to, as must-use-plugin.php names it; null when it could not read it. */
	runId: number | null;
	/** Milliseconds since 1970, by the clock of this machine. */
	startedAt: number;
	/** When the answer or the connection ended; null while it is open. */
	endedAt: number | null;
	/** Whether the host sent its whole answer. */
	isAnswered: boolean;
	/** 0 when the host sent none. */
	status: number;
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
	webhookUrl: ( environment: string ) => string;
	refreshUrl: ( environment: string ) => string;
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
		const call = recordOf( request );
		host.calls.push( call );
		response.once( 'close', () => {
			call.endedAt = Date.now();
			call.isAnswered = response.writableFinished;
		} );
		request.resume();
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
		webhookUrl: ( environment ) =>
			`${ origin }/wh/v1/accounts/acme/apps/site/environments/${ environment }/webhooks/webhook:rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=`,
		refreshUrl: ( environment ) =>
			`${ origin }/environments/${ environment }/refresh`,
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

function recordOf( { url = '', headers }: http.IncomingMessage ): RecordedCall {
	const [ , environment = '', kind ] =
		/\/environments\/([^/]+)\/(webhooks|refresh)/.exec( url ) ?? [];
	const run = Number( headers[ 'x-test-run' ] );
	return {
		environment,
		lane: kind === 'refresh' ? 'refresh' : 'build',
		runId: run > 0 ? run : null,
		startedAt: Date.now(),
		endedAt: null,
		isAnswered: false,
		status: 0,
	};
}
