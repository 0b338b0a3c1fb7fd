/**
 * An edge in front of a small application in the same process, with a clock that only the test moves.
 */
import {
	Agent,
	createServer,
	request as askHttp,
	Server as HttpServer,
} from 'node:http';
import type {
	IncomingHttpHeaders,
	IncomingMessage,
	OutgoingHttpHeaders,
	ServerResponse,
} from 'node:http';
import type { Server } from 'node:net';
import { Pool } from 'undici';
import { onTestFinished } from 'vitest';
import { Edge } from '../../../src/reference-api/edge/edge.ts';
import { createEdgeServer } from '../../../src/reference-api/edge/edge-server.ts';
import type { EdgeOptions } from '../../../src/reference-api/edge/edge.ts';
import type { Upstream } from '../../../src/reference-api/edge/origin-request.ts';

export type Listener = (
	request: IncomingMessage,
	response: ServerResponse
) => void;

/** What was asked of the application. */
export interface ReceivedRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
}

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	/** What `X-Cache` and `Cache-Status` say. */
	label: string;
	note: string;
	text: string;
}

export interface TestRequest {
	method?: string;
	headers?: OutgoingHttpHeaders;
	body?: string;
}

/** A running application, and how often its edge said this of it. */
export interface TestUpstream extends Upstream {
	counts: { answered: number; failed: number; connections: number };
}

export interface Site {
	edge: Edge;
	port: number;
	/** What the application was asked so far. */
	received: ReceivedRequest[];
	/** The application; null while there is none. */
	upstream: TestUpstream | null;
	request: ( path: string, options?: TestRequest ) => Promise< Answer >;
	/** Requests a path and returns `X-Cache` with the body, for example "HIT answer 1". */
	result: (
		path: string,
		headers?: OutgoingHttpHeaders
	) => Promise< string >;
	/** Waits until the edge has received so many requests, counted from the beginning. */
	untilReceived: ( count: number ) => Promise< void >;
	/** Lets time pass. */
	wait: ( seconds: number ) => void;
	/** Gives the clock's time in the form of HTTP. */
	date: ( seconds?: number ) => string;
}

