/**
 * Does something again only when what it was made from has changed: the stamp holds the hash of its sources and is
 * written last, so an interrupted run is done again.
 */
import fs from 'node:fs';
import { writeWhole } from './files.ts';

/**
 * Tells whether a stamp holds this hash.
 *
 * @param hash Of the sources, as they are now.
 */
export function isUpToDate( file: string, hash: string ): boolean {
	try {
		return fs.readFileSync( file, 'utf8' ) === hash;
	} catch {
		return false;
	}
}

/**
 * Does the work unless the stamp says that it was done from the same sources.
 *
 * @param hash Of the sources, as they are now.
 * @return True when it was done now.
 */
export async function runUnlessUpToDate(
	file: string,
	hash: string,
	work: () => Promise< void >
): Promise< boolean > {
	if ( isUpToDate( file, hash ) ) {
		return false;
	}
	fs.rmSync( file, { force: true } );
	await work();
	writeWhole( file, hash );
	return true;
}
