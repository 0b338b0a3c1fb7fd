/** Counts events of the last hour, minute by minute, in constant memory. */

export const MINUTES = 60;

/**
 * Returns the number of a minute.
 *
 * @param now The time in milliseconds.
 */
export function minuteOf( now: number ): number {
	return Math.floor( now / 60_000 );
}

/** One count per minute; minutes are numbered as `minuteOf()` does. */
export class HourCounter {
	readonly #counts = new Uint32Array( MINUTES );
	#newest = 0;

	/**
	 * Counts one.
	 *
	 * @param minute The minute that runs.
	 */
	add( minute: number ): void {
		this.#forget( minute );
		const index = minute % MINUTES;
		this.#counts[ index ] = ( this.#counts[ index ] ?? 0 ) + 1;
	}

	/**
	 * Returns the last 60 minutes, the oldest first.
	 *
	 * @param minute The minute that runs.
	 */
	list( minute: number ): number[] {
		this.#forget( minute );
		return Array.from(
			this.#counts,
			( _count, step ) =>
				this.#counts[ ( minute + 1 + step ) % MINUTES ] ?? 0
		);
	}

	/**
	 * Returns the sum of the last 60 minutes.
	 *
	 * @param minute The minute that runs.
	 */
	total( minute: number ): number {
		this.#forget( minute );
		return this.#counts.reduce( ( sum, count ) => sum + count, 0 );
	}

	#forget( minute: number ): void {
		if ( minute === this.#newest ) {
			return;
		}
		const first = Math.max( this.#newest + 1, minute - MINUTES + 1 );
		// Reset after the clock was set back.
		if ( minute < this.#newest ) {
			this.#counts.fill( 0 );
		}
		for ( let step = first; step <= minute; step++ ) {
			this.#counts[ step % MINUTES ] = 0;
		}
		this.#newest = minute;
	}
}
