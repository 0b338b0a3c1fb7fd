import type { ShellVariable } from '../model/hosting.ts';

const MASK = '••••';
/** Shorter values occur in many words; masking them would make the log unreadable. */
const MIN_CHARACTERS = 4;
const MIN_ENCODED_CHARACTERS = 8;
/** Settings of the platform, which are not secret and which the log has to show. */
const OPEN_KEYS = /^(ATLAS_[A-Z_]+|NODE_ENV)$/;
const OPEN_VALUES = [ 'true', 'false', 'null' ];

/** One character for each byte, so that chunks that end within a character are not damaged. */
const toBytes = ( text: string ): string =>
	Buffer.from( text ).toString( 'latin1' );

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

/**
 * Lists the base64 of a value, also as a part of a longer text (`user:password`): the characters that do not depend on
 * its neighbors, for each of the three places that its first byte may have.
 */
function base64Forms( value: string ): string[] {
	const bytes = Buffer.from( value );
	const parts = [ 0, 1, 2 ].map( ( shift ) => {
		const text = Buffer.concat( [ Buffer.alloc( shift ), bytes ] );
		const first = Math.ceil( ( shift * 8 ) / 6 );
		const end = Math.floor( ( text.length * 8 ) / 6 );
		return text.toString( 'base64' ).slice( first, end );
	} );
	return [ bytes.toString( 'base64' ), ...parts ]
		.filter( ( part ) => part.length >= MIN_ENCODED_CHARACTERS )
		.flatMap( ( part ) => [
			part,
			part.replaceAll( '+', '-' ).replaceAll( '/', '_' ),
		] );
}

function htmlForms( value: string ): string[] {
	return HTML_FORMS.map( ( forms ) =>
		value.replace(
			/[&<>"']/g,
			( character ) => forms[ character ] ?? character
		)
	);
}

/**
 * Lists the forms in which programs print a value: as it is, line by line, in JSON, in an address, in HTML, in hex and
 * in base64.
 */
function formsOf( value: string ): string[] {
	// The hex form of a short value would match parts of most checksums.
	const isLong = Array.from( value ).length >= MIN_CHARACTERS;
	const hex = isLong ? Buffer.from( value ).toString( 'hex' ) : '';
	const lines = value.split( /\r?\n/ ).map( ( line ) => line.trim() );
	return [
		value,
		...lines,
		JSON.stringify( value ).slice( 1, -1 ),
		encodeURIComponent( value.toWellFormed() ),
		...htmlForms( value ),
		hex,
		hex.toUpperCase(),
		...base64Forms( value ),
	];
}

/** Returns all encodings of sensitive values that must be masked in a log. */
export function secretForms( variables: readonly ShellVariable[] ): string[] {
	const values = variables
		.filter(
			( { key, value } ) =>
				! OPEN_KEYS.test( key ) && ! OPEN_VALUES.includes( value )
		)
		.flatMap( ( { value } ) => formsOf( value ) )
		.filter( ( form ) => Array.from( form ).length >= MIN_CHARACTERS );
	return [ ...new Set( values ) ];
}

/** Masks sensitive values in a stream of output, including values that are split over two chunks. */
export class StreamRedactor {
	/** By their first byte, the longest first. */
	readonly #secrets = new Map< string, string[] >();
	#buffered = '';

	constructor( secrets: readonly string[] ) {
		const sorted = secrets
			.map( toBytes )
			.sort( ( a, b ) => b.length - a.length );
		for ( const secret of sorted ) {
			const first = secret.charAt( 0 );
			const others = this.#secrets.get( first ) ?? [];
			this.#secrets.set( first, [ ...others, secret ] );
		}
	}

	/** @return The masked output, without a trailing part that may be the start of a sensitive value. */
	push( chunk: Buffer ): Buffer {
		if ( this.#secrets.size === 0 ) {
			return chunk;
		}
		return this.#mask( this.#buffered + chunk.toString( 'latin1' ), false );
	}

	/** Returns the rest of the masked output at the end of the stream. */
	flush(): Buffer {
		return this.#mask( this.#buffered, true );
	}

	maskAll( text: string ): string {
		const buffered = this.#buffered;
		const masked = this.#mask( toBytes( text ), true ).toString( 'utf8' );
		this.#buffered = buffered;
		return masked;
	}

	#mask( bytes: string, isFinal: boolean ): Buffer {
		this.#buffered = '';
		const shown: Buffer[] = [];
		let from = 0;
		for ( let at = 0; at < bytes.length; ) {
			const secrets = this.#secrets.get( bytes.charAt( at ) ) ?? [];
			const rest = bytes.length - at;
			const found = secrets.find(
				( secret ) =>
					bytes.startsWith( secret, at ) ||
					( ! isFinal &&
						rest < secret.length &&
						secret.startsWith( bytes.slice( at ) ) )
			);
			if ( found && rest < found.length ) {
				this.#buffered = bytes.slice( at );
				break;
			}
			if ( found ) {
				shown.push(
					Buffer.from( bytes.slice( from, at ), 'latin1' ),
					Buffer.from( MASK )
				);
				from = at + found.length;
			}
			at += found?.length ?? 1;
		}
		const end = bytes.length - this.#buffered.length;
		shown.push( Buffer.from( bytes.slice( from, end ), 'latin1' ) );
		return Buffer.concat( shown );
	}
}
