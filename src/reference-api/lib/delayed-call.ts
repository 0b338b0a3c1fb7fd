/** Bundles many calls into few. */

/** Calls back once, some time after the first of many calls. */
export class DelayedCall {
	readonly #callback: () => void;
	readonly #waitMs: number;
	#timer: NodeJS.Timeout | null = null;

	constructor( callback: () => void, waitMs: number ) {
		this.#callback = callback;
		this.#waitMs = waitMs;
	}

	/** Asks for the callback. */
	schedule(): void {
		this.#timer ??= setTimeout( () => {
			this.#timer = null;
			this.#callback();
		}, this.#waitMs ).unref();
	}

	/** Drops what was asked for. */
	cancel(): void {
		clearTimeout( this.#timer ?? undefined );
		this.#timer = null;
	}
}
