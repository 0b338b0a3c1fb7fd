/**
 * Questions that the application is being asked; whoever wants the same answer waits for it.
 */

/** `kept` = the cache has it; `own` = each has to ask alone; `left` = the one who asked went away, another may ask. */
export type Landing = 'kept' | 'own' | 'left';

/** The questions under way by key. */
export class Flights {
	readonly #flying = new Map< string, Promise< Landing > >();

	/**
	 * Answers how the flight for a key ends, or undefined when there is none.
	 */
	find( key: string ): Promise< Landing > | undefined {
		return this.#flying.get( key );
	}

	/**
	 * Begins a flight.
	 *
	 * @return Ends it; only the first call counts.
	 */
	begin( key: string ): ( landing: Landing ) => void {
		const { promise, resolve } = Promise.withResolvers< Landing >();
		this.#flying.set( key, promise );
		return ( landing ) => {
			if ( this.#flying.get( key ) === promise ) {
				this.#flying.delete( key );
			}
			resolve( landing );
		};
	}
}
