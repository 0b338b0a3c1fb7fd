const GRACE_MS = 250;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** What setTimeout can hold; a later due time is looked at again then. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Rings when something is due, and again with growing pauses as long as it stays due.
 */
export class Scheduler {
	readonly #nowMs: () => number;
	readonly #ring: () => void;
	#timer: ReturnType< typeof setTimeout > | undefined;
	#rungInVain = 0;
	#lastRingMs = Number.NEGATIVE_INFINITY;

	/**
	 * @param nowMs Tells the server's time.
	 * @param ring  Called when something is due.
	 */
	constructor( nowMs: () => number, ring: () => void ) {
		this.#nowMs = nowMs;
		this.#ring = ring;
	}

	/**
	 * Sets the alarm anew.
	 *
	 * @param dueMs The server's time at which something is due, null for never.
	 */
	set( dueMs: number | null ): void {
		clearTimeout( this.#timer );
		const nowMs = this.#nowMs();
		if ( dueMs === null || dueMs > nowMs ) {
			this.#rungInVain = 0;
		}
		if ( dueMs === null ) {
			return;
		}
		const atMs = Math.max( dueMs + GRACE_MS, this.#notBeforeMs() );
		this.#timer = setTimeout(
			() =>
				atMs <= this.#nowMs() ? this.#strike() : this.set( dueMs ),
			Math.min( Math.max( 0, atMs - nowMs ), LONGEST_TIMEOUT_MS )
		);
	}

	#notBeforeMs(): number {
		return this.#rungInVain === 0
			? Number.NEGATIVE_INFINITY
			: this.#lastRingMs +
					Math.min(
						FIRST_WAIT_MS * 2 ** ( this.#rungInVain - 1 ),
						LONGEST_WAIT_MS
					);
	}

	#strike(): void {
		this.#rungInVain += 1;
		this.#lastRingMs = this.#nowMs();
		this.#ring();
	}
}
