/** The stored responses of one environment, in memory. The least recently used URLs are evicted first. */
import type { IncomingHttpHeaders } from 'node:http';
import type { CacheGroup, CacheGroupList } from '../model/cache-report.ts';
import { CacheGroups, GROUP_BYTES } from './cache-groups.ts';
import type { Membership } from './cache-groups.ts';
import { groupNamesOf } from './cache-group-headers.ts';
import type { StoredResponse } from './stored-response.ts';
import { matchesVariant } from './vary.ts';

const MAX_VARIANTS = 20;
const NEVER_USED = -1;

/**
 * Issued before a request is sent to the application. A purge or an invalidation of the key revokes it, so that a
 * response that was requested before is not stored after.
 */
export interface CacheTicket {
	readonly key: string;
	/** The epoch of the cache groups. */
	readonly epoch: number;
}

interface StoredVariant {
	readonly response: StoredResponse;
	/** Null without groups. */
	readonly membership: Membership | null;
	readonly bytes: number;
}

/** All variants of one key. */
interface StoredVariants {
	/** Newest first. */
	variants: StoredVariant[];
	bytes: number;
	/** Unix time in seconds, or `NEVER_USED`. */
	lastUsed: number;
}

/** JavaScript strings use up to two bytes per character. */
function bytesOfKey( key: string ): number {
	return 2 * key.length;
}

export class EdgeCache {
	readonly maxBytes: number;
	#generation: number;
	#tickets = new Set< CacheTicket >();
	#stored = new Map< string, StoredVariants >();
	readonly #groups = new CacheGroups();
	#bytes = 0;
	#responses = 0;

	constructor( generation: number, maxBytes: number ) {
		this.#generation = generation;
		this.maxBytes = maxBytes;
	}

	get generation(): number {
		return this.#generation;
	}

	/** The number of invalidations of cache groups. */
	get epoch(): number {
		return this.#groups.epoch;
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
		this.#groups.clear();
		this.#bytes = 0;
		this.#responses = 0;
	}

	/** Returns the newest stored response that matches a request, fresh or stale. */
	find(
		key: string,
		requestHeaders: IncomingHttpHeaders,
		now: number
	): StoredResponse | undefined {
		const stored = this.#stored.get( key );
		if ( stored === undefined ) {
			return undefined;
		}
		const second = Math.floor( now / 1000 );
		// A Map keeps insertion order, so the first key is the least recently used one.
		// The order is updated at most once a second.
		if ( stored.lastUsed !== second ) {
			stored.lastUsed = second;
			this.#stored.delete( key );
			this.#stored.set( key, stored );
		}
		for ( const { response, membership } of stored.variants ) {
			if (
				( membership === null ||
					this.#groups.isCurrent( membership ) ) &&
				matchesVariant( response.variant, requestHeaders )
			) {
				return response;
			}
		}
		return undefined;
	}

	/** Returns the request headers by which the responses of a key vary, or null if none is stored. */
	variesBy( key: string ): readonly string[] | null {
		return (
			this.#stored.get( key )?.variants[ 0 ]?.response.variant.names ??
			null
		);
	}

	/** Returns the name of the invalidated group because of which `find()` returns nothing, or null. */
	invalidatedGroup(
		key: string,
		requestHeaders: IncomingHttpHeaders
	): string | null {
		const variants = this.#stored.get( key )?.variants ?? [];
		const found = variants.find( ( { response } ) =>
			matchesVariant( response.variant, requestHeaders )
		);
		return (
			found?.membership?.groups.find( ( group ) => group.isInvalidated )
				?.name ?? null
		);
	}

	/** Call `revokeTicket()` when the request has ended, whatever its result. */
	issueTicket( key: string ): CacheTicket {
		const ticket = { key, epoch: this.epoch };
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
	 * @return False if the ticket was revoked, a group of the response was invalidated after the request, or the
	 *         response is larger than the cache.
	 */
	store(
		ticket: CacheTicket,
		requestHeaders: IncomingHttpHeaders,
		response: StoredResponse
	): boolean {
		const { key } = ticket;
		const names = groupNamesOf( response.headers );
		const bytes = response.bytes + GROUP_BYTES * names.length;
		if (
			! this.#tickets.has( ticket ) ||
			bytes + bytesOfKey( key ) > this.maxBytes
		) {
			return false;
		}
		const membership = this.#groups.join( names, ticket.epoch );
		if ( membership === null ) {
			return false;
		}
		const others = ( this.#stored.get( key )?.variants ?? [] )
			.filter(
				( { response: { variant } } ) =>
					! matchesVariant( variant, requestHeaders )
			)
			.slice( 0, MAX_VARIANTS - 1 );
		this.#replace( key, [
			{
				response,
				membership: names.length === 0 ? null : membership,
				bytes,
			},
			...others,
		] );
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

	/**
	 * Invalidates the responses of groups in constant time, and those that were already requested.
	 *
	 * @return The groups with the stored responses that they had.
	 */
	invalidateGroups( names: readonly string[] ): CacheGroup[] {
		return this.#groups.invalidate( names, this.#tickets.size > 0 );
	}

	/** Lists the groups with the most stored responses. */
	listGroups( filter: string, limit: number ): CacheGroupList {
		return this.#groups.list( filter, limit );
	}

	/** Removes all variants of a key. Responses that were already requested can still be stored. */
	removeVariants( key: string ): void {
		this.#replace( key, [] );
	}

	#replace( key: string, variants: StoredVariant[] ): void {
		const old = this.#stored.get( key );
		for ( const variant of old?.variants ?? [] ) {
			if ( variant.membership && ! variants.includes( variant ) ) {
				this.#groups.leave( variant.membership );
			}
		}
		this.#bytes -= old?.bytes ?? 0;
		this.#responses -= old?.variants.length ?? 0;
		this.#stored.delete( key );
		if ( variants.length === 0 ) {
			return;
		}
		const bytes = variants.reduce(
			( sum, variant ) => sum + variant.bytes,
			bytesOfKey( key )
		);
		this.#stored.set( key, { variants, bytes, lastUsed: NEVER_USED } );
		this.#bytes += bytes;
		this.#responses += variants.length;
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
