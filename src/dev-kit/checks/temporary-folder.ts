/**
 * The temporary folder of a check. A check that leaves files in it fails; the files are removed.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Files that third-party programs leave in a temporary folder. */
const EXTERNAL_FILES = [
	/^node-compile-cache$/,
	/^\.?(?:org\.chromium|com\.google)\./,
	/^playwright/,
];

export interface TemporaryFolders {
	/** Makes the folder of a check. */
	make: ( name: string ) => string;
	/** Lists the files that the check has left in its folder. */
	leftovers: ( name: string ) => string[];
	/** Removes all of them. */
	remove: () => void;
}

/** Makes the folder that holds those of all checks; it is removed when this process exits, if not before. */
export function temporaryFolders(): TemporaryFolders {
	// Short, because a socket's path may have about 100 characters.
	const root = fs.mkdtempSync( path.join( os.tmpdir(), 'hd-test-' ) );
	const remove = (): void =>
		fs.rmSync( root, { recursive: true, force: true, maxRetries: 3 } );
	process.on( 'exit', remove );
	// A database server that runs as another user has to get in.
	fs.chmodSync( root, 0o755 );
	return {
		make( name ) {
			const folder = path.join( root, name );
			fs.mkdirSync( folder );
			return folder;
		},
		leftovers: ( name ) =>
			fs
				.readdirSync( path.join( root, name ) )
				.filter( ( entry ) =>
					EXTERNAL_FILES.every( ( form ) => ! form.test( entry ) )
				),
		remove,
	};
}
