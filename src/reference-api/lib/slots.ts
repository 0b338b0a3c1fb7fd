/** Limits how many builds run at the same time, over all environments. */

interface Waiting {
	since: Date;
	take: () => void;
}

/** Gives places to those who wait, the one who waits longest first. */
export class Slots {
	readonly #size: number;
	#taken = 0;
	#waiting: Waiting[] = [];

	/**
	 * Makes the places.
	 *
	 * @param size How many there are.
	 */
	constructor( size: number ) {
		this.#size = size;
	}

	/**
	 * Waits for a place.
	 *
	 * @param since Since when the work waits that it is for.
	 * @param leave Ends the waiting; then there is none.
	 * @return Gives the place back; null when the waiting was ended.
	 */
	async take(
		since: Date,
		leave: AbortSignal
	): Promise< ( () => void ) | null > {
		if ( leave.aborted ) {
			return null;
		}
		if ( this.#taken < this.#size ) {
			this.#taken++;
		} else if ( ! ( await this.#wait( since, leave ) ) ) {
			return null;
		}
		return () => this.#giveBack();
	}

	#wait( since: Date, leave: AbortSignal ): Promise< boolean > {
		return new Promise( ( resolve ) => {
			const onLeave = () => {
				this.#waiting = this.#waiting.filter( ( it ) => it !== entry );
				resolve( false );
			};
			const entry = {
				since,
				take: () => {
					leave.removeEventListener( 'abort', onLeave );
					resolve( true );
				},
			};
			leave.addEventListener( 'abort', onLeave );
			this.#waiting.push( entry );
			this.#waiting.sort(
				( a, b ) => a.since.getTime() - b.since.getTime()
			);
		} );
	}

	/** The place goes to the next one without ever being free, so that nobody overtakes. */
	#giveBack(): void {
		const next = this.#waiting.shift();
		if ( next ) {
			next.take();
		} else {
			this.#taken--;
		}
	}
}
