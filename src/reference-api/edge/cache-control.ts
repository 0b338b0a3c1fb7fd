/** Reads `Cache-Control` (RFC 9111, section 5.2). */

const DIRECTIVE =
	/([\w!#$%&'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;
/** The largest value that every cache must support (RFC 9111, section 1.2.2). */
export const MAX_SECONDS = 2 ** 31;

/** Values by directive name in lower case. The value is empty for a directive without one. */
export type Directives = ReadonlyMap< string, string >;

/** The first value of a repeated directive counts (RFC 9111, section 4.2.1). */
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

/** Returns null if the directive is missing. An invalid value counts as 0, that is, stale (RFC 9111, section 4.2.1). */
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
