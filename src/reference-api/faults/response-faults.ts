import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FaultRule } from '../model/faults.ts';

/** Waits, or throws when the signal is aborted. */
export type Wait = (
	milliseconds: number,
	signal: AbortSignal
) => Promise< unknown >;

interface Answer {
	reply: FastifyReply;
	body: Buffer;
	rule: FaultRule;
	wait: Wait;
	/** Aborted when the caller is gone. */
	gone: AbortSignal;
}

const BLANKS = Buffer.alloc( 64 * 1024, ' ' );
/** Limits an endless response to about 6 MB a second, so that it does not use a whole core. */
const BLANKS_EVERY_MS = 10;

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

async function* truncated( answer: Answer ): AsyncGenerator< Buffer > {
	const { reply, body, gone } = answer;
	const half = body.subarray( 0, body.length / 2 );
	if ( half.length > 0 ) {
		yield half;
	} else {
		reply.raw.flushHeaders();
	}
	await setImmediate();
	// What was written still goes out, then the connection ends too early.
	reply.raw.socket?.destroySoon();
	await untilDisconnected( gone );
}

async function* dripped( answer: Answer ): AsyncGenerator< Buffer > {
	const { body, rule, wait, gone } = answer;
	for ( let at = 0; at < body.length; at++ ) {
		if ( at > 0 ) {
			await wait( rule.dripMs, gone );
		}
		yield body.subarray( at, at + 1 );
	}
}

async function* endless( answer: Answer ): AsyncGenerator< Buffer > {
	const { body, wait, gone } = answer;
	yield body;
	while ( ! gone.aborted ) {
		yield BLANKS;
		await wait( BLANKS_EVERY_MS, gone );
	}
}

/** Runs a fault to its end; that the caller went away is no error. */
async function* stopWhenDisconnected(
	chunks: AsyncGenerator< Buffer >,
	gone: AbortSignal
): AsyncGenerator< Buffer > {
	try {
		yield* chunks;
	} catch ( error ) {
		if ( ! gone.aborted ) {
			throw error;
		}
	}
}

const BODY_FAULTS: Partial<
	Record<
		FaultRule[ 'kind' ],
		( answer: Answer ) => AsyncGenerator< Buffer >
	>
> = { truncate: truncated, drip: dripped, endless };

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
 * @param payload Its body; a stream, which no route of the API answers, stays as it is.
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
	const gone = disconnectSignal( reply );
	if ( rule.kind === 'endless' ) {
		reply.removeHeader( 'content-length' );
	} else {
		// An empty answer is announced as one byte, so that it can be cut off.
		const least = rule.kind === 'truncate' ? 1 : 0;
		reply.header( 'content-length', Math.max( least, body.length ) );
	}
	const chunks = fault( { reply, body, rule, wait, gone } );
	return Readable.from( stopWhenDisconnected( chunks, gone ), {
		objectMode: false,
	} );
}
