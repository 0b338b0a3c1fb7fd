import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../../src/dev-kit/commands.ts';
import { kitFile, LOCAL, PROJECT } from '../../src/dev-kit/paths.ts';
import { startLogged } from '../../src/dev-kit/supervised-commands.mjs';
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
import { switchToMariadb } from '../concurrency/web-servers.ts';
import type { Database } from '../concurrency/database.ts';

const PASSWORD = 'password';
const PROBE = '/wp-includes/images/blank.gif';
/** What the plugin needs to run, besides its scripts. */
const PLUGIN_PARTS = [ 'plugin.php', 'includes', 'languages' ];
const LOG_CHARACTERS = 2_000;
const SITE = path.join( PROJECT, 'test', 'freshness', 'site' );

/** The request that makes a change. */
export interface SentChange {
	method: string;
	/** Below the address of the site. */
	path: string;
	json?: object;
	/** Encoded as a URL. */
	form?: string;
	xml?: string;
	/** Name of a picture to upload. */
	file?: string;
	/** Whether a visitor sends it, who is not signed in. */
	visitor?: boolean;
}

export interface Plan {
	kind: string;
	way: 'request' | 'visitor' | 'cron' | 'import' | 'command';
	seed: number;
	/** Requests that make the change, one after the other. */
	requests?: SentChange[];
}

export interface Answer {
	status: number;
	headers: Record< string, string >;
	body: string;
}

export interface SiteSettings {
	php: string;
	/** Folder of an assembled WordPress, which is copied. */
	wordpress: string;
	/** Null for SQLite. */
	database: Database | null;
	port: number;
	/** Port of the front end, which the plugin may call. */
	frontEndPort: number;
	/** The program WP-CLI; empty for none. */
	wpCli: string;
}

/** What step.php does. */
export type Step = Record< string, unknown > & { do: string };

/** A WordPress with the plugin, in which a user is signed in. */
export interface Site {
	url: string;
	folder: string;
	/** Takes a step of step.php. */
	step: < Result >( input: Step ) => Promise< Result >;
	/** Makes a planned change, and returns whether WordPress accepted it. */
	change: ( plan: Plan, nonce: string ) => Promise< boolean >;
	/** Sends a REST request of the plugin as the administrator. */
	rest: ( method: string, route: string, body: object ) => Promise< unknown >;
	stop: () => Promise< void >;
}

/** @param folder Folder of a WordPress. */
export function pluginFolder( folder: string ): string {
	return path.join( folder, 'wp-content', 'plugins', 'headless-deploy' );
}

function folderOf( port: number ): string {
	return path.join( LOCAL, 'test', `freshness-${ port }` );
}

/** Copies the plugin, so that a mutation or a new commit changes no running world. */
function copyPlugin( folder: string ): void {
	const plugin = pluginFolder( folder );
	for ( const part of PLUGIN_PARTS ) {
		fs.cpSync( path.join( PROJECT, part ), path.join( plugin, part ), {
			recursive: true,
		} );
	}
}

async function install( settings: SiteSettings, url: string ) {
	const folder = folderOf( settings.port );
	await assembleWordpress( {
		folder,
		core: settings.wordpress,
		sqlite: path.join(
			settings.wordpress,
			'wp-content/plugins/sqlite-database-integration'
		),
		plugin: null,
	} );
	copyPlugin( folder );
	configureWordpress( folder, {
		url,
		localHosts: [ `127.0.0.1:${ settings.frontEndPort }` ],
		secret: 'freshness',
	} );
	if ( settings.database ) {
		switchToMariadb( folder, settings.database );
	}
	const content = path.join( folder, 'wp-content' );
	fs.cpSync( SITE, path.join( content, 'freshness' ), { recursive: true } );
	fs.copyFileSync(
		path.join( SITE, 'world.php' ),
		path.join( content, 'mu-plugins', 'world.php' )
	);
	fs.copyFileSync(
		path.join( SITE, 'step.php' ),
		path.join( folder, 'step.php' )
	);
	return installWordpress(
		{ command: settings.php, minor: '', id: 0, extensions: [] },
		{ folder, url, password: PASSWORD, plugin: PLUGIN_FILE }
	);
}

/** Returns the end of the log of PHP. */
function phpLog( folder: string ): string {
	const file = path.join( folder, 'wp-content', 'debug.log' );
	return fs.existsSync( file )
		? fs.readFileSync( file, 'utf8' ).slice( -LOG_CHARACTERS )
		: '';
}

/** Returns the cookies of the administrator. */
async function signIn( url: string ): Promise< string > {
	const answer = await fetch( `${ url }/wp-login.php`, {
		method: 'POST',
		redirect: 'manual',
		headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
		body: new URLSearchParams( {
			log: ADMIN,
			pwd: PASSWORD,
			testcookie: '1',
		} ),
	} );
	return answer.headers
		.getSetCookie()
		.map( ( cookie ) => cookie.split( ';' )[ 0 ] )
		.join( '; ' );
}