export function portOf( server: Server ): number {
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a server that ends with the test. */
export async function listen( server: Server ): Promise< number > {
	await new Promise< void >( ( resolve ) =>
		server.listen( 0, '127.0.0.1', resolve )
	);
	onTestFinished( () => {
		if ( server instanceof HttpServer ) {
			server.closeAllConnections();
		}
		server.close();
	} );
	return portOf( server );
}

/**
 * Starts an application.
 *
 * @param server The server, not listening yet.
 */
export async function makeUpstream( server: Server ): Promise< TestUpstream > {
	const origin = `http://127.0.0.1:${ await listen( server ) }`;
	const pool = new Pool( origin );
	onTestFinished( () => pool.destroy() );
	const counts = { answered: 0, failed: 0, connections: 0 };
	return {
		pool,
		origin,
		counts,
		keepRunning: () => {
			counts.connections++;
			return () => void counts.connections--;
		},
		recordResponse: () => void counts.answered++,
		recordFailure: () => void counts.failed++,
	};
}

/**
 * Asks a server, with no header that the test does not name.
 *
 * @param options Method, headers and body.
 */
export function sendRequest(
	port: number,
	path: string,
	options: TestRequest = {}
): Promise< Answer > {
	const { method = 'GET', headers = {}, body } = options;
	return new Promise( ( resolve, reject ) => {
		const agent = new Agent();
		const clientRequest = askHttp(
			{
				agent,
				host: '127.0.0.1',
				port,
				path,
				method,
				headers: { host: `localhost:${ port }`, ...headers },
			},
			( response ) => {
				const chunks: Buffer[] = [];
				response.on( 'data', ( chunk: Buffer ) =>
					chunks.push( chunk )
				);
				response.on( 'error', reject );
				response.on( 'end', () =>
					resolve( {
						status: response.statusCode ?? 0,
						headers: response.headers,
						label: String( response.headers[ 'x-cache' ] ?? '' ),
						note: String(
							response.headers[ 'cache-status' ] ?? ''
						),
						text: Buffer.concat( chunks ).toString(),
					} )
				);
			}
		);
		clientRequest.on( 'error', reject );
		clientRequest.end( body );
	} );
}

/**
 * Creates a site.
 *
 * @param options What differs from an edge's usual options.
 */
export async function makeSite(
	listener: Listener,
	options: Partial< EdgeOptions > = {}
): Promise< Site > {
	// A whole second, for HTTP has no others.
	let now = Date.UTC( 2026, 0, 1, 12 );
	const received: ReceivedRequest[] = [];
	const date = ( seconds = 0 ) =>
		new Date( now + seconds * 1000 ).toUTCString();
	const upstream = await makeUpstream(
		createServer( ( request, response ) => {
			const { method = '', url = '', headers } = request;
			received.push( { method, url, headers } );
			response.setHeader( 'date', date() );
			listener( request, response );
		} )
	);
	const edge: Edge = new Edge( {
		generation: 1,
		host: () => `localhost:${ site.port }`,
		allowHosts: [],
		application: () => site.upstream,
		isDown: () => false,
		hasRelease: async () => true,
		now: () => new Date( now ),
		...options,
	} );
	const server = createEdgeServer( edge );
	let requests = 0;
	let onRequest = () => {};
	server.on( 'request', () => {
		requests++;
		onRequest();
	} );
	const site: Site = {
		edge,
		port: await listen( server ),
		received,
		upstream,
		request: ( path, what ) => sendRequest( site.port, path, what ),
		result: async ( path, headers = {} ) => {
			const { label, text } = await site.request( path, { headers } );
			return `${ label } ${ text }`;
		},
		untilReceived: async ( count ) => {
			while ( requests < count ) {
				await new Promise< void >( ( resolve ) => {
					onRequest = resolve;
				} );
			}
		},
		wait: ( seconds ) => void ( now += seconds * 1000 ),
		date,
	};
	onTestFinished( () => edge.close() );
	return site;
}

/** What the application answers, in turn; the last one from then on. */
export interface Scripted {
	status?: number;
	headers?: OutgoingHttpHeaders;
	body?: string;
}

/**
 * Creates an application that answers what the test wrote down.
 *
 * @param answers The answers in turn.
 */
export function scripted( ...answers: Scripted[] ): Listener {
	let turn = 0;
	return ( _request, response ) => {
		const answer = answers[ Math.min( turn, answers.length - 1 ) ] ?? {};
		turn++;
		response.writeHead( answer.status ?? 200, answer.headers );
		response.end( answer.body ?? `answer ${ turn }` );
	};
}

/** Creates a site whose application sends these responses in turn, the last one from then on. */
export function siteOf( ...responses: Scripted[] ): Promise< Site > {
	return makeSite( scripted( ...responses ) );
}

/** An application whose answers wait for the test. */
export interface Held {
	listener: Listener;
	/** Waits until so many questions are there, counted from the beginning. */
	arrived: ( count: number ) => Promise< void >;
	/** Returns the oldest question that waits. */
	answer: ( scripted?: Scripted ) => void;
}

/** Creates an application whose answers wait for the test. */
export function held(): Held {
	const waiting: ServerResponse[] = [];
	let count = 0;
	let watchers: { minimum: number; resolve: () => void }[] = [];
	const notify = () => {
		watchers = watchers.filter( ( { minimum, resolve } ) => {
			if ( count >= minimum ) {
				resolve();
			}
			return count < minimum;
		} );
	};
	return {
		listener: ( _request, response ) => {
			waiting.push( response );
			count++;
			notify();
		},
		arrived: ( minimum ) =>
			new Promise( ( resolve ) => {
				watchers.push( { minimum, resolve } );
				notify();
			} ),
		answer: ( {
			status = 200,
			headers,
			body = `answer ${ count }`,
		} = {} ) => {
			const response = waiting.shift();
			response?.writeHead( status, headers );
			response?.end( body );
		},
	};
}
