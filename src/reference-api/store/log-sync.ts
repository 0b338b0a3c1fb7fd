/** Forces the write-ahead log to the disk in a thread of its own, while the event loop answers other requests. */
import fs from 'node:fs';
import path from 'node:path';

/** Forces what was committed to the disk. */
export interface LogSync {
	sync: () => Promise< void >;
	close: () => void;
}

/** A new file survives a power failure only if its folder was forced to the disk too. */
function syncFolder( folder: string ): void {
	const handle = fs.openSync( folder, 'r' );
	try {
		fs.fsyncSync( handle );
	} finally {
		fs.closeSync( handle );
	}
}

/**
 * Opens the log of a database. SQLite keeps no locks on this file, so closing it releases none.
 *
 * @param file Path of the database file, which is open in WAL mode; its log exists until it is closed.
 */
export function openLogSync( file: string ): LogSync {
	const handle = fs.openSync( `${ file }-wal`, 'r+' );
	if ( process.platform !== 'win32' ) {
		syncFolder( path.dirname( file ) );
	}
	return {
		sync: () =>
			new Promise( ( resolve, reject ) => {
				fs.fdatasync( handle, ( error ) =>
					error ? reject( error ) : resolve()
				);
			} ),
		close: () => fs.closeSync( handle ),
	};
}
