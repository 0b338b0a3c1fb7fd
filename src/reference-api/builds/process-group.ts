/** A command and all processes that it starts, as a unit that can be watched and ended. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../lib/wait.ts';
import { listeningPorts, openPorts } from './listening-ports.ts';
import {
	killOrphans,
	GROUP_VARIABLE,
	processesOf,
} from './orphan-processes.ts';

const STOP_GRACE_MS = 5000;
const OUTPUT_GRACE_MS = 1000;

// The package ships compiled JavaScript: the runner has the extension that this file has.
const RUNNER = fileURLToPath(
	new URL(
		`./runner${ path.extname( new URL( import.meta.url ).pathname ) }`,
		import.meta.url
	)
);

export interface ExitResult {
	code: number | null;
	signal: string | null;
	/** Why the command could not be started, or empty. */
	error: string;
}

export interface GroupOptions {
	command: string;
	args: readonly string[];
	cwd: string;
	env: Record< string, string >;
	onOutput: ( chunk: Buffer ) => void;
}

/** Waits for the end of a group's runner, and ends processes that left the group. */
function watch( runner: ChildProcess, group: string ): Promise< ExitResult > {
	let outcome: ExitResult | null = null;
	runner.on( 'message', ( message ) => ( outcome = message as ExitResult ) );
	return new Promise( ( resolve ) => {
		const settle = ( code: number | null, signal: string | null ) =>
			resolve( outcome ?? { code, signal, error: '' } );
		runner.on( 'error', ( error ) =>
			resolve( { code: null, signal: null, error: error.message } )
		);
		// "close" waits for the end of the output, which a process that left the group could delay without end.
		runner.on( 'exit', ( code, signal ) => {
			killOrphans( group );
			setTimeout( settle, OUTPUT_GRACE_MS, code, signal ).unref();
		} );
		runner.on( 'close', settle );
	} );
}

/** Says how a command ended. */
export function exitMessage( outcome: ExitResult ): string {
	if ( outcome.error ) {
		return `could not be started (${ outcome.error })`;
	}
	return outcome.signal
		? `was ended by ${ outcome.signal }`
		: `ended with code ${ outcome.code }`;
}

/** A running command and its descendants. */
export class ProcessGroup {
	/** Resolves when the command has ended; never rejects. */
	readonly exited: Promise< ExitResult >;
	readonly #runner: ChildProcess;
	readonly #mark: string;
	#hasExited = false;

	constructor( options: GroupOptions ) {
		const { command, args, cwd, env, onOutput } = options;
		this.#mark = randomUUID();
		const mark = { [ GROUP_VARIABLE ]: this.#mark };
		const compileCache = getCompileCacheDir();
		// The runner gets none of the command's variables: NODE_OPTIONS, for example, is meant only for the command.
		this.#runner = fork( RUNNER, {
			cwd,
			env: {
				...mark,
				...( compileCache && { NODE_COMPILE_CACHE: compileCache } ),
			},
			execPath: process.execPath,
			execArgv: [],
			detached: true,
			stdio: [ 'ignore', 'pipe', 'pipe', 'ipc' ],
		} );
		// Not as arguments: other users of the machine can read them.
		this.#runner.send( { command, args, env: { ...env, ...mark } }, () => {
			// A runner that could not be started says so by its "error".
		} );
		this.#runner.stdout?.on( 'data', onOutput );
		this.#runner.stderr?.on( 'data', onOutput );
		this.exited = watch( this.#runner, this.#mark );
		void this.exited.then( () => ( this.#hasExited = true ) );
	}

	/** The TCP ports on which its processes listen, if the system reports them. */
	listeningPorts(): number[] {
		return listeningPorts( processesOf( this.#mark ) );
	}

	/** The TCP ports that other machines can reach. */
	openPorts(): number[] {
		return openPorts( processesOf( this.#mark ) );
	}

	#signal( signal: 'SIGTERM' | 'SIGKILL' ): void {
		const { pid, exitCode, signalCode } = this.#runner;
		if ( pid === undefined || exitCode !== null || signalCode !== null ) {
			return;
		}
		try {
			process.kill( -pid, signal );
		} catch {
			// The group has just ended.
		}
	}

	/** Asks the group to end, and ends it when it does not. */
	async stop(): Promise< void > {
		if ( this.#hasExited ) {
			return;
		}
		this.#signal( 'SIGTERM' );
		const timeout = new AbortController();
		await Promise.race( [
			this.exited,
			waitFor( STOP_GRACE_MS, timeout.signal ),
		] );
		timeout.abort();
		this.#signal( 'SIGKILL' );
		await this.exited;
	}
}
