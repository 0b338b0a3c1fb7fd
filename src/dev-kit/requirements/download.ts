/**
 * Downloads a file: a short time-out to connect, so that a machine without that way out is told soon.
 */
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';

const CONNECT_MS = 5000;
const SILENCE_MS = 30_000;

/**
 * Downloads to a file, which must be a draft: it is incomplete while this runs.
 *
 * @throws {Error} What went wrong, in words.
 */
export async function download( url: string, file: string ): Promise< void > {
	const dispatcher = new EnvHttpProxyAgent( {
		connect: { timeout: CONNECT_MS },
		headersTimeout: SILENCE_MS,
		bodyTimeout: SILENCE_MS,
	} );
	try {
		const answer = await fetch( url, { dispatcher } );
		if ( ! answer.ok || ! answer.body ) {
			throw new Error( `it answered ${ answer.status }` );
		}
		await pipeline(
			Readable.fromWeb( answer.body ),
			fs.createWriteStream( file )
		);
	} catch ( error ) {
		const { message, cause } = error as Error;
		const reason = cause instanceof Error ? cause.message : message;
		throw new Error( `${ url }: ${ reason || message }` );
	} finally {
		await dispatcher.destroy();
	}
}
