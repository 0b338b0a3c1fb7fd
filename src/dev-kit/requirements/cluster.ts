import fs from 'node:fs';
import { findProgram } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { findOrInstall } from './debian.ts';
import { findLibfaketime } from './libfaketime.ts';
import { findMariadb } from './mariadb.ts';
import type { Mariadb } from './mariadb.ts';
import { findPhp } from './php.ts';

/** Replication of Galera, which MariaDB loads. */
const GALERA = [ '/usr/lib', '/usr/lib64' ].flatMap( ( parent ) =>
	[ 'galera', 'galera-4' ].map(
		( folder ) => `${ parent }/${ folder }/libgalera_smm.so`
	)
);

/** The programs of a database cluster with an object cache. */
export interface ClusterPrograms {
	php: string;
	mariadb: Mariadb;
	/** Path of Galera's library. */
	galera: string;
	redis: string;
	/** Path of the library that sets the clock of a server. */
	libfaketime: string;
}

function findServers(): { galera: string; redis: string } | null {
	const galera = GALERA.find( ( file ) => fs.existsSync( file ) );
	const redis = findProgram( [ 'redis-server' ] );
	// Galera copies the data of one node to another with rsync.
	return galera && redis && findProgram( [ 'rsync' ] )
		? { galera, redis }
		: null;
}

/** @throws {KitError} When a program is missing and cannot be installed. */
export async function findClusterPrograms(
	progress: Progress
): Promise< ClusterPrograms > {
	const mariadb = await findMariadb( progress );
	const servers = await findOrInstall(
		findServers,
		[ 'galera-4', 'redis-server', 'rsync' ],
		progress
	);
	if ( ! mariadb || ! servers ) {
		throw new KitError(
			'MariaDB with Galera, Redis and rsync are not all installed.',
			'on Debian: sudo apt-get install mariadb-server galera-4 redis-server rsync faketime php-mysql php-redis'
		);
	}
	const libfaketime = await findLibfaketime( progress );
	const php = await findPhp( progress, { redis: 'redis', mysqli: 'mysql' } );
	return { php: php.command, mariadb, libfaketime, ...servers };
}
