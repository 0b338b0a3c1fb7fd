/** HOME of an environment, with the caches of package managers: kept between builds, with a limited size. */
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRealFolder } from '../store/generated-entries.ts';
import { measureFolder } from '../usage/disk-measurement.ts';

/** Creates the folder if it is missing. Only the platform's own user may look into it. */
export async function makeHome( home: string ): Promise< void > {
	await mkdir( home, { recursive: true, mode: 0o700 } );
}

async function sizeOf( place: string, signal: AbortSignal ): Promise< number > {
	const found = await lstat( place );
	return found.isDirectory() ? measureFolder( place, signal ) : found.size;
}

/**
 * Deletes the largest entries of HOME until the rest fits. They are deleted whole: yarn takes a package of its cache
 * that lacks some files for a complete one.
 *
 * @param home HOME of an environment; where it is missing or behind a link, nothing is deleted.
 * @return Names of the deleted entries.
 */
export async function pruneHome(
	root: string,
	home: string,
	maxBytes: number,
	signal: AbortSignal
): Promise< string[] > {
	if ( ! ( await isRealFolder( root, home ) ) ) {
		return [];
	}
	const entries: { name: string; bytes: number }[] = [];
	for ( const name of await readdir( home ) ) {
		const bytes = await sizeOf( path.join( home, name ), signal );
		entries.push( { name, bytes } );
	}
	let total = entries.reduce( ( sum, { bytes } ) => sum + bytes, 0 );
	const deleted: string[] = [];
	for ( const { name, bytes } of entries.toSorted(
		( a, b ) => b.bytes - a.bytes
	) ) {
		if ( total <= maxBytes ) {
			break;
		}
		await rm( path.join( home, name ), { recursive: true, force: true } );
		total -= bytes;
		deleted.push( name );
	}
	return deleted;
}
