/** The server waits until the run is due. By then, WordPress has started. */
const EARLY_MS = 250;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** The longest delay of setTimeout; a later time takes several timers. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Calls back a moment before a run is due, and again with growing pauses as long as it stays due. */
export class Scheduler {
	readonly #nowMs: () => number;
	readonly #onDue: () => void;
	#timer: ReturnType< typeof setTimeout > | undefined;
	#attempts = 0;
	#lastAttemptMs = Number.NEGATIVE_INFINITY;

	/** @param nowMs Returns the server's time. */
	constructor( nowMs: () => number, onDue: () => void ) {
		this.#nowMs = nowMs;
		this.#onDue = onDue;
	}

	/** @param dueMs In the server's time; null for never. */
	set( dueMs: number | null ): void {
		clearTimeout( this.#timer );
		const nowMs = this.#nowMs();
		if ( dueMs === null || dueMs > nowMs + EARLY_MS ) {
			this.#attempts = 0;
		}
		if ( dueMs === null ) {
			return;
		}
		const atMs = Math.max( dueMs - EARLY_MS, this.#notBeforeMs() );
		this.#timer = setTimeout(
			() => ( atMs <= this.#nowMs() ? this.#fire() : this.set( dueMs ) ),
			Math.min( Math.max( 0, atMs - nowMs ), MAX_TIMEOUT_MS )
		);
	}

	#notBeforeMs(): number {
		return this.#attempts === 0
			? Number.NEGATIVE_INFINITY
			: this.#lastAttemptMs +
					Math.min(
						FIRST_WAIT_MS * 2 ** ( this.#attempts - 1 ),
						MAX_WAIT_MS
					);
	}

	#fire(): void {
		this.#attempts += 1;
		this.#lastAttemptMs = this.#nowMs();
		this.#onDue();
	}
}
