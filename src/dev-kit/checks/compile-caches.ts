import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const WEEK_MS = 7 * 24 * 3_600_000;

export interface CompileCaches {
	/** Makes PHP and Node use the caches. */
	env: Record< string, string >;
	/** Removes what was compiled from the temporary files of the tests. Their paths are never used again. */
	prune: () => void;
}

/**
 * Makes the caches of what PHP and Node compile: hundreds of processes load the same WordPress and the same platform.
 * PHP and Node compile a file again when it has changed.
 *
 * @param shortLived Folders whose files exist for one run only.
 */
export function compileCaches(
	folder: string,
	shortLived: readonly string[] = [ os.tmpdir() ]
): CompileCaches {
	const php = path.join( folder, 'php' );
	const node = path.join( folder, 'node' );
	const settings = path.join( folder, 'php.d' );
	fs.mkdirSync( php, { recursive: true } );
	fs.mkdirSync( settings, { recursive: true } );
	fs.writeFileSync(
		path.join( settings, 'compiled.ini' ),
		[
			'opcache.enable_cli=1',
			`opcache.file_cache="${ php }"`,
			'opcache.file_cache_only=1',
		].join( '\n' )
	);
	return {
		env: {
			// PHP replaces the empty name by the folder of settings with which it was compiled.
			PHP_INI_SCAN_DIR: `${ path.delimiter }${ settings }`,
			NODE_COMPILE_CACHE: node,
		},
		prune() {
			// PHP has a folder for each version of itself, with the full paths of the sources below it.
			for ( const version of fs.readdirSync( php ) ) {
				for ( const sources of shortLived ) {
					fs.rmSync( path.join( php, version, sources ), {
						recursive: true,
						force: true,
					} );
				}
			}
			removeOldFiles( node );
		},
	};
}

/** Removes files that Node wrote a week ago. Their names do not contain the paths of the sources. */
function removeOldFiles( folder: string ): void {
	if ( ! fs.existsSync( folder ) ) {
		return;
	}
	for ( const entry of fs.readdirSync( folder, {
		recursive: true,
		withFileTypes: true,
	} ) ) {
		const file = path.join( entry.parentPath, entry.name );
		if (
			entry.isFile() &&
			Date.now() - fs.statSync( file ).mtimeMs > WEEK_MS
		) {
			fs.rmSync( file );
		}
	}
}
