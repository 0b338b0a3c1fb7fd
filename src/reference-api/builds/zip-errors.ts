import { HostingError } from '../model/hosting.ts';
import { sizeLabel } from '../lib/limits.ts';
import type { Limits } from '../lib/limits.ts';

/** The limits of a zip. */
export type ZipLimits = Pick< Limits, 'maxZipEntries' | 'maxUnpackedBytes' >;

/** The name of the form part that holds the zip. */
export const ZIP_PART = 'repository';

/** What to do about a zip with too much in it. */
export const SMALLER_ZIP =
	'Leave node_modules and build results out of the zip';

/** A page that names the file omits the start of the message. */
function uploadError(
	what: 'zip' | 'file',
	reason: string,
	status: number
): HostingError {
	const sentence = reason.charAt( 0 ).toUpperCase() + reason.slice( 1 );
	return new HostingError(
		status,
		`This ${ what } was not deployed. ${ sentence }.`,
		{ field: ZIP_PART }
	);
}

/** Rejects the upload because of the zip itself. */
export function zipError( reason: string, status = 400 ): HostingError {
	return uploadError( 'zip', reason, status );
}

/** Rejects an upload that is not a zip. */
export function notZipError(): HostingError {
	return uploadError(
		'file',
		'it is not a zip file, or only a part of one. Zip the folder that contains package.json, then upload it again',
		400
	);
}

/** Rejects a zip that is too large when unpacked. */
export function zipTooLarge( limits: ZipLimits ): HostingError {
	return zipError(
		`unpacked it is larger than ${ sizeLabel(
			limits.maxUnpackedBytes
		) }, which is the limit`,
		413
	);
}
