/**
 * Which visitors may share an answer (`Vary`; RFC 9111, section 4.1).
 *
 * Browsers word `Accept-Encoding` differently and mean the same. So the application is only told which of Brotli and
 * gzip a visitor takes, and an answer is shared by all who take what it came in.
 */
import type { IncomingHttpHeaders } from 'node:http';

const ENCODINGS = [ 'br', 'gzip' ] as const;
/** An encoding that the application chose without being offered it. */
const OTHER = 'other';
const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 200;

/** What a visitor takes, as the application is told. */
type AcceptedEncodings = '' | 'br' | 'gzip' | 'br, gzip';

/** What an answer was made for. */
export interface Variant {
	/** Request headers that it differs by, besides `Accept-Encoding`, and what they said. */
	names: readonly string[];
	values: string;
	byEncoding: boolean;
	/** Encodings that were offered, and the one that it came in; empty for none. */
	offered: AcceptedEncodings;
	given: '' | ( typeof ENCODINGS )[ number ] | typeof OTHER;
}

function parseAcceptEncoding( text: string ): AcceptedEncodings {
	const taken = new Set< string >();
	for ( const part of text.toLowerCase().split( ',' ) ) {
		const [ name = '', ...parameters ] = part
			.split( ';' )
			.map( ( word ) => word.trim() );
		const isRefused = parameters.some( ( word ) =>
			/^q=0(\.0*)?$/.test( word )
		);
		const named = name === '*' ? ENCODINGS : [ name.replace( /^x-/, '' ) ];
		named.forEach( ( one ) =>
			isRefused ? taken.delete( one ) : taken.add( one )
		);
	}
	return ENCODINGS.filter( ( name ) => taken.has( name ) ).join(
		', '
	) as AcceptedEncodings;
}

const remembered = new Map< string, AcceptedEncodings >();

/** Answers which of the known encodings a visitor takes, in the words that the application is told; empty for none. */
export function acceptedEncodings(
	text: string | undefined
): AcceptedEncodings {
	if ( text === undefined ) {
		return '';
	}
	let offer = remembered.get( text );
	if ( offer === undefined ) {
		offer = parseAcceptEncoding( text );
		if ( text.length > MAX_REMEMBERED_LENGTH ) {
			return offer;
		}
		if ( remembered.size >= MAX_REMEMBERED ) {
			remembered.clear();
		}
		remembered.set( text, offer );
	}
	return offer;
}

function givenIn( headers: IncomingHttpHeaders ): Variant[ 'given' ] {
	const name = headers[ 'content-encoding' ]?.trim().toLowerCase();
	if ( name === undefined || name === '' || name === 'identity' ) {
		return '';
	}
	return ENCODINGS.find( ( known ) => known === name ) ?? OTHER;
}

/** Returns the names in an answer's `Vary`, in lower case and in order. */
export function varyNames( headers: IncomingHttpHeaders ): string[] {
	const names = ( headers.vary ?? '' )
		.toLowerCase()
		.split( ',' )
		.map( ( name ) => name.trim() )
		.filter( ( name ) => name !== '' );
	return [ ...new Set( names ) ].sort();
}

/** Returns what the request says in these headers, in a form that can be compared. */
export function valuesOf(
	names: readonly string[],
	request: IncomingHttpHeaders
): string {
	return JSON.stringify( names.map( ( name ) => request[ name ] ?? null ) );
}

/**
 * Describes what an answer was made for.
 *
 * @param names   What it varies by, and the application hears of.
 * @param request The headers that the application got.
 */
export function variantOf(
	names: readonly string[],
	request: IncomingHttpHeaders,
	answer: IncomingHttpHeaders
): Variant {
	const given = givenIn( answer );
	const others = names.filter( ( name ) => name !== 'accept-encoding' );
	return {
		names: others,
		values: valuesOf( others, request ),
		// Some applications omit `Vary`; a client without gzip support would get gzip.
		byEncoding:
			others.length < names.length || [ 'br', 'gzip' ].includes( given ),
		offered: acceptedEncodings( request[ 'accept-encoding' ] ),
		given,
	};
}

/**
 * A client that accepts fewer encodings would get the same response if it accepts the chosen one.
 *
 * @param variant What an answer was made for.
 * @param wanted  What a visitor takes.
 */
function isEncodedFor(
	{ offered, given }: Variant,
	wanted: AcceptedEncodings
): boolean {
	if ( wanted === offered ) {
		return true;
	}
	const isLess = wanted === '' || offered === 'br, gzip';
	return isLess && given !== OTHER && wanted.includes( given );
}

/**
 * Returns whether a visitor may have an answer.
 *
 * @param variant What it was made for.
 */
export function matchesVariant(
	variant: Variant,
	request: IncomingHttpHeaders
): boolean {
	if (
		variant.byEncoding &&
		! isEncodedFor(
			variant,
			acceptedEncodings( request[ 'accept-encoding' ] )
		)
	) {
		return false;
	}
	return (
		variant.names.length === 0 ||
		valuesOf( variant.names, request ) === variant.values
	);
}
