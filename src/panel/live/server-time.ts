/**
 * Knows the server's time to a fraction of a second, though some answers only have whole seconds.
 *
 * Each answer says that the difference between the two clocks lies in a range; what several ranges have in common is
 * much smaller.
 */
export class ServerTime {
	#lowestMs = Number.NEGATIVE_INFINITY;
	#highestMs = Number.POSITIVE_INFINITY;

	/**
	 * Learns from one answer.
	 *
	 * @param dateMs       The server's time, in milliseconds.
	 * @param sentAtMs     This machine's clock when the request left.
	 * @param receivedAtMs This machine's clock when the answer came.
	 * @param withinMs     How much later the server's time may have been.
	 */
	learn(
		dateMs: number,
		sentAtMs: number,
		receivedAtMs: number,
		withinMs: number
	): void {
		const lowestMs = dateMs - receivedAtMs;
		const highestMs = dateMs + withinMs - sentAtMs;
		this.#lowestMs = Math.max( this.#lowestMs, lowestMs );
		this.#highestMs = Math.min( this.#highestMs, highestMs );
		if ( this.#lowestMs > this.#highestMs ) {
			// One of the clocks was set: earlier measurements are discarded.
			this.#lowestMs = lowestMs;
			this.#highestMs = highestMs;
		}
	}

	/** Returns the server's time in milliseconds; this machine's own as long as nothing was learnt. */
	nowMs(): number {
		const known = Number.isFinite( this.#lowestMs );
		const offsetMs = known ? ( this.#lowestMs + this.#highestMs ) / 2 : 0;
		return Date.now() + offsetMs;
	}
}
