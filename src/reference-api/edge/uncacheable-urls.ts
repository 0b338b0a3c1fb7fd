/**
 * Remembers URLs whose responses could not be stored or are never fresh. Requests for them are not coalesced.
 */

import { hash } from 'node:crypto';

const MAX_REMEMBERED = 1000;

/** Creates an address short, however long it is. */
function short( key: string ): string {
	return hash( 'sha256', key, 'base64' );
}

/** A bounded set of addresses; the ones that are in it longest go first. */
export class UncacheableUrls {
	readonly #keys = new Set< string >();

	/** Returns whether an address is remembered. */
	has( key: string ): boolean {
		return this.#keys.has( short( key ) );
	}

	/** Remembers an address. */
	add( key: string ): void {
		this.#keys.add( short( key ) );
		const oldest = this.#keys.values().next();
		if ( this.#keys.size > MAX_REMEMBERED && ! oldest.done ) {
			this.#keys.delete( oldest.value );
		}
	}

	/** Removes an address, for an answer of it was kept. */
	delete( key: string ): void {
		this.#keys.delete( short( key ) );
	}

	clear(): void {
		this.#keys.clear();
	}
}
