/** `npm start`: starts WordPress, the platform and the front end, prints their addresses, and stops them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	setImmediate as nextTurn,
	setTimeout as wait,
} from 'node:timers/promises';
import { StartError } from '../reference-api/lib/errors.ts';
import { moveDataFolder } from '../reference-api/store/move-data-folder.ts';
import { stateFolder } from '../reference-api/store/state-folder.ts';
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
import { ensurePanelBuild, ensurePortalBuild } from './builds.ts';
import { LOCAL, PROJECT } from './paths.ts';
import { makeProgress } from './progress.ts';
import { findPhp } from './requirements/php.ts';
import { findSqliteIntegration } from './requirements/sqlite-integration.ts';
import { findWordpress } from './requirements/wordpress.ts';
import { stopAll } from './supervised-commands.mjs';

const INTERRUPTED = 130;
const LOCK_TIMEOUT_MS = 3000;
const LOCK_POLL_MS = 50;
/** The data of the platform, before it was moved out of the clone. */
const OLD_PLATFORM_DATA = 'platform';
/** What `--reset` deletes, besides the data of the platform. The files of the tests stay. */
const RESET_PATHS = [
	'wordpress',
	OLD_PLATFORM_DATA,
	'state.json',
	'front-end.zip',
];

/** Folder of all state. Tests have another one than the user. */
const FOLDER = process.env.HEADLESS_DEPLOY_START_FOLDER || LOCAL;

/** The data of the platform: above its releases, tools of a build would find the files of this clone. */
const PLATFORM_DATA = stateFolder(
	process.env.HEADLESS_DEPLOY_START_FOLDER || PROJECT,
	'npm start',
	{ env: process.env, platform: process.platform, home: os.homedir() }
);

let isEnding = false;

/** A step that fails because the user stops everything is not reported. */
const print = ( line: string ): void => {
	if ( ! isEnding ) {
		console.log( line );
	}
};
const progress = makeProgress( print );

/** Only one start runs in a clone. Waits for one that is stopping. */
async function takeStartLock(): Promise< () => void > {
	const file = path.join( FOLDER, 'start.lock' );
	const deadline = Date.now() + LOCK_TIMEOUT_MS;
	for (;;) {
		const release = tryLock( file );
		if ( release ) {
			return release;
		}
		if ( Date.now() > deadline ) {
			throw new KitError(
				`npm start is already running in this clone (process ${
					lockHolder( file )?.pid ?? 'unknown'
				}).`,
				'use its addresses, which are in .local/kit.json, or stop it with Ctrl-C in its terminal'
			);
		}
		await wait( LOCK_POLL_MS );
	}
}

/** Moves the data that an earlier version has stored in the clone. */
function moveOldData(): void {
	try {
		const moved = moveDataFolder(
			path.join( FOLDER, OLD_PLATFORM_DATA ),
			PLATFORM_DATA
		);
		if ( moved ) {
			progress.line(
				`${ moved.isWarning ? '!' : '✓' } ${ moved.message }`
			);
		}
	} catch ( error ) {
		throw error instanceof StartError
			? new KitError( error.message, '' )
			: error;
	}
}

async function start( options: StartOptions ): Promise< Stack > {
	if ( options.reset ) {
		for ( const file of [
			...RESET_PATHS.map( ( name ) => path.join( FOLDER, name ) ),
			PLATFORM_DATA,
		] ) {
			fs.rmSync( file, { recursive: true, force: true } );
		}
		progress.line( '✓ The state of earlier starts is deleted' );
	}
	moveOldData();
	const php = await findPhp( progress );
	const [ core, sqlite ] = await Promise.all( [
		findWordpress( progress ),
		findSqliteIntegration( progress ),
		ensurePanelBuild( progress ),
		ensurePortalBuild( progress ),
	] );
	return startStack( {
		folder: FOLDER,
		platformData: PLATFORM_DATA,
		port: options.port,
		php,
		core: core.folder,
		sqlite,
		plugin: { link: PROJECT },
		tracksBuilds: true,
		refreshes: true,
		progress,
	} );
}

/** Runs until the user stops everything. */
async function run( options: StartOptions ): Promise< void > {
	let isReady = false;
	const ending = new AbortController();
	const finish = async ( code: number ): Promise< never > => {
		isEnding = true;
		ending.abort();
		await stopAll();
		removeKitFile( FOLDER );
		process.exit( code );
	};
	onShutdown( () => {
		console.log( '\nStopping WordPress, the platform and the front end …' );
		void finish( isReady ? 0 : INTERRUPTED );
	} );
	removeKitFile( FOLDER );
	try {
		const stack = await start( options );
		isReady = true;
		writeKitFile( FOLDER, stack.kit );
		const isFrontEndReady = await Promise.race( [
			stack.frontEndReady.then( () => true ),
			nextTurn( false ),
		] );
		console.log( readyMessage( stack, isFrontEndReady ) );
		if ( options.open && hasDesktop() ) {
			openBrowser( `${ stack.kit.wordpress.url }/wp-admin/` );
		}
		stack.keepRunning( print, ending.signal );
		if ( ! isFrontEndReady ) {
			await stack.frontEndReady;
			print( '✓ The front end runs' );
		}
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
	process.on( 'exit', await takeStartLock() );
	await run( options );
} catch ( error ) {
	console.error( `\n✗ ${ describeError( error ) }` );
	process.exit( 1 );
}
