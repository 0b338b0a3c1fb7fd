/**
 * Keeps the values of shell variables out of logs.
 */
import type { ShellVariable } from '../model.ts';

const MASK = '••••';
/** Shorter values are in every other word; to mask them would hide nothing and spoil the log. */
const MIN_CHARACTERS = 4;
/** Instructions to the platform, which are no secrets and which the log has to name. */
const OPEN_KEYS = /^(ATLAS_[A-Z_]+|NODE_ENV)$/;
const OPEN_VALUES = [ 'true', 'false', 'null' ];

/**
 * Bytes as characters, one each, so that what is cut in the middle of a character stays whole.
 * @param text
 */
const toBytes = ( text: string ): string =>
	Buffer.from( text ).toString( 'latin1' );

/**
 * Lists the forms in which programs print a value: as it is, line by line, in JSON and in an address.
 *
 * @param value The value.
 */
function formsOf( value: string ): string[] {
	const lines = value.split( /\r?\n/ ).map( ( line ) => line.trim() );
	return [
		value,
		...lines,
		JSON.stringify( value ).slice( 1, -1 ),
		encodeURIComponent( value.toWellFormed() ),
	];
}

/**
 * Lists what must not be in a log.
 *
 * @param variables The shell variables.
 */
export function secretsOf( variables: readonly ShellVariable[] ): string[] {
	const values = variables
		.filter(
			( { key, value } ) =>
				! OPEN_KEYS.test( key ) && ! OPEN_VALUES.includes( value )
		)
		.flatMap( ( { value } ) => formsOf( value ) )
		.filter( ( form ) => Array.from( form ).length >= MIN_CHARACTERS );
	return [ ...new Set( values ) ];
}

/** Masks secrets in a stream of output, also those that come in two pieces. */
export class Masker {
	/** By their first byte, the longest first. */
	readonly #secrets = new Map< string, string[] >();
	#held = '';

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

	/**
	 * Takes a piece of output.
	 *
	 * @param chunk What was printed.
	 * @return What may be shown; the beginning of what may become a secret is held back.
	 */
	push( chunk: Buffer ): Buffer {
		if ( this.#secrets.size === 0 ) {
			return chunk;
		}
		return this.#mask( this.#held + chunk.toString( 'latin1' ), false );
	}

	/** Answers what was held back, when nothing follows. */
	flush(): Buffer {
		return this.#mask( this.#held, true );
	}

	/**
	 * Masks a text that is whole.
	 *
	 * @param text The text.
	 */
	maskAll( text: string ): string {
		const held = this.#held;
		const masked = this.#mask( toBytes( text ), true ).toString( 'utf8' );
		this.#held = held;
		return masked;
	}

	#mask( bytes: string, isAll: boolean ): Buffer {
		this.#held = '';
		const shown: Buffer[] = [];
		let from = 0;
		for ( let at = 0; at < bytes.length; ) {
			const secrets = this.#secrets.get( bytes.charAt( at ) ) ?? [];
			const rest = bytes.length - at;
			const found = secrets.find(
				( secret ) =>
					bytes.startsWith( secret, at ) ||
					( ! isAll &&
						rest < secret.length &&
						secret.startsWith( bytes.slice( at ) ) )
			);
			if ( found && rest < found.length ) {
				this.#held = bytes.slice( at );
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
		const end = bytes.length - this.#held.length;
		shown.push( Buffer.from( bytes.slice( from, end ), 'latin1' ) );
		return Buffer.concat( shown );
	}
}
