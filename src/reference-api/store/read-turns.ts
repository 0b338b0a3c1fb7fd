/**
 * How many rows of lists are read together before the event loop serves visitors again: about a millisecond. The
 * single rows that requests look up besides stay below 50, so that no turn reads more than 200.
 */
const MAX_ROWS_PER_TURN = 150;

/** Shares the turns of the event loop, on which visitors are served, between requests that read many rows. */
export class ReadTurns {
	#left = MAX_ROWS_PER_TURN;
	#next: Promise< void > | null = null;

	/**
	 * Waits for a turn in which these rows can still be read. The caller reads them before it awaits anything else.
	 *
	 * @param rows At most `MAX_ROWS_PER_TURN`.
	 */
	async take( rows: number ): Promise< void > {
		while ( rows > this.#left ) {
			await this.#nextTurn();
		}
		this.#left -= rows;
		// The rows of this turn are free again in the next one, whether a reader waits or not.
		void this.#nextTurn();
	}

	#nextTurn(): Promise< void > {
		return ( this.#next ??= new Promise( ( resolve ) => {
			setImmediate( () => {
				this.#left = MAX_ROWS_PER_TURN;
				this.#next = null;
				resolve();
			} );
		} ) );
	}
}
