/** Sends responses to visitors. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { BodyMemory } from './body-memory.ts';
import { appendStatus } from './cache-status.ts';
import type { CacheHeaders } from './cache-status.ts';
import { isNotModified, withoutBodyHeaders } from './conditional-request.ts';
import type { StoredResponse } from './stored-response.ts';
import { sendErrorPage, TOO_MANY_READERS } from './error-page.ts';
import type { OriginResponse } from './origin-request.ts';
import { discard } from './body-relay.ts';

/** A visitor's request and its response. */
export interface Visit {
	request: IncomingMessage;
	response: ServerResponse;
	/** What the cache knows the address by. */
	key: string;
	/** Aborted when the visitor leaves. */
	signal: AbortSignal;
}

/**
 * Gives what is kept.
 *
 * @param now    The time in milliseconds.
 * @param memory Bounds what slow visitors hold; when it is full, the visitor gets 503.
 * @param note   What is said of the cache; without it, that it is a hit.
 * @return How many bytes the body has.
 */
export function sendStored(
	{ request, response }: Pick< Visit, 'request' | 'response' >,
	entry: StoredResponse,
	now: number,
	memory: BodyMemory,
	note?: CacheHeaders
): number {
	const { status, headers, body } = entry;
	if ( isNotModified( request.headers, status, headers ) ) {
		response.writeHead(
			304,
			entry.unchangedHead( now, note ?? entry.hitStatusField( now ) )
		);
		response.end();
		return 0;
	}
	if ( ! memory.fits( body ) ) {
		sendErrorPage( response, TOO_MANY_READERS );
		return 0;
	}
	response.writeHead(
		status,
		note ? entry.head( now, note ) : entry.hitHead( now )
	);
	if ( request.method === 'HEAD' ) {
		response.end();
		return 0;
	}
	response.end( body );
	memory.hold( body, response );
	return body.length;
}

/**
 * Gives the head of an application's answer.
 *
 * @param note  What is said of the cache.
 * @param isOwn Whether the application knew what the visitor has already; else this is where 304 is found out.
 * @return Whether a body has to follow.
 */
export function sendHead(
	{ request, response }: Visit,
	answer: OriginResponse,
	note: CacheHeaders,
	isOwn: boolean
): boolean {
	const { status, headers } = answer;
	const isKnown =
		! isOwn && isNotModified( request.headers, status, headers );
	const {
		'content-length': length,
		'cache-status': before,
		...others
	} = isKnown ? withoutBodyHeaders( headers ) : headers;
	response.writeHead( isKnown ? 304 : status, {
		...others,
		'x-cache': note.label,
		'cache-status': appendStatus( before, note.status ),
		// The last one, for after it node:http refuses a Content-Disposition with letters that are no ASCII.
		...( length === undefined ? {} : { 'content-length': length } ),
	} );
	return ! isKnown;
}

/**
 * Gives an application's answer as it comes.
 *
 * @param note  What is said of the cache.
 * @param isOwn Whether the application knew what the visitor has already.
 */
export async function sendResponse(
	visit: Visit,
	answer: OriginResponse,
	body: AsyncGenerator< Buffer >,
	note: CacheHeaders,
	isOwn: boolean
): Promise< void > {
	if ( sendHead( visit, answer, note, isOwn ) ) {
		await pipeline( body, visit.response );
	} else {
		visit.response.end();
		discard( answer.body );
	}
}
