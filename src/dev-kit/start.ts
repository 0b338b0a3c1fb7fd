/**
 * `npm start`, once Node 24 and the packages are there: brings the rest, starts the loop, says where it is, and ends it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readyMessage } from './ready-message.ts';
import { parseStartArguments, USAGE } from './arguments.ts';
import type { StartOptions } from './arguments.ts';
import { hasDesktop, openBrowser } from './browser.ts';
import { onShutdown } from './shutdown.ts';
import { describeError, KitError } from './kit-error.ts';
import { lockHolder, tryLock } from './lock.mjs';
import { startStack } from './stack/stack.ts';
import type { Stack } from './stack/stack.ts';
import { removeKitFile, writeKitFile } from './stack/kit-file.ts';
import { ensurePanelBuild } from './panel-build.ts';
import { LOCAL, PROJECT } from './paths.ts';
import { makeProgress } from './progress.ts';
import { findPhp } from './requirements/php.ts';
import { findSqliteIntegration } from './requirements/sqlite-integration.ts';
import { findWordpress } from './requirements/wordpress.ts';
import { stopAll } from './supervised.mjs';

const INTERRUPTED = 130;
const ENDING_MS = 3000;
const LOCK_POLL_MS = 50;
/** What `--reset` removes; the tests keep their own things beside it. */
const STATE = [ 'wordpress', 'platform', 'state.json', 'front-end.zip' ];

let isEnding = false;

/** Steps that fail because a person ends everything are no news. */
const progress = makeProgress( ( line ) => {
	if ( ! isEnding ) {
		console.log( line );
	}
} );

/** Makes sure that only one start works on this clone; one that is just ending is waited for. */
async function lockOrExplain(): Promise< () => void > {
	const file = path.join( LOCAL, 'start.lock' );
	const limit = Date.now() + ENDING_MS;
	for (;;) {
		const release = tryLock( file );
		if ( release ) {
			return release;
		}
		if ( Date.now() > limit ) {
			throw new KitError(
				`npm start already runs here (process ${
					lockHolder( file )?.pid ?? 'unknown'
				}).`,
				'use its addresses (.local/kit.json has them), or end it with Ctrl-C in its terminal'
			);
		}
		await wait( LOCK_POLL_MS );
	}
}

/**
 * Brings what is missing and starts the loop.
 *
 * @param options What was asked for.
 */
async function start( options: StartOptions ): Promise< Stack > {
	if ( options.reset ) {
		for ( const name of STATE ) {
			fs.rmSync( path.join( LOCAL, name ), {
				recursive: true,
				force: true,
			} );
		}
		progress.line( '✓ Everything of earlier starts is forgotten' );
	}
	const php = await findPhp( progress );
	const [ core, sqlite ] = await Promise.all( [
		findWordpress( progress ),
		findSqliteIntegration( progress ),
		ensurePanelBuild( progress ),
	] );
	return startStack( {
		folder: LOCAL,
		port: options.port,
		php,
		core: core.folder,
		sqlite,
		plugin: { link: PROJECT },
		followsBuilds: true,
		progress,
	} );
}

/**
 * Holds the clone, starts, and waits until a part breaks; being ended by a person is not an error.
 *
 * @param options What was asked for.
 */
async function run( options: StartOptions ): Promise< void > {
	let isReady = false;
	const finish = async ( code: number ): Promise< never > => {
		isEnding = true;
		await stopAll();
		removeKitFile( LOCAL );
		process.exit( code );
	};
	onShutdown( () => {
		console.log( '\nEnding WordPress, the platform and the front end …' );
		void finish( isReady ? 0 : INTERRUPTED );
	} );
	removeKitFile( LOCAL );
	try {
		const loop = await start( options );
		isReady = true;
		writeKitFile( LOCAL, loop.kit );
		console.log( readyMessage( loop ) );
		if ( options.open && hasDesktop() ) {
			openBrowser( `${ loop.kit.wordpress.url }/wp-admin/` );
		}
		throw new KitError(
			`${ await loop.broken } ended by itself.`,
			'see .local/logs, and start again'
		);
	} catch ( error ) {
		if ( ! isEnding ) {
			console.error( `\n✗ ${ describeError( error ) }` );
			await finish( 1 );
		}
	}
}

try {
	const options = parseStartArguments( process.argv.slice( 2 ) );
	if ( options.help ) {
		console.log( USAGE );
		process.exit( 0 );
	}
	process.on( 'exit', await lockOrExplain() );
	await run( options );
} catch ( error ) {
	console.error( `\n✗ ${ describeError( error ) }` );
	process.exit( 1 );
}
