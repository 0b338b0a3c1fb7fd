/** Indents the output of a command. Lines of the platform are not indented, so no command can imitate them. */

const MARGIN = Buffer.from( '  ' );
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Indents each line of output that arrives in chunks, also after a carriage return. */
export class OutputIndent {
	#isLineStart = true;

	/** @return The indented chunk; empty lines are not indented. */
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
