/** Stamp files hold the hash of the sources that some work was done from. */
import fs from 'node:fs';
import { readIfExists, writeWhole } from './files.ts';

export function isUpToDate( stamp: string, hash: string ): boolean {
	return readIfExists( stamp ) === hash;
}

/**
 * Does the work unless the stamp file holds the hash of the current sources. The stamp is written last, so that
 * interrupted work is repeated.
 *
 * @return True when the work was done now.
 */
export async function runIfStale(
	stamp: string,
	hash: string,
	work: () => Promise< void >
): Promise< boolean > {
	if ( isUpToDate( stamp, hash ) ) {
		return false;
	}
	fs.rmSync( stamp, { force: true } );
	await work();
	writeWhole( stamp, hash );
	return true;
}
