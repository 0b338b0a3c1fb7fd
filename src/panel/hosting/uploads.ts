/** Uploads through WordPress: in chunks below PHP’s limits, which the server puts together and sends to the host. */
import type { Upload } from '../../hosting/client/host.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import {
	errorCode,
	errorMessage,
	type RestError,
} from '../../shared/errors.ts';
import type { HostingUpload } from '../../shared/wire.ts';
import { fetchJson, fetchRaw, pathOf } from '../../live/request.ts';

const ROUTE = 'hosting/uploads';
const RETRY_MS = 2_000;
const POLL_MS = 1_000;
/** Failures without progress in between, after which an upload is given up. */
const MAX_FAILURES = 5;
const OFFSET_WRONG = 'headless_deploy_upload_offset';
const BUSY = 'headless_deploy_upload_busy';

function wait( ms: number, signal?: AbortSignal ): Promise< void > {
	return new Promise( ( resolve, reject ) => {
		const timer = setTimeout( resolve, ms );
		signal?.addEventListener( 'abort', () => {
			clearTimeout( timer );
			reject( signal.reason );
		} );
	} );
}

/** The HTTP status of a refusal; 0 if there was no response. */
function statusOf( failure: unknown ): number {
	return ( failure as Partial< RestError > ).data?.status ?? 0;
}

function toPlatformError( failure: unknown ): PlatformError {
	return new PlatformError(
		errorMessage( failure, '' ),
		statusOf( failure )
	);
}

export async function listUploads(): Promise< HostingUpload[] > {
	const { uploads } = await fetchJson< { uploads: HostingUpload[] } >(
		pathOf( ROUTE )
	);
	return uploads;
}

export function deleteUpload( id: string ): Promise< unknown > {
	return fetchRaw( pathOf( `${ ROUTE }/${ id }` ), { method: 'DELETE' } );
}

function read( id: string ): Promise< HostingUpload > {
	return fetchJson( pathOf( `${ ROUTE }/${ id }` ) );
}

/** Finds the upload of the same file that was interrupted, or begins one. */
async function begin( { path, file }: Upload ): Promise< HostingUpload > {
	const { account, app, environment } = path;
	const interrupted = ( await listUploads() ).find(
		( upload ) =>
			[ 'receiving', 'received' ].includes( upload.state ) &&
			upload.environment === environment &&
			upload.fileName === file.name &&
			upload.size === file.size
	);
	return (
		interrupted ??
		fetchJson< HostingUpload >( pathOf( ROUTE ), {
			method: 'POST',
			data: {
				account,
				app,
				environment,
				fileName: file.name,
				size: file.size,
			},
		} )
	);
}

function sendChunk(
	{ id, received, maxChunkBytes }: HostingUpload,
	{ file, signal }: Upload
): Promise< HostingUpload > {
	return fetchJson( pathOf( `${ ROUTE }/${ id }?offset=${ received }` ), {
		method: 'PUT',
		headers: { 'Content-Type': 'application/octet-stream' },
		body: file.slice( received, received + maxChunkBytes ),
		signal,
	} );
}

/** Whether a chunk is worth sending again: the connection was lost, a proxy failed, or another request still writes. */
function isTemporary( failure: unknown ): boolean {
	const status = statusOf( failure );
	return (
		status === 0 ||
		status >= 500 ||
		[ OFFSET_WRONG, BUSY ].includes( errorCode( failure ) )
	);
}

async function sendChunks(
	begun: HostingUpload,
	upload: Upload
): Promise< void > {
	const { file, signal, onProgress } = upload;
	let current = begun;
	let failures = 0;
	while ( current.received < file.size ) {
		onProgress( { sentBytes: current.received, totalBytes: file.size } );
		signal.throwIfAborted();
		try {
			current = await sendChunk( current, upload );
			failures = 0;
		} catch ( failure ) {
			signal.throwIfAborted();
			failures++;
			if ( ! isTemporary( failure ) || failures > MAX_FAILURES ) {
				throw failure;
			}
			await wait( RETRY_MS, signal );
			current = await read( current.id ).catch( () => current );
		}
	}
	onProgress( { sentBytes: file.size, totalBytes: file.size } );
}

/** Waits until WordPress has sent the file to the host. Proxies may end the request that started it. */
async function waitUntilSent( id: string ): Promise< void > {
	let upload = await read( id );
	while ( upload.state === 'sending' ) {
		await wait( POLL_MS );
		upload = await read( id );
	}
	if ( upload.state !== 'sent' ) {
		throw new PlatformError( upload.message, 0 );
	}
}

/** Whether the host does not want this file, however often it is sent. */
function isRefusal( failure: unknown ): boolean {
	const status = statusOf( failure );
	return status >= 400 && status < 500 && ! [ 408, 429 ].includes( status );
}

/** Cannot be canceled: the host may already have the file. */
async function sendToHost( id: string ): Promise< void > {
	try {
		await fetchRaw( pathOf( `${ ROUTE }/${ id }/send` ), {
			method: 'POST',
		} );
	} catch ( failure ) {
		const { state } = await read( id );
		if ( ! [ 'sending', 'sent' ].includes( state ) ) {
			if ( isRefusal( failure ) ) {
				await deleteUpload( id );
			}
			throw failure;
		}
		await waitUntilSent( id );
	}
}

export async function uploadThroughWordpress(
	upload: Upload
): Promise< void > {
	try {
		const begun = await begin( upload );
		await sendChunks( begun, upload ).catch( async ( failure ) => {
			if ( upload.signal.aborted ) {
				await deleteUpload( begun.id );
			}
			throw failure;
		} );
		await sendToHost( begun.id );
	} catch ( failure ) {
		upload.signal.throwIfAborted();
		throw failure instanceof PlatformError
			? failure
			: toPlatformError( failure );
	}
}
