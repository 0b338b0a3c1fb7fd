/** Hands on the bodies that come from the application. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyMemory } from './body-memory.ts';

/** Drops a body that is not needed. */
export function discard( body: Readable ): void {
	body.on( 'error', () => {} );
	body.destroy();
}

/**
 * Hands on a body and counts its bytes.
 *
 * @param count Told how many came.
 */
export async function* counted(
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

/** A body that is read to its end while it is handed on. */
class Reading {
	readonly #memory: BodyMemory;
	#taken = 0;

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
		let given = 0;
		let next = 0;
		for (;;) {
			const { done, value } = await body.next();
			if ( done ) {
				break;
			}
			chunks.push( value );
			bytes += value.length;
			if ( bytes > maxBytes || ! this.#take( value.length ) ) {
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
				given += chunk.length;
			}
		}
		// A short one out of node's pool would hold the whole pool for as long as it is kept.
		const whole = Buffer.allocUnsafeSlow( bytes );
		let end = 0;
		for ( const chunk of chunks ) {
			end += chunk.copy( whole, end );
		}
		if ( response ) {
			response.end( whole.subarray( given ) );
			this.#memory.hold( whole, response );
		}
		return whole;
	}

	#take( bytes: number ): boolean {
		const isTaken = this.#memory.take( bytes );
		this.#taken += isTaken ? bytes : 0;
		return isTaken;
	}

	end(): void {
		this.#memory.release( this.#taken );
	}
}

/**
 * Reads a body to its end as fast as it comes, and hands it on as fast as the visitor reads. What a slow visitor has
 * not read yet is not held twice.
 *
 * @param maxBytes   Most bytes that are kept.
 * @param response   The visitor's response, with its head written; null for a background revalidation.
 * @param onTooLarge Called when there is more; the rest is relayed at the visitor's speed.
 * @param memory     Bounds what is held; what does not fit counts as too large.
 * @return The whole body, or null when it is too large.
 */
export async function relayBody(
	body: AsyncGenerator< Buffer >,
	maxBytes: number,
	response: ServerResponse | null,
	onTooLarge: () => void,
	memory: BodyMemory = new BodyMemory( Infinity )
): Promise< Buffer | null > {
	const reading = new Reading( memory );
	try {
		return await reading.relay( body, maxBytes, response, onTooLarge );
	} finally {
		reading.end();
	}
}
