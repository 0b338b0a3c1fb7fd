/** What visitors have already, and do not want again (RFC 9110, section 13). */
import type { IncomingHttpHeaders } from 'node:http';

/** Describe a body, which 304 does not have. */
const BODY_HEADERS = [
	'content-encoding',
	'content-language',
	'content-length',
	'content-range',
	'content-type',
];

/**
 * Returns the headers that a 304 has.
 *
 * @param headers Those of the whole answer.
 */
export function withoutBodyHeaders(
	headers: IncomingHttpHeaders
): IncomingHttpHeaders {
	return Object.fromEntries(
		Object.entries( headers ).filter(
			( [ name ] ) => ! BODY_HEADERS.includes( name )
		)
	);
}

function tagsOf( text: string ): string[] {
	return (
		text.match( /"[^"]*"/g ) ??
		text.split( ',' ).map( ( tag ) => tag.trim() )
	);
}

function weak( tag: string ): string {
	return tag.replace( /^\s*W\//, '' ).trim();
}

/** Returns whether two entity tags mean the same content, strong or not. */
export function isSameTag( one: string, other: string ): boolean {
	return weak( one ) === weak( other );
}

/** Returns whether the visitor has an answer already, so that 304 is enough. */
export function isNotModified(
	wanted: IncomingHttpHeaders,
	status: number,
	headers: IncomingHttpHeaders
): boolean {
	const tags = wanted[ 'if-none-match' ];
	const since = wanted[ 'if-modified-since' ];
	if ( ( tags === undefined && since === undefined ) || status !== 200 ) {
		return false;
	}
	if ( tags !== undefined ) {
		const { etag } = headers;
		return (
			tags.trim() === '*' ||
			( etag !== undefined && tagsOf( tags ).includes( weak( etag ) ) )
		);
	}
	const changed = Date.parse(
		headers[ 'last-modified' ] ?? headers.date ?? ''
	);
	return changed <= Date.parse( since ?? '' );
}

/** Returns the headers that ask whether an answer is still good. */
export function conditionsFor(
	headers: IncomingHttpHeaders
): IncomingHttpHeaders {
	const { etag, 'last-modified': modified } = headers;
	return {
		...( etag === undefined ? {} : { 'if-none-match': etag } ),
		...( modified === undefined ? {} : { 'if-modified-since': modified } ),
	};
}
