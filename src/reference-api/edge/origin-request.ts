/** Asks the application what a visitor asks. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Pool } from 'undici';
import { systemCode } from '../lib/errors.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import { acceptedEncodings } from './vary.ts';

/** Headers that belong to one connection (RFC 9110, section 7.6.1), and `expect`, which was answered already. */
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

/** What only the edge itself may say of the visitor. */
const FORWARDED = /^(forwarded|x-forwarded(-.*)?|x-real-ip)$/;

/**
 * Headers that a shared request omits: a conditional or partial response cannot be cached, and nothing that is not
 * part of the cache key may change the response.
 */
const NOT_FOR_ALL = new Set( [
	'if-none-match',
	'if-modified-since',
	'if-range',
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

/** Writes a header's name with hyphens, for many applications take an underscore for one. */
function hyphenated( name: string ): string {
	return name.replaceAll( '_', '-' );
}

function isForwarded( name: string ): boolean {
	return FORWARDED.test( hyphenated( name ) );
}

function isShared( name: string ): boolean {
	return ! NOT_FOR_ALL.has( hyphenated( name ) );
}

/** The application closed a connection that it had kept open; the question may never have reached it. */
const RETRIED_ERRORS = [ 'UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE' ];

/** What an edge needs of an application. */
export interface Upstream {
	/**
	 * Excluded from the package’s types, which must not need undici.
	 *
	 * @internal
	 */
	readonly pool: Pool;
	/** Its address, `http://HOST:PORT`. */
	readonly origin: string;
	/** Keeps a replaced application from ending until the answer is called, or its time is over. */
	hold: () => () => void;
	/** Called for each response, and for each request without one. */
	answered: () => void;
	failed: () => void;
}

/** What the application is asked. */
export interface OriginRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: Readable | null;
}

export interface OriginResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: Readable;
	/** Whether the end of the body can be told from a broken connection. */
	hasEnd: boolean;
}

function withoutHopByHop( headers: IncomingHttpHeaders ): IncomingHttpHeaders {
	const named = ( headers.connection ?? '' )
		.split( ',' )
		.map( ( name ) => name.trim().toLowerCase() );
	return Object.fromEntries(
		Object.entries( headers ).filter(
			( [ name ] ) => ! HOP_BY_HOP.has( name ) && ! named.includes( name )
		)
	);
}

/**
 * Brings an answer's headers into one form: those that were sent twice become one (RFC 9110, section 5.3), but for
 * cookies.
 *
 * @param headers As the client gives them.
 */
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
		// The last one, for after it node:http refuses a Content-Disposition with letters that are no ASCII.
		...( length === undefined ? {} : { 'content-length': length } ),
	};
}

/** Returns whether a request brings a body. */
export function hasBody( headers: IncomingHttpHeaders ): boolean {
	return (
		headers[ 'transfer-encoding' ] !== undefined ||
		( headers[ 'content-length' ] ?? '0' ) !== '0'
	);
}

/** Returns the request headers that the application gets. */
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
		// Said here again, for a visitor may have named it in `Connection`.
		host: request.headers.host ?? '',
		'x-forwarded-for': request.socket.remoteAddress ?? '',
		'x-forwarded-host': request.headers.host ?? '',
		'x-forwarded-proto': 'http',
	};
}

/** Creates a visitor's own question. */
export function visitorRequest( request: IncomingMessage ): OriginRequest {
	const { headers } = request;
	const brings =
		headers[ 'content-length' ] !== undefined ||
		headers[ 'transfer-encoding' ] !== undefined;
	return {
		method: request.method ?? 'GET',
		path: request.url ?? '/',
		headers: forwardedHeaders( request ),
		body: brings ? request : null,
	};
}

/** Creates the request whose response may be stored for all visitors. */
export function sharedRequest( request: IncomingMessage ): OriginRequest {
	const headers = Object.fromEntries(
		Object.entries( forwardedHeaders( request ) ).filter( ( [ name ] ) =>
			isShared( name )
		)
	);
	const offer = acceptedEncodings( headers[ 'accept-encoding' ]?.toString() );
	delete headers[ 'accept-encoding' ];
	return {
		method: 'GET',
		path: request.url ?? '/',
		headers: offer ? { ...headers, 'accept-encoding': offer } : headers,
		body: null,
	};
}

/**
 * Splits the names in `Vary`. A header that is never forwarded cannot change the response. A header with the visitor's
 * address can, so such a response is not stored.
 *
 * @param names The names in `Vary`.
 * @return The names that count, or null when the answer is for this visitor alone.
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
	question: OriginRequest,
	signal: AbortSignal,
	leave: () => void
): Promise< OriginResponse > {
	const { statusCode, headers, body } = await pool.request( {
		...question,
		signal,
	} );
	body.once( 'close', leave );
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
 * Asks the application.
 *
 * @param signal      Ends it, when the visitor leaves.
 * @param connections Bound how much is asked at a time; the answer has its seat until its body is closed.
 * @throws TooManyRequests
 */
export async function sendToOrigin(
	upstream: Upstream,
	question: OriginRequest,
	signal: AbortSignal,
	connections: Pick< ConnectionLimit, 'take' >
): Promise< OriginResponse > {
	const leave = await connections.take( signal );
	const mayRepeat =
		question.body === null && [ 'GET', 'HEAD' ].includes( question.method );
	try {
		const answer = await requestOnce(
			upstream,
			question,
			signal,
			leave
		).catch( ( error: unknown ) => {
			if ( mayRepeat && RETRIED_ERRORS.includes( systemCode( error ) ) ) {
				return requestOnce( upstream, question, signal, leave );
			}
			throw error;
		} );
		upstream.answered();
		return answer;
	} catch ( error ) {
		leave();
		if ( ! signal.aborted ) {
			upstream.failed();
		}
		throw error;
	}
}
