/** Calls listeners after changes, up to thousands of times a second: expensive listeners have to throttle. */
export class ChangeEmitter {
	readonly #listeners = new Set< () => void >();

	/** Calls back after each change. */
	watch( listener: () => void ): () => void {
		const entry = () => listener();
		this.#listeners.add( entry );
		return () => this.#listeners.delete( entry );
	}

	emit(): void {
		for ( const listener of this.#listeners ) {
			listener();
		}
	}
}
