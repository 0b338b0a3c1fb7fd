/** Reads `Cache-Control` (RFC 9111, section 5.2) and `CDN-Cache-Control` (RFC 9213). */
import type { IncomingHttpHeaders } from 'node:http';
import { isInteger, parseDictionary } from './structured-fields.ts';

const DIRECTIVE =
	/([\w!#$%&'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;
/** The largest value that every cache must support (RFC 9111, section 1.2.2). */
export const MAX_SECONDS = 2 ** 31;

/** Directives whose values are seconds. */
const TIMES = [
	'max-age',
	's-maxage',
	'stale-while-revalidate',
	'stale-if-error',
];

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

/** The directives that apply to this cache. */
export interface ResponseDirectives {
	/** The header that has them, as shown to users. */
	source: 'CDN-Cache-Control' | 'Cache-Control';
	directives: Directives;
}

/** @return Null if the field is missing, empty or invalid, so that `Cache-Control` applies (RFC 9213, section 2.1). */
function readTargetedDirectives( text: string ): Directives | null {
	const members = [ ...( parseDictionary( text ) ?? [] ) ];
	const isInvalid = members.some(
		( [ name, value ] ) => TIMES.includes( name ) && ! isInteger( value )
	);
	if ( isInvalid || members.length === 0 ) {
		return null;
	}
	return new Map(
		members
			.filter( ( [ , value ] ) => value !== '?0' )
			.map( ( [ name, value ] ) => [ name, value === '?1' ? '' : value ] )
	);
}

/** `CDN-Cache-Control` replaces `Cache-Control` and `Expires` for shared caches that know it. */
export function directivesOf(
	headers: IncomingHttpHeaders
): ResponseDirectives {
	const targeted = readTargetedDirectives(
		headers[ 'cdn-cache-control' ]?.toString() ?? ''
	);
	return targeted
		? { source: 'CDN-Cache-Control', directives: targeted }
		: {
				source: 'Cache-Control',
				directives: readDirectives( headers[ 'cache-control' ] ),
			};
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
