import fs from 'node:fs';
import path from 'node:path';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { findOrInstall } from './debian.ts';

const PARENTS = [ '/usr/lib', '/usr/lib64', '/usr/local/lib' ];

/** Finds the library for multi-threaded programs, such as Node. */
function find(): string | null {
	const files = PARENTS.filter( ( parent ) => fs.existsSync( parent ) )
		.flatMap( ( parent ) => [
			parent,
			...fs
				.readdirSync( parent )
				.map( ( name ) => path.join( parent, name ) ),
		] )
		.map( ( folder ) =>
			path.join( folder, 'faketime', 'libfaketimeMT.so.1' )
		);
	return files.find( ( file ) => fs.existsSync( file ) ) ?? null;
}

export async function findLibfaketime( progress: Progress ): Promise< string > {
	const found = await findOrInstall( find, [ 'faketime' ], progress );
	if ( ! found ) {
		throw new KitError(
			'libfaketime, which sets the clock of the tests, is not installed.',
			'on Debian and Ubuntu: sudo apt-get install faketime'
		);
	}
	return found;
}
