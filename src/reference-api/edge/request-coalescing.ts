/** Request coalescing: one of several concurrent requests for a key goes to the application, the others wait for it. */

/**
 * `stored`: the waiting requests can use the stored response. `not-stored`: each of them is forwarded. `aborted`: the
 * visitor of the in-flight request disconnected, so the next request takes its place.
 */
export type CoalescingResult = 'stored' | 'not-stored' | 'aborted';

export class InFlightRequests {
	readonly #inFlight = new Map< string, Promise< CoalescingResult > >();

	find( key: string ): Promise< CoalescingResult > | undefined {
		return this.#inFlight.get( key );
	}

	/** Returns the function that settles the request. Only its first call has an effect. */
	start( key: string ): ( result: CoalescingResult ) => void {
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
