/**
 * Hands a visitor's request to the application, and the answer back.
 */
import type {
	IncomingHttpHeaders,
	IncomingMessage,
	ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'undici';

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
const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

export interface UpstreamAnswer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Readable;
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
function oneForm( headers: IncomingHttpHeaders ): IncomingHttpHeaders {
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

/**
 * Asks the application.
 *
 * @param pool    Connections to the application.
 * @param request The visitor's request.
 * @param without Request headers that are not passed on.
 * @param signal  Ends the request, when the visitor leaves.
 */
export async function askApplication(
	pool: Pool,
	request: IncomingMessage,
	without: readonly string[],
	signal: AbortSignal
): Promise< UpstreamAnswer > {
	const headers = withoutHopByHop( request.headers );
	for ( const name of Object.keys( headers ) ) {
		if ( without.includes( name ) || FORWARDED.test( name ) ) {
			delete headers[ name ];
		}
	}
	const hasBody =
		request.headers[ 'content-length' ] !== undefined ||
		request.headers[ 'transfer-encoding' ] !== undefined;
	const answer = await pool.request( {
		method: request.method ?? 'GET',
		path: request.url ?? '/',
		headers: {
			...headers,
			// Said here again, for a visitor may have named it in `Connection`.
			host: request.headers.host ?? '',
			'x-forwarded-for': request.socket.remoteAddress ?? '',
			'x-forwarded-host': request.headers.host ?? '',
			'x-forwarded-proto': 'http',
		},
		body: hasBody ? request : null,
		signal,
	} );
	return {
		status: answer.statusCode,
		headers: withoutHopByHop( oneForm( answer.headers ) ),
		body: answer.body,
	};
}

/**
 * Reads a body to its end, or until it is too long to be kept.
 *
 * @param body     The body.
 * @param maxBytes Most bytes that are kept.
 * @return The whole body, or a stream that gives all of it.
 */
export async function collect(
	body: Readable,
	maxBytes: number
): Promise< Buffer | Readable > {
	const chunks: Buffer[] = [];
	let bytes = 0;
	const iterator: AsyncIterator< Buffer > = body[ Symbol.asyncIterator ]();
	for (;;) {
		const next = await iterator.next();
		if ( next.done ) {
			return Buffer.concat( chunks );
		}
		chunks.push( next.value );
		bytes += next.value.length;
		if ( bytes > maxBytes ) {
			return Readable.from( resume( chunks, iterator ) );
		}
	}
}

async function* resume(
	chunks: readonly Buffer[],
	iterator: AsyncIterator< Buffer >
): AsyncGenerator< Buffer > {
	yield* chunks;
	for (;;) {
		const next = await iterator.next();
		if ( next.done ) {
			return;
		}
		yield next.value;
	}
}

/** What a visitor is answered. */
export interface EdgeAnswer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer | Readable;
}

/**
 * Gives the visitor an answer.
 *
 * @param response The visitor's response.
 * @param answer   Status, headers and body.
 * @param label    What `X-Cache` says.
 */
export async function giveAnswer(
	response: ServerResponse,
	answer: EdgeAnswer,
	label: 'HIT' | 'MISS' | 'BYPASS'
): Promise< void > {
	response.writeHead( answer.status, {
		...answer.headers,
		'x-cache': label,
	} );
	if ( Buffer.isBuffer( answer.body ) ) {
		response.end( answer.body );
	} else {
		await pipeline( answer.body, response );
	}
}
