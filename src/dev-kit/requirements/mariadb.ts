import { findProgram } from '../commands.ts';
import type { Progress } from '../progress.ts';
import { findOrInstall } from './debian.ts';
import { findPhp } from './php.ts';

export interface Mariadb {
	server: string;
	installer: string;
}

function find(): Mariadb | null {
	const server = findProgram( [ 'mariadbd' ] );
	const installer = findProgram( [ 'mariadb-install-db' ] );
	return server && installer ? { server, installer } : null;
}

/** @return Null if MariaDB or PHP's driver for it is missing and cannot be installed. */
export async function findMariadb(
	progress: Progress
): Promise< Mariadb | null > {
	const found = await findOrInstall( find, [ 'mariadb-server' ], progress );
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
