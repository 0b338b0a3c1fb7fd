import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import type { Mariadb } from '../requirements/mariadb.ts';
import { startLogged } from '../supervised-commands.mjs';
import { waitUntilReady } from '../server-readiness.ts';

interface DatabaseServer {
	name: string;
	/** Creates the system tables in the folder of the data. */
	install: readonly string[];
	start: readonly string[];
	/** The user as whom a process of root runs. */
	rootRunsAs: string;
}

/**
 * Starts a MariaDB with empty data, which ends with this process.
 *
 * @return Path of its socket. The user is root, without a password.
 */
export function startMariadb( mariadb: Mariadb ): Promise< string > {
	return startServer( {
		name: 'MariaDB',
		install: [
			...[ mariadb.installer, '--no-defaults' ],
			'--auth-root-authentication-method=normal',
			'--skip-test-db',
		],
		start: [ mariadb.server, '--no-defaults' ],
		// MariaDB refuses to run as root.
		rootRunsAs: 'mysql',
	} );
}

/** Like startMariadb(). */
export function startMysql( server: string ): Promise< string > {
	return startServer( {
		name: 'MySQL',
		install: [ server, '--initialize-insecure' ],
		start: [ server, '--mysqlx=OFF' ],
		// The user of the package may not exist.
		rootRunsAs: 'root',
	} );
}

async function startServer( database: DatabaseServer ): Promise< string > {
	// The path of a socket is limited to about 100 characters, so it cannot be below the project.
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	process.on( 'exit', () =>
		fs.rmSync( folder, { recursive: true, force: true } )
	);
	// The user of the package needs access to the folder.
	const user =
		process.getuid?.() === 0 ? [ `--user=${ database.rootRunsAs }` ] : [];
	fs.chmodSync( folder, 0o755 );
	const data = `--datadir=${ path.join( folder, 'data' ) }`;
	const [ installer = '', ...installOptions ] = database.install;
	await mustCapture( installer, [ ...installOptions, ...user, data ] );
	const run = path.join( folder, 'run' );
	fs.mkdirSync( run );
	fs.chmodSync( run, 0o777 );
	const log = path.join( folder, 'server.log' );
	const socket = path.join( run, 'm.sock' );
	const [ program = '', ...startOptions ] = database.start;
	const server = startLogged( log, program, [
		...startOptions,
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
		{ name: database.name, expected: `a connection on ${ socket }`, log },
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
