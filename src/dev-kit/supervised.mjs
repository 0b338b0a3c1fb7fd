/**
 * Starts commands under supervisor.mjs, so that none of them outlives this process. Plain JavaScript without packages,
 * because the starter needs it before npm packages exist.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SUPERVISOR = fileURLToPath(
	new URL( 'supervisor.mjs', import.meta.url )
);

/**
 * @typedef {{code: number | null, signal: string | null, cpuSeconds: number | null}} End How a command ended, and how long the processors worked for it; null where that cannot be read.
 */

/**
 * @typedef {Object} Supervised
 * @property {import('node:child_process').ChildProcess} child The supervisor; its streams are the command's.
 * @property {Promise<End>}                              ended Resolves when the command and its whole group are gone.
 * @property {() => Promise<End>}                        stop  Ends the command, gently at first.
 */

/** @type {Set<Supervised>} */
const running = new Set();

/**
 * Starts a command in a process group of its own.
 *
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, stdin?: 'pipe' | 'ignore', stdout?: number | 'pipe' | 'ignore' | 'inherit', stderr?: number | 'pipe' | 'ignore' | 'inherit'}} [options] The streams are ignored unless told otherwise.
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
	// The report may still be in the channel when the process is already gone.
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

/** Ends what is left of a group whose supervisor is gone. */
function endGroup( pid ) {
	if ( ! pid ) {
		return;
	}
	try {
		process.kill( -pid, 'SIGKILL' );
	} catch {
		// Nobody is left, as it should be.
	}
}

/** Ends every command that this process started. */
export async function stopAll() {
	await Promise.all( [ ...running ].map( ( { stop } ) => stop() ) );
}
