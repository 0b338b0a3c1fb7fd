/**
 * The temporary folder of a check. What lies in it at the end was left behind: that is a fault of the check, and goes.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What the programs that we use leave in a temporary folder themselves. */
const EXTERNAL_FILES = [
	/^node-compile-cache$/,
	/^\.?(?:org\.chromium|com\.google)\./,
	/^playwright/,
];

export interface TemporaryFolders {
	/** Makes the folder of a check. */
	make: ( name: string ) => string;
	/** Lists what was left in it. */
	leftovers: ( name: string ) => string[];
	/** Environment variables that let programs start sooner, by what the first of them has compiled. */
	compiled: Record< string, string >;
	/** Takes all of them away. */
	remove: () => void;
}

/** Makes a folder for those of all checks, which goes with this process at the latest. */
export function temporaryFolders(): TemporaryFolders {
	// Short, because a socket's path may have about 100 characters.
	const root = fs.mkdtempSync( path.join( os.tmpdir(), 'hd-test-' ) );
	const remove = (): void =>
		fs.rmSync( root, { recursive: true, force: true, maxRetries: 3 } );
	process.on( 'exit', remove );
	// A database server that runs as another user has to get in.
	fs.chmodSync( root, 0o755 );
	return {
		compiled: compileCaches( path.join( root, '.compiled' ) ),
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

/**
 * Makes caches for what PHP and Node compile; hundreds of processes load the same WordPress.
 *
 * @param folder Where they lie; it goes after the run, so nothing in it is ever out of date.
 */
function compileCaches( folder: string ): Record< string, string > {
	const php = path.join( folder, 'php' );
	const settings = path.join( folder, 'php.d' );
	fs.mkdirSync( php, { recursive: true } );
	fs.mkdirSync( settings );
	fs.writeFileSync(
		path.join( settings, 'compiled.ini' ),
		[
			'opcache.enable_cli=1',
			`opcache.file_cache="${ php }"`,
			'opcache.file_cache_only=1',
		].join( '\n' )
	);
	return {
		// Beside the folder that PHP knows itself, which the empty name stands for.
		PHP_INI_SCAN_DIR: `${ path.delimiter }${ settings }`,
		NODE_COMPILE_CACHE: path.join( folder, 'node' ),
	};
}
