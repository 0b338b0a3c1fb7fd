import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { NO_BUILD } from '../../shared/build-states.ts';
import { idOf } from '../place.ts';
import type { EnvironmentHost } from '../place.ts';

/** Hosts respond with an operation, with an empty object or with no body. */
function readBuildId( text: string ): string {
	try {
		const operation = JSON.parse( text ) as {
			metadata?: { build?: unknown };
		} | null;
		const build = operation?.metadata?.build;
		return typeof build === 'string' ? idOf( build ) : NO_BUILD;
	} catch {
		return NO_BUILD;
	}
}

/** Counts the bytes that are read from a body. */
function countBytes(
	body: Blob,
	showProgress: ( sent: number, size: number ) => void
): ReadableStream {
	let sent = 0;
	return body.stream().pipeThrough(
		new TransformStream< Uint8Array, Uint8Array >( {
			transform( chunk, controller ) {
				sent += chunk.length;
				showProgress( sent, body.size );
				controller.enqueue( chunk );
			},
		} )
	);
}

/**
 * Uploads a zip. The file is streamed, so its size does not matter for the memory.
 *
 * @param message      What is new; only the local platform accepts it.
 * @param showProgress Receives the sent bytes and the size.
 * @return The ID of the build.
 */
export async function uploadZip(
	host: EnvironmentHost,
	file: string,
	message: string | undefined,
	showProgress: ( sent: number, size: number ) => void,
	signal: AbortSignal
): Promise< string > {
	const boundary = `headless-deploy-${ randomUUID() }`;
	const body = new Blob( [
		`--${ boundary }\r\nContent-Disposition: form-data; name="repository"; filename="code.zip"\r\nContent-Type: application/zip\r\n\r\n`,
		await openAsBlob( file ),
		`\r\n--${ boundary }--\r\n`,
	] );
	const { data } = await host.client.POST(
		'/fu/v1/accounts/{account}/apps/{app}/environments/{environment}:upload',
		{
			params: {
				path: host.path,
				query: message === undefined ? {} : { message },
			},
			headers: {
				'content-type': `multipart/form-data; boundary=${ boundary }`,
				// A stream would be sent in chunks, and proxies may refuse an upload of unknown size.
				'content-length': String( body.size ),
			},
			body: { repository: file },
			bodySerializer: () => countBytes( body, showProgress ),
			parseAs: 'text',
			fetch: host.send,
			signal,
			...{ duplex: 'half' },
		}
	);
	return readBuildId( data ?? '' );
}
