import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import type { Mariadb } from '../requirements/mariadb.ts';
import { startLogged } from '../supervised-commands.mjs';
import { waitUntilReady } from '../server-readiness.ts';

/**
 * Starts a MariaDB with empty data, which ends with this process.
 *
 * @return Path of its socket. The user is root, without a password.
 */
export async function startMariadb( mariadb: Mariadb ): Promise< string > {
	// The path of a socket is limited to about 100 characters, so it cannot be below the project.
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	process.on( 'exit', () =>
		fs.rmSync( folder, { recursive: true, force: true } )
	);
	// MariaDB refuses to run as root. The user of its package needs access to the folder.
	const user = process.getuid?.() === 0 ? [ '--user=mysql' ] : [];
	fs.chmodSync( folder, 0o755 );
	const data = `--datadir=${ path.join( folder, 'data' ) }`;
	await mustCapture( mariadb.installer, [
		'--no-defaults',
		...user,
		data,
		'--auth-root-authentication-method=normal',
		'--skip-test-db',
	] );
	const run = path.join( folder, 'run' );
	fs.mkdirSync( run );
	fs.chmodSync( run, 0o777 );
	const log = path.join( folder, 'mariadb.log' );
	const socket = path.join( run, 'm.sock' );
	const server = startLogged( log, mariadb.server, [
		'--no-defaults',
		...user,
		data,
		`--socket=${ socket }`,
		`--pid-file=${ path.join( run, 'm.pid' ) }`,
		'--skip-networking',
		'--skip-log-bin',
		'--innodb-flush-log-at-trx-commit=0',
		'--performance-schema=OFF',
	] );
	await waitUntilReady(
		server,
		{ name: 'MariaDB', expected: `a connection on ${ socket }`, log },
		() => connects( socket )
	);
	return socket;
}

function connects( socket: string ): Promise< boolean > {
	return new Promise( ( resolve ) => {
		const connection = net.connect( socket );
		connection.once( 'connect', () => {
			connection.destroy();
			resolve( true );
		} );
		connection.once( 'error', () => resolve( false ) );
	} );
}
