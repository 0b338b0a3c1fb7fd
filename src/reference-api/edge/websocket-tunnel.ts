/** Connects visitors' WebSockets with the application. */
import { ServerResponse, request as ask } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Socket, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ForwarderOptions } from './forwarder.ts';
import { NO_ANSWER, sendErrorPage } from './error-page.ts';
import { forwardedHeaders } from './origin-request.ts';
import type { Upstream } from './origin-request.ts';
import { counted, relayBody } from './body-relay.ts';

const KEEP_ALIVE_MS = 30_000;
const MAX_REFUSAL_BYTES = 64 * 1024;

type TunnelOptions = Pick<
	ForwarderOptions,
	'application' | 'noApplication' | 'traffic'
>;

/**
 * Returns whether a request is one for a WebSocket; other protocols that a client would rather speak are none that it
 * needs, and what is no GET stays what it is.
 */
export function isWebSocketRequest( {
	method,
	headers,
}: Pick< IncomingMessage, 'method' | 'headers' > ): boolean {
	return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** What is needed of a visit. */
interface Caller {
	request: IncomingMessage;
	response: ServerResponse;
}

/** Creates a response on a connection that node:http has given away, so that a refusal is an ordinary answer. */
export function responseOn(
	request: IncomingMessage,
	socket: Duplex
): ServerResponse {
	const response = new ServerResponse( request );
	response.shouldKeepAlive = false;
	socket.on( 'error', () => socket.destroy() );
	if ( socket instanceof Socket ) {
		response.assignSocket( socket );
		response.on( 'finish', () => socket.destroySoon() );
	}
	return response;
}

function headOf( {
	statusCode,
	statusMessage,
	rawHeaders,
}: IncomingMessage ): string {
	const lines = rawHeaders.flatMap( ( name, index ) =>
		index % 2 === 0 ? [ `${ name }: ${ rawHeaders[ index + 1 ] }` ] : []
	);
	return [
		`HTTP/1.1 ${ statusCode } ${ statusMessage }`,
		...lines,
		'',
		'',
	].join( '\r\n' );
}

/**
 * Lets bytes flow one way. When one side says that it ends, the other may go on; an error ends both.
 *
 * @param from Where they come from.
 */
function pipeOneWay( from: Socket, to: Socket ): void {
	from.setNoDelay( true );
	// Finds out when the other side is gone without a word.
	from.setKeepAlive( true, KEEP_ALIVE_MS );
	from.on( 'error', () => to.resetAndDestroy() );
	from.on( 'close', () => to.destroySoon() );
	from.pipe( to );
}

/** Asks the application for a WebSocket. */
function requestUpgrade(
	upstream: Upstream,
	request: IncomingMessage
): ClientRequest {
	const { hostname, port } = new URL( upstream.origin );
	const { 'content-length': _length, ...headers } =
		forwardedHeaders( request );
	return ask( upstream.origin, {
		path: request.url ?? '/',
		headers: {
			...headers,
			connection: 'Upgrade',
			upgrade: request.headers.upgrade,
		},
		createConnection: () =>
			connect( {
				host: hostname.replace( /^\[|\]$/g, '' ),
				port: Number( port ),
				allowHalfOpen: true,
			} ),
	} );
}

/** The open WebSockets of one edge. */
export class WebSocketTunnels {
	readonly #options: TunnelOptions;
	readonly #open = new Set< Socket >();

	constructor( parts: TunnelOptions ) {
		this.#options = parts;
	}

	/**
	 * Opens a WebSocket to the application that is live; it stays with that one until either side ends it.
	 *
	 * @param caller The request that asks for it, and a response for a refusal.
	 * @param head   What the visitor has sent already.
	 */
	async open(
		caller: Caller,
		socket: Duplex,
		head: Buffer
	): Promise< void > {
		if ( ! ( socket instanceof Socket ) ) {
			socket.destroy();
			return;
		}
		const upstream = this.#options.application();
		const letGo = upstream?.hold();
		this.#open.add( socket );
		socket.on( 'close', () => {
			this.#open.delete( socket );
			letGo?.();
		} );
		if ( upstream ) {
			this.#connect( upstream, caller, socket, head );
		} else {
			await this.#options.noApplication( caller );
		}
	}

	#connect(
		upstream: Upstream,
		caller: Caller,
		socket: Socket,
		head: Buffer
	): void {
		const { traffic } = this.#options;
		traffic.originRequest();
		const question = requestUpgrade( upstream, caller.request );
		const giveUp = () => question.destroy();
		socket.on( 'close', giveUp );
		question.on( 'upgrade', ( answer, application: Socket, early ) => {
			upstream.answered();
			socket.off( 'close', giveUp );
			caller.response.detachSocket( socket );
			socket.on( 'close', () => traffic.sent( socket.bytesWritten ) );
			application.on( 'close', () =>
				traffic.received( application.bytesRead )
			);
			socket.write( headOf( answer ), 'latin1' );
			socket.write( early );
			application.write( head );
			pipeOneWay( socket, application );
			pipeOneWay( application, socket );
		} );
		question.on( 'response', ( answer ) => {
			upstream.answered();
			void this.#refuse( caller, answer ).catch( () => socket.destroy() );
		} );
		question.on( 'error', () => {
			if ( ! socket.destroyed ) {
				upstream.failed();
				sendErrorPage( caller.response, NO_ANSWER );
			}
		} );
		question.end();
	}

	/** Gives the answer of an application that wants no WebSocket here. */
	async #refuse(
		{ response }: Caller,
		answer: IncomingMessage
	): Promise< void > {
		const { traffic } = this.#options;
		const body = await relayBody(
			counted( answer, ( bytes ) => traffic.received( bytes ) ),
			MAX_REFUSAL_BYTES,
			null,
			() => {}
		);
		const type = answer.headers[ 'content-type' ];
		response.writeHead( answer.statusCode ?? 502, {
			...( type === undefined ? {} : { 'content-type': type } ),
			'cache-control': 'no-store',
			'x-cache': 'BYPASS',
			'content-length': body?.length ?? 0,
		} );
		response.end( body ?? undefined );
		traffic.sent( body?.length ?? 0 );
	}

	close(): void {
		for ( const socket of this.#open ) {
			socket.destroy();
		}
	}
}
