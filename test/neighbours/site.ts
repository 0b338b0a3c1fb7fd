import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../../src/dev-kit/commands.ts';
import { kitFile, LOCAL, PROJECT } from '../../src/dev-kit/paths.ts';
import { pluginFiles } from '../../src/dev-kit/plugin-zip.ts';
import { startLogged } from '../../src/dev-kit/supervised-commands.mjs';
import type { Supervised } from '../../src/dev-kit/supervised-commands.mjs';
import { answers, waitUntilReady } from '../../src/dev-kit/server-readiness.ts';
import {
	assembleWordpress,
	configureWordpress,
} from '../../src/dev-kit/wordpress/files.ts';
import {
	installWordpress,
	PLUGIN_FILE,
} from '../../src/dev-kit/wordpress/install.ts';
import { switchToMariadb } from '../concurrency/web-servers.ts';
import type { Database } from '../concurrency/database.ts';
import type { Plugin } from './plugins.ts';

const SITE = path.join( PROJECT, 'test', 'neighbours', 'site' );
const PROBE = '/wp-includes/images/blank.gif';
const RESULT = /\nNEIGHBOURS:(.*)\n/;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const REQUEST_MS = 120_000;
const MAX_REDIRECTS = 5;
const WORKERS = '3';

export interface SiteSettings {
	php: string;
	/** Folder of an assembled WordPress, which is copied. */
	wordpress: string;
	database: Database;
	port: number;
	/** Port of loopback that the plugin may call. */
	hostPort: number;
	plugins: Plugin[];
}

/** An error of PHP in a request. */
export interface PhpError {
	message: string;
	file: string;
	line: number;
	/** Folder of the plugin whose code is nearest; empty for WordPress. */
	owner: string;
	/** Whether Headless Deploy is among the callers. */
	isOurs: boolean;
}

export interface ObservedRequest {
	url: string;
	errors: PhpError[];
	/** SQL of Headless Deploy, for a request that counts it. */
	statements: string[];
}

export interface RequestOptions {
	method?: string;
	body?: string;
	/** Whether the administrator sends it. */
	isSignedIn?: boolean;
	headers?: Record< string, string >;
}

export interface Answer {
	status: number;
	body: string;
	/** Where it redirects to. */
	location?: string;
}

/** A WordPress with Headless Deploy and other plugins, none of which is active. */
export interface Site {
	url: string;
	request: ( target: string, options?: RequestOptions ) => Promise< Answer >;
	/** Runs a command of commands.php in a request of the administrator. */
	command: < Result >(
		command: string,
		args?: Record< string, unknown >
	) => Promise< Result >;
	/** Returns the requests since the last call. */
	takeRequests: () => ObservedRequest[];
	/** Copies the files of Headless Deploy again, after they were deleted. */
	reinstall: () => void;
	stop: () => Promise< void >;
}

function ownFolder( folder: string ): string {
	return path.join( folder, 'wp-content', 'plugins', 'headless-deploy' );
}

/** Copies the files that a release has. */
function copyPlugin( to: string ): void {
	for ( const name of pluginFiles( PROJECT ) ) {
		const file = path.join( to, name );
		fs.mkdirSync( path.dirname( file ), { recursive: true } );
		fs.copyFileSync( path.join( PROJECT, name ), file );
	}
}

/** Installs WordPress with copies of all plugins, which the check deletes later. */
async function install( settings: SiteSettings, folder: string, url: string ) {
	await assembleWordpress( {
		folder,
		core: settings.wordpress,
		sqlite: path.join(
			settings.wordpress,
			'wp-content/plugins/sqlite-database-integration'
		),
		plugin: null,
	} );
	const content = path.join( folder, 'wp-content' );
	copyPlugin( ownFolder( folder ) );
	for ( const plugin of settings.plugins ) {
		fs.cpSync(
			plugin.folder,
			path.join( content, 'plugins', plugin.slug ),
			{ recursive: true, dereference: true }
		);
	}
	configureWordpress( folder, {
		url,
		localHosts: [ `127.0.0.1:${ settings.hostPort }` ],
		secret: 'neighbours',
	} );
	switchToMariadb( folder, settings.database );
	await installWordpress(
		{ command: settings.php, minor: '', id: 0, extensions: [] },
		{ folder, url, password: 'password', plugin: PLUGIN_FILE }
	);
	fs.cpSync( SITE, path.join( content, 'neighbours' ), { recursive: true } );
	fs.copyFileSync(
		path.join( SITE, 'observer.php' ),
		path.join( content, 'mu-plugins', 'neighbours.php' )
	);
}

