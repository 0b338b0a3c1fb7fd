/** Runs commands to their end. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { KitError } from './kit-error.ts';
import { LOGS } from './paths.ts';
import { startSupervised } from './supervised.mjs';

const OUTPUT_BYTES = 64 * 1024 * 1024;
const LINES_SHOWN = 25;

export interface Output {
	/** Exit code; 127 when the command is not there. */
	code: number;
	stdout: string;
	stderr: string;
}

export interface CommandOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Written to the command's standard input. */
	input?: string;
}

/** Runs a short command and collects its output; never rejects. */
export function capture(
	command: string,
	args: string[],
	options: CommandOptions = {}
): Promise< Output > {
	return new Promise( ( resolve ) => {
		const child = execFile(
			command,
			args,
			{ cwd: options.cwd, env: options.env, maxBuffer: OUTPUT_BYTES },
			( error, stdout, stderr ) => {
				let code = 0;
				if ( error ) {
					code = typeof error.code === 'number' ? error.code : 127;
				}
				resolve( {
					code,
					stdout,
					stderr: stderr || error?.message || '',
				} );
			}
		);
		// A command that ends without reading closes the pipe; its exit code tells the rest.
		child.stdin?.on( 'error', () => {} );
		child.stdin?.end( options.input ?? '' );
	} );
}

/** Runs a short command that has to succeed. */
export async function mustCapture(
	command: string,
	args: string[],
	options: CommandOptions = {}
): Promise< string > {
	const { code, stdout, stderr } = await capture( command, args, options );
	if ( code !== 0 ) {
		const name = [ path.basename( command ), ...args ].join( ' ' );
		throw new KitError(
			`\`${ name }\` ended with ${ code }:\n${ lastLines(
				`${ stdout }\n${ stderr }`
			) }`,
			''
		);
	}
	return stdout;
}

/** The end of an output, for people. */
export function lastLines( text: string, count: number = LINES_SHOWN ): string {
	return text.trim().split( '\n' ).slice( -count ).join( '\n' );
}

/**
 * Runs a long command whose output goes to `.local/logs/NAME.log`; it ends when this process ends.
 *
 * @param nextStep What a person should do when it fails.
 */
export async function runLogged(
	name: string,
	command: string,
	args: string[],
	options: CommandOptions,
	nextStep: string
): Promise< void > {
	fs.mkdirSync( LOGS, { recursive: true } );
	const log = path.join( LOGS, `${ name }.log` );
	const out = fs.openSync( log, 'w' );
	const { code, signal } = await startSupervised( command, args, {
		cwd: options.cwd,
		env: options.env,
		stdout: out,
		stderr: out,
	} ).ended;
	fs.closeSync( out );
	if ( code !== 0 ) {
		const tail = lastLines( fs.readFileSync( log, 'utf8' ) );
		throw new KitError(
			`\`${ [ command, ...args ].join( ' ' ) }\` ended with ${
				signal ?? code
			}:\n${ tail }`,
			nextStep
		);
	}
}
