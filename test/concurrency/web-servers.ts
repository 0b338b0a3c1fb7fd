import fs from 'node:fs';
import path from 'node:path';
import { kitFile, LOCAL, PROJECT } from '../../src/dev-kit/paths.ts';
import { findPort } from '../../src/dev-kit/ports.ts';
import { startLogged } from '../../src/dev-kit/supervised-commands.mjs';
import type { Supervised } from '../../src/dev-kit/supervised-commands.mjs';
import { answers, waitUntilReady } from '../../src/dev-kit/server-readiness.ts';
import {
	assembleWordpress,
	configureWordpress,
} from '../../src/dev-kit/wordpress/files.ts';
import {
	ADMIN,
	installWordpress,
	PLUGIN_FILE,
} from '../../src/dev-kit/wordpress/install.ts';
import type { Database } from './database.ts';

const FOLDER = path.join( LOCAL, 'test', 'concurrency' );
const FIRST_PORT = 9480;
const PROBE = '/wp-includes/images/blank.gif';

/** A web server, which is a PHP process of its own. */
export interface WebServer {
	url: string;
	/** Kills the process immediately. */
	kill: () => Promise< void >;
	start: () => Promise< void >;
}

export interface Answer {
	status: number;
	body: unknown;
}

/** A WordPress on MariaDB behind several web servers. */
export interface Site {
	servers: WebServer[];
	/** Sends a REST request to one server as the administrator. */
	rest: (
		server: WebServer,
		method: string,
		route: string,
		body?: unknown
	) => Promise< Answer >;
	stop: () => Promise< void >;
}

export interface SiteSettings {
	php: string;
	/** Folder of an assembled WordPress, which is copied. */
	wordpress: string;
	database: Database;
	/** Port of loopback that the plugin may call. */
	endpointPort: number;
	serverCount: number;
}

/** Installs the site with the plugin and starts its servers. */
export async function startSite( settings: SiteSettings ): Promise< Site > {
	const ports: number[] = [];
	while ( ports.length < settings.serverCount ) {
		ports.push(
			await findPort( FIRST_PORT + ( process.pid % 300 ), ports )
		);
	}
	const password = await install( settings, ports[ 0 ] ?? 0 );
	const servers = ports.map( ( port ) => makeServer( settings.php, port ) );
	await Promise.all( servers.map( ( server ) => server.start() ) );
	const credentials = Buffer.from( `${ ADMIN }:${ password }` );
	return {
		servers,
		async rest( server, method, route, body ) {
			const answer = await fetch( `${ server.url }/wp-json/${ route }`, {
				method,
				headers: {
					authorization: `Basic ${ credentials.toString( 'base64' ) }`,
					...( body ? { 'content-type': 'application/json' } : {} ),
				},
				body: body ? JSON.stringify( body ) : undefined,
			} );
			const text = await answer.text();
			return {
				status: answer.status,
				body: text === '' ? null : JSON.parse( text ),
			};
		},
		async stop() {
			await Promise.all( servers.map( ( server ) => server.kill() ) );
			fs.rmSync( FOLDER, { recursive: true, force: true } );
		},
	};
}

/**
 * Installs WordPress on MariaDB, with the plugin.
 *
 * @param port The port of the site’s URL.
 */
async function install(
	settings: SiteSettings,
	port: number
): Promise< string > {
	const url = `http://127.0.0.1:${ port }`;
	await assembleWordpress( {
		folder: FOLDER,
		core: settings.wordpress,
		sqlite: path.join(
			settings.wordpress,
			'wp-content/plugins/sqlite-database-integration'
		),
		plugin: PROJECT,
	} );
	configureWordpress( FOLDER, {
		url,
		localHosts: [ `127.0.0.1:${ settings.endpointPort }` ],
		secret: 'concurrency',
	} );
	switchToMariadb( FOLDER, settings.database );
	const { applicationPassword } = await installWordpress(
		{ command: settings.php, minor: '', id: 0, extensions: [] },
		{ folder: FOLDER, url, password: 'password', plugin: PLUGIN_FILE }
	);
	return applicationPassword;
}

/** Changes wp-config.php from SQLite to MariaDB. */
export function switchToMariadb( folder: string, database: Database ): void {
	configureMariadb( folder, {
		DB_NAME: `'${ database.name }'`,
		DB_HOST: `'localhost:${ database.socket }'`,
	} );
}

/**
 * Changes wp-config.php from SQLite to MariaDB.
 *
 * @param constants PHP of the name and of the host.
 */
export function configureMariadb(
	folder: string,
	constants: Record< 'DB_NAME' | 'DB_HOST', string >
): void {
	fs.rmSync( path.join( folder, 'wp-content', 'db.php' ) );
	const file = path.join( folder, 'wp-config.php' );
	const all = { DB_USER: "'root'", DB_ENGINE: "'mysql'", ...constants };
	let config = fs.readFileSync( file, 'utf8' );
	for ( const [ name, value ] of Object.entries( all ) ) {
		config = config.replace(
			new RegExp( `^define\\( '${ name }', .*$`, 'm' ),
			`define( '${ name }', ${ value } );`
		);
	}
	fs.writeFileSync( file, config );
}

/** Creates a server, which is not started yet. */
function makeServer( php: string, port: number ): WebServer {
	const url = `http://127.0.0.1:${ port }`;
	let supervised: Supervised | null = null;
	return {
		url,
		async start() {
			const log = path.join( FOLDER, `${ port }.log` );
			supervised = startLogged( log, php, [
				...[ '-d', 'opcache.enable_cli=1' ],
				...[ '-d', 'opcache.file_cache_only=0' ],
				...[ '-S', `127.0.0.1:${ port }` ],
				...[ '-t', FOLDER, kitFile( 'wordpress/router.php' ) ],
			] );
			await waitUntilReady(
				supervised,
				{
					name: 'A web server',
					expected: `an answer from ${ url }`,
					log,
				},
				( signal ) => answers( url + PROBE, signal )
			);
		},
		async kill() {
			// Its supervisor leads the process group, so both end.
			const pid = supervised?.child.pid;
			if ( pid && supervised?.child.exitCode === null ) {
				process.kill( -pid, 'SIGKILL' );
			}
			await supervised?.ended;
		},
	};
}
