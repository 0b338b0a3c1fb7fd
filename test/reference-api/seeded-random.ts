/** Random values that are the same for the same seed. */
export class Random {
	#state: number;

	/** Begins. */
	constructor( seed: number ) {
		// The generator of Park and Miller must not begin with 0.
		this.#state = ( Math.abs( Math.trunc( seed ) ) % 2147483646 ) + 1;
	}

	/** Returns a number from 0 up to 1. */
	next(): number {
		this.#state = ( this.#state * 48271 ) % 2147483647;
		return ( this.#state - 1 ) / 2147483646;
	}

	/**
	 * Returns a whole number from 0 up to a limit.
	 *
	 * @param limit The limit, which is never reached.
	 */
	below( limit: number ): number {
		return Math.floor( this.next() * limit );
	}

	/**
	 * Is true for a share of the calls.
	 *
	 * @param share From 0 to 1.
	 */
	chance( share: number ): boolean {
		return this.next() < share;
	}

	/** Chooses an item. */
	pick< Item >( items: readonly Item[] ): Item {
		const item = items[ this.below( items.length ) ];
		if ( item === undefined ) {
			throw new Error( 'There is nothing to choose from.' );
		}
		return item;
	}
}
