/**
 * What an edge remembers: answers in memory, bounded by bytes, least recently used first out.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { StoredResponse } from './stored-response.ts';
import { matchesVariant } from './vary.ts';

const MAX_VARIANTS = 20;

/** Leave to keep the answer to a question that is asked now, until something says that it is out of date. */
export interface CacheTicket {
	readonly key: string;
}

/** All that is kept of one address, the newest first. */
interface Page {
	variants: StoredResponse[];
	bytes: number;
	/** The second in which it was used. */
	used: number;
}

/** An environment's cache. Its keys belong to a generation; a purge begins the next one. */
export class EdgeCache {
	readonly maxBytes: number;
	#generation: number;
	/** Those that are good; a purge begins with none. */
	#tickets = new Set< CacheTicket >();
	#pages = new Map< string, Page >();
	#bytes = 0;
	#entries = 0;

	constructor( generation: number, maxBytes: number ) {
		this.#generation = generation;
		this.maxBytes = maxBytes;
	}

	get generation(): number {
		return this.#generation;
	}

	/** Returns how much is kept. */
	get figures(): { entries: number; bytes: number } {
		return { entries: this.#entries, bytes: this.#bytes };
	}

	/**
	 * Removes everything, in constant time, and refuses what is still on its way from before.
	 *
	 * @param generation The generation that begins.
	 */
	purge( generation: number ): void {
		// Two purges at the same time may come here in another order than they were written down.
		this.#generation = Math.max( generation, this.#generation );
		this.#pages = new Map();
		this.#tickets = new Set();
		this.#bytes = 0;
		this.#entries = 0;
	}

	/**
	 * Finds the newest answer for a visitor, fresh or not.
	 *
	 * @param now The time in milliseconds.
	 */
	find(
		key: string,
		request: IncomingHttpHeaders,
		now: number
	): StoredResponse | undefined {
		const page = this.#pages.get( key );
		if ( page === undefined ) {
			return undefined;
		}
		const second = Math.floor( now / 1000 );
		// A Map keeps insertion order, so the first key is the least recently used one. Once a second is enough.
		if ( page.used !== second ) {
			page.used = second;
			this.#pages.delete( key );
			this.#pages.set( key, page );
		}
		for ( const entry of page.variants ) {
			if ( matchesVariant( entry.variant, request ) ) {
				return entry;
			}
		}
		return undefined;
	}

	/** Answers which request headers the answers of an address differ by, or null when none is kept. */
	variesBy( key: string ): readonly string[] | null {
		return this.#pages.get( key )?.variants[ 0 ]?.variant.names ?? null;
	}

	/** Gives leave to keep the answer to a question that is asked now; to be ended in any case. */
	begin( key: string ): CacheTicket {
		const ticket = { key };
		this.#tickets.add( ticket );
		return ticket;
	}

	/** Takes a ticket back. */
	end( ticket: CacheTicket ): void {
		this.#tickets.delete( ticket );
	}

	/**
	 * Keeps an answer in place of those that the same visitor would have been given, unless the cache was purged or the
	 * address was changed since the application was asked.
	 *
	 * @param ticket  From when it was asked.
	 * @param request The headers that the application got.
	 * @return Whether it is kept.
	 */
	store(
		ticket: CacheTicket,
		request: IncomingHttpHeaders,
		entry: StoredResponse
	): boolean {
		const { key } = ticket;
		// A character may take two bytes.
		const bytes = entry.bytes + 2 * key.length;
		if ( ! this.#tickets.has( ticket ) || bytes > this.maxBytes ) {
			return false;
		}
		const others = ( this.#pages.get( key )?.variants ?? [] )
			.filter( ( { variant } ) => ! matchesVariant( variant, request ) )
			.slice( 0, MAX_VARIANTS - 1 );
		this.invalidateStored( key );
		const variants = [ entry, ...others ];
		const sum = others.reduce(
			( total, other ) => total + other.bytes,
			bytes
		);
		this.#pages.set( key, { variants, bytes: sum, used: -1 } );
		this.#bytes += sum;
		this.#entries += variants.length;
		this.#evict();
		return true;
	}

	/** Removes an address, and what is on its way from there. */
	invalidate( key: string ): void {
		this.invalidateStored( key );
		for ( const ticket of this.#tickets ) {
			if ( ticket.key === key ) {
				this.#tickets.delete( ticket );
			}
		}
	}

	/** Removes what is kept of an address. */
	invalidateStored( key: string ): void {
		const page = this.#pages.get( key );
		if ( page ) {
			this.#bytes -= page.bytes;
			this.#entries -= page.variants.length;
			this.#pages.delete( key );
		}
	}

	#evict(): void {
		for ( const key of this.#pages.keys() ) {
			if ( this.#bytes <= this.maxBytes ) {
				return;
			}
			this.invalidateStored( key );
		}
	}
}
