/**
 * Limits the memory for bodies that are being read from the application or sent to slow visitors. The cache counts its
 * stored responses itself, but an evicted body stays in memory until the last visitor has read it.
 */
import type { ServerResponse } from 'node:http';

/** A connection that reads nothing of its response for this time is closed. */
const STALL_TIMEOUT_MS = 60_000;

export class BodyMemory {
	readonly #maxBytes: number;
	#bytes = 0;
	readonly #readers = new Map< Buffer, number >();

	constructor( maxBytes: number ) {
		this.#maxBytes = maxBytes;
	}

	get bytes(): number {
		return this.#bytes;
	}

	/** Returns false, and reserves nothing, if the limit would be exceeded. */
	reserve( bytes: number ): boolean {
		if ( this.#bytes + bytes > this.#maxBytes ) {
			return false;
		}
		this.#bytes += bytes;
		return true;
	}

	release( bytes: number ): void {
		this.#bytes -= bytes;
	}

	/** A body that another visitor is reading needs no additional memory. */
	canSend( body: Buffer ): boolean {
		return (
			this.#bytes + body.length <= this.#maxBytes ||
			this.#readers.has( body )
		);
	}

	/** Call after writing the body: reserves its memory until the visitor has read it, unless that is already so. */
	reserveUntilSent( body: Buffer, response: ServerResponse ): void {
		if ( response.writableLength === 0 || response.closed ) {
			return;
		}
		const readers = this.#readers.get( body ) ?? 0;
		this.#bytes += readers === 0 ? body.length : 0;
		this.#readers.set( body, readers + 1 );
		response.setTimeout( STALL_TIMEOUT_MS, () => response.destroy() );
		response.once( 'close', () => {
			response.setTimeout( 0 );
			this.#release( body );
		} );
	}

	#release( body: Buffer ): void {
		const readers = this.#readers.get( body ) ?? 1;
		if ( readers > 1 ) {
			this.#readers.set( body, readers - 1 );
			return;
		}
		this.#readers.delete( body );
		this.#bytes -= body.length;
	}
}
