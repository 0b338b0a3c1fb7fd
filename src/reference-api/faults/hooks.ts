/** Applies fault rules to requests and records requests in the journal, except those of the portal and `/_local`. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Journal } from './journal.ts';
import type { Call } from './journal-record.ts';
import type { FaultRule } from '../model/faults.ts';
import { isApiCall, pathOfUrl } from './request-matcher.ts';
import type { FaultRules } from './rules.ts';
import { disconnectSignal, applyFault } from './response-faults.ts';
import type { Wait } from './response-faults.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The fault rule that applies to this request, or null. */
		fault: FaultRule | null;
		/** The answer's body as it was written, for the journal. */
		answer: string;
	}
}

export interface JournalHooks {
	journal: Journal;
	now: () => Date;
	/** Receives internal errors. */
	onError: ( error: unknown ) => void;
}

export interface FaultHooks {
	rules: FaultRules;
	/** By default the timer of the system. */
	wait?: Wait;
	/** Receives internal errors. */
	onError: ( error: unknown ) => void;
}

function headersOf( reply: FastifyReply ): string[] {
	return Object.entries( reply.getHeaders() ).flatMap( ( [ name, value ] ) =>
		value === undefined ? [] : [ name, String( value ) ]
	);
}

/** Only JSON bodies are recorded: others are streamed, or may contain sensitive values that cannot be recognized. */
function bodyOf( { body }: FastifyRequest ): unknown {
	return typeof body === 'object' &&
		body !== null &&
		! Buffer.isBuffer( body )
		? body
		: undefined;
}

function callOf(
	request: FastifyRequest,
	reply: FastifyReply,
	at: number,
	startedMs: number
): Call {
	return {
		at,
		method: request.method,
		url: request.url,
		status: reply.raw.headersSent ? reply.raw.statusCode : 0,
		user: request.signedInAs,
		tookMs: performance.now() - startedMs,
		fault: request.fault?.name ?? '',
		requestHeaders: request.raw.rawHeaders,
		requestBody: bodyOf( request ),
		responseHeaders: headersOf( reply ),
		responseBody: request.answer,
	};
}

/**
 * Records each call of the API and the webhooks when it has ended, except those of the portal. Register it before all
 * hooks that may reject a request.
 */
export function registerJournal(
	app: FastifyInstance,
	{ journal, now, onError }: JournalHooks
): void {
	app.decorateRequest( 'fault', null );
	app.decorateRequest( 'answer', '' );
	app.addHook( 'onRequest', ( request, reply, done ) => {
		if ( journal.isRecording && isApiCall( pathOfUrl( request.url ) ) ) {
			const at = now().getTime();
			const startedMs = performance.now();
			reply.raw.once( 'close', () => {
				if ( request.hasSession ) {
					return;
				}
				try {
					journal.add( callOf( request, reply, at, startedMs ) );
				} catch ( error ) {
					// Nothing above an event's listener would catch it.
					onError( error );
				}
			} );
		}
		done();
	} );
	app.addHook( 'onSend', ( request, _reply, payload, done ) => {
		if ( typeof payload === 'string' ) {
			request.answer = payload;
		}
		done( null, payload );
	} );
}

/** Reads a number of bytes of a request's body, or all of it. */
function readSome(
	raw: IncomingMessage,
	bytes: number,
	disconnected: AbortSignal
): Promise< void > {
	return new Promise( ( resolve ) => {
		if ( bytes === 0 || disconnected.aborted ) {
			resolve();
			return;
		}
		let receivedBytes = 0;
		raw.on( 'data', ( chunk: Buffer ) => {
			receivedBytes += chunk.length;
			if ( receivedBytes >= bytes ) {
				raw.pause();
				resolve();
			}
		} );
		raw.once( 'end', resolve );
		disconnected.addEventListener( 'abort', () => resolve(), {
			once: true,
		} );
	} );
}

function answerStatus( reply: FastifyReply, rule: FaultRule ): void {
	if ( rule.retryAfterSeconds !== null ) {
		reply.header( 'retry-after', rule.retryAfterSeconds );
	}
	reply.code( rule.status ).send( {
		message: `Fault injection: the rule “${ rule.name }” returned this ${ rule.status }.`,
	} );
}

/**
 * Runs the part of a rule that comes before the request is processed.
 *
 * @return Whether the request goes on.
 */
async function applyToRequest(
	rule: FaultRule,
	request: FastifyRequest,
	reply: FastifyReply,
	wait: Wait
): Promise< boolean > {
	const disconnected = disconnectSignal( reply );
	if ( rule.latencyMs > 0 ) {
		await wait( rule.latencyMs, disconnected ).catch(
			( error: unknown ) => {
				if ( ! disconnected.aborted ) {
					throw error;
				}
			}
		);
	}
	if ( disconnected.aborted ) {
		reply.hijack();
		return false;
	}
	if ( rule.kind === 'status' ) {
		answerStatus( reply, rule );
		return false;
	}
	if ( rule.kind !== 'drop' && rule.kind !== 'reset' ) {
		return true;
	}
	await readSome( request.raw, rule.afterBytes, disconnected );
	reply.hijack();
	if ( rule.kind === 'drop' ) {
		request.raw.socket.destroy();
	} else {
		request.raw.socket.resetAndDestroy();
	}
	return false;
}

/** Applies the rules to requests. Register it after the guard, so that rejected requests stay rejected. */
export function registerFaults(
	app: FastifyInstance,
	{
		rules,
		onError,
		wait = ( milliseconds, signal ) =>
			setTimeout( milliseconds, undefined, { signal } ),
	}: FaultHooks
): void {
	const openSockets = new Set< Socket >();
	app.addHook( 'preClose', async () => {
		openSockets.forEach( ( socket ) => socket.destroy() );
	} );
	app.addHook( 'onRequest', ( request, reply, done ) => {
		if ( rules.onCount === 0 || request.hasSession ) {
			done();
			return;
		}
		const path = pathOfUrl( request.url );
		const target = { method: request.method, path };
		const rule = isApiCall( path ) ? rules.pick( target ) : null;
		request.fault = rule;
		if ( ! rule ) {
			done();
			return;
		}
		const { socket } = request.raw;
		openSockets.add( socket );
		reply.raw.once( 'close', () => openSockets.delete( socket ) );
		applyToRequest( rule, request, reply, wait )
			.then( ( mayContinue ) => mayContinue && done() )
			.catch( onError );
	} );
	app.addHook( 'onSend', ( request, reply, payload, done ) => {
		done(
			null,
			request.fault
				? applyFault( reply, payload, request.fault, wait )
				: payload
		);
	} );
}
