/** The temporary folder of a check. A check that leaves files in it fails. The files are removed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Files that third-party programs leave in a temporary folder. */
const EXTERNAL_FILES = [
	/^node-compile-cache$/,
	/^\.?(?:org\.chromium|com\.google)\./,
	/^playwright/,
	// yarn 1, and packages of Vercel such as serve.
	/^(?:v8-compile-cache-|yarn--)\d/,
	/^update-check$/,
];

export interface TemporaryFolders {
	create: ( name: string ) => string;
	/** Lists the files that the check has left in its folder. */
	leftovers: ( name: string ) => string[];
	remove: () => void;
}

/** Makes the folder for all checks. It is removed when this process exits, if not before. */
export function temporaryFolders(): TemporaryFolders {
	// Short, because the path of a socket is limited to about 100 characters.
	const root = fs.mkdtempSync( path.join( os.tmpdir(), 'hd-test-' ) );
	const remove = (): void =>
		fs.rmSync( root, { recursive: true, force: true, maxRetries: 3 } );
	process.on( 'exit', remove );
	// A database server that runs as another user needs access.
	fs.chmodSync( root, 0o755 );
	return {
		create( name ) {
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
