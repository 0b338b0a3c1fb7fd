import { ServerResponse, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Socket, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ForwarderOptions } from './cache-forwarder.ts';
import { NO_RESPONSE, sendErrorPage } from './error-page.ts';
import { forwardedHeaders } from './origin-request.ts';
import type { Upstream } from './origin-request.ts';
import { countBytes, relayBody } from './body-relay.ts';

const KEEP_ALIVE_MS = 30_000;
const MAX_REJECTION_BYTES = 64 * 1024;

type TunnelOptions = Pick<
	ForwarderOptions,
	'application' | 'sendNoApplicationPage' | 'traffic'
>;

/** Other `Upgrade` headers are ignored: an upgrade is optional (RFC 9110, section 7.8), and a WebSocket needs a GET. */
export function isWebSocketRequest( {
	method,
	headers,
}: Pick< IncomingMessage, 'method' | 'headers' > ): boolean {
	return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

interface Handshake {
	request: IncomingMessage;
	response: ServerResponse;
}

/** Creates an HTTP response on the socket of an `upgrade` event, for error pages and rejected handshakes. */
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

function serializeHead( {
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

/** Keeps half-closed connections open. An error closes both directions. */
function pipeOneWay( from: Socket, to: Socket ): void {
	from.setNoDelay( true );
	// Detects a peer that disappeared without closing the connection.
	from.setKeepAlive( true, KEEP_ALIVE_MS );
	from.on( 'error', () => to.resetAndDestroy() );
	from.on( 'close', () => to.destroySoon() );
	from.pipe( to );
}

function requestUpgrade(
	upstream: Upstream,
	request: IncomingMessage
): ClientRequest {
	const { hostname, port } = new URL( upstream.origin );
	const { 'content-length': _length, ...headers } =
		forwardedHeaders( request );
	return httpRequest( upstream.origin, {
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

export class WebSocketTunnels {
	readonly #options: TunnelOptions;
	readonly #openSockets = new Set< Socket >();

	constructor( options: TunnelOptions ) {
		this.#options = options;
	}

	/**
	 * Connects a WebSocket to the live release. It stays connected to that release after a switch.
	 *
	 * @param head Bytes that the visitor sent after the handshake.
	 */
	async open(
		handshake: Handshake,
		socket: Duplex,
		head: Buffer
	): Promise< void > {
		if ( ! ( socket instanceof Socket ) ) {
			socket.destroy();
			return;
		}
		const upstream = this.#options.application();
		const stopKeeping = upstream?.keepRunning();
		this.#openSockets.add( socket );
		socket.on( 'close', () => {
			this.#openSockets.delete( socket );
			stopKeeping?.();
		} );
		if ( upstream ) {
			this.#connect( upstream, handshake, socket, head );
		} else {
			await this.#options.sendNoApplicationPage( handshake );
		}
	}

	#connect(
		upstream: Upstream,
		handshake: Handshake,
		socket: Socket,
		head: Buffer
	): void {
		const { traffic } = this.#options;
		traffic.originRequest();
		const originRequest = requestUpgrade( upstream, handshake.request );
		const abort = () => originRequest.destroy();
		socket.on( 'close', abort );
		originRequest.on(
			'upgrade',
			( response, application: Socket, firstBytes ) => {
				upstream.recordResponse();
				socket.off( 'close', abort );
				handshake.response.detachSocket( socket );
				socket.on( 'close', () => traffic.sent( socket.bytesWritten ) );
				application.on( 'close', () =>
					traffic.received( application.bytesRead )
				);
				socket.write( serializeHead( response ), 'latin1' );
				socket.write( firstBytes );
				application.write( head );
				pipeOneWay( socket, application );
				pipeOneWay( application, socket );
			}
		);
		originRequest.on( 'response', ( response ) => {
			upstream.recordResponse();
			void this.#relayRejection( handshake, response ).catch( () =>
				socket.destroy()
			);
		} );
		originRequest.on( 'error', () => {
			if ( ! socket.destroyed ) {
				upstream.recordFailure();
				sendErrorPage( handshake.response, NO_RESPONSE );
			}
		} );
		originRequest.end();
	}

	/** Relays the response of an application that rejects the handshake. */
	async #relayRejection(
		{ response }: Handshake,
		rejection: IncomingMessage
	): Promise< void > {
		const { traffic } = this.#options;
		const body = await relayBody(
			countBytes( rejection, ( bytes ) => traffic.received( bytes ) ),
			MAX_REJECTION_BYTES,
			null,
			() => {}
		);
		const type = rejection.headers[ 'content-type' ];
		response.writeHead( rejection.statusCode ?? 502, {
			...( type === undefined ? {} : { 'content-type': type } ),
			'cache-control': 'no-store',
			'x-cache': 'BYPASS',
			'content-length': body?.length ?? 0,
		} );
		response.end( body ?? undefined );
		traffic.sent( body?.length ?? 0 );
	}

	close(): void {
		for ( const socket of this.#openSockets ) {
			socket.destroy();
		}
	}
}
