/**
 * Finds MariaDB's server for the tests of what SQLite cannot show: leases, locks, concurrency.
 */
import type { Progress } from '../progress.ts';
import { findProgram } from './programs.ts';
import { aptInstall, mayInstall } from './debian.ts';
import { findPhp } from './php.ts';

export interface Mariadb {
	server: string;
	installer: string;
}

/** Finds the two programs. */
function find(): Mariadb | null {
	const server = findProgram( [ 'mariadbd' ] );
	const installer = findProgram( [ 'mariadb-install-db' ] );
	return server && installer ? { server, installer } : null;
}

/**
 * Finds MariaDB and PHP's driver for it, installing both where that is possible.
 *
 * @param progress Where to say so.
 * @return Null where it is missing and may not be installed: these tests are then skipped.
 */
export async function findMariadb(
	progress: Progress
): Promise< Mariadb | null > {
	if ( ! find() && mayInstall() ) {
		await aptInstall( [ 'mariadb-server' ], progress );
	}
	const found = find();
	if ( ! found ) {
		return null;
	}
	try {
		await findPhp( progress, { mysqli: 'mysql' } );
	} catch {
		return null;
	}
	return found;
}
