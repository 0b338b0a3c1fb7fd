/**
 * The cache groups of one environment (RFC 9875). An invalidation replaces a group, so it takes the same time for any
 * number of responses: each response in the cache refers to its groups, and finds out when it is used next.
 */

import type { CacheGroup, CacheGroupList } from '../model/cache-report.ts';

/** Approximate memory of a group, and of a response's reference to it. */
export const GROUP_BYTES = 200;
/** Limits the memory for invalidated names that no response in the cache refers to. */
const MAX_REMEMBERED_BYTES = 1024 * 1024;
const CHARACTER_BYTES = 2;

interface Group {
	readonly name: string;
	/** Stored responses that refer to it. */
	entries: number;
	isInvalidated: boolean;
}

/** The groups of one stored response. */
export interface Membership {
	readonly groups: readonly Group[];
	/** The epoch at which no group was invalidated. */
	currentAt: number;
}

export class CacheGroups {
	/** The number of invalidations so far. */
	#epoch = 0;
	#groups = new Map< string, Group >();
	/** The epochs of invalidations that requests in flight may have missed, by name. */
	#invalidated = new Map< string, number >();
	#rememberedBytes = 0;
	/** Until this epoch, any name may have been invalidated. */
	#forgottenEpoch = 0;

	/** A response belongs to the epoch in which it was requested. */
	get epoch(): number {
		return this.#epoch;
	}

	/**
	 * Adds a response to its groups.
	 *
	 * @param epoch When the response was requested.
	 * @return Null if one of the groups was invalidated since then.
	 */
	join( names: readonly string[], epoch: number ): Membership | null {
		const isOutdated =
			names.length > 0 &&
			( this.#forgottenEpoch > epoch ||
				names.some(
					( name ) => ( this.#invalidated.get( name ) ?? 0 ) > epoch
				) );
		if ( isOutdated ) {
			return null;
		}
		const groups = names.map( ( name ) => this.#groupOf( name ) );
		for ( const group of groups ) {
			group.entries++;
		}
		return { groups, currentAt: this.#epoch };
	}

	#groupOf( name: string ): Group {
		const known = this.#groups.get( name );
		if ( known ) {
			return known;
		}
		// Copied, because in V8 a part of a header keeps the whole header in memory.
		const copy = Buffer.from( name ).toString();
		const group = { name: copy, entries: 0, isInvalidated: false };
		this.#groups.set( copy, group );
		return group;
	}

	/** Removes a response from its groups. */
	leave( { groups }: Membership ): void {
		for ( const group of groups ) {
			group.entries--;
			if ( group.entries === 0 && ! group.isInvalidated ) {
				this.#groups.delete( group.name );
			}
		}
	}

	/** Returns whether no group of a response was invalidated. */
	isCurrent( membership: Membership ): boolean {
		// Most requests follow another one without an invalidation in between.
		if ( membership.currentAt === this.#epoch ) {
			return true;
		}
		if ( membership.groups.some( ( group ) => group.isInvalidated ) ) {
			return false;
		}
		membership.currentAt = this.#epoch;
		return true;
	}

	/**
	 * Invalidates the responses of groups that were stored or requested before.
	 *
	 * @param isInFlight Whether a request is in flight whose response could be stored later.
	 * @return The groups with the responses that they had.
	 */
	invalidate( names: readonly string[], isInFlight: boolean ): CacheGroup[] {
		this.#epoch++;
		if ( ! isInFlight ) {
			this.#invalidated.clear();
			this.#rememberedBytes = 0;
		}
		return names.map( ( name ) => {
			const group = this.#groups.get( name );
			if ( group ) {
				group.isInvalidated = true;
				this.#groups.delete( name );
			}
			if ( isInFlight ) {
				this.#remember( name );
			}
			return { name, entries: group?.entries ?? 0 };
		} );
	}

	#remember( name: string ): void {
		const copy = Buffer.from( name ).toString();
		if ( ! this.#invalidated.has( copy ) ) {
			this.#rememberedBytes +=
				GROUP_BYTES + CHARACTER_BYTES * copy.length;
		}
		this.#invalidated.set( copy, this.#epoch );
		if ( this.#rememberedBytes > MAX_REMEMBERED_BYTES ) {
			this.#invalidated.clear();
			this.#rememberedBytes = 0;
			this.#forgottenEpoch = this.#epoch;
		}
	}

	/** Lists groups by size, the largest first. */
	list( filter: string, limit: number ): CacheGroupList {
		const matching = [ ...this.#groups.values() ].filter( ( { name } ) =>
			name.includes( filter )
		);
		const groups = matching
			.sort(
				( one, other ) =>
					other.entries - one.entries ||
					( one.name < other.name ? -1 : 1 )
			)
			.slice( 0, limit )
			.map( ( { name, entries } ) => ( { name, entries } ) );
		return { total: matching.length, groups };
	}

	/** Removes all groups in constant time, with all responses. No response that was requested before may join later. */
	clear(): void {
		this.#groups = new Map();
		this.#invalidated = new Map();
		this.#rememberedBytes = 0;
	}
}
