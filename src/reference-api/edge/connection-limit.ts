/** Limits the concurrent requests to the application of an environment, including open event streams. */
import { setTimeout as delay } from 'node:timers/promises';
import { Semaphore } from '../lib/semaphore.ts';

const MAX_WAITING = 1000;
const MAX_WAIT_MS = 5000;

/** The request waited too long, or too many others are waiting. */
export class TooManyRequests extends Error {}

export interface ConnectionLimitOptions {
	maxConcurrent: number;
	/** Resolves when the waiting request must be rejected. */
	wait?: ( signal: AbortSignal ) => Promise< unknown >;
}

export class ConnectionLimit {
	readonly #semaphore: Semaphore;
	readonly #wait: Required< ConnectionLimitOptions >[ 'wait' ];

	constructor( {
		maxConcurrent,
		wait = ( signal ) => delay( MAX_WAIT_MS, undefined, { signal } ),
	}: ConnectionLimitOptions ) {
		this.#semaphore = new Semaphore( maxConcurrent, MAX_WAITING );
		this.#wait = wait;
	}

	/**
	 * Waits for a free connection.
	 *
	 * @return Releases the connection. Only the first call has an effect.
	 * @throws TooManyRequests
	 */
	async acquire( signal: AbortSignal ): Promise< () => void > {
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
