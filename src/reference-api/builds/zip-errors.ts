import { HostingError } from '../model/hosting.ts';
import { sizeLabel } from '../lib/limits.ts';
import type { Limits } from '../lib/limits.ts';

/** The limits of a zip. */
export type ZipLimits = Pick< Limits, 'maxZipEntries' | 'maxUnpackedBytes' >;

/** The name of the form part that holds the zip. */
export const ZIP_PART = 'repository';

/** The start of every message about a rejected zip; a page that names the file omits it. */
export const NOT_DEPLOYED = 'This zip was not deployed.';

/** What to do about a zip with too much in it. */
export const SMALLER_ZIP =
	'Leave node_modules and build results out of the zip';

/** Rejects the upload because of the zip itself. */
export function zipError( reason: string, status = 400 ): HostingError {
	const sentence = reason.charAt( 0 ).toUpperCase() + reason.slice( 1 );
	return new HostingError( status, `${ NOT_DEPLOYED } ${ sentence }.`, {
		field: ZIP_PART,
	} );
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
