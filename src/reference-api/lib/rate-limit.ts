import { HostingError } from '../model/hosting.ts';

const MINUTE_MS = 60_000;

/** Limits the requests per minute of each key. */
export class RateLimit {
	readonly #perMinute: number;
	readonly #now: () => Date;
	readonly #times = new Map< string, number[] >();

	/** @param perMinute Maximum number of requests; 0 = no limit. */
	constructor( perMinute: number, now: () => Date ) {
		this.#perMinute = perMinute;
		this.#now = now;
	}

	/** @throws HostingError 429 with `Retry-After`. */
	count( key: string ): void {
		if ( this.#perMinute === 0 ) {
			return;
		}
		const now = this.#now().getTime();
		const times = ( this.#times.get( key ) ?? [] ).filter(
			( time ) => time > now - MINUTE_MS
		);
		const [ first = now ] = times;
		if ( times.length >= this.#perMinute ) {
			const seconds = Math.ceil( ( first + MINUTE_MS - now ) / 1000 );
			throw new HostingError(
				429,
				`More than ${ this.#perMinute } requests per minute are not allowed. Try again in ${ seconds } s.`,
				{
					headers: {
						'retry-after': String( Math.max( 1, seconds ) ),
					},
				}
			);
		}
		this.#times.set( key, [ ...times, now ] );
	}
}
