/**
 * Counts what an edge's cache does, for its report; all of it in bounded memory.
 */
import { HourCounter, MINUTES, minuteOf } from './hour-counter.ts';
import type {
	CacheMinute,
	CachePurge,
	CacheReport,
	UncachedRequests,
} from '../model/cache-report.ts';

const MAX_PAIRS = 300;
const MAX_REPORTED = 50;
const MAX_PURGES = 100;
const MAX_PATH_LENGTH = 100;
const MAX_REASON_LENGTH = 120;

interface Pair {
	path: string;
	reason: string;
	counter: HourCounter;
}

function cut( text: string, length: number ): string {
	// A copy, for a slice would hold the whole text.
	return text.length > length
		? Buffer.from( `${ text.slice( 0, length - 1 ) }…` ).toString()
		: text;
}

/** The figures of one edge since the platform began; times in milliseconds. */
export class Statistics {
	readonly #hits = new HourCounter();
	readonly #misses = new HourCounter();
	readonly #pairs = new Map< string, Pair >();
	#purges: CachePurge[] = [];
	readonly #changed: () => void;
	#allHits = 0;
	#allMisses = 0;

	constructor( changed: () => void ) {
		this.#changed = changed;
	}

	/** Counts an answer from the cache. */
	countHit( now: number ): void {
		this.#allHits++;
		this.#hits.add( minuteOf( now ) );
		this.#changed();
	}

	/** Counts an answer from the application. */
	countMiss( now: number ): void {
		this.#allMisses++;
		this.#misses.add( minuteOf( now ) );
		this.#changed();
	}

	/**
	 * Counts a request whose answer could not be kept.
	 *
	 * @param url The address; its query is not told.
	 */
	countNotCached( now: number, url: string, reason: string ): void {
		const path = cut( url.split( '?', 1 )[ 0 ] ?? '', MAX_PATH_LENGTH );
		const why = cut( reason, MAX_REASON_LENGTH );
		const key = `${ path } ${ why }`;
		const pair = this.#pairs.get( key ) ?? {
			path,
			reason: why,
			counter: new HourCounter(),
		};
		// What was counted least recently stands first, and goes first.
		this.#pairs.delete( key );
		this.#pairs.set( key, pair );
		pair.counter.add( minuteOf( now ) );
		const oldest = this.#pairs.keys().next();
		if ( this.#pairs.size > MAX_PAIRS && ! oldest.done ) {
			this.#pairs.delete( oldest.value );
		}
	}

	/**
	 * Notes a purge.
	 *
	 * @param by Who or what emptied the cache, for people.
	 */
	recordPurge( now: number, by: string ): void {
		this.#purges = [ ...this.#purges, { at: new Date( now ), by } ].slice(
			-MAX_PURGES
		);
		this.#changed();
	}

	/** Answers everything but what the cache itself knows. */
	report(
		now: number
	): Pick<
		CacheReport,
		'hits' | 'misses' | 'minutes' | 'purges' | 'notCached'
	> {
		const minute = minuteOf( now );
		const since = ( minute - MINUTES + 1 ) * 60_000;
		return {
			hits: this.#allHits,
			misses: this.#allMisses,
			minutes: this.#minutes( minute ),
			purges: this.#purges.filter( ( { at } ) => at.getTime() >= since ),
			notCached: this.#notCached( minute ),
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

	#notCached( minute: number ): UncachedRequests[] {
		return [ ...this.#pairs.values() ]
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
