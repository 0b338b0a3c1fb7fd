/** The forms in which programs print a sensitive value, so that each of them can be masked. */
import { inspect } from 'node:util';

/** Replaces a sensitive value. */
export const MASK = '••••';

/** Shorter texts occur in many words; masking them would make an output unreadable. */
const MIN_CHARACTERS = 4;
const MIN_ENCODED_CHARACTERS = 8;
/** A longer value is a file, which no program puts into a URL. Its forms would take much memory. */
const MAX_SHORT_CHARACTERS = 4096;
/** Of the lines of PEM and of MIME, and of the command base64. */
const BASE64_LINES = [ 64, 76 ];

/** What an encoder of URLs keeps beside letters, digits, "-", "." and "_". */
const URL_ENCODERS: readonly { kept: string; space?: '+' }[] = [
	// encodeURIComponent()
	{ kept: "!~*'()" },
	// encodeURI()
	{ kept: "!~*'();/?:@&=+$,#" },
	// rawurlencode() of PHP; quote() of Python
	{ kept: '~' },
	{ kept: '~/' },
	// URLSearchParams; urlencode() of PHP; Go and Python
	{ kept: '*', space: '+' },
	{ kept: '', space: '+' },
	{ kept: '~', space: '+' },
	// The password, the path and the query of a URL object (https://url.spec.whatwg.org/#percent-encoded-bytes)
	{ kept: "!$%&'()*+,~" },
	{ kept: "!$%&'()*+,~/:;=@[\\]|" },
	{ kept: '!$%&()*+,~/:;=@[\\]|?^`{}' },
];

/** The forms of reserved characters in HTML; quotes have several. */
const HTML_FORMS: readonly Readonly< Record< string, string > >[] = [
	{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
	...[ '&#39;', '&#039;', '&#x27;', '&apos;' ].map( ( quote ) => ( {
		'&': '&amp;',
		'<': '&lt;',
		'>': '&gt;',
		'"': '&quot;',
		"'": quote,
	} ) ),
];

function characterCount( text: string ): number {
	return Array.from( text ).length;
}

function urlForms( value: string ): string[] {
	const bytes = Buffer.from( value ).toString( 'latin1' );
	return URL_ENCODERS.flatMap( ( { kept, space } ) => {
		const upper = bytes.replace( /[^\w.-]/g, ( byte ) => {
			if ( byte === ' ' && space ) {
				return space;
			}
			const code = byte.charCodeAt( 0 ).toString( 16 ).padStart( 2, '0' );
			return kept.includes( byte ) ? byte : `%${ code.toUpperCase() }`;
		} );
		const lower = upper.replace( /%[\dA-F]{2}/g, ( code ) =>
			code.toLowerCase()
		);
		return [ upper, lower ];
	} );
}

function jsonForms( value: string ): string[] {
	const encode = ( text: string ) => JSON.stringify( text ).slice( 1, -1 );
	const ascii = encode( value ).replace(
		/[\u007f-\uffff]/g,
		( unit ) =>
			`\\u${ unit.charCodeAt( 0 ).toString( 16 ).padStart( 4, '0' ) }`
	);
	return [ encode( value ), ascii ]
		.flatMap( ( text ) => [ text, text.replaceAll( '/', '\\/' ) ] )
		.flatMap( ( text ) => [ text, encode( text ) ] );
}

/** In the quotes of JavaScript and of a shell. */
function quotedForms( value: string ): string[] {
	return [
		inspect( value, { maxStringLength: Infinity } ).slice( 1, -1 ),
		value.replaceAll( "'", "\\'" ),
		value.replaceAll( "'", "'\\''" ),
		value.replaceAll( "'", `'"'"'` ),
	];
}

function htmlForms( value: string ): string[] {
	return HTML_FORMS.map( ( forms ) =>
		value.replace(
			/[&<>"']/g,
			( character ) => forms[ character ] ?? character
		)
	);
}

function hexForms( value: string ): string[] {
	// The hex form of a short value would match parts of most checksums.
	const hex =
		characterCount( value ) >= MIN_CHARACTERS
			? Buffer.from( value ).toString( 'hex' )
			: '';
	return [ hex, hex.toUpperCase() ];
}

function linesOf( text: string, length: number ): string[] {
	return text.match( new RegExp( `.{1,${ length }}`, 'g' ) ) ?? [];
}

/**
 * Lists the base64 of a value, in one line or in several, also as a part of a longer text (`user:password`): the
 * characters that do not depend on its neighbors, for each of the three places that its first byte may have.
 */
function base64Forms( value: string ): string[] {
	const bytes = Buffer.from( value );
	const whole = bytes.toString( 'base64' );
	const parts = [ 0, 1, 2 ].map( ( shift ) => {
		const text = Buffer.concat( [ Buffer.alloc( shift ), bytes ] );
		const first = Math.ceil( ( shift * 8 ) / 6 );
		const end = Math.floor( ( text.length * 8 ) / 6 );
		return text.toString( 'base64' ).slice( first, end );
	} );
	return [
		whole,
		// Not every program adds the padding.
		whole.replace( /=+$/, '' ),
		...BASE64_LINES.flatMap( ( length ) => linesOf( whole, length ) ),
		...parts,
	]
		.filter( ( part ) => part.length >= MIN_ENCODED_CHARACTERS )
		.flatMap( ( part ) => [
			part,
			part.replaceAll( '+', '-' ).replaceAll( '/', '_' ),
		] );
}

/**
 * Lists the forms in which programs print a value, each once: as it is, line by line, in quotes, in JSON, in a URL, in
 * HTML, in hex and in base64. Forms of less than four characters are left out.
 */
export function printedForms( value: string ): string[] {
	const lines = value.split( /\r?\n/ ).map( ( line ) => line.trim() );
	const isShort = value.length <= MAX_SHORT_CHARACTERS;
	const forms = [
		value,
		...lines,
		...jsonForms( value ),
		...( isShort ? quotedForms( value ) : [] ),
		...( isShort ? urlForms( value.toWellFormed() ) : [] ),
		...htmlForms( value ),
		...hexForms( value ),
		...base64Forms( value ),
	];
	return [ ...new Set( forms ) ].filter(
		( form ) => characterCount( form ) >= MIN_CHARACTERS
	);
}
