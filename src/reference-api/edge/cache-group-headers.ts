/** Reads `Cache-Groups` and `Cache-Group-Invalidation` (RFC 9875), and `Cache-Tag` of CDNs, a list with commas. */
import type { IncomingHttpHeaders } from 'node:http';
import { parseStringList } from './structured-fields.ts';

const PRINTABLE = /^[ -~]+$/;

function headerOf( headers: IncomingHttpHeaders, name: string ): string {
	return headers[ name ]?.toString() ?? '';
}

/** Returns the groups that a response belongs to, each once. An invalid `Cache-Groups` is ignored as a whole. */
export function groupNamesOf( headers: IncomingHttpHeaders ): string[] {
	const tags = headerOf( headers, 'cache-tag' )
		.split( ',' )
		.map( ( tag ) => tag.trim() )
		.filter( ( tag ) => PRINTABLE.test( tag ) );
	const groups = parseStringList( headerOf( headers, 'cache-groups' ) ) ?? [];
	return [ ...new Set( [ ...groups, ...tags ] ) ];
}

/** Returns the groups that the response to an unsafe request invalidates, each once; none if the header is invalid. */
export function invalidatedGroupNames(
	headers: IncomingHttpHeaders
): string[] {
	const field = headerOf( headers, 'cache-group-invalidation' );
	return [ ...new Set( parseStringList( field ) ?? [] ) ];
}

/** Whether `Cache-Groups` is ignored because it is not a list of strings. */
export function hasInvalidGroups( headers: IncomingHttpHeaders ): boolean {
	return parseStringList( headerOf( headers, 'cache-groups' ) ) === null;
}
