import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Pool } from 'undici';
import { systemCode } from '../lib/errors.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import { acceptedEncodings } from './vary.ts';

/** Headers of a single connection (RFC 9110, section 7.6.1), and `Expect`, to which node:http has already responded. */
const HOP_BY_HOP = new Set( [
	'connection',
	'expect',
	'keep-alive',
	'proxy-authenticate',
	'proxy-authorization',
	'proxy-connection',
	'te',
	'trailer',
	'transfer-encoding',
	'upgrade',
] );

/** Headers that only the edge may set. */
const FORWARDED = /^(forwarded|x-forwarded(-.*)?|x-real-ip)$/;

/**
 * Headers that a shared request omits: a conditional or partial response cannot be cached, and nothing that is not
 * part of the cache key may change the response.
 */
const NOT_SHARED = new Set( [
	'if-none-match',
	'if-modified-since',
	'if-range',
	'range',
	'cf-connecting-ip',
	'client-ip',
	'fastly-client-ip',
	'forwarded-for',
	'front-end-https',
	'true-client-ip',
	'x-client-ip',
	'x-cluster-client-ip',
	'x-host',
	'x-http-host-override',
	'x-http-method',
	'x-http-method-override',
	'x-method-override',
	'x-original-host',
	'x-original-method',
	'x-original-uri',
	'x-original-url',
	'x-originating-ip',
	'x-override-url',
	'x-remote-addr',
	'x-remote-ip',
	'x-rewrite-url',
	'x-scheme',
	'x-url-scheme',
] );

/** Many applications treat underscores in header names as hyphens. */
function hyphenated( name: string ): string {
	return name.replaceAll( '_', '-' );
}

function isForwarded( name: string ): boolean {
	return FORWARDED.test( hyphenated( name ) );
}

function isShared( name: string ): boolean {
	return ! NOT_SHARED.has( hyphenated( name ) );
}

/** The application closed an idle connection, so it may not have received the request. */
const RETRIED_ERRORS = [ 'UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE' ];

export interface Upstream {
	/**
	 * Excluded from the package’s types, which must not need undici.
	 *
	 * @internal
	 */
	readonly pool: Pool;
	/** `http://HOST:PORT`. */
	readonly origin: string;
	/** Keeps a replaced application running until the returned function is called, at most for the drain timeout. */
	keepRunning: () => () => void;
	recordResponse: () => void;
	/** Called for each request without a response, unless its visitor disconnected. */
	recordFailure: () => void;
}

/** The application ended while the request waited for a connection. */
export class NoApplication extends Error {}

export interface OriginRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: Readable | null;
	/** Receives 1xx responses. */
	onInterim?: ( status: number, headers: IncomingHttpHeaders ) => void;
}

export interface OriginResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: Readable;
	/** Whether a complete body can be distinguished from a closed connection. */
	hasEnd: boolean;
}

function withoutHopByHop( headers: IncomingHttpHeaders ): IncomingHttpHeaders {
	const connectionHeaders = ( headers.connection ?? '' )
		.split( ',' )
		.map( ( name ) => name.trim().toLowerCase() );
	return Object.fromEntries(
		Object.entries( headers ).filter(
			( [ name ] ) =>
				! HOP_BY_HOP.has( name ) && ! connectionHeaders.includes( name )
		)
	);
}

/** Joins repeated headers (RFC 9110, section 5.3), except `Set-Cookie`. */
function normalizeHeaders( headers: IncomingHttpHeaders ): IncomingHttpHeaders {
	const { 'content-length': length, ...others } = headers;
	const joined = Object.entries( others ).map( ( [ name, value ] ) => [
		name,
		Array.isArray( value ) && name !== 'set-cookie'
			? value.join( ', ' )
			: value,
	] );
	return {
		...( Object.fromEntries( joined ) as IncomingHttpHeaders ),
		// Last, because node:http rejects a non-ASCII Content-Disposition after Content-Length.
		...( length === undefined ? {} : { 'content-length': length } ),
	};
}

export function hasBody( headers: IncomingHttpHeaders ): boolean {
	return (
		headers[ 'transfer-encoding' ] !== undefined ||
		( headers[ 'content-length' ] ?? '0' ) !== '0'
	);
}

