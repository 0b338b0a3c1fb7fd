/** Runs the command in a child process. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command; in a clone it runs the sources. */
export const MAIN = fileURLToPath(
	new URL( '../../bin/headless-deploy.cjs', import.meta.url )
);

/** Only the variables that npm and Node need, so that the user's own settings have no effect. */
export function cleanEnvironment(
	more: Record< string, string > = {}
): Record< string, string > {
	const { HOME = '/', PATH = '', NODE_COMPILE_CACHE } = process.env;
	return {
		HOME,
		// The sources are compiled once, not for each command.
		...( NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE } ),
		// A shebang and npm must find the Node that runs the tests.
		PATH: path.dirname( process.execPath ) + path.delimiter + PATH,
		...more,
	};
}

export interface ServeLine {
	url: string;
	portal: string;
	accounts: { name: string; id: string }[];
}

export interface Served {
	line: ServeLine;
	/** The complete output. */
	output: () => string;
	/** Sends the signal of Ctrl-C and resolves to the exit code. */
	stop: ( signal?: 'SIGINT' | 'SIGTERM' ) => Promise< number | null >;
}

/**
 * Runs a command until it exits.
 *
 * @param command The program and its arguments.
 */
export async function runToEnd(
	command: readonly string[],
	env: Record< string, string >,
	input = ''
) {
	const [ program = '', ...args ] = command;
	const child = spawn( program, args, { env: cleanEnvironment( env ) } );
	let stdout = '';
	let stderr = '';
	child.stdout.on( 'data', ( chunk ) => ( stdout += chunk ) );
	child.stderr.on( 'data', ( chunk ) => ( stderr += chunk ) );
	child.stdin.end( input );
	const [ exitCode ] = ( await once( child, 'close' ) ) as [ number | null ];
	return { exitCode, stdout, stderr };
}

const running = new Set< ChildProcess >();

/** Ends whatever a failed test left running. */
export async function stopAll(): Promise< void > {
	for ( const child of running ) {
		child.kill( 'SIGKILL' );
		await once( child, 'exit' );
	}
}

/**
 * Starts `serve --json` and waits until it is ready.
 *
 * @param command The program and its words.
 */
export async function startServing(
	command: readonly string[],
	env: Record< string, string >
): Promise< Served > {
	const [ program = '', ...args ] = command;
	const child = spawn( program, [ ...args, '--json' ], {
		env: cleanEnvironment( env ),
		stdio: [ 'ignore', 'pipe', 'pipe' ],
	} );
	running.add( child );
	child.once( 'exit', () => running.delete( child ) );
	let output = '';
	child.stdout.on( 'data', ( chunk ) => ( output += chunk ) );
	child.stderr.on( 'data', ( chunk ) => ( output += chunk ) );
	const lines = createInterface( { input: child.stdout } );
	const first = await Promise.race( [
		once( lines, 'line' ) as Promise< [ string ] >,
		once( child, 'close' ).then( () => {
			throw new Error( `It ended instead of serving: ${ output }` );
		} ),
	] );
	return {
		line: JSON.parse( first[ 0 ] ) as ServeLine,
		output: () => output,
		stop: async ( signal = 'SIGTERM' ) => {
			const ended = once( child, 'close' );
			child.kill( signal );
			const [ exitCode ] = ( await ended ) as [ number | null ];
			return exitCode;
		},
	};
}
