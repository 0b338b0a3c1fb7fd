/**
 * Bounds the memory of bodies that are being read from the application or sent to slow visitors. What the cache holds
 * is counted by the cache; a body that it dropped lives on until the last visitor has read it.
 */
import type { ServerResponse } from 'node:http';

/** Closes a connection that takes nothing of its answer for so long. */
const MAX_STALL_MS = 60_000;

/** The memory of one environment's bodies. */
export class BodyMemory {
	readonly #maxBytes: number;
	#bytes = 0;
	readonly #readers = new Map< Buffer, number >();

	/** @param maxBytes Most bytes that bodies may take. */
	constructor( maxBytes: number ) {
		this.#maxBytes = maxBytes;
	}

	/** How many bytes are taken. */
	get bytes(): number {
		return this.#bytes;
	}

	/**
	 * Takes memory for a part of a body that is being read.
	 *
	 * @return False when there is not so much left; nothing is taken then.
	 */
	take( bytes: number ): boolean {
		if ( this.#bytes + bytes > this.#maxBytes ) {
			return false;
		}
		this.#bytes += bytes;
		return true;
	}

	/** Gives memory back. */
	release( bytes: number ): void {
		this.#bytes -= bytes;
	}

	/** Returns whether a body may be sent: one that another visitor is reading takes no further memory. */
	fits( body: Buffer ): boolean {
		return (
			this.#bytes + body.length <= this.#maxBytes ||
			this.#readers.has( body )
		);
	}

	/**
	 * Counts a body until its visitor has read it, unless that is so already.
	 *
	 * @param body The body, handed to the response.
	 */
	hold( body: Buffer, response: ServerResponse ): void {
		if ( response.writableLength === 0 || response.closed ) {
			return;
		}
		const readers = this.#readers.get( body ) ?? 0;
		this.#bytes += readers === 0 ? body.length : 0;
		this.#readers.set( body, readers + 1 );
		response.setTimeout( MAX_STALL_MS, () => response.destroy() );
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
