/**
 * Brings what the edges count to the disk, under the day on which it was counted.
 */
import { dayOf } from './dates.ts';
import type { Traffic } from '../model/usage.ts';
import type { UsageStore } from './subjects.ts';

export interface TrafficOptions {
	store: UsageStore;
	/** Returns what the edges counted since they were asked last, by environment. */
	takeTraffic: () => ReadonlyMap< string, Traffic >;
	now: () => Date;
}

function sum( one: Traffic | undefined, other: Traffic ): Traffic {
	return {
		visits: ( one?.visits ?? 0 ) + other.visits,
		requests: ( one?.requests ?? 0 ) + other.requests,
		originRequests: ( one?.originRequests ?? 0 ) + other.originRequests,
		edgeBytes: ( one?.edgeBytes ?? 0 ) + other.edgeBytes,
		originBytes: ( one?.originBytes ?? 0 ) + other.originBytes,
	};
}

function isNothing( traffic: Traffic ): boolean {
	return Object.values( traffic ).every( ( count ) => count === 0 );
}

/** What waits to be written: by day, by environment. */
type Waiting = Map< string, Map< string, Traffic > >;

/** Drains the edges. */
export class TrafficCounter {
	readonly #options: TrafficOptions;
	#waiting: Waiting = new Map();
	#turn: Promise< void > = Promise.resolve();

	constructor( options: TrafficOptions ) {
		this.#options = options;
	}

	/**
	 * Writes what was counted since the last time. What cannot be written is written with the next.
	 *
	 * @return Kept once it is on the disk.
	 */
	drain(): Promise< void > {
		this.#take();
		const drained = this.#turn.then( () => this.#write() );
		this.#turn = drained.catch( () => {} );
		return drained;
	}

	#take(): void {
		const { takeTraffic, now } = this.#options;
		const date = dayOf( now() );
		for ( const [ id, traffic ] of takeTraffic() ) {
			if ( ! isNothing( traffic ) ) {
				const day =
					this.#waiting.get( date ) ?? new Map< string, Traffic >();
				day.set( id, sum( day.get( id ), traffic ) );
				this.#waiting.set( date, day );
			}
		}
	}

	async #write(): Promise< void > {
		const taken = this.#waiting;
		if ( taken.size === 0 ) {
			return;
		}
		this.#waiting = new Map();
		try {
			await this.#options.store.write( async ( { usage } ) => {
				for ( const [ date, day ] of taken ) {
					for ( const [ id, traffic ] of day ) {
						await usage.addTraffic( date, id, traffic );
					}
				}
			} );
		} catch ( error ) {
			this.#putBack( taken );
			throw error;
		}
	}

	#putBack( taken: Waiting ): void {
		for ( const [ date, day ] of this.#waiting ) {
			const earlier = taken.get( date ) ?? new Map< string, Traffic >();
			for ( const [ id, traffic ] of day ) {
				earlier.set( id, sum( earlier.get( id ), traffic ) );
			}
			taken.set( date, earlier );
		}
		this.#waiting = taken;
	}
}
