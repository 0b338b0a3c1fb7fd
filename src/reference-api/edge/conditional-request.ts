/** Conditional requests and 304 (RFC 9110, section 13). */
import type { IncomingHttpHeaders } from 'node:http';
import { parseHttpDate } from './http-date.ts';

/** Describe a body, which a 304 does not have. */
const BODY_HEADERS = [
	'content-encoding',
	'content-language',
	'content-length',
	'content-range',
	'content-type',
];

/** Returns the headers of a 304 for a full response. */
export function withoutBodyHeaders(
	headers: IncomingHttpHeaders
): IncomingHttpHeaders {
	return Object.fromEntries(
		Object.entries( headers ).filter(
			( [ name ] ) => ! BODY_HEADERS.includes( name )
		)
	);
}

function parseTags( text: string ): string[] {
	return (
		text.match( /"[^"]*"/g ) ??
		text.split( ',' ).map( ( tag ) => tag.trim() )
	);
}

function opaqueTag( tag: string ): string {
	return tag.replace( /^\s*W\//, '' ).trim();
}

/** Weak comparison of entity tags (RFC 9110, section 8.8.3.2). */
export function weaklyMatches( one: string, other: string ): boolean {
	return opaqueTag( one ) === opaqueTag( other );
}

/** Returns whether 304 is enough, because the visitor already has this response. */
export function isNotModified(
	request: IncomingHttpHeaders,
	status: number,
	headers: IncomingHttpHeaders
): boolean {
	const tags = request[ 'if-none-match' ];
	const since = request[ 'if-modified-since' ];
	if ( ( tags === undefined && since === undefined ) || status !== 200 ) {
		return false;
	}
	if ( tags !== undefined ) {
		const { etag } = headers;
		return (
			tags.trim() === '*' ||
			( etag !== undefined &&
				parseTags( tags ).includes( opaqueTag( etag ) ) )
		);
	}
	const modified = parseHttpDate(
		headers[ 'last-modified' ] ?? headers.date
	);
	const limit = parseHttpDate( since );
	return modified !== null && limit !== null && modified <= limit;
}

/** Returns the headers that revalidate a stored response. */
export function conditionsFor(
	headers: IncomingHttpHeaders
): IncomingHttpHeaders {
	const { etag, 'last-modified': modified } = headers;
	return {
		...( etag === undefined ? {} : { 'if-none-match': etag } ),
		...( modified === undefined ? {} : { 'if-modified-since': modified } ),
	};
}
