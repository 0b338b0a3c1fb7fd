/** Finds libfaketime, which shows a process another date. */
import fs from 'node:fs';
import path from 'node:path';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { aptInstall, mayInstall } from './debian.ts';

const PARENTS = [ '/usr/lib', '/usr/lib64', '/usr/local/lib' ];

/** Finds the library for programs with several threads, which Node is. */
function find(): string | undefined {
	return PARENTS.filter( ( parent ) => fs.existsSync( parent ) )
		.flatMap( ( parent ) => [
			parent,
			...fs
				.readdirSync( parent )
				.map( ( name ) => path.join( parent, name ) ),
		] )
		.map( ( folder ) =>
			path.join( folder, 'faketime', 'libfaketimeMT.so.1' )
		)
		.find( ( file ) => fs.existsSync( file ) );
}

/**
 * Finds the library, installing it where that is possible.
 *
 * @param  progress Where to say so.
 * @throws {KitError} It is missing and may not be installed.
 */
export async function findLibfaketime( progress: Progress ): Promise< string > {
	if ( ! find() && mayInstall() ) {
		await aptInstall( [ 'faketime' ], progress );
	}
	const found = find();
	if ( ! found ) {
		throw new KitError(
			'libfaketime, which moves the clock of the tests, is not installed.',
			'sudo apt-get install faketime (Debian, Ubuntu), then start again'
		);
	}
	return found;
}