function requestOf( sent: SentChange, nonce: string ): RequestInit {
	if ( sent.file ) {
		return {
			headers: {
				'x-wp-nonce': nonce,
				'content-type': 'image/png',
				'content-disposition': `attachment; filename="${ sent.file }"`,
			},
			body: fs.readFileSync( path.join( SITE, 'picture.png' ) ),
		};
	}
	if ( sent.xml ) {
		return { headers: { 'content-type': 'text/xml' }, body: sent.xml };
	}
	if ( sent.json ) {
		return {
			headers: {
				'x-wp-nonce': nonce,
				'content-type': 'application/json',
			},
			body: JSON.stringify( sent.json ),
		};
	}
	return sent.form ? { body: new URLSearchParams( sent.form ) } : {};
}

export async function startSite( settings: SiteSettings ): Promise< Site > {
	const url = `http://127.0.0.1:${ settings.port }`;
	const folder = folderOf( settings.port );
	const { applicationPassword } = await install( settings, url );
	const log = path.join( folder, 'server.log' );
	const server = startLogged(
		log,
		settings.php,
		[
			...[ '-d', 'opcache.enable_cli=1' ],
			...[ '-d', 'opcache.file_cache_only=0' ],
			// Mutations of the plugin count at once.
			...[ '-d', 'opcache.revalidate_freq=0' ],
			...[ '-d', 'memory_limit=512M' ],
			...[ '-S', `127.0.0.1:${ settings.port }` ],
			...[ '-t', folder, kitFile( 'wordpress/router.php' ) ],
		],
		// The front end may read the change feed while WordPress sends a refresh.
		{ env: { ...process.env, PHP_CLI_SERVER_WORKERS: '2' } }
	);
	await waitUntilReady(
		server,
		{ name: 'WordPress', expected: `an answer from ${ url }`, log },
		( signal ) => answers( url + PROBE, signal )
	);
	const cookie = await signIn( url );
	const credentials = Buffer.from( `${ ADMIN }:${ applicationPassword }` );

	const step = async < Result >( input: Step ): Promise< Result > => {
		const answer = await fetch( `${ url }/step.php`, {
			method: 'POST',
			headers: input.do === 'plan' ? { cookie } : {},
			body: JSON.stringify( input ),
		} );
		const text = await answer.text();
		try {
			return JSON.parse( text ) as Result;
		} catch {
			throw new Error( `${ input.do }: ${ text }${ phpLog( folder ) }` );
		}
	};
	/** Returns the status of the answer. A change may be refused, for example a page that would be its own parent. */
	const send = async (
		kind: string,
		request: SentChange,
		nonce: string
	): Promise< number > => {
		const { headers, ...rest } = requestOf( request, nonce );
		const answer = await fetch( url + request.path, {
			method: request.method,
			redirect: 'manual',
			headers: { ...headers, ...( request.visitor ? {} : { cookie } ) },
			...rest,
		} );
		const text = await answer.text();
		if ( /Fatal error|critical error/.test( text ) ) {
			throw new Error( `${ kind }: ${ text }` );
		}
		return answer.status;
	};
	return {
		url,
		folder,
		step,
		async change( plan, nonce ) {
			const { kind, way, seed, requests = [] } = plan;
			if ( way === 'cron' ) {
				await step( { do: 'cron', kind, seed } );
				await ( await fetch( `${ url }/wp-cron.php` ) ).text();
			} else if ( way === 'command' && settings.wpCli ) {
				await mustCapture( settings.php, [
					settings.wpCli,
					`--path=${ folder }`,
					`--require=${ folder }/wp-content/freshness/command.php`,
					...[ 'freshness', kind, String( seed ), '--allow-root' ],
				] );
			} else if ( way !== 'request' ) {
				await step( { do: 'call', kind, seed, way } );
			}
			const statuses: number[] = [];
			for ( const request of requests ) {
				statuses.push( await send( kind, request, nonce ) );
			}
			return statuses.every( ( status ) => status < 400 );
		},
		async rest( method, route, body ) {
			const answer = await fetch( `${ url }/wp-json/${ route }`, {
				method,
				headers: {
					authorization: `Basic ${ credentials.toString( 'base64' ) }`,
					'content-type': 'application/json',
				},
				body: JSON.stringify( body ),
			} );
			const text = await answer.text();
			if ( ! answer.ok ) {
				throw new Error( `${ route }: ${ text }${ phpLog( folder ) }` );
			}
			return JSON.parse( text );
		},
		async stop() {
			await server.stop();
			fs.rmSync( folder, { recursive: true, force: true } );
		},
	};
}
