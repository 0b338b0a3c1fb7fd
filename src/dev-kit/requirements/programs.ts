/** Finds programs of the machine. */
import fs from 'node:fs';
import path from 'node:path';

/**
 * Finds a program.
 *
 * @return Its path, or null.
 */
export function findProgram( names: string[] ): string | null {
	const folders = [
		...( process.env.PATH ?? '' ).split( path.delimiter ),
		'/usr/sbin',
		'/usr/local/sbin',
	];
	for ( const name of names ) {
		for ( const folder of folders.filter( Boolean ) ) {
			const file = path.join( folder, name );
			if ( fs.existsSync( file ) ) {
				return file;
			}
		}
	}
	return null;
}
