/** Entry point of the command, started by bin/headless-deploy.cjs. Creates the context of the process. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { run } from './program.ts';
import { makePrompts } from './prompts.ts';
import { stateFolder } from '../reference-api/store/state-folder.ts';

/** The same relative path from `src/cli` and from `dist/cli`. */
const PACKAGE = new URL( '../../package.json', import.meta.url );
/** The error of a write to a terminal that was closed. */
const CLOSED_TERMINAL = 'EIO';
const CLEAR_LINE = '\r\u001b[2K';
/** Standard output stays free for the result of the command. */
const output = process.stderr;

async function readLine(): Promise< string > {
	const lines = createInterface( { input: process.stdin } );
	try {
		for await ( const line of lines ) {
			return line;
		}
		return '';
	} finally {
		lines.close();
		// An open standard input keeps the process alive.
		process.stdin.destroy();
	}
}

/** A reader such as `head` has what it needs: the command ends as by a signal, so that `serve` stops its applications. */
function endWithReader( error: { code?: string } ): void {
	if ( error.code === CLOSED_TERMINAL ) {
		// SIGHUP reports that, unless the user wants the command to continue.
		return;
	}
	if ( error.code !== 'EPIPE' ) {
		throw error;
	}
	process.kill( process.pid, 'SIGTERM' );
}

function ignoreClosedTerminal( error: { code?: string } ): void {
	if ( error.code !== CLOSED_TERMINAL ) {
		throw error;
	}
}

let hasProgress = false;

function clearProgress(): void {
	if ( hasProgress ) {
		output.write( CLEAR_LINE );
		hasProgress = false;
	}
}

function showProgress( text: string ): void {
	if ( output.isTTY ) {
		clearProgress();
		output.write( text );
		hasProgress = text !== '';
	}
}

/** Each gets the address as an argument, without a shell that could interpret it. */
const OPENERS: Partial< Record< NodeJS.Platform, string[] > > = {
	darwin: [ 'open' ],
	win32: [ 'rundll32', 'url.dll,FileProtocolHandler' ],
};

function openUrl( url: string ): Promise< boolean > {
	const [ program = 'xdg-open', ...args ] = OPENERS[ process.platform ] ?? [];
	return new Promise( ( resolve ) => {
		const child = spawn( program, [ ...args, url ], {
			stdio: 'ignore',
			detached: true,
		} );
		child.once( 'error', () => resolve( false ) );
		child.once( 'spawn', () => resolve( true ) );
		child.unref();
	} );
}

/** Resolves at the first signal. A second signal ends the process immediately. */
function stopped(): Promise< void > {
	return new Promise( ( resolve ) => {
		let isStopping = false;
		const stop = () => {
			if ( isStopping ) {
				process.exit( EXIT.stopped );
			}
			isStopping = true;
			resolve();
		};
		for ( const signal of [ 'SIGINT', 'SIGTERM', 'SIGHUP' ] as const ) {
			process.on( signal, stop );
		}
	} );
}

const context: Context = {
	env: process.env,
	folder: process.cwd(),
	dataFolder: stateFolder( process.cwd(), 'serve', {
		env: process.env,
		platform: process.platform,
		home: homedir(),
	} ),
	configFolder: path.join(
		process.env.XDG_CONFIG_HOME || path.join( homedir(), '.config' ),
		'headless-deploy'
	),
	isInteractive: process.stdin.isTTY === true,
	readLine,
	...makePrompts( { input: process.stdin, output } ),
	print: ( line ) => {
		clearProgress();
		process.stdout.write( `${ line }\n` );
	},
	warn: ( line ) => {
		clearProgress();
		output.write( `${ line }\n` );
	},
	showProgress,
	openUrl,
	fetch: ( ...parameters ) => fetch( ...parameters ),
	// Loaded on demand: only `serve` needs the server, and the other commands start faster.
	startPlatform: async ( options ) => {
		enableCompileCache();
		const { startPlatform } = await import( '../reference-api/server.ts' );
		return startPlatform( options );
	},
	wait: ( ms, signal ) => delay( ms, undefined, { signal } ),
	stopped,
};

export async function main(): Promise< void > {
	const { version } = JSON.parse( readFileSync( PACKAGE, 'utf8' ) ) as {
		version: string;
	};
	process.stdout.once( 'error', endWithReader );
	// What is printed after that is lost.
	process.stdout.on( 'error', () => {} );
	output.on( 'error', ignoreClosedTerminal );
	process.exitCode = await run( process.argv.slice( 2 ), context, version );
}
