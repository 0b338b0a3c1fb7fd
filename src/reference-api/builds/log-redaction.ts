import { MASK, printedForms } from '../lib/printed-forms.ts';
import type { ShellVariable } from '../model/hosting.ts';

/** Settings of the platform, which are not secret and which the log has to show. */
const OPEN_KEYS = /^(ATLAS_[A-Z_]+|NODE_ENV)$/;
const OPEN_VALUES = [ 'true', 'false', 'null' ];

/** One character for each byte, so that chunks that end within a character are not damaged. */
const toBytes = ( text: string ): string =>
	Buffer.from( text ).toString( 'latin1' );

/** Returns all encodings of sensitive values that must be masked in a log. */
export function secretForms( variables: readonly ShellVariable[] ): string[] {
	const values = variables
		.filter(
			( { key, value } ) =>
				! OPEN_KEYS.test( key ) && ! OPEN_VALUES.includes( value )
		)
		.flatMap( ( { value } ) => printedForms( value ) );
	return [ ...new Set( values ) ];
}

/** Every form of a value has at least as many bytes. */
const START_BYTES = 4;

/** Returns the four bytes at a position as one number. */
function startAt( bytes: string, at: number ): number {
	let start = 0;
	for ( let index = at; index < at + START_BYTES; index++ ) {
		start = start * 0x100 + bytes.charCodeAt( index );
	}
	return start;
}

/** Masks sensitive values in a stream of output, including values that are split over two chunks. */
export class StreamRedactor {
	/** The longest first. */
	readonly #secrets: readonly string[];
	/** By their first bytes: the application's output is masked by the thread that serves visitors. */
	readonly #byStart: ReadonlyMap< number, readonly string[] >;
	#buffered = '';

	/** @param secrets Of at least four bytes. */
	constructor( secrets: readonly string[] ) {
		this.#secrets = secrets
			.map( toBytes )
			.sort( ( a, b ) => b.length - a.length );
		this.#byStart = Map.groupBy( this.#secrets, ( secret ) =>
			startAt( secret, 0 )
		);
	}

	/** @return The masked output, without a trailing part that may be the start of a sensitive value. */
	push( chunk: Buffer ): Buffer {
		if ( this.#secrets.length === 0 ) {
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
			const rest = bytes.length - at;
			const secrets =
				rest < START_BYTES
					? this.#secrets
					: this.#byStart.get( startAt( bytes, at ) );
			const found = secrets?.find(
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
