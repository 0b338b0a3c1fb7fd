/** Reads `Cache-Control` (RFC 9111, section 5.2). */

const DIRECTIVE =
	/([\w!#$%&'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;
/** The largest value that every cache must support (RFC 9111, section 1.2.2). */
export const MAX_SECONDS = 2 ** 31;

/** Directives by name, in lower case; empty where there is no value. */
export type Directives = ReadonlyMap< string, string >;

/** Reads the header; of a directive that is said twice, the first counts. */
export function readDirectives( text: string | undefined ): Directives {
	const directives = new Map< string, string >();
	for ( const match of ( text ?? '' ).matchAll( DIRECTIVE ) ) {
		const name = match[ 1 ]?.toLowerCase() ?? '';
		if ( ! directives.has( name ) ) {
			directives.set( name, match[ 2 ] ?? match[ 3 ] ?? '' );
		}
	}
	return directives;
}

/**
 * Returns a directive's seconds, or null when it is not there. What is no number counts as 0, for an answer that says
 * nonsense is better asked for again.
 */
export function secondsOf(
	directives: Directives,
	name: string
): number | null {
	const value = directives.get( name );
	if ( value === undefined ) {
		return null;
	}
	return /^\d+$/.test( value ) ? Math.min( Number( value ), MAX_SECONDS ) : 0;
}
