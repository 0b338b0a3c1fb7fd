/** Bounds how many requests the application of an environment handles at the same time, open streams included. */
import { setTimeout as delay } from 'node:timers/promises';
import { Semaphore } from '../lib/semaphore.ts';

const MAX_WAITING = 1000;
const MAX_WAIT_MS = 5000;

/** The limit is reached, and the request waited too long or too many others wait. */
export class TooManyRequests extends Error {}

export interface ConnectionLimitOptions {
	/** How many requests are handled at the same time. */
	count: number;
	/** Resolves when a waiting request is rejected. */
	wait?: ( signal: AbortSignal ) => Promise< unknown >;
}

export class ConnectionLimit {
	readonly #semaphore: Semaphore;
	readonly #wait: Required< ConnectionLimitOptions >[ 'wait' ];

	constructor( {
		count,
		wait = ( signal ) => delay( MAX_WAIT_MS, undefined, { signal } ),
	}: ConnectionLimitOptions ) {
		this.#semaphore = new Semaphore( count, MAX_WAITING );
		this.#wait = wait;
	}

	/**
	 * Waits until the application may get one more request.
	 *
	 * @param signal Ends the wait when the visitor disconnects.
	 * @return Call it when the response has ended; further calls do nothing.
	 * @throws TooManyRequests
	 */
	async take( signal: AbortSignal ): Promise< () => void > {
		if ( this.#semaphore.isFull ) {
			throw new TooManyRequests();
		}
		if ( this.#semaphore.hasPermit ) {
			return this.#semaphore.acquire( signal );
		}
		const acquired = new AbortController();
		const timeout = new AbortController();
		void this.#wait( AbortSignal.any( [ signal, acquired.signal ] ) )
			.catch( () => {} )
			.then( () => timeout.abort( new TooManyRequests() ) );
		try {
			return await this.#semaphore.acquire(
				AbortSignal.any( [ signal, timeout.signal ] )
			);
		} finally {
			acquired.abort();
		}
	}
}
