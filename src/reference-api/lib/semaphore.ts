/** Lets a few pieces of work run at the same time; the others wait for their turn, up to a number. */
export class Semaphore {
	readonly #atOnce: number;
	readonly #maxWaiting: number;
	readonly #waiting: ( () => void )[] = [];
	#running = 0;

	/**
	 * Sets the bounds.
	 *
	 * @param atOnce     How many run at the same time.
	 * @param maxWaiting How many may wait.
	 */
	constructor( atOnce: number, maxWaiting = Infinity ) {
		this.#atOnce = atOnce;
		this.#maxWaiting = maxWaiting;
	}

	/** Whether one more would be one too many. */
	get isFull(): boolean {
		return (
			this.#running >= this.#atOnce &&
			this.#waiting.length >= this.#maxWaiting
		);
	}

	/**
	 * Runs a piece of work when it is its turn. Ask `isFull` first where waiting has a bound.
	 */
	async run< T >( work: () => Promise< T > ): Promise< T > {
		if ( this.#running >= this.#atOnce ) {
			await new Promise< void >( ( resolve ) =>
				this.#waiting.push( resolve )
			);
		} else {
			this.#running++;
		}
		try {
			return await work();
		} finally {
			// The place is handed on, so that nobody who comes in between takes it.
			const next = this.#waiting.shift();
			if ( next ) {
				next();
			} else {
				this.#running--;
			}
		}
	}
}
