/** Entry point of the command, started by bin/headless-deploy.cjs. Creates the context of the process. */
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { run } from './program.ts';

/** The same relative path from `src/cli` and from `dist/cli`. */
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
		// An open standard input keeps the process alive.
		process.stdin.destroy();
	}
}

/** Standard output stays free for the result of the command. */
async function promptSecret( label: string ): Promise< string > {
	const { isCancel, password } = await import( '@clack/prompts' );
	const answer = await password( { message: label, output: process.stderr } );
	return isCancel( answer ) ? '' : answer;
}

/** Resolves at the first signal. A second signal ends the process immediately. */
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
	promptSecret,
	print: ( line ) => process.stdout.write( `${ line }\n` ),
	warn: ( line ) => process.stderr.write( `${ line }\n` ),
	fetch: ( ...parameters ) => fetch( ...parameters ),
	// Loaded on demand: only `serve` needs the server, and the other commands start faster.
	startPlatform: async ( options ) => {
		enableCompileCache();
		const { startPlatform } = await import( '../reference-api/server.ts' );
		return startPlatform( options );
	},
	wait: ( ms ) => delay( ms ),
	stopped,
};

export async function main(): Promise< void > {
	process.exitCode = await run(
		process.argv.slice( 2 ),
		context,
		readVersion()
	);
}
