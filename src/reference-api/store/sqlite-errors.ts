/** Turns what SQLite says into words for people. */
import { diskIsFull } from '../lib/disk-errors.ts';
import { HostingError } from '../lib/model.ts';

/** SQLite's own numbers. */
const CODES = {
	readonly: 8,
	corrupt: 11,
	full: 13,
	constraint: 19,
	noDatabase: 26,
};

function textFor( code: number, message: string ): string {
	switch ( code ) {
		case CODES.readonly:
			return `The platform’s database cannot be written (${ message }). Nothing was changed. Make the data folder writable, then try again.`;
		case CODES.corrupt:
		case CODES.noDatabase:
			return `The platform’s database is damaged (${ message }). Nothing was changed. Stop the platform, check the disk, and bring a backup of the data folder back.`;
		default:
			return `The platform’s database cannot be used (${ message }). Nothing was changed. Check the disk, then try again.`;
	}
}

/**
 * Words an error of the database; a broken rule of its tables is a mistake in the program and stays what it is, as
 * does everything else.
 */
export function inWords( error: unknown ): unknown {
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
			return diskIsFull();
		default:
			return new HostingError( 503, textFor( code, error.message ) );
	}
}
