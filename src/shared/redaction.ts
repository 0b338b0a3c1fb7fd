/** What stands in the place of a secret. */
export const MASK = '••••';

/** A shorter word would be found everywhere, and is no secret. */
const SHORTEST_SECRET_BYTES = 8;

function bytesOf( text: string ): Uint8Array {
	return new TextEncoder().encode( text );
}

function lowerHex( text: string, escapes: RegExp ): string {
	return text.replace( escapes, ( found ) => found.toLowerCase() );
}

function percentEncoded( text: string ): string {
	return encodeURIComponent( text ).replace(
		/[!'()*]/g,
		( sign ) => `%${ sign.charCodeAt( 0 ).toString( 16 ).toUpperCase() }`
	);
}

function escapedForHtml( text: string ): string {
	return text
		.replaceAll( '&', '&amp;' )
		.replaceAll( '<', '&lt;' )
		.replaceAll( '>', '&gt;' )
		.replaceAll( '"', '&quot;' )
		.replaceAll( "'", '&#039;' );
}

/**
 * A secret without its padding, unless too little would be left.
 * @param secret
 */
function bare( secret: string ): string {
	const text = secret.replace( /=+$/, '' );
	return bytesOf( text ).length >= SHORTEST_SECRET_BYTES ? text : secret;
}

/**
 * The ways in which a secret is written in JSON: by JavaScript, by PHP, and by writers that escape `=`.
 * @param secret
 */
function jsonForms( secret: string ): string[] {
	const json = JSON.stringify( secret ).slice( 1, -1 );
	const ascii = json.replace(
		/[\u0080-\uffff]/g,
		( sign ) =>
			`\\u${ sign.charCodeAt( 0 ).toString( 16 ).padStart( 4, '0' ) }`
	);
	return [ json, ascii ]
		.flatMap( ( form ) => [ form, form.replaceAll( '/', '\\/' ) ] )
		.flatMap( ( form ) => [
			form,
			form.replaceAll( '=', '\\u003d' ),
			form.replaceAll( '=', '\\u003D' ),
		] );
}

/**
 * The ways in which a secret is written; without its padding too: whatever an escaping makes of `=`, the rest is found.
 * @param secret
 */
function writtenForms( secret: string ): string[] {
	const percent = percentEncoded( secret );
	return [
		secret,
		percent,
		lowerHex( percent, /%[0-9A-F]{2}/g ),
		percentEncoded( percent ),
		...jsonForms( secret ),
		escapedForHtml( secret ),
		bare( secret ),
	];
}

/**
 * The part of a base64 text that a secret alone decides, for each place it may begin at, in both alphabets.
 * @param secret
 */
function base64Forms( secret: string ): string[] {
	const bytes = bytesOf( secret );
	return [ 0, 1, 2 ].flatMap( ( before ) => {
		const text = String.fromCharCode(
			...new Uint8Array( before ),
			...bytes
		);
		const stable = btoa( text ).slice(
			Math.ceil( ( before * 8 ) / 6 ),
			Math.floor( ( ( before + bytes.length ) * 8 ) / 6 )
		);
		return [ stable, stable.replaceAll( '+', '-' ).replaceAll( '/', '_' ) ];
	} );
}

/**
 * Makes a function that takes secrets out of whatever a service or an error echoes. It goes by value, not by pattern:
 * raw, percent-encoded, JSON-escaped, as HTML, and inside base64. Golden cases, read by PHP's Redactor too:
 * test/contract/redaction.json.
 *
 * @param secrets The secrets in clear.
 */
export function createRedactor(
	secrets: readonly string[]
): ( text: string ) => string {
	const forms = new Set(
		secrets
			.filter(
				( secret ) => bytesOf( secret ).length >= SHORTEST_SECRET_BYTES
			)
			.flatMap( ( secret ) => [
				...writtenForms( secret ),
				...base64Forms( secret ),
				...base64Forms( bare( secret ) ),
			] )
	);
	const longestFirst = [ ...forms ].sort(
		( one, other ) => other.length - one.length
	);
	return ( text ) =>
		longestFirst.reduce(
			( clean, form ) => clean.replaceAll( form, () => MASK ),
			text
		);
}
