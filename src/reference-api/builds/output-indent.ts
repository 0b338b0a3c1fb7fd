/** Indents what a command prints. The lines of the platform have no margin, so no command can imitate them. */

const MARGIN = Buffer.from( '  ' );
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Puts the margin before each line of output that comes in pieces, also where a carriage return begins a line again. */
export class OutputIndent {
	#isLineStart = true;

	/** @return The same with margins; empty lines have none. */
	push( chunk: Buffer ): Buffer {
		const shown: Buffer[] = [];
		let from = 0;
		for ( let at = 0; at < chunk.length; at++ ) {
			const byte = chunk[ at ];
			const isEnd = byte === NEWLINE || byte === RETURN;
			if ( this.#isLineStart && ! isEnd ) {
				shown.push( chunk.subarray( from, at ), MARGIN );
				from = at;
			}
			this.#isLineStart = isEnd;
		}
		return Buffer.concat( [ ...shown, chunk.subarray( from ) ] );
	}

	/** Ends a line that the command has not ended. */
	endLine(): void {
		this.#isLineStart = true;
	}
}
