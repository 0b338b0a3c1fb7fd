import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { BodyMemory } from './body-memory.ts';
import { appendStatus } from './cache-status.ts';
import type { CacheHeaders } from './cache-status.ts';
import { isNotModified, withoutBodyHeaders } from './conditional-request.ts';
import { requestedPart } from './byte-range.ts';
import type { BytePart } from './byte-range.ts';
import type { StoredResponse } from './stored-response.ts';
import { sendErrorPage, TOO_MANY_DOWNLOADS } from './error-page.ts';
import type { OriginResponse } from './origin-request.ts';
import { discard } from './body-relay.ts';

export interface Visit {
	request: IncomingMessage;
	response: ServerResponse;
	key: string;
	/** Aborts when the visitor disconnects. */
	signal: AbortSignal;
}

/**
 * Sends a stored response or a part of it, 304, or 503 if the memory for bodies in transfer is used up.
 *
 * @param cacheHeaders The default says that it is a hit.
 * @return The size of the body that was sent, in bytes.
 */
export function sendStored(
	{ request, response }: Pick< Visit, 'request' | 'response' >,
	stored: StoredResponse,
	now: number,
	memory: BodyMemory,
	cacheHeaders?: CacheHeaders
): number {
	const { status, headers, body } = stored;
	if ( isNotModified( request.headers, status, headers ) ) {
		response.writeHead(
			304,
			stored.notModifiedHead(
				now,
				cacheHeaders ?? stored.hitHeaders( now )
			)
		);
		response.end();
		return 0;
	}
	if ( ! memory.canSend( body ) ) {
		sendErrorPage( response, TOO_MANY_DOWNLOADS );
		return 0;
	}
	const part =
		request.headers.range !== undefined &&
		request.method === 'GET' &&
		status === 200
			? requestedPart( request.headers, headers, body.length )
			: null;
	if ( part !== null ) {
		return sendPart(
			response,
			stored,
			part,
			stored.partHead(
				now,
				cacheHeaders ?? stored.hitHeaders( now ),
				part
			),
			memory
		);
	}
	response.writeHead(
		status,
		cacheHeaders ? stored.head( now, cacheHeaders ) : stored.hitHead( now )
	);
	if ( request.method === 'HEAD' ) {
		response.end();
		return 0;
	}
	response.end( body );
	memory.reserveUntilSent( body, response );
	return body.length;
}

/** Sends 206, or 416 without a body. */
function sendPart(
	response: ServerResponse,
	{ body }: StoredResponse,
	part: BytePart | 'unsatisfiable',
	head: string[],
	memory: BodyMemory
): number {
	if ( part === 'unsatisfiable' ) {
		response.writeHead( 416, head );
		response.end();
		return 0;
	}
	response.writeHead( 206, head );
	response.end( body.subarray( part.first, part.last + 1 ) );
	// A part keeps the whole body in memory.
	memory.reserveUntilSent( body, response );
	return part.last + 1 - part.first;
}

/**
 * Sends the status and headers of the application's response.
 *
 * @param isPassThrough Whether the application received the visitor's conditional headers. If not, the edge decides
 *                      whether 304 is sent.
 * @return Whether a body must follow.
 */
export function sendHead(
	{ request, response }: Visit,
	originResponse: OriginResponse,
	cacheHeaders: CacheHeaders,
	isPassThrough: boolean
): boolean {
	const { status, headers } = originResponse;
	const isUnchanged =
		! isPassThrough && isNotModified( request.headers, status, headers );
	const {
		'content-length': length,
		'cache-status': upstreamStatus,
		// For caches, not for visitors; other CDNs remove it too.
		'cache-tag': _tags,
		...others
	} = isUnchanged ? withoutBodyHeaders( headers ) : headers;
	response.writeHead( isUnchanged ? 304 : status, {
		...others,
		'x-cache': cacheHeaders.label,
		'cache-status': appendStatus( upstreamStatus, cacheHeaders.status ),
		// Last, because node:http rejects a non-ASCII Content-Disposition after Content-Length.
		...( length === undefined ? {} : { 'content-length': length } ),
	} );
	return ! isUnchanged;
}

/** @param isPassThrough See `sendHead()`. */
export async function sendResponse(
	visit: Visit,
	originResponse: OriginResponse,
	body: AsyncGenerator< Buffer >,
	cacheHeaders: CacheHeaders,
	isPassThrough: boolean
): Promise< void > {
	if ( sendHead( visit, originResponse, cacheHeaders, isPassThrough ) ) {
		await pipeline( body, visit.response );
	} else {
		visit.response.end();
		discard( originResponse.body );
	}
}
