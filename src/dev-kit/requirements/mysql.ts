/**
 * MySQL from Debian's newest packages, unpacked with its libraries (60 MB), because the other suites of Debian have
 * MariaDB alone.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import { makeWhole } from '../files.ts';
import { withLock } from '../lock.mjs';
import { LOCAL } from '../paths.ts';
import type { Progress } from '../progress.ts';
import {
	debianMirror,
	unpackPackages,
	writeLauncher,
} from './debian-packages.ts';
import { findPhp } from './php.ts';

const SUITES = [ 'sid' ];
const FOLDER = path.join( LOCAL, 'mysql' );
const COMMAND = path.join( FOLDER, 'mysqld' );

/** @return The command of the server; null where no Debian mirror is known. */
export async function findMysql(
	progress: Progress
): Promise< string | null > {
	const mirror = debianMirror();
	if ( ! fs.existsSync( COMMAND ) && mirror ) {
		await withLock( path.join( LOCAL, 'mysql.lock' ), () =>
			progress.step( 'Unpacking MySQL from Debian (60 MB)', () =>
				unpack( mirror )
			)
		);
	}
	if ( ! fs.existsSync( COMMAND ) ) {
		return null;
	}
	await findPhp( progress, { mysqli: 'mysql' } );
	return COMMAND;
}

async function unpack( mirror: string ): Promise< void > {
	const workFolder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	try {
		const root = await unpackPackages(
			{ mirror, suites: SUITES },
			[ 'mysql-server-core' ],
			workFolder,
			'with dependencies'
		);
		await makeWhole( FOLDER, async ( draft ) => {
			fs.cpSync( root, path.join( draft, 'root' ), {
				recursive: true,
				verbatimSymlinks: true,
			} );
			writeLauncher( draft, 'mysqld', 'root/usr/sbin/mysqld', [
				'--no-defaults',
				'--basedir="$here/root/usr"',
				'--lc-messages-dir="$here/root/usr/share/mysql"',
				'--character-sets-dir="$here/root/usr/share/mysql/charsets"',
				'--plugin-dir="$here/root/usr/lib/mysql/plugin"',
				'--secure-file-priv=NULL',
			] );
			// One that cannot run here is not kept.
			await mustCapture( path.join( draft, 'mysqld' ), [ '--version' ] );
		} );
	} finally {
		fs.rmSync( workFolder, { recursive: true, force: true } );
	}
}
