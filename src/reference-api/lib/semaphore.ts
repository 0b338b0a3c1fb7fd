interface Waiter {
	order: number;
	resume: () => void;
}

/** Bounds how much work runs at the same time; more work waits for a permit. */
export class Semaphore {
	readonly #permits: number;
	readonly #maxWaiting: number;
	#taken = 0;
	#waiting: Waiter[] = [];

	constructor( permits: number, maxWaiting = Infinity ) {
		this.#permits = permits;
		this.#maxWaiting = maxWaiting;
	}

	/** Whether `acquire()` would not have to wait. */
	get hasPermit(): boolean {
		return this.#taken < this.#permits;
	}

	/** Whether all permits are taken and no more work may wait. `acquire()` and `run()` do not check it. */
	get isFull(): boolean {
		return ! this.hasPermit && this.#waiting.length >= this.#maxWaiting;
	}

	/**
	 * Waits for a permit.
	 *
	 * @param order The waiter with the smallest number is next; of equal ones the one that came first.
	 * @return Returns the permit; further calls do nothing.
	 * @throws The reason of the signal.
	 */
	async acquire( signal?: AbortSignal, order = 0 ): Promise< () => void > {
		signal?.throwIfAborted();
		if ( this.hasPermit ) {
			this.#taken++;
		} else {
			await this.#wait( signal, order );
		}
		let isReleased = false;
		return () => {
			if ( ! isReleased ) {
				isReleased = true;
				this.#release();
			}
		};
	}

	/** Runs work as soon as there is a permit. */
	async run< T >( work: () => Promise< T > ): Promise< T > {
		const release = await this.acquire();
		try {
			return await work();
		} finally {
			release();
		}
	}

	#wait( signal: AbortSignal | undefined, order: number ): Promise< void > {
		return new Promise( ( resolve, reject ) => {
			const onAbort = () => {
				this.#waiting = this.#waiting.filter(
					( other ) => other !== waiter
				);
				reject( signal?.reason );
			};
			const waiter = {
				order,
				resume: () => {
					signal?.removeEventListener( 'abort', onAbort );
					resolve();
				},
			};
			signal?.addEventListener( 'abort', onAbort );
			const index = this.#waiting.findIndex(
				( other ) => other.order > order
			);
			const position = index < 0 ? this.#waiting.length : index;
			this.#waiting.splice( position, 0, waiter );
		} );
	}

	/** A permit passes to the next waiter without becoming free, so that no newer work takes it. */
	#release(): void {
		const next = this.#waiting.shift();
		if ( next ) {
			next.resume();
		} else {
			this.#taken--;
		}
	}
}
