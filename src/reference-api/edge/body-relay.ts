import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyMemory } from './body-memory.ts';

/** Aborts a body that is not needed. */
export function discard( body: Readable ): void {
	body.on( 'error', () => {} );
	body.destroy();
}

/** @param count Receives the number of bytes of each chunk. */
export async function* countBytes(
	body: AsyncIterable< Buffer >,
	count: ( bytes: number ) => void
): AsyncGenerator< Buffer > {
	for await ( const chunk of body ) {
		count( chunk.length );
		yield chunk;
	}
}

async function* resume(
	chunks: readonly Buffer[],
	rest: AsyncGenerator< Buffer >
): AsyncGenerator< Buffer > {
	yield* chunks;
	yield* rest;
}

class BodyReader {
	readonly #memory: BodyMemory;
	#reserved = 0;

	constructor( memory: BodyMemory ) {
		this.#memory = memory;
	}

	async relay(
		body: AsyncGenerator< Buffer >,
		maxBytes: number,
		response: ServerResponse | null,
		onTooLarge: () => void
	): Promise< Buffer | null > {
		const chunks: Buffer[] = [];
		let bytes = 0;
		let written = 0;
		let next = 0;
		for (;;) {
			const { done, value } = await body.next();
			if ( done ) {
				break;
			}
			chunks.push( value );
			bytes += value.length;
			if ( bytes > maxBytes || ! this.#reserve( value.length ) ) {
				onTooLarge();
				await ( response
					? pipeline( resume( chunks.slice( next ), body ), response )
					: body.return( undefined ) );
				return null;
			}
			for (
				let chunk = chunks[ next ];
				response && chunk && ! response.writableNeedDrain;
				chunk = chunks[ ++next ]
			) {
				response.write( chunk );
				written += chunk.length;
			}
		}
		// A small buffer from Node's pool would keep the whole pool in memory while it is stored.
		const content = Buffer.allocUnsafeSlow( bytes );
		let end = 0;
		for ( const chunk of chunks ) {
			end += chunk.copy( content, end );
		}
		if ( response ) {
			response.end( content.subarray( written ) );
			this.#memory.reserveUntilSent( content, response );
		}
		return content;
	}

	#reserve( bytes: number ): boolean {
		const isReserved = this.#memory.reserve( bytes );
		this.#reserved += isReserved ? bytes : 0;
		return isReserved;
	}

	release(): void {
		this.#memory.release( this.#reserved );
	}
}

/**
 * Reads a body as fast as the application sends it, and relays it as fast as the visitor reads. Both share the same
 * chunks, so a slow visitor does not double the memory.
 *
 * @param response   The visitor's response, with its head written; null for a background revalidation.
 * @param onTooLarge Called at `maxBytes` or the memory limit. The rest is relayed at the visitor's speed.
 * @return The complete body, or null if it was too large.
 */
export async function relayBody(
	body: AsyncGenerator< Buffer >,
	maxBytes: number,
	response: ServerResponse | null,
	onTooLarge: () => void,
	memory: BodyMemory = new BodyMemory( Infinity )
): Promise< Buffer | null > {
	const reader = new BodyReader( memory );
	try {
		return await reader.relay( body, maxBytes, response, onTooLarge );
	} finally {
		reader.release();
	}
}
