import type { Upload } from '../hosting/client/host.ts';
import {
	PlatformError,
	toPlatformError,
} from '../platform-client/platform-error.ts';
import { uploadPath } from '../platform-client/upload-path.ts';

/** Sends a zip. XMLHttpRequest, because fetch reports no progress of what it sends. */
export function uploadZip( {
	path,
	file,
	onProgress,
	signal,
}: Upload ): Promise< void > {
	const request = new XMLHttpRequest();
	return new Promise( ( resolve, reject ) => {
		request.upload.onprogress = ( { loaded, total } ) =>
			onProgress( { sentBytes: loaded, totalBytes: total } );
		request.onload = () =>
			request.status === 200
				? resolve()
				: reject(
						toPlatformError( request.status, request.responseText )
					);
		request.onerror = () =>
			reject(
				new PlatformError(
					'The connection was lost. Nothing was deployed. Upload the zip again.',
					0
				)
			);
		request.onabort = () => reject( signal.reason );
		signal.addEventListener( 'abort', () => request.abort() );
		const form = new FormData();
		form.set( 'repository', file );
		request.open( 'POST', uploadPath( path ) );
		request.setRequestHeader( 'accept', 'application/json' );
		request.send( form );
	} );
}
