import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { KitError } from './kit-error.ts';
import { LOGS } from './paths.ts';
import { startLogged } from './supervised-commands.mjs';

const OUTPUT_BYTES = 64 * 1024 * 1024;
const LINES_SHOWN = 25;

export interface Output {
	/** 127 when the command does not exist. */
	code: number;
	stdout: string;
	stderr: string;
}

export interface CommandOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Written to the command's standard input. */
	input?: string;
	/** The command is ended after it. */
	timeoutMs?: number | undefined;
}

/** Runs a short command and collects its output. Never rejects. */
export function capture(
	command: string,
	args: string[],
	options: CommandOptions = {}
): Promise< Output > {
	return new Promise( ( resolve ) => {
		const child = execFile(
			command,
			args,
			{
				cwd: options.cwd,
				env: options.env,
				maxBuffer: OUTPUT_BYTES,
				timeout: options.timeoutMs,
			},
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
		// A command that ends without reading closes the pipe. Its exit code says whether it failed.
		child.stdin?.on( 'error', () => {} );
		child.stdin?.end( options.input ?? '' );
	} );
}

/** @throws {KitError} When the command fails. */
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

export function lastLines( text: string, count: number = LINES_SHOWN ): string {
	return text.trim().split( '\n' ).slice( -count ).join( '\n' );
}

/** Returns the path of the first of these programs that is installed. */
export function findProgram( names: string[] ): string | null {
	const folders = [
		...( process.env.PATH ?? '' ).split( path.delimiter ).filter( Boolean ),
		'/usr/sbin',
		'/usr/local/sbin',
	];
	const files = names.flatMap( ( name ) =>
		folders.map( ( folder ) => path.join( folder, name ) )
	);
	return files.find( ( file ) => fs.existsSync( file ) ) ?? null;
}

/**
 * Runs a long command that ends with this process. Its output goes to `.local/logs/NAME.log`.
 *
 * @param  nextStep What the user does when the command fails.
 * @throws {KitError} When the command fails.
 */
export async function runLogged(
	name: string,
	command: string,
	args: string[],
	options: { cwd?: string; env?: NodeJS.ProcessEnv },
	nextStep: string
): Promise< void > {
	const log = path.join( LOGS, `${ name }.log` );
	const { code, signal } = await startLogged( log, command, args, options )
		.ended;
	if ( code !== 0 ) {
		const tail = lastLines( fs.readFileSync( log, 'utf8' ) );
		throw new KitError(
			`\`${ [ command, ...args ].join( ' ' ) }\` ended with ${
				signal ?? code
			}:\n${ tail }`,
			`${ nextStep }; the whole output is in .local/logs/${ name }.log`
		);
	}
}
