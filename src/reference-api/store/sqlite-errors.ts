import { diskFullError } from '../lib/disk-errors.ts';
import { HostingError } from '../model/hosting.ts';

/** Primary result codes: https://www.sqlite.org/rescode.html */
const CODES = {
	readonly: 8,
	corrupt: 11,
	full: 13,
	constraint: 19,
	noDatabase: 26,
};

function messageFor( code: number, message: string ): string {
	switch ( code ) {
		case CODES.readonly:
			return `The platform’s database cannot be written (${ message }). Nothing was changed. Make the data folder writable, then try again.`;
		case CODES.corrupt:
		case CODES.noDatabase:
			return `The platform’s database is damaged (${ message }). Nothing was changed. Stop the platform, check the disk, and restore the data folder from a backup.`;
		default:
			return `The platform’s database cannot be used (${ message }). Nothing was changed. Check the disk, then try again.`;
	}
}

/**
 * Turns an error of the database into a HostingError. Any other error stays as it is, and so does a violated
 * constraint: it is a bug.
 */
export function toHostingError( error: unknown ): unknown {
	if (
		! ( error instanceof Error ) ||
		! ( 'errcode' in error ) ||
		typeof error.errcode !== 'number'
	) {
		return error;
	}
	const code = error.errcode % 256;
	switch ( code ) {
		case CODES.constraint:
			return error;
		case CODES.full:
			return diskFullError();
		default:
			return new HostingError( 503, messageFor( code, error.message ) );
	}
}
