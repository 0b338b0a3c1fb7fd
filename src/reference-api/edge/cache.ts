/** The stored responses of one environment, in memory. The least recently used URLs are evicted first. */
import type { IncomingHttpHeaders } from 'node:http';
import type { StoredResponse } from './stored-response.ts';
import { matchesVariant } from './vary.ts';

const MAX_VARIANTS = 20;
const NEVER_USED = -1;

/**
 * Issued when a request is sent to the application. A purge or an invalidation of the key revokes it, so that a
 * response that was requested before is not stored after.
 */
export interface CacheTicket {
	readonly key: string;
}

/** All variants of one key. */
interface StoredVariants {
	/** Newest first. */
	responses: StoredResponse[];
	bytes: number;
	/** Unix time in seconds, or `NEVER_USED`. */
	lastUsed: number;
}

export class EdgeCache {
	readonly maxBytes: number;
	#generation: number;
	#tickets = new Set< CacheTicket >();
	#stored = new Map< string, StoredVariants >();
	#bytes = 0;
	#responses = 0;

	constructor( generation: number, maxBytes: number ) {
		this.#generation = generation;
		this.maxBytes = maxBytes;
	}

	get generation(): number {
		return this.#generation;
	}

	get size(): { entries: number; bytes: number } {
		return { entries: this.#responses, bytes: this.#bytes };
	}

	/** Removes all stored responses in constant time, and revokes all tickets. */
	purge( generation: number ): void {
		// Concurrent purges may arrive in another order than their generations were stored.
		this.#generation = Math.max( generation, this.#generation );
		this.#stored = new Map();
		this.#tickets = new Set();
		this.#bytes = 0;
		this.#responses = 0;
	}

	/** Returns the newest stored response that matches a request, fresh or stale. */
	find(
		key: string,
		requestHeaders: IncomingHttpHeaders,
		now: number
	): StoredResponse | undefined {
		const variants = this.#stored.get( key );
		if ( variants === undefined ) {
			return undefined;
		}
		const second = Math.floor( now / 1000 );
		// A Map keeps insertion order, so the first key is the least recently used one.
		// The order is updated at most once a second.
		if ( variants.lastUsed !== second ) {
			variants.lastUsed = second;
			this.#stored.delete( key );
			this.#stored.set( key, variants );
		}
		for ( const response of variants.responses ) {
			if ( matchesVariant( response.variant, requestHeaders ) ) {
				return response;
			}
		}
		return undefined;
	}

	/** Returns the request headers by which the responses of a key vary, or null if none is stored. */
	variesBy( key: string ): readonly string[] | null {
		return this.#stored.get( key )?.responses[ 0 ]?.variant.names ?? null;
	}

	/** Call `revokeTicket()` when the request has ended, whatever its result. */
	issueTicket( key: string ): CacheTicket {
		const ticket = { key };
		this.#tickets.add( ticket );
		return ticket;
	}

	revokeTicket( ticket: CacheTicket ): void {
		this.#tickets.delete( ticket );
	}

	/**
	 * Stores a response and replaces those that match the same request.
	 *
	 * @param requestHeaders The headers that the application received.
	 * @return False if the ticket was revoked or the response is larger than the cache.
	 */
	store(
		ticket: CacheTicket,
		requestHeaders: IncomingHttpHeaders,
		response: StoredResponse
	): boolean {
		const { key } = ticket;
		// JavaScript strings use up to two bytes per character.
		const bytes = response.bytes + 2 * key.length;
		if ( ! this.#tickets.has( ticket ) || bytes > this.maxBytes ) {
			return false;
		}
		const others = ( this.#stored.get( key )?.responses ?? [] )
			.filter(
				( { variant } ) => ! matchesVariant( variant, requestHeaders )
			)
			.slice( 0, MAX_VARIANTS - 1 );
		this.removeVariants( key );
		const responses = [ response, ...others ];
		const sum = others.reduce(
			( total, other ) => total + other.bytes,
			bytes
		);
		this.#stored.set( key, {
			responses,
			bytes: sum,
			lastUsed: NEVER_USED,
		} );
		this.#bytes += sum;
		this.#responses += responses.length;
		this.#evict();
		return true;
	}

	/** Removes all variants of a key and revokes its tickets. */
	invalidate( key: string ): void {
		this.removeVariants( key );
		for ( const ticket of this.#tickets ) {
			if ( ticket.key === key ) {
				this.#tickets.delete( ticket );
			}
		}
	}

	/** Removes all variants of a key. Responses that were already requested can still be stored. */
	removeVariants( key: string ): void {
		const variants = this.#stored.get( key );
		if ( variants ) {
			this.#bytes -= variants.bytes;
			this.#responses -= variants.responses.length;
			this.#stored.delete( key );
		}
	}

	#evict(): void {
		for ( const key of this.#stored.keys() ) {
			if ( this.#bytes <= this.maxBytes ) {
				return;
			}
			this.removeVariants( key );
		}
	}
}
