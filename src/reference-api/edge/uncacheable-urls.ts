/** URLs whose last response was not cacheable or is never fresh. Requests for them are not coalesced. */
import { hash } from 'node:crypto';

const MAX_URLS = 1000;

/** Bounds the memory: keys can be as long as URLs. */
function hashOf( key: string ): string {
	return hash( 'sha256', key, 'base64' );
}

/** The oldest entries are removed first. */
export class UncacheableUrls {
	readonly #hashes = new Set< string >();

	has( key: string ): boolean {
		return this.#hashes.has( hashOf( key ) );
	}

	add( key: string ): void {
		this.#hashes.add( hashOf( key ) );
		const oldest = this.#hashes.values().next();
		if ( this.#hashes.size > MAX_URLS && ! oldest.done ) {
			this.#hashes.delete( oldest.value );
		}
	}

	delete( key: string ): void {
		this.#hashes.delete( hashOf( key ) );
	}

	clear(): void {
		this.#hashes.clear();
	}
}
