/**
 * Bounds how many requests of one environment its application works on at a time, open streams included.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Requests that wait for a seat; further ones are refused at once. */
const MAX_WAITING = 1000;
const MAX_WAIT_MS = 5000;

/** All seats are taken, and none became free in time. */
export class TooManyRequests extends Error {}

export interface ConnectionLimitOptions {
	/** How many requests are worked on at a time. */
	count: number;
	/** Waits until a request that waits for a seat is refused. */
	wait?: ( signal: AbortSignal ) => Promise< unknown >;
}

/** The seats of one environment. */
export class ConnectionLimit {
	readonly #options: Required< ConnectionLimitOptions >;
	#taken = 0;
	readonly #waiting = new Set< () => void >();

	constructor( options: ConnectionLimitOptions ) {
		this.#options = {
			wait: ( signal ) => delay( MAX_WAIT_MS, undefined, { signal } ),
			...options,
		};
	}

	/**
	 * Takes a seat, or waits for one.
	 *
	 * @param signal Ends the wait when the visitor leaves.
	 * @return Gives the seat back; further calls do nothing.
	 * @throws TooManyRequests when none becomes free.
	 */
	async take( signal: AbortSignal ): Promise< () => void > {
		if ( this.#taken < this.#options.count ) {
			this.#taken++;
		} else {
			await this.#queue( signal );
		}
		let isMine = true;
		return () => {
			if ( isMine ) {
				isMine = false;
				this.#giveBack();
			}
		};
	}

	/** Hands the seat to the request that waits longest. */
	#giveBack(): void {
		const [ next ] = this.#waiting;
		if ( next ) {
			this.#waiting.delete( next );
			next();
		} else {
			this.#taken--;
		}
	}

	async #queue( signal: AbortSignal ): Promise< void > {
		if ( this.#waiting.size >= MAX_WAITING ) {
			throw new TooManyRequests();
		}
		const turn = Promise.withResolvers< boolean >();
		const next = () => turn.resolve( true );
		const end = new AbortController();
		this.#waiting.add( next );
		void this.#options
			.wait( AbortSignal.any( [ signal, end.signal ] ) )
			.catch( () => {} )
			.then( () => turn.resolve( false ) );
		const hasSeat = await turn.promise;
		end.abort();
		this.#waiting.delete( next );
		if ( ! hasSeat ) {
			signal.throwIfAborted();
			throw new TooManyRequests();
		}
	}
}
