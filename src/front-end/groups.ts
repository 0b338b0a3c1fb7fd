/** Cache groups of RFC 9875: lists of strings of RFC 9651. */

/** The group of the whole site, in place of too many. */
export const ALL_GROUPS = '"all"';

/** Servers and proxies refuse longer headers. Node accepts 16 KiB of all headers together. */
const MAX_HEADER_LENGTH = 8_000;

/** A header can hold printable ASCII only. */
const PRINTABLE = /^[ -~]+$/;

/** @return For example `"post-123", "post-list"`. Empty when a header cannot hold all of them. */
export function writeGroups( tags: readonly string[] ): string {
	const list = tags
		.map( ( tag ) => `"${ tag.replace( /["\\]/g, '\\$&' ) }"` )
		.join( ', ' );
	return list.length > MAX_HEADER_LENGTH || ! PRINTABLE.test( list )
		? ''
		: list;
}

/** A parameter with its value, or a member that is a string. A semicolon inside of a string belongs to it. */
const PART = /;[^,;"=]*(?:="(?:[^"\\]|\\.)*")?|"((?:[^"\\]|\\.)*)"/g;

/** @return The strings of the list. Parameters and members that are not strings are ignored. */
export function readGroups( header: string | null ): string[] {
	return [ ...( header ?? '' ).matchAll( PART ) ].flatMap( ( [ , text ] ) =>
		text === undefined ? [] : [ text.replace( /\\(.)/g, '$1' ) ]
	);
}