/** Returns the headers of a visitor's request without hop-by-hop headers, and with `X-Forwarded-*` of the edge. */
export function forwardedHeaders(
	request: IncomingMessage
): IncomingHttpHeaders {
	const headers = withoutHopByHop( request.headers );
	for ( const name of Object.keys( headers ) ) {
		if ( isForwarded( name ) ) {
			delete headers[ name ];
		}
	}
	return {
		...headers,
		// Set again, because a visitor can remove it by naming it in `Connection`.
		host: request.headers.host ?? '',
		'x-forwarded-for': request.socket.remoteAddress ?? '',
		'x-forwarded-host': request.headers.host ?? '',
		'x-forwarded-proto': 'http',
	};
}

export function visitorRequest( request: IncomingMessage ): OriginRequest {
	const { headers } = request;
	const hasBodyHeaders =
		headers[ 'content-length' ] !== undefined ||
		headers[ 'transfer-encoding' ] !== undefined;
	return {
		method: request.method ?? 'GET',
		path: request.url ?? '/',
		headers: forwardedHeaders( request ),
		body: hasBodyHeaders ? request : null,
	};
}

/** Creates the request whose response may be stored for all visitors. */
export function sharedRequest( request: IncomingMessage ): OriginRequest {
	const headers = Object.fromEntries(
		Object.entries( forwardedHeaders( request ) ).filter( ( [ name ] ) =>
			isShared( name )
		)
	);
	const encodings = acceptedEncodings(
		headers[ 'accept-encoding' ]?.toString()
	);
	delete headers[ 'accept-encoding' ];
	return {
		method: 'GET',
		path: request.url ?? '/',
		headers: encodings
			? { ...headers, 'accept-encoding': encodings }
			: headers,
		body: null,
	};
}

/**
 * Omits headers that are never forwarded, because they cannot change the response.
 *
 * @return Null if the response must not be shared: `*`, or the visitor's IP address.
 */
export function relevantVaryNames( names: readonly string[] ): string[] | null {
	if ( names.includes( '*' ) || names.includes( 'x-forwarded-for' ) ) {
		return null;
	}
	return names.filter(
		( name ) => name !== 'host' && ! isForwarded( name ) && isShared( name )
	);
}

async function requestOnce(
	{ pool }: Upstream,
	originRequest: OriginRequest,
	signal: AbortSignal,
	release: () => void
): Promise< OriginResponse > {
	const { onInterim, ...options } = originRequest;
	const { statusCode, headers, body } = await pool.request( {
		...options,
		signal,
		onInfo: ( interim ) =>
			onInterim?.(
				interim.statusCode,
				withoutHopByHop( interim.headers )
			),
	} );
	body.once( 'close', release );
	const hasEnd =
		headers[ 'content-length' ] !== undefined ||
		headers[ 'transfer-encoding' ] !== undefined ||
		statusCode === 204 ||
		statusCode === 304;
	return {
		status: statusCode,
		headers: withoutHopByHop( normalizeHeaders( headers ) ),
		body,
		hasEnd,
	};
}

/**
 * Sends a request, and repeats it once if the application closed an idle connection.
 *
 * @param application Chosen when a connection is free: the release may be replaced while the request waits.
 * @param signal      Aborts the request when the visitor disconnects.
 * @param connections A connection is taken until the body of the response is closed.
 * @throws TooManyRequests
 * @throws NoApplication
 */
export async function sendToOrigin(
	application: () => Upstream | null,
	originRequest: OriginRequest,
	signal: AbortSignal,
	connections: Pick< ConnectionLimit, 'acquire' >
): Promise< OriginResponse > {
	const release = await connections.acquire( signal );
	const isRetryable =
		originRequest.body === null &&
		[ 'GET', 'HEAD' ].includes( originRequest.method );
	let upstream = application();
	const send = async () => {
		if ( ! upstream ) {
			throw new NoApplication();
		}
		return requestOnce( upstream, originRequest, signal, release );
	};
	try {
		const response = await send().catch( ( error: unknown ) => {
			if (
				! isRetryable ||
				! RETRIED_ERRORS.includes( systemCode( error ) )
			) {
				throw error;
			}
			upstream = application();
			return send();
		} );
		upstream?.recordResponse();
		return response;
	} catch ( error ) {
		release();
		if ( ! signal.aborted ) {
			upstream?.recordFailure();
		}
		throw error;
	}
}
