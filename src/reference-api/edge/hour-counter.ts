/** Counts the events of each minute of the last hour in constant memory. */

export const MINUTES = 60;

/** Converts a Unix time in milliseconds to minutes. */
export function minuteOf( now: number ): number {
	return Math.floor( now / 60_000 );
}

/** Minutes are numbered as in `minuteOf()`. */
export class HourCounter {
	readonly #counts = new Uint32Array( MINUTES );
	#newest = 0;

	add( minute: number ): void {
		this.#clearExpired( minute );
		const index = minute % MINUTES;
		this.#counts[ index ] = ( this.#counts[ index ] ?? 0 ) + 1;
	}

	/** Returns the 60 counts up to this minute, oldest first. */
	list( minute: number ): number[] {
		this.#clearExpired( minute );
		return Array.from(
			this.#counts,
			( _count, step ) =>
				this.#counts[ ( minute + 1 + step ) % MINUTES ] ?? 0
		);
	}

	/** Returns the sum of the 60 counts up to this minute. */
	total( minute: number ): number {
		this.#clearExpired( minute );
		return this.#counts.reduce( ( sum, count ) => sum + count, 0 );
	}

	#clearExpired( minute: number ): void {
		if ( minute === this.#newest ) {
			return;
		}
		const first = Math.max( this.#newest + 1, minute - MINUTES + 1 );
		// The clock was set back.
		if ( minute < this.#newest ) {
			this.#counts.fill( 0 );
		}
		for ( let step = first; step <= minute; step++ ) {
			this.#counts[ step % MINUTES ] = 0;
		}
		this.#newest = minute;
	}
}
