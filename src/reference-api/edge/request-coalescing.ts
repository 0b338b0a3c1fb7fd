/**
 * Request coalescing: of several concurrent requests for one URL, one goes to the application and the others wait for it.
 */

/** `kept` = the cache has it; `own` = each has to ask alone; `left` = the one who asked went away, another may ask. */
export type CoalescingResult = 'kept' | 'own' | 'left';

/** The questions under way by key. */
export class InFlightRequests {
	readonly #inFlight = new Map< string, Promise< CoalescingResult > >();

	/** Returns how the inFlight for a key ends, or undefined when there is none. */
	find( key: string ): Promise< CoalescingResult > | undefined {
		return this.#inFlight.get( key );
	}

	/**
	 * Begins a inFlight.
	 *
	 * @return Ends it; only the first call counts.
	 */
	begin( key: string ): ( result: CoalescingResult ) => void {
		const { promise, resolve } =
			Promise.withResolvers< CoalescingResult >();
		this.#inFlight.set( key, promise );
		return ( result ) => {
			if ( this.#inFlight.get( key ) === promise ) {
				this.#inFlight.delete( key );
			}
			resolve( result );
		};
	}
}
