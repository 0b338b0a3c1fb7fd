/**
 * What an edge remembers: a shared HTTP cache in memory, bounded by bytes, least recently used first out.
 */
import CachePolicy from 'http-cache-semantics';
import type { IncomingHttpHeaders } from 'node:http';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const MAX_VARIANTS = 20;
const MIN_OVERHEAD_BYTES = 1024;

/** A request as far as caching goes. */
export interface CacheRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
}

export interface CachedAnswer {
	status: number;
	/** As they came from the application. */
	headers: IncomingHttpHeaders;
	body: Buffer;
}

interface Entry {
	policy: CachePolicy;
	answer: CachedAnswer;
	bytes: number;
}

/**
 * Visitors cannot make a CDN ask the application again: their own directives do not count.
 *
 * @param request The request.
 */
function forPolicy( request: CacheRequest ): CachePolicy.HttpRequest {
	const headers = { ...request.headers };
	delete headers[ 'cache-control' ];
	delete headers.pragma;
	return { method: 'GET', url: request.url, headers };
}

function makePolicy(
	request: CacheRequest,
	status: number,
	headers: IncomingHttpHeaders
): CachePolicy {
	return new CachePolicy(
		forPolicy( request ),
		{ status, headers },
		{ shared: true, cacheHeuristic: 0 }
	);
}

/**
 * Tells whether an answer may be kept for other visitors.
 *
 * @param request What was asked.
 * @param status  The answer's status.
 * @param headers The answer's headers.
 */
export function isStorable(
	request: CacheRequest,
	status: number,
	headers: IncomingHttpHeaders
): boolean {
	if ( headers[ 'set-cookie' ] || headers.vary?.includes( '*' ) ) {
		return false;
	}
	const policy = makePolicy( request, status, headers );
	return policy.storable() && policy.timeToLive() > 0;
}

/**
 * Counts what an entry takes: headers and addresses may be as long as pages.
 *
 * @param request What was asked; its headers are kept because of `Vary`.
 * @param answer  What is kept.
 */
function bytesOf( request: CacheRequest, answer: CachedAnswer ): number {
	const names = JSON.stringify( [
		request.url,
		request.headers,
		answer.headers,
	] );
	return answer.body.length + Math.max( MIN_OVERHEAD_BYTES, names.length );
}

/** An environment's cache. Its keys belong to a generation; a purge begins the next one. */
export class EdgeCache {
	#generation: number;
	readonly #maxBytes: number;
	#entries = new Map< string, Entry[] >();
	#bytes = 0;
	#hits = 0;
	#misses = 0;

	constructor( generation: number, maxBytes = MAX_CACHE_BYTES ) {
		this.#generation = generation;
		this.#maxBytes = maxBytes;
	}

	get generation(): number {
		return this.#generation;
	}

	/** Answers the figures since the platform began. */
	get figures() {
		return {
			hits: this.#hits,
			misses: this.#misses,
			entries: this.#entries.size,
			bytes: this.#bytes,
		};
	}

	/**
	 * Forgets everything, in constant time, and refuses what is still on its way from before.
	 *
	 * @param generation The generation that begins.
	 */
	purge( generation: number ): void {
		this.#generation = generation;
		this.#entries = new Map();
		this.#bytes = 0;
	}

	/**
	 * Finds a fresh answer.
	 *
	 * @param request The request.
	 * @return The answer with its `age` and other headers brought up to date, or null.
	 */
	find( request: CacheRequest ): CachedAnswer | null {
		const variants = this.#entries.get( request.url );
		const wanted = forPolicy( request );
		const entry = variants?.find( ( { policy } ) =>
			policy.satisfiesWithoutRevalidation( wanted )
		);
		if ( ! variants || ! entry ) {
			return null;
		}
		// A Map keeps insertion order, so the first key is the least recently used one.
		this.#entries.delete( request.url );
		this.#entries.set( request.url, variants );
		return { ...entry.answer, headers: entry.policy.responseHeaders() };
	}

	/** Counts an answer that came from here. */
	countHit(): void {
		this.#hits++;
	}

	/** Counts an answer that the application had to give. */
	countMiss(): void {
		this.#misses++;
	}

	/**
	 * Keeps an answer, unless the cache was purged since it was asked for.
	 *
	 * @param generation The cache's generation when the application was asked.
	 * @param request    What was asked.
	 * @param answer     What may be kept, as `isStorable()` found.
	 */
	store(
		generation: number,
		request: CacheRequest,
		answer: CachedAnswer
	): void {
		const bytes = bytesOf( request, answer );
		if ( generation !== this.#generation || bytes > this.#maxBytes ) {
			return;
		}
		const policy = makePolicy( request, answer.status, answer.headers );
		const wanted = forPolicy( request );
		const others = ( this.#entries.get( request.url ) ?? [] )
			.filter(
				( entry ) =>
					! entry.policy.stale() &&
					! entry.policy.satisfiesWithoutRevalidation( wanted )
			)
			.slice( 1 - MAX_VARIANTS );
		this.#drop( request.url );
		this.#entries.set( request.url, [
			...others,
			{ policy, answer, bytes },
		] );
		this.#bytes += others.reduce(
			( sum, other ) => sum + other.bytes,
			bytes
		);
		this.#evict();
	}

	#drop( url: string ): void {
		for ( const { bytes } of this.#entries.get( url ) ?? [] ) {
			this.#bytes -= bytes;
		}
		this.#entries.delete( url );
	}

	#evict(): void {
		for ( const url of this.#entries.keys() ) {
			if ( this.#bytes <= this.#maxBytes ) {
				return;
			}
			this.#drop( url );
		}
	}
}