async function serve(
	php: string,
	folder: string,
	port: number
): Promise< Supervised > {
	const log = path.join( folder, 'server.log' );
	const server = startLogged(
		log,
		php,
		[
			...[ '-d', 'opcache.enable_cli=1' ],
			...[ '-d', 'opcache.file_cache_only=0' ],
			...[ '-d', 'memory_limit=512M' ],
			...[ '-S', `127.0.0.1:${ port }` ],
			...[ '-t', folder, kitFile( 'wordpress/router.php' ) ],
		],
		{ env: { ...process.env, PHP_CLI_SERVER_WORKERS: WORKERS } }
	);
	const probe = `http://127.0.0.1:${ port }${ PROBE }`;
	await waitUntilReady(
		server,
		{ name: 'A web server', expected: `an answer from ${ probe }`, log },
		( signal ) => answers( probe, signal )
	);
	return server;
}

/** Reads what commands.php printed. */
function readResult< Result >( command: string, answer: Answer ): Result {
	const found = RESULT.exec( answer.body )?.[ 1 ];
	if ( ! found ) {
		throw new Error(
			`${ command }: ${ answer.status } ${ answer.body.slice( -1000 ) }`
		);
	}
	const { result, failure } = JSON.parse( found ) as {
		result: Result;
		failure?: string;
	};
	if ( failure ) {
		throw new Error( `${ command }: ${ failure }` );
	}
	return result;
}

/** Installs the site and starts its server. */
export async function startSite( settings: SiteSettings ): Promise< Site > {
	const folder = path.join( LOCAL, 'test', `neighbours-${ settings.port }` );
	const url = `http://127.0.0.1:${ settings.port }`;
	await install( settings, folder, url );
	const cookie = await mustCapture( settings.php, [
		path.join( SITE, 'sign-in.php' ),
		folder,
	] );
	const server = await serve( settings.php, folder, settings.port );
	const log = path.join( folder, 'wp-content/neighbours/requests.jsonl' );

	const request: Site[ 'request' ] = async ( target, options = {} ) => {
		const { method = 'GET', body, isSignedIn = true, headers } = options;
		let next = new URL( target, url );
		for ( let turn = 0; ; turn++ ) {
			const answer = await fetch( next, {
				method,
				body,
				redirect: 'manual',
				signal: AbortSignal.timeout( REQUEST_MS ),
				headers: { ...( isSignedIn ? { cookie } : {} ), ...headers },
			} );
			const location = answer.headers.get( 'location' );
			const text = await answer.text();
			const redirect = location ? new URL( location, next ) : null;
			if (
				redirect?.origin !== url ||
				method !== 'GET' ||
				turn === MAX_REDIRECTS
			) {
				return {
					status: answer.status,
					body: text,
					location: redirect?.href,
				};
			}
			next = redirect;
		}
	};

	return {
		url,
		request,
		async command< Result >(
			command: string,
			args: Record< string, unknown > = {}
		): Promise< Result > {
			const body = new URLSearchParams( {
				action: 'neighbours',
				input: JSON.stringify( { command, arguments: args } ),
			} ).toString();
			const send = (): Promise< Answer > =>
				request( '/wp-admin/admin-post.php', {
					method: 'POST',
					headers: FORM,
					body,
				} );
			let answer = await send();
			// After its activation, a plugin may lead to its wizard until that was visited.
			for (
				let turn = 0;
				answer.location && turn < MAX_REDIRECTS;
				turn++
			) {
				await request( answer.location );
				answer = await send();
			}
			return readResult< Result >( command, answer );
		},
		takeRequests() {
			const lines = fs.existsSync( log )
				? fs.readFileSync( log, 'utf8' ).trim().split( '\n' )
				: [];
			fs.rmSync( log, { force: true } );
			return lines
				.filter( Boolean )
				.map( ( line ) => JSON.parse( line ) as ObservedRequest );
		},
		reinstall: () => copyPlugin( ownFolder( folder ) ),
		async stop() {
			await server.stop();
			fs.rmSync( folder, { recursive: true, force: true } );
		},
	};
}
