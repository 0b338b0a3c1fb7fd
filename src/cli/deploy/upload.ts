import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { toPlatformError } from '../../platform-client/platform-error.ts';
import type { Host } from '../host.ts';
import { idOf } from '../place.ts';
import type { EnvironmentPlace } from '../place.ts';

const CHUNK_BYTES = 256 * 1024;
/** What the service responds instead of an ID; the platform resolves it to the newest build. */
const NEWEST_BUILD = 'no_build';

/** Hosts respond with an operation, with an empty object or with no body. */
function readBuildId( text: string ): string {
	try {
		const operation = JSON.parse( text ) as {
			metadata?: { build?: unknown };
		} | null;
		const build = operation?.metadata?.build;
		return typeof build === 'string' ? idOf( build ) : NEWEST_BUILD;
	} catch {
		return NEWEST_BUILD;
	}
}

/**
 * Uploads a zip. The file is streamed, so its size does not matter for the memory.
 *
 * @param showProgress Receives the sent bytes and the size.
 * @return The ID of the build.
 */
export async function uploadZip(
	host: Host,
	place: EnvironmentPlace,
	file: string,
	showProgress: ( sent: number, size: number ) => void,
	signal: AbortSignal
): Promise< string > {
	const { size } = await stat( file );
	const boundary = `headless-deploy-${ randomUUID() }`;
	const head = Buffer.from(
		`--${ boundary }\r\nContent-Disposition: form-data; name="repository"; filename="code.zip"\r\nContent-Type: application/zip\r\n\r\n`
	);
	const tail = Buffer.from( `\r\n--${ boundary }--\r\n` );
	async function* makeBody() {
		let sent = 0;
		yield head;
		for await ( const chunk of createReadStream( file, {
			highWaterMark: CHUNK_BYTES,
		} ) as AsyncIterable< Buffer > ) {
			sent += chunk.length;
			showProgress( sent, size );
			yield chunk;
		}
		yield tail;
	}
	const { account, app, environment } = place;
	const path = [ account, app, environment ].map( encodeURIComponent );
	const response = await host.send(
		`/fu/v1/accounts/${ path[ 0 ] }/apps/${ path[ 1 ] }/environments/${ path[ 2 ] }:upload`,
		{
			method: 'POST',
			headers: {
				accept: 'application/json',
				'content-type': `multipart/form-data; boundary=${ boundary }`,
				// A stream would be sent in chunks, and proxies may refuse an upload of unknown size.
				'content-length': String( head.length + size + tail.length ),
			},
			body: Readable.toWeb(
				Readable.from( makeBody() )
			) as ReadableStream,
			duplex: 'half',
			signal,
		}
	);
	const text = await response.text();
	if ( ! response.ok ) {
		throw toPlatformError( response.status, text );
	}
	return readBuildId( text );
}
