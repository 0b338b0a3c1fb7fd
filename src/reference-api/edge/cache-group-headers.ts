/** Reads `Cache-Groups` and `Cache-Group-Invalidation` (RFC 9875), and `Cache-Tag` of CDNs, a list with commas. */
import type { IncomingHttpHeaders } from 'node:http';

const STRING = String.raw`"(?:[ !#-\x5b\x5d-~]|\\["\\])*"`;
/** The other values that a parameter can have (RFC 9651, section 3.3). */
const VALUE = String.raw`[A-Za-z*][\w!#$%&'*+.^\x60|~:/-]*|@?-?\d+(?:\.\d+)?|\?[01]|:[\w+/=]*:|%"[ !#-~]*"`;
const PARAMETER = String.raw`; *[a-z*][a-z0-9_.*-]*(?:=(?:${ STRING }|${ VALUE }))?`;
/** A member of a list of strings, with the comma before the next one. Unknown parameters are ignored. */
const MEMBER = new RegExp(
	`(${ STRING })(?:${ PARAMETER })*(?:[ \\t]*,[ \\t]*(?!$)|$)`,
	'y'
);
const PRINTABLE = /^[ -~]+$/;

/** @return Null if it is not a list of strings (RFC 9651, section 4.2). */
function parseStrings( text: string ): string[] | null {
	const value = text.trim();
	const strings: string[] = [];
	MEMBER.lastIndex = 0;
	while ( MEMBER.lastIndex < value.length ) {
		const [ , quoted ] = MEMBER.exec( value ) ?? [];
		if ( quoted === undefined ) {
			return null;
		}
		strings.push( quoted.slice( 1, -1 ).replace( /\\(.)/g, '$1' ) );
	}
	return strings;
}

function headerOf( headers: IncomingHttpHeaders, name: string ): string {
	return headers[ name ]?.toString() ?? '';
}

/** Returns the groups that a response belongs to, each once. An invalid `Cache-Groups` is ignored as a whole. */
export function groupNamesOf( headers: IncomingHttpHeaders ): string[] {
	const tags = headerOf( headers, 'cache-tag' )
		.split( ',' )
		.map( ( tag ) => tag.trim() )
		.filter( ( tag ) => PRINTABLE.test( tag ) );
	const groups = parseStrings( headerOf( headers, 'cache-groups' ) ) ?? [];
	return [ ...new Set( [ ...groups, ...tags ] ) ];
}

/** Returns the groups that the response to an unsafe request invalidates, each once; none if the header is invalid. */
export function invalidatedGroupNames(
	headers: IncomingHttpHeaders
): string[] {
	const field = headerOf( headers, 'cache-group-invalidation' );
	return [ ...new Set( parseStrings( field ) ?? [] ) ];
}

/** Whether `Cache-Groups` is ignored because it is not a list of strings. */
export function hasInvalidGroups( headers: IncomingHttpHeaders ): boolean {
	return parseStrings( headerOf( headers, 'cache-groups' ) ) === null;
}
