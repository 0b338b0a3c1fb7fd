import { setTimeout as wait } from 'node:timers/promises';
import { kitFile } from '../paths.ts';
import type { Php } from '../requirements/php.ts';
import { startLogged } from '../supervised-commands.mjs';
import type { Supervised } from '../supervised-commands.mjs';
import { answers, waitUntilReady } from '../server-readiness.ts';

const WORKERS = 4;
const CRON_MS = 3000;
const CRON_TIMEOUT_MS = 60_000;
/** A static file, which the server answers without WordPress. */
const PROBE = '/wp-includes/images/blank.gif';
const INI = [
	'opcache.enable_cli=1',
	'opcache.file_cache_only=0',
	// A changed wp-config.php counts at once, also after the start.
	'opcache.revalidate_freq=0',
	'memory_limit=512M',
	'upload_max_filesize=64M',
	'post_max_size=64M',
	'variables_order=EGPCS',
].flatMap( ( setting ) => [ '-d', setting ] );

export interface WordpressServer {
	url: string;
	/** Resolves when the server has ended, also unexpectedly. */
	ended: Supervised[ 'ended' ];
	stop: Supervised[ 'stop' ];
	/** Begins to call WP-Cron. */
	callCron: () => void;
}

/**
 * Starts PHP's built-in server and waits until it answers.
 *
 * @param isRestart Whether the log of the server that has ended is kept.
 */
export async function serveWordpress(
	php: Php,
	folder: string,
	port: number,
	log: string,
	isRestart = false
): Promise< WordpressServer > {
	const server = startLogged(
		log,
		php.command,
		[
			...INI,
			'-S',
			`127.0.0.1:${ port }`,
			'-t',
			folder,
			kitFile( 'wordpress/router.php' ),
		],
		{
			env: { ...process.env, PHP_CLI_SERVER_WORKERS: String( WORKERS ) },
			append: isRestart,
		}
	);
	const url = `http://127.0.0.1:${ port }`;
	await waitUntilReady(
		server,
		{
			name: 'The PHP server of WordPress',
			expected: `an answer from ${ url }`,
			log,
			nextStep: 'choose another port: npm start -- --port N',
		},
		( signal ) => answers( url + PROBE, signal )
	);
	return {
		url,
		ended: server.ended,
		stop: server.stop,
		callCron: () => callCron( url, server.ended ),
	};
}

/**
 * Calls wp-cron.php every few seconds, one call after the other, until the server ends: a local site has no visitors
 * who start WP-Cron.
 */
function callCron( url: string, ended: Promise< unknown > ): void {
	const ending = new AbortController();
	void ended.then( () => ending.abort() );
	const loop = async (): Promise< void > => {
		while ( ! ending.signal.aborted ) {
			await wait( CRON_MS, undefined, { signal: ending.signal } );
			await fetch( `${ url }/wp-cron.php?doing_wp_cron`, {
				signal: AbortSignal.any( [
					ending.signal,
					AbortSignal.timeout( CRON_TIMEOUT_MS ),
				] ),
			} ).catch( () => null );
		}
	};
	loop().catch( () => {} );
}
