import { HostingError } from '../model/hosting.ts';
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

/** Says a limit as the documentation does. */
function sizeLabel( bytes: number ): string {
	const units = [ 'bytes', 'KiB', 'MiB', 'GiB' ];
	let value = bytes;
	let unit = 0;
	while ( unit < 3 && value >= 1024 && value % 1024 === 0 ) {
		value /= 1024;
		unit++;
	}
	return `${ value } ${ units[ unit ] }`;
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
