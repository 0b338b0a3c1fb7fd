/** Runs a callback once, a fixed time after the first of many calls. */
export class DelayedCall {
	readonly #callback: () => void;
	readonly #waitMs: number;
	#timer: NodeJS.Timeout | null = null;

	constructor( callback: () => void, waitMs: number ) {
		this.#callback = callback;
		this.#waitMs = waitMs;
	}

	/** Schedules the callback, unless it is scheduled. */
	schedule(): void {
		this.#timer ??= setTimeout( () => {
			this.#timer = null;
			this.#callback();
		}, this.#waitMs ).unref();
	}

	cancel(): void {
		clearTimeout( this.#timer ?? undefined );
		this.#timer = null;
	}
}
