import fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';

/** Short, so that a machine without access to the internet fails quickly. */
const CONNECT_MS = 5000;
const SILENCE_MS = 30_000;

/** Downloads to a file. The file is incomplete until the promise resolves. */
export async function download( url: string, file: string ): Promise< void > {
	const dispatcher = new EnvHttpProxyAgent( {
		connect: { timeout: CONNECT_MS },
		headersTimeout: SILENCE_MS,
		bodyTimeout: SILENCE_MS,
	} );
	try {
		const answer = await fetch( url, { dispatcher } );
		if ( ! answer.ok || ! answer.body ) {
			throw new Error( `the server answered ${ answer.status }` );
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
