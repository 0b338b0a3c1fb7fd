/** Deletes what the platform made, and nothing else: no other names, and nothing behind a link. */
import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../lib/errors.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether the platform gave a file or folder its name: an id, with or without an extension. */
export function isGeneratedName( name: string ): boolean {
	return ID.test( path.parse( name ).name );
}

/**
 * Returns whether each folder from the data folder down to this one is a real folder.
 *
 * @param folder A folder in it.
 */
export async function isRealFolder(
	root: string,
	folder: string
): Promise< boolean > {
	let place = root;
	for ( const part of path.relative( root, folder ).split( path.sep ) ) {
		place = path.join( place, part );
		try {
			if ( ! ( await lstat( place ) ).isDirectory() ) {
				return false;
			}
		} catch ( error ) {
			if ( systemCode( error ) === 'ENOENT' ) {
				return false;
			}
			throw error;
		}
	}
	return true;
}

/**
 * Deletes entries of a folder that carry the platform's names.
 *
 * @param folder A folder in it; where it is missing or is a link, nothing is deleted.
 */
export async function removeGeneratedEntries(
	root: string,
	folder: string,
	isNeeded: ( name: string ) => boolean | Promise< boolean > = () => false
): Promise< void > {
	if ( ! ( await isRealFolder( root, folder ) ) ) {
		return;
	}
	for ( const name of await readdir( folder ) ) {
		if ( isGeneratedName( name ) && ! ( await isNeeded( name ) ) ) {
			// `rm` removes a link itself, not what it leads to.
			await rm( path.join( folder, name ), {
				recursive: true,
				force: true,
			} );
		}
	}
}
