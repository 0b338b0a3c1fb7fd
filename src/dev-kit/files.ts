import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Writes a file under another name and renames it, so that no reader sees half of it. */
export function writeWhole( file: string, text: string, mode = 0o644 ): void {
	fs.mkdirSync( path.dirname( file ), { recursive: true } );
	const draft = `${ file }.${ randomUUID() }.tmp`;
	try {
		fs.writeFileSync( draft, text, { mode } );
		// The umask may have removed bits.
		fs.chmodSync( draft, mode );
		fs.renameSync( draft, file );
	} finally {
		fs.rmSync( draft, { force: true } );
	}
}

/** Fills a folder under another name and renames it. It replaces what was there. */
export async function makeWhole(
	folder: string,
	fill: ( draft: string ) => Promise< void >
): Promise< void > {
	const parent = path.dirname( folder );
	fs.mkdirSync( parent, { recursive: true } );
	removeDrafts( folder );
	const draft = `${ folder }.${ randomUUID() }.tmp`;
	fs.mkdirSync( draft );
	try {
		await fill( draft );
		fs.rmSync( folder, { recursive: true, force: true } );
		fs.renameSync( draft, folder );
	} finally {
		fs.rmSync( draft, { recursive: true, force: true } );
	}
}

/** Removes drafts of an interrupted run. The caller holds the lock, so that no other process is writing one. */
function removeDrafts( folder: string ): void {
	const parent = path.dirname( folder );
	for ( const name of fs.readdirSync( parent ) ) {
		if (
			name.startsWith( `${ path.basename( folder ) }.` ) &&
			name.endsWith( '.tmp' )
		) {
			fs.rmSync( path.join( parent, name ), {
				recursive: true,
				force: true,
			} );
		}
	}
}

/**
 * Lists the files below a folder, sorted, as paths with forward slashes.
 *
 * @param skip Names of files and folders to skip.
 */
export function listFiles(
	folder: string,
	skip: readonly string[] = []
): string[] {
	const files: string[] = [];
	const walk = ( below: string ): void => {
		const entries = fs.readdirSync( path.join( folder, below ), {
			withFileTypes: true,
		} );
		for ( const entry of entries ) {
			const name = path.posix.join( below, entry.name );
			if ( skip.includes( entry.name ) ) {
				continue;
			}
			if ( entry.isDirectory() ) {
				walk( name );
			} else if ( entry.isFile() ) {
				files.push( name );
			}
		}
	};
	walk( '' );
	return files.sort();
}

/** Hashes the names and contents of files and folders. A missing one changes the hash too. */
export function hashOf( root: string, names: string[] ): string {
	const hash = createHash( 'sha256' );
	for ( const name of names ) {
		const whole = path.join( root, name );
		const entry = fs.statSync( whole, { throwIfNoEntry: false } );
		if ( ! entry ) {
			hash.update( `${ name }\0missing\0` );
			continue;
		}
		const files = entry.isDirectory()
			? listFiles( whole ).map( ( file ) => path.join( name, file ) )
			: [ name ];
		for ( const file of files ) {
			const content = fs.readFileSync( path.join( root, file ) );
			hash.update( `${ file }\0${ content.length }\0` ).update( content );
		}
	}
	return hash.digest( 'hex' );
}

export function readIfExists( file: string ): string | null {
	return fs.existsSync( file ) ? fs.readFileSync( file, 'utf8' ) : null;
}
