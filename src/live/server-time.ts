/**
 * Estimates the server's time to a fraction of a second, though some answers only have whole seconds. Each answer limits
 * the difference between the two clocks to a range; the intersection of several ranges is much smaller.
 */
export class ServerTime {
	#lowestMs = Number.NEGATIVE_INFINITY;
	#highestMs = Number.POSITIVE_INFINITY;

	/**
	 * @param dateMs       The server's time in an answer.
	 * @param sentAtMs     This machine's clock when the request left.
	 * @param receivedAtMs This machine's clock when the answer came.
	 * @param resolutionMs How much later the server's time may have been.
	 */
	addMeasurement(
		dateMs: number,
		sentAtMs: number,
		receivedAtMs: number,
		resolutionMs: number
	): void {
		const lowestMs = dateMs - receivedAtMs;
		const highestMs = dateMs + resolutionMs - sentAtMs;
		this.#lowestMs = Math.max( this.#lowestMs, lowestMs );
		this.#highestMs = Math.min( this.#highestMs, highestMs );
		if ( this.#lowestMs > this.#highestMs ) {
			// One of the clocks was set: earlier measurements are discarded.
			this.#lowestMs = lowestMs;
			this.#highestMs = highestMs;
		}
	}

	/** The server's time; this machine's own before the first answer. */
	readonly nowMs = (): number => {
		const isKnown = Number.isFinite( this.#lowestMs );
		const offsetMs = isKnown ? ( this.#lowestMs + this.#highestMs ) / 2 : 0;
		return Date.now() + offsetMs;
	};
}
