import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FaultRule } from '../model/faults.ts';

/** Waits, or throws when the signal is aborted. */
export type Wait = (
	milliseconds: number,
	signal: AbortSignal
) => Promise< unknown >;

interface FaultyResponse {
	reply: FastifyReply;
	body: Buffer;
	rule: FaultRule;
	wait: Wait;
	/** Aborted when the caller has disconnected. */
	disconnected: AbortSignal;
}

const FILLER = Buffer.alloc( 64 * 1024, ' ' );
/** Limits an endless response to about 6 MB a second, so that it does not use a whole core. */
const FILLER_INTERVAL_MS = 10;

/** Creates a signal that aborts when the response has ended or its connection was closed. */
export function disconnectSignal( reply: FastifyReply ): AbortSignal {
	const controller = new AbortController();
	reply.raw.once( 'close', () => controller.abort() );
	return controller.signal;
}

function untilDisconnected( signal: AbortSignal ): Promise< void > {
	return new Promise( ( resolve ) => {
		if ( signal.aborted ) {
			resolve();
		}
		signal.addEventListener( 'abort', () => resolve(), { once: true } );
	} );
}

async function* truncated(
	response: FaultyResponse
): AsyncGenerator< Buffer > {
	const { reply, body, disconnected } = response;
	const half = body.subarray( 0, body.length / 2 );
	if ( half.length > 0 ) {
		yield half;
	} else {
		reply.raw.flushHeaders();
	}
	await setImmediate();
	// Sends the buffered data, then closes the connection before the response is complete.
	reply.raw.socket?.destroySoon();
	await untilDisconnected( disconnected );
}

async function* dripped( response: FaultyResponse ): AsyncGenerator< Buffer > {
	const { body, rule, wait, disconnected } = response;
	for ( let at = 0; at < body.length; at++ ) {
		if ( at > 0 ) {
			await wait( rule.dripMs, disconnected );
		}
		yield body.subarray( at, at + 1 );
	}
}

async function* endlessBody(
	response: FaultyResponse
): AsyncGenerator< Buffer > {
	const { body, wait, disconnected } = response;
	yield body;
	while ( ! disconnected.aborted ) {
		yield FILLER;
		await wait( FILLER_INTERVAL_MS, disconnected );
	}
}

/** Ends a fault without an error when the caller disconnects. */
async function* stopWhenDisconnected(
	chunks: AsyncGenerator< Buffer >,
	disconnected: AbortSignal
): AsyncGenerator< Buffer > {
	try {
		yield* chunks;
	} catch ( error ) {
		if ( ! disconnected.aborted ) {
			throw error;
		}
	}
}

const BODY_FAULTS: Partial<
	Record<
		FaultRule[ 'kind' ],
		( response: FaultyResponse ) => AsyncGenerator< Buffer >
	>
> = { truncate: truncated, drip: dripped, endless: endlessBody };

function bytesOf( payload: unknown ): Buffer | null {
	if ( payload === undefined || payload === null ) {
		return Buffer.alloc( 0 );
	}
	if ( typeof payload === 'string' ) {
		return Buffer.from( payload );
	}
	return Buffer.isBuffer( payload ) ? payload : null;
}

/**
 * Replaces the body of a response with a faulty one.
 *
 * @param payload Body of the response. A stream, which no route of the API returns, is not changed.
 */
export function applyFault(
	reply: FastifyReply,
	payload: unknown,
	rule: FaultRule,
	wait: Wait
): unknown {
	const fault = BODY_FAULTS[ rule.kind ];
	const body = bytesOf( payload );
	const hasBody =
		reply.request.method !== 'HEAD' &&
		! [ 204, 304 ].includes( reply.statusCode );
	if ( ! fault || body === null || ! hasBody ) {
		return payload;
	}
	const disconnected = disconnectSignal( reply );
	if ( rule.kind === 'endless' ) {
		reply.removeHeader( 'content-length' );
	} else {
		// The header announces at least one byte, so that an empty response can be truncated too.
		const minimumBytes = rule.kind === 'truncate' ? 1 : 0;
		reply.header( 'content-length', Math.max( minimumBytes, body.length ) );
	}
	const chunks = fault( { reply, body, rule, wait, disconnected } );
	return Readable.from( stopWhenDisconnected( chunks, disconnected ), {
		objectMode: false,
	} );
}
