/** Tells everybody who watches that something changed. */

/** A list of listeners. Changes may come thousands of times a second: who does much about one waits for more first. */
export class ChangeEmitter {
	readonly #listeners = new Set< () => void >();

	/** Calls back after each change. */
	watch( listener: () => void ): () => void {
		const entry = () => listener();
		this.#listeners.add( entry );
		return () => this.#listeners.delete( entry );
	}

	/** Tells all listeners. */
	emit(): void {
		for ( const listener of this.#listeners ) {
			listener();
		}
	}
}
