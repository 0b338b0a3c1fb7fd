/**
 * Which requests match a stored response (`Vary`; RFC 9111, section 4.1).
 *
 * Browsers send different `Accept-Encoding` headers with the same meaning. The edge normalizes them to Brotli and gzip,
 * and uses a stored response for all clients that accept its encoding.
 */
import type { IncomingHttpHeaders } from 'node:http';

const ENCODINGS = [ 'br', 'gzip' ] as const;
/** An encoding that the request did not accept. */
const OTHER = 'other';
const MAX_MEMOIZED = 500;
const MAX_MEMOIZED_LENGTH = 200;

/** A normalized `Accept-Encoding`. */
type AcceptedEncodings = '' | 'br' | 'gzip' | 'br, gzip';

export interface Variant {
	/** The names in `Vary` except `Accept-Encoding`. */
	names: readonly string[];
	/** The values of these headers in the request, as JSON. */
	values: string;
	variesByEncoding: boolean;
	accepted: AcceptedEncodings;
	/** The encoding of the body; empty for none. */
	contentEncoding: '' | ( typeof ENCODINGS )[ number ] | typeof OTHER;
}

function parseAcceptEncoding( text: string ): AcceptedEncodings {
	const accepted = new Set< string >();
	for ( const part of text.toLowerCase().split( ',' ) ) {
		const [ name = '', ...parameters ] = part
			.split( ';' )
			.map( ( item ) => item.trim() );
		const isRefused = parameters.some( ( parameter ) =>
			/^q=0(\.0*)?$/.test( parameter )
		);
		const named = name === '*' ? ENCODINGS : [ name.replace( /^x-/, '' ) ];
		named.forEach( ( one ) =>
			isRefused ? accepted.delete( one ) : accepted.add( one )
		);
	}
	return ENCODINGS.filter( ( name ) => accepted.has( name ) ).join(
		', '
	) as AcceptedEncodings;
}

const memoized = new Map< string, AcceptedEncodings >();

/** Normalizes `Accept-Encoding`. Empty if neither Brotli nor gzip is accepted. */
export function acceptedEncodings(
	text: string | undefined
): AcceptedEncodings {
	if ( text === undefined ) {
		return '';
	}
	let accepted = memoized.get( text );
	if ( accepted === undefined ) {
		accepted = parseAcceptEncoding( text );
		if ( text.length > MAX_MEMOIZED_LENGTH ) {
			return accepted;
		}
		if ( memoized.size >= MAX_MEMOIZED ) {
			memoized.clear();
		}
		memoized.set( text, accepted );
	}
	return accepted;
}

function contentEncodingOf(
	headers: IncomingHttpHeaders
): Variant[ 'contentEncoding' ] {
	const name = headers[ 'content-encoding' ]?.trim().toLowerCase();
	if ( name === undefined || name === '' || name === 'identity' ) {
		return '';
	}
	return ENCODINGS.find( ( known ) => known === name ) ?? OTHER;
}

/** Returns the names in `Vary`, in lower case and sorted. */
export function varyNames( headers: IncomingHttpHeaders ): string[] {
	const names = ( headers.vary ?? '' )
		.toLowerCase()
		.split( ',' )
		.map( ( name ) => name.trim() )
		.filter( ( name ) => name !== '' );
	return [ ...new Set( names ) ].sort();
}

/** Returns the values of these request headers in a comparable form. */
export function valuesOf(
	names: readonly string[],
	request: IncomingHttpHeaders
): string {
	return JSON.stringify( names.map( ( name ) => request[ name ] ?? null ) );
}

/**
 * @param names   The names in `Vary` that are part of the cache key; see `relevantVaryNames()`.
 * @param request The headers that the application received.
 */
export function variantOf(
	names: readonly string[],
	request: IncomingHttpHeaders,
	response: IncomingHttpHeaders
): Variant {
	const contentEncoding = contentEncodingOf( response );
	const others = names.filter( ( name ) => name !== 'accept-encoding' );
	return {
		names: others,
		values: valuesOf( others, request ),
		// Some applications omit `Vary`; a client without gzip support would get gzip.
		variesByEncoding:
			others.length < names.length ||
			[ 'br', 'gzip' ].includes( contentEncoding ),
		accepted: acceptedEncodings( request[ 'accept-encoding' ] ),
		contentEncoding,
	};
}

/** A client that accepts fewer encodings would receive the same response if it accepts the encoding of the body. */
function acceptsEncoding(
	{ accepted, contentEncoding }: Variant,
	clientAccepts: AcceptedEncodings
): boolean {
	if ( clientAccepts === accepted ) {
		return true;
	}
	const acceptsFewer = clientAccepts === '' || accepted === 'br, gzip';
	return (
		acceptsFewer &&
		contentEncoding !== OTHER &&
		clientAccepts.includes( contentEncoding )
	);
}

export function matchesVariant(
	variant: Variant,
	request: IncomingHttpHeaders
): boolean {
	if (
		variant.variesByEncoding &&
		! acceptsEncoding(
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
