import { HostingError } from '../model/hosting.ts';
import { sizeLabel } from '../lib/limits.ts';
import type { Limits } from '../lib/limits.ts';

/** What a zip may hold at most. */
export type ZipLimits = Pick< Limits, 'maxZipEntries' | 'maxUnpackedBytes' >;

/** How every refusal of a zip begins; a page that names the file leaves it out. */
export const NOT_DEPLOYED = 'This zip was not deployed.';

/** Refuses the upload because of the zip itself. */
export function zipError( reason: string, status = 400 ): HostingError {
	const sentence = reason.charAt( 0 ).toUpperCase() + reason.slice( 1 );
	return new HostingError( status, `${ NOT_DEPLOYED } ${ sentence }.` );
}

/** Refuses what unpacks to too much. */
export function zipTooLarge( limits: ZipLimits ): HostingError {
	return zipError(
		`unpacked it is larger than ${ sizeLabel(
			limits.maxUnpackedBytes
		) }, which is the limit`,
		413
	);
}
