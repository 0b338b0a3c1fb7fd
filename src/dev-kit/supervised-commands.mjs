/**
 * Starts commands under supervisor.mjs, so that none of them outlives this process. Plain JavaScript without packages:
 * launcher.mjs needs it before the npm packages are installed.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SUPERVISOR = fileURLToPath(
	new URL( 'supervisor.mjs', import.meta.url )
);

/**
 * @typedef {{code: number | null, signal: string | null, cpuSeconds: number | null}} End How a command ended, and its CPU time; null on a system without /proc.
 */

/**
 * @typedef {Object} Supervised
 * @property {import('node:child_process').ChildProcess} child The supervisor; its streams are the command's.
 * @property {Promise<End>}                              ended Resolves when the command and its whole process group have ended.
 * @property {() => Promise<End>}                        stop  Ends the command: with SIGTERM first, with SIGKILL later.
 */

/** @type {Set<Supervised>} */
const running = new Set();

/**
 * Starts a command in a process group of its own.
 *
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, stdin?: 'pipe' | 'ignore', stdout?: number | 'pipe' | 'ignore' | 'inherit', stderr?: number | 'pipe' | 'ignore' | 'inherit'}} [options] By default the streams are ignored.
 * @return {Supervised} The running command.
 */
export function startSupervised( command, args, options = {} ) {
	const { cwd, env = process.env, stdin, stdout, stderr } = options;
	const child = spawn( process.execPath, [ SUPERVISOR, command, ...args ], {
		cwd,
		env,
		detached: true,
		stdio: [
			stdin ?? 'ignore',
			stdout ?? 'ignore',
			stderr ?? 'ignore',
			'ipc',
		],
	} );
	/** @type {End | undefined} */
	let report;
	child.on( 'message', ( message ) => {
		report = /** @type {End} */ ( message );
	} );
	// The report may still be in the channel when the process has already ended.
	const closed = new Promise( ( resolve ) =>
		child.once( 'disconnect', () => resolve( undefined ) )
	);
	/** @type {Promise<End>} */
	const ended = new Promise( ( resolve ) => {
		child.once( 'error', () =>
			resolve( { code: 127, signal: null, cpuSeconds: null } )
		);
		child.once( 'exit', async ( code, signal ) => {
			endGroup( child.pid );
			running.delete( supervised );
			await closed;
			resolve( report ?? { code, signal, cpuSeconds: null } );
		} );
	} );
	const stop = () => {
		if ( child.connected ) {
			child.disconnect();
		}
		return ended;
	};
	const supervised = { child, ended, stop };
	running.add( supervised );
	return supervised;
}

/**
 * Starts a command whose output goes to a file.
 *
 * @param {Parameters<typeof startSupervised>[2] & {append?: boolean}} [options] Streams that do not go to the file, and whether the file keeps what it has. By default it is replaced.
 */
export function startLogged( log, command, args, options ) {
	fs.mkdirSync( path.dirname( log ), { recursive: true } );
	const output = fs.openSync( log, options?.append ? 'a' : 'w' );
	try {
		return startSupervised( command, args, {
			stdout: output,
			stderr: output,
			...options,
		} );
	} finally {
		fs.closeSync( output );
	}
}

/** Ends the rest of a process group whose supervisor has ended. */
function endGroup( pid ) {
	if ( ! pid ) {
		return;
	}
	try {
		process.kill( -pid, 'SIGKILL' );
	} catch {
		// The group is empty.
	}
}

/** Ends every command that this process started. */
export async function stopAll() {
	await Promise.all( [ ...running ].map( ( { stop } ) => stop() ) );
}
