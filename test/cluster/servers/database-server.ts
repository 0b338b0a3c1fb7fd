import fs from 'node:fs';
import path from 'node:path';
import { capture, mustCapture } from '../../../src/dev-kit/commands.ts';
import type { Mariadb } from '../../../src/dev-kit/requirements/mariadb.ts';
import { waitUntilReady } from '../../../src/dev-kit/server-readiness.ts';
import { query } from '../../concurrency/database.ts';
import type { Row } from '../../concurrency/database.ts';
import type { ServerClock } from './clock.ts';
import { startServer } from './process.ts';
import type { ServerProcess } from './process.ts';

const START_MS = 90_000;
const QUERY_MS = 10_000;

export interface DatabaseSettings {
	php: string;
	mariadb: Mariadb;
	/** Name of its folder and of the server in messages. */
	name: string;
	/** Folder for the folders of all servers. Its path is short, because a socket's path is limited to 100 characters. */
	parent: string;
	/** Arguments besides those that every server of the tests has. */
	args: readonly string[];
	clock?: ServerClock;
}

/** A MariaDB whose data outlives its process. The user is root, without a password. */
export interface DatabaseServer {
	name: string;
	socket: string;
	/** @param args Further arguments of this start. */
	start: ( args?: readonly string[] ) => Promise< void >;
	/** Runs the program to its end. @return What it wrote. */
	run: ( args: readonly string[] ) => Promise< string >;
	/** The process of the last start. */
	process: () => ServerProcess;
	/** Runs statements and returns the rows of the last one. */
	query: (
		sql: string,
		database?: string,
		timeoutMs?: number
	) => Promise< Row[] >;
	/** Waits until a statement returns rows. */
	waitFor: ( sql: string, expected: string ) => Promise< void >;
}

/** Creates a server with empty data. It is not started yet. */
export async function makeDatabaseServer(
	settings: DatabaseSettings
): Promise< DatabaseServer > {
	const { php, name } = settings;
	const folder = path.join( settings.parent, name );
	const log = path.join( folder, 'server.log' );
	const socket = path.join( folder, 'run', 'm.sock' );
	const args = await install( settings, folder, socket );
	let running: ServerProcess | null = null;
	const current = (): ServerProcess => {
		if ( ! running ) {
			throw new Error( `${ name } was never started.` );
		}
		return running;
	};
	const server: DatabaseServer = {
		name,
		socket,
		async start( more = [] ) {
			running = startServer( {
				log,
				command: settings.mariadb.server,
				args: [ ...args, ...more ],
				clock: settings.clock,
			} );
			await server.waitFor( 'SELECT 1', 'a connection' );
		},
		async run( more ) {
			const { stdout, stderr } = await capture( settings.mariadb.server, [
				...args,
				...more,
			] );
			return stdout + stderr;
		},
		process: current,
		query: ( sql, database = '', timeoutMs = QUERY_MS ) =>
			query( { php, socket, database, timeoutMs }, sql ),
		waitFor: ( sql, expected ) =>
			waitUntilReady(
				current(),
				{ name, expected, log, timeoutMs: START_MS },
				async () => {
					try {
						return ( await server.query( sql ) ).length > 0;
					} catch {
						return false;
					}
				}
			),
	};
	return server;
}

/** Creates the data. @return The arguments of every start. */
async function install(
	settings: DatabaseSettings,
	folder: string,
	socket: string
): Promise< string[] > {
	const run = path.dirname( socket );
	fs.mkdirSync( run, { recursive: true } );
	// MariaDB refuses to run as root. The user of its package needs access to the folder.
	const user = process.getuid?.() === 0 ? [ '--user=mysql' ] : [];
	fs.chmodSync( folder, 0o755 );
	fs.chmodSync( run, 0o777 );
	const files = [
		`--datadir=${ path.join( folder, 'data' ) }`,
		// A starting server removes the temporary files of others in its folder.
		`--tmpdir=${ run }`,
	];
	await mustCapture( settings.mariadb.installer, [
		...[ '--no-defaults', ...user, ...files ],
		'--auth-root-authentication-method=normal',
		'--skip-test-db',
	] );
	return [
		...[ '--no-defaults', ...user, ...files ],
		`--socket=${ socket }`,
		`--pid-file=${ path.join( run, 'm.pid' ) }`,
		'--bind-address=127.0.0.1',
		'--innodb-flush-log-at-trx-commit=0',
		'--performance-schema=OFF',
		'--innodb-buffer-pool-size=128M',
		'--max-connections=200',
		...settings.args,
	];
}
