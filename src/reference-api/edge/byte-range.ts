/** Parts of a stored response (RFC 9110, sections 13.1.5 and 14). */
import type { IncomingHttpHeaders } from 'node:http';
import { parseHttpDate } from './http-date.ts';

const RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;
const STRONG_AFTER_MS = 1000;

/** Both positions are part of it. */
export interface BytePart {
	first: number;
	last: number;
}

/**
 * @param length Of the whole body, in bytes.
 * @return Null if `Range` is ignored, because it is invalid or names several ranges.
 */
function parseRange(
	range: string,
	length: number
): BytePart | 'unsatisfiable' | null {
	const [ , from, to = '', suffix ] = RANGE.exec( range ) ?? [];
	if ( suffix !== undefined ) {
		const first = Math.max( 0, length - Number( suffix ) );
		return first < length ? { first, last: length - 1 } : 'unsatisfiable';
	}
	if ( from === undefined ) {
		return null;
	}
	const first = Number( from );
	const last = to === '' ? Infinity : Number( to );
	if ( last < first ) {
		return null;
	}
	return first < length
		? { first, last: Math.min( last, length - 1 ) }
		: 'unsatisfiable';
}

/** Whether the visitor has a part of this very body. The comparison is strong: it says no where that is not certain. */
function isSameBody(
	condition: string,
	headers: IncomingHttpHeaders
): boolean {
	const { etag, 'last-modified': modified, date } = headers;
	if ( /^(W\/)?"/.test( condition ) ) {
		return condition === etag && ! condition.startsWith( 'W/' );
	}
	const wanted = parseHttpDate( condition );
	const modifiedAt = parseHttpDate( modified );
	const generatedAt = parseHttpDate( date );
	return (
		wanted !== null &&
		wanted === modifiedAt &&
		generatedAt !== null &&
		// A body can change twice in a second.
		generatedAt - modifiedAt >= STRONG_AFTER_MS
	);
}

/**
 * Returns the part of a stored 200 that a GET request asks for.
 *
 * @param length Of the whole body, in bytes.
 * @return Null for the whole body.
 */
export function requestedPart(
	request: IncomingHttpHeaders,
	headers: IncomingHttpHeaders,
	length: number
): BytePart | 'unsatisfiable' | null {
	const { range, 'if-range': condition } = request;
	if (
		range === undefined ||
		headers[ 'accept-ranges' ]?.trim().toLowerCase() === 'none' ||
		( condition !== undefined &&
			! isSameBody( condition.toString().trim(), headers ) )
	) {
		return null;
	}
	return parseRange( range, length );
}
