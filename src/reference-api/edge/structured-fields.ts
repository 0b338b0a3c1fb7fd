/** Parses structured fields (RFC 9651, section 4.2): lists of strings, and dictionaries. */

const STRING = String.raw`"(?:[ !#-\x5b\x5d-~]|\\["\\])*"`;
const INTEGER = String.raw`-?\d{1,15}`;
/** Token, integer, decimal, date, Boolean, byte sequence, display string (RFC 9651, section 3.3). */
const VALUE = String.raw`[A-Za-z*][\w!#$%&'*+.^\x60|~:/-]*|@?${ INTEGER }|-?\d{1,12}\.\d{1,3}|\?[01]|:[\w+/=]*:|%"[ !#-~]*"`;
const KEY = String.raw`[a-z*][a-z0-9_.*-]*`;
const ITEM = `(?:${ STRING }|${ VALUE })`;
/** Unknown parameters are ignored. */
const PARAMETERS = String.raw`(?:; *${ KEY }(?:=${ ITEM })?)*`;
const INNER_LIST = String.raw`\( *(?:${ ITEM }${ PARAMETERS }(?: +${ ITEM }${ PARAMETERS })* *)?\)`;
/** The comma before the next member, or the end. */
const NEXT = String.raw`(?:[ \t]*,[ \t]*(?!$)|$)`;
const STRING_MEMBER = new RegExp(
	`(${ STRING })${ PARAMETERS }${ NEXT }`,
	'y'
);
const DICTIONARY_MEMBER = new RegExp(
	`(${ KEY })(?:=(${ ITEM }|${ INNER_LIST }))?${ PARAMETERS }${ NEXT }`,
	'y'
);
const WHOLE_INTEGER = new RegExp( `^${ INTEGER }$` );

/** @return The groups of each member, or null if the text is not a sequence of members. */
function parseMembers( text: string, member: RegExp ): string[][] | null {
	const value = text.trim();
	const members: string[][] = [];
	member.lastIndex = 0;
	while ( member.lastIndex < value.length ) {
		const found = member.exec( value );
		if ( ! found ) {
			return null;
		}
		members.push( found );
	}
	return members;
}

/** @return Null if it is not a list of strings. */
export function parseStringList( text: string ): string[] | null {
	const members = parseMembers( text, STRING_MEMBER );
	return (
		members?.map( ( [ , quoted = '' ] ) =>
			quoted.slice( 1, -1 ).replace( /\\(.)/g, '$1' )
		) ?? null
	);
}

/** @return The serialized value of each key (`?1` for a key without one), or null if it is not a dictionary. */
export function parseDictionary(
	text: string
): ReadonlyMap< string, string > | null {
	const members = parseMembers( text, DICTIONARY_MEMBER );
	return (
		members &&
		new Map(
			members.map( ( [ , key = '', value = '?1' ] ) => [ key, value ] )
		)
	);
}

export function isInteger( value: string ): boolean {
	return WHOLE_INTEGER.test( value );
}
