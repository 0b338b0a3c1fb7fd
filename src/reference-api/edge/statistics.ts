import { HourCounter, MINUTES, minuteOf } from './hour-counter.ts';
import type {
	CacheGroup,
	CacheInvalidation,
	CacheMinute,
	CachePurge,
	CacheReport,
	UncachedRequests,
} from '../model/cache-report.ts';

const MAX_UNCACHED = 300;
const MAX_REPORTED = 50;
const MAX_PURGES = 100;
const MAX_INVALIDATIONS = 100;
const MAX_INVALIDATED_GROUPS = 10;
const MAX_GROUP_LENGTH = 100;
const MAX_PATH_LENGTH = 100;
const MAX_REASON_LENGTH = 120;

interface UncachedCounter {
	path: string;
	reason: string;
	counter: HourCounter;
}

function truncate( text: string, length: number ): string {
	const short =
		text.length > length ? `${ text.slice( 0, length - 1 ) }…` : text;
	// Copied, because in V8 a slice keeps the whole string in memory.
	return Buffer.from( short ).toString();
}

/** Counts since the platform started. Times are in milliseconds. */
export class Statistics {
	readonly #hits = new HourCounter();
	readonly #misses = new HourCounter();
	readonly #uncached = new Map< string, UncachedCounter >();
	#purges: CachePurge[] = [];
	#invalidations: CacheInvalidation[] = [];
	readonly #onChange: () => void;
	#allHits = 0;
	#allMisses = 0;

	constructor( onChange: () => void ) {
		this.#onChange = onChange;
	}

	countHit( now: number ): void {
		this.#allHits++;
		this.#hits.add( minuteOf( now ) );
		this.#onChange();
	}

	countMiss( now: number ): void {
		this.#allMisses++;
		this.#misses.add( minuteOf( now ) );
		this.#onChange();
	}

	/** Counts a response that was not stored. The query is omitted, because it can contain personal data. */
	countUncached( now: number, url: string, reason: string ): void {
		const path = truncate(
			url.split( '?', 1 )[ 0 ] ?? '',
			MAX_PATH_LENGTH
		);
		const shortReason = truncate( reason, MAX_REASON_LENGTH );
		const key = `${ path } ${ shortReason }`;
		const uncached = this.#uncached.get( key ) ?? {
			path,
			reason: shortReason,
			counter: new HourCounter(),
		};
		// A Map keeps insertion order, so the first entry is the least recently counted one.
		this.#uncached.delete( key );
		this.#uncached.set( key, uncached );
		uncached.counter.add( minuteOf( now ) );
		const oldest = this.#uncached.keys().next();
		if ( this.#uncached.size > MAX_UNCACHED && ! oldest.done ) {
			this.#uncached.delete( oldest.value );
		}
	}

	/**
	 * @param by      The cause, shown to users.
	 * @param entries Stored responses that it removed.
	 */
	recordPurge( now: number, by: string, entries: number ): void {
		const purge = { at: new Date( now ), by, entries };
		this.#purges = [ ...this.#purges, purge ].slice( -MAX_PURGES );
		this.#onChange();
	}

	/**
	 * @param by     The cause, shown to users.
	 * @param groups What was invalidated.
	 */
	recordInvalidation(
		now: number,
		by: string,
		groups: readonly CacheGroup[]
	): void {
		const invalidation = {
			at: new Date( now ),
			by: truncate( by, MAX_PATH_LENGTH ),
			total: groups.length,
			groups: groups
				.slice( 0, MAX_INVALIDATED_GROUPS )
				.map( ( { name, entries } ) => ( {
					name: truncate( name, MAX_GROUP_LENGTH ),
					entries,
				} ) ),
		};
		this.#invalidations = [ ...this.#invalidations, invalidation ].slice(
			-MAX_INVALIDATIONS
		);
		this.#onChange();
	}

	/** Without the size and the limit of the cache. */
	report(
		now: number
	): Pick<
		CacheReport,
		'hits' | 'misses' | 'minutes' | 'purges' | 'invalidations' | 'notCached'
	> {
		const minute = minuteOf( now );
		const since = ( minute - MINUTES + 1 ) * 60_000;
		return {
			hits: this.#allHits,
			misses: this.#allMisses,
			minutes: this.#minutes( minute ),
			purges: this.#purges.filter( ( { at } ) => at.getTime() >= since ),
			invalidations: this.#invalidations.filter(
				( { at } ) => at.getTime() >= since
			),
			notCached: this.#uncachedRequests( minute ),
		};
	}

	#minutes( minute: number ): CacheMinute[] {
		const misses = this.#misses.list( minute );
		return this.#hits.list( minute ).map( ( hits, step ) => ( {
			at: new Date( ( minute - MINUTES + 1 + step ) * 60_000 ),
			hits,
			misses: misses[ step ] ?? 0,
		} ) );
	}

	#uncachedRequests( minute: number ): UncachedRequests[] {
		return [ ...this.#uncached.values() ]
			.map( ( { path, reason, counter } ) => ( {
				path,
				reason,
				requests: counter.total( minute ),
			} ) )
			.filter( ( { requests } ) => requests > 0 )
			.sort( ( one, other ) => other.requests - one.requests )
			.slice( 0, MAX_REPORTED );
	}
}
