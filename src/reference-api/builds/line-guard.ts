/**
 * Keeps what a command prints from looking like a line of the platform: such a line is indented.
 */
import { plainText } from '../plain-text.ts';

/** How a line begins that tells a step. */
export const HEADING = '==>';
/** How the line begins that leads to the site. */
export const LIVE_LINE = 'Visitors get it from now on:';

const RESERVED = [ HEADING, LIVE_LINE ];
const INDENT = Buffer.from( '  ' );
/** More than that is not waited for: what hides its beginning so long is indented. */
const MAX_HELD_BYTES = 4096;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Whole codes for terminals, as plainText() removes them. */
const WHOLE_CODES =
	/[\u001b][\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-Z\\^-~]/g;
const BEGUN_CODE = /[\u001b\u009b]/;

type Decision = 'pass' | 'indent' | 'wait';

/**
 * Judges a line, or the part of one that a carriage return began; `isWhole` when nothing of it follows.
 * @param bytes
 * @param isWhole
 */
function decide( bytes: Buffer, isWhole: boolean ): Decision {
	const text = bytes.toString( 'utf8' );
	const plain = plainText( text );
	if ( isWhole || bytes.length > MAX_HELD_BYTES ) {
		const looksReserved = RESERVED.some( ( one ) =>
			plain.startsWith( one )
		);
		return looksReserved || ! isWhole ? 'indent' : 'pass';
	}
	// A code, or a character of several bytes, may go on with the next piece.
	if (
		BEGUN_CODE.test( text.replace( WHOLE_CODES, '' ) ) ||
		text.endsWith( '\ufffd' )
	) {
		return 'wait';
	}
	if ( RESERVED.some( ( one ) => plain.startsWith( one ) ) ) {
		return 'indent';
	}
	return RESERVED.some( ( one ) => one.startsWith( plain ) )
		? 'wait'
		: 'pass';
}

/** Takes the output of a command piece by piece. */
export class LineGuard {
	/** What of a line is not judged yet; null in a line that was judged. */
	#held: Buffer | null = Buffer.alloc( 0 );

	/**
	 * Takes a piece of output.
	 *
	 * @param chunk What was printed.
	 * @return What may be written; the beginning of a line that may become a reserved one is held back.
	 */
	push( chunk: Buffer ): Buffer {
		const shown: Buffer[] = [];
		for ( let at = 0; at < chunk.length; ) {
			const end = chunk
				.subarray( at )
				.findIndex( ( byte ) => byte === NEWLINE || byte === RETURN );
			const isEnded = end >= 0;
			const next = isEnded ? at + end + 1 : chunk.length;
			shown.push(
				this.#take(
					chunk.subarray( at, isEnded ? next - 1 : next ),
					isEnded
				)
			);
			if ( isEnded ) {
				shown.push( chunk.subarray( next - 1, next ) );
			}
			at = next;
		}
		return Buffer.concat( shown );
	}

	/**
	 * Takes a part of a line; `isEnded` when its end follows.
	 * @param part
	 * @param isEnded
	 */
	#take( part: Buffer, isEnded: boolean ): Buffer {
		if ( this.#held === null ) {
			this.#held = isEnded ? Buffer.alloc( 0 ) : null;
			return part;
		}
		const bytes = Buffer.concat( [ this.#held, part ] );
		const decision = decide( bytes, isEnded );
		if ( decision === 'wait' ) {
			this.#held = bytes;
			return Buffer.alloc( 0 );
		}
		this.#held = isEnded ? Buffer.alloc( 0 ) : null;
		return decision === 'indent'
			? Buffer.concat( [ INDENT, bytes ] )
			: bytes;
	}

	/** Answers what was held back, when nothing of the line follows. The next piece begins a line. */
	flush(): Buffer {
		const rest = this.#take( Buffer.alloc( 0 ), true );
		this.#held = Buffer.alloc( 0 );
		return rest;
	}
}
