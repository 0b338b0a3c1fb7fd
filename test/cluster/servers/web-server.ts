import path from 'node:path';
import { kitFile } from '../../../src/dev-kit/paths.ts';
import {
	answers,
	waitUntilReady,
} from '../../../src/dev-kit/server-readiness.ts';
import { makeClock } from './clock.ts';
import type { ServerClock } from './clock.ts';
import { startServer } from './process.ts';
import type { ServerProcess } from './process.ts';
import { DATABASE_HOST } from './wordpress.ts';

/** A static file, which the server answers without WordPress. */
const PROBE = '/wp-includes/images/blank.gif';
const WORKERS = 4;

const INI = [
	'opcache.enable_cli=1',
	'opcache.file_cache_only=0',
	'memory_limit=256M',
	'max_execution_time=60',
	'variables_order=EGPCS',
	// A node that is stopped must not hold a request for longer than its reader waits.
	'mysqlnd.net_read_timeout=20',
	'mysqli.connect_timeout=5',
	'default_socket_timeout=20',
].flatMap( ( setting ) => [ '-d', setting ] );

export interface WebServerSettings {
	php: string;
	libfaketime: string;
	/** Name of its files and of the server in messages. */
	name: string;
	/** Folder for its log and its clock. */
	parent: string;
	/** Folder of WordPress. */
	wordpress: string;
	port: number;
	/** The database server of its own, as in `DB_HOST`. */
	databaseHost: string;
	/** Further variables of its process. */
	env?: Record< string, string >;
}

/** A machine with PHP, which has a clock of its own. */
export interface WebServer {
	name: string;
	url: string;
	clock: ServerClock;
	start: () => Promise< void >;
	/** The process of the last start. */
	process: () => ServerProcess;
}

/** Creates a server. It is not started yet. */
export function makeWebServer( settings: WebServerSettings ): WebServer {
	const { name, parent, wordpress, port } = settings;
	const url = `http://127.0.0.1:${ port }`;
	const log = path.join( parent, `${ name }.log` );
	const clock = makeClock(
		settings.libfaketime,
		path.join( parent, `${ name }.clock` )
	);
	let running: ServerProcess | null = null;
	return {
		name,
		url,
		clock,
		async start() {
			running = startServer( {
				log,
				command: settings.php,
				args: [
					...INI,
					...[ '-S', `127.0.0.1:${ port }` ],
					...[ '-t', wordpress, kitFile( 'wordpress/router.php' ) ],
				],
				env: {
					PHP_CLI_SERVER_WORKERS: String( WORKERS ),
					[ DATABASE_HOST ]: settings.databaseHost,
					...settings.env,
				},
				clock,
			} );
			await waitUntilReady(
				running,
				{ name, expected: `an answer from ${ url }`, log },
				( signal ) => answers( url + PROBE, signal )
			);
		},
		process() {
			if ( ! running ) {
				throw new Error( `${ name } was never started.` );
			}
			return running;
		},
	};
}
