import { dayOf } from './dates.ts';
import { addTraffic, NO_TRAFFIC } from '../model/usage.ts';
import type { Traffic } from '../model/usage.ts';
import type { UsageStore } from './subjects.ts';

export interface TrafficOptions {
	store: UsageStore;
	/** Returns the traffic of the edges since the last call, by environment id. */
	takeTraffic: () => ReadonlyMap< string, Traffic >;
	now: () => Date;
}

function isEmpty( traffic: Traffic ): boolean {
	return Object.values( traffic ).every( ( count ) => count === 0 );
}

/** Unwritten traffic by day and environment id. */
type Unwritten = Map< string, Map< string, Traffic > >;

export class TrafficCounter {
	readonly #options: TrafficOptions;
	#unwritten: Unwritten = new Map();
	#pending: Promise< void > = Promise.resolve();

	constructor( options: TrafficOptions ) {
		this.#options = options;
	}

	/** Resolves when the traffic since the last call is on the disk. Traffic that cannot be written stays for the next call. */
	drain(): Promise< void > {
		this.#collect();
		const drained = this.#pending.then( () => this.#write() );
		this.#pending = drained.catch( () => {} );
		return drained;
	}

	#collect(): void {
		const { takeTraffic, now } = this.#options;
		const date = dayOf( now() );
		for ( const [ id, traffic ] of takeTraffic() ) {
			if ( ! isEmpty( traffic ) ) {
				const day =
					this.#unwritten.get( date ) ?? new Map< string, Traffic >();
				day.set(
					id,
					addTraffic( day.get( id ) ?? NO_TRAFFIC, traffic )
				);
				this.#unwritten.set( date, day );
			}
		}
	}

	async #write(): Promise< void > {
		const batch = this.#unwritten;
		if ( batch.size === 0 ) {
			return;
		}
		this.#unwritten = new Map();
		try {
			await this.#options.store.write( async ( { usage } ) => {
				for ( const [ date, day ] of batch ) {
					for ( const [ id, traffic ] of day ) {
						await usage.addTraffic( date, id, traffic );
					}
				}
			} );
		} catch ( error ) {
			this.#restore( batch );
			throw error;
		}
	}

	#restore( batch: Unwritten ): void {
		for ( const [ date, day ] of this.#unwritten ) {
			const earlier = batch.get( date ) ?? new Map< string, Traffic >();
			for ( const [ id, traffic ] of day ) {
				earlier.set(
					id,
					addTraffic( earlier.get( id ) ?? NO_TRAFFIC, traffic )
				);
			}
			batch.set( date, earlier );
		}
		this.#unwritten = batch;
	}
}
