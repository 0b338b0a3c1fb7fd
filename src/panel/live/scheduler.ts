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
	readonly #onDue: () => void;
	#timer: ReturnType< typeof setTimeout > | undefined;
	#attempts = 0;
	#lastAttemptMs = Number.NEGATIVE_INFINITY;

	/**
	 * @param nowMs Tells the server's time.
	 * @param ring  Called when something is due.
	 */
	constructor( nowMs: () => number, ring: () => void ) {
		this.#nowMs = nowMs;
		this.#onDue = ring;
	}

	/**
	 * Sets when it fires next.
	 *
	 * @param dueMs The server's time at which something is due, null for never.
	 */
	set( dueMs: number | null ): void {
		clearTimeout( this.#timer );
		const nowMs = this.#nowMs();
		if ( dueMs === null || dueMs > nowMs ) {
			this.#attempts = 0;
		}
		if ( dueMs === null ) {
			return;
		}
		const atMs = Math.max( dueMs + GRACE_MS, this.#notBeforeMs() );
		this.#timer = setTimeout(
			() => ( atMs <= this.#nowMs() ? this.#fire() : this.set( dueMs ) ),
			Math.min( Math.max( 0, atMs - nowMs ), LONGEST_TIMEOUT_MS )
		);
	}

	#notBeforeMs(): number {
		return this.#attempts === 0
			? Number.NEGATIVE_INFINITY
			: this.#lastAttemptMs +
					Math.min(
						FIRST_WAIT_MS * 2 ** ( this.#attempts - 1 ),
						LONGEST_WAIT_MS
					);
	}

	#fire(): void {
		this.#attempts += 1;
		this.#lastAttemptMs = this.#nowMs();
		this.#onDue();
	}
}
