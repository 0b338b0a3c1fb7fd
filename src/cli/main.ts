/**
 * The process of the command line: gives commands the real world. Started by bin/headless-deploy.cjs.
 */
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.ts';
import { EXIT } from './exit.ts';
import { run } from './program.ts';

/** Where package.json lies, seen from `src/cli` and from `dist/cli` alike. */
const PACKAGE = new URL( '../../package.json', import.meta.url );

function readVersion(): string {
	const { version } = JSON.parse( readFileSync( PACKAGE, 'utf8' ) ) as {
		version: string;
	};
	return version;
}

async function readLine(): Promise< string > {
	const lines = createInterface( { input: process.stdin } );
	try {
		for await ( const line of lines ) {
			return line;
		}
		return '';
	} finally {
		lines.close();
		// An open standard input would keep the process alive.
		process.stdin.destroy();
	}
}

/** Resolves at the first signal; a second one does not wait for anything. */
function stopped(): Promise< void > {
	return new Promise( ( resolve ) => {
		for ( const signal of [ 'SIGINT', 'SIGTERM' ] as const ) {
			process.once( signal, () => {
				process.once( signal, () => process.exit( EXIT.refused ) );
				resolve();
			} );
		}
	} );
}

const context: Context = {
	env: process.env,
	isInteractive: process.stdin.isTTY === true,
	readLine,
	print: ( line ) => process.stdout.write( `${ line }\n` ),
	warn: ( line ) => process.stderr.write( `${ line }\n` ),
	fetch: ( ...parameters ) => fetch( ...parameters ),
	// Only `serve` needs the server and its libraries; the other commands start faster without.
	startPlatform: async ( options ) => {
		// From the second start on it need not be compiled again.
		enableCompileCache();
		const { startPlatform } = await import( '../reference-api/server.ts' );
		return startPlatform( options );
	},
	wait: ( ms ) => delay( ms ),
	stopped,
};

/** Runs the command that the process was started with. */
export async function main(): Promise< void > {
	const words = process.argv.slice( 2 );
	process.exitCode = await run( words, context, readVersion() );
}
