/**
 * Runs one command in its own process group, and ends the group when the platform ends, even after SIGKILL: the IPC
 * channel to the platform closes in any case. Started by `process-group.ts`.
 */
import { spawn } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import { killOrphans, GROUP_VARIABLE } from './orphan-processes.ts';

interface CommandMessage {
	command: string;
	args: string[];
	env: Record< string, string >;
}

// Node stores what it compiled at the exit, which SIGKILL skips.
flushCompileCache();

function endGroup(): void {
	process.kill( -process.pid, 'SIGKILL' );
}

function reportExit( code: number | null, signal: string | null, error = '' ) {
	// Background processes of the command end with the group.
	process.send?.( { code, signal, error }, endGroup );
}

process.on( 'disconnect', () => {
	killOrphans( process.env[ GROUP_VARIABLE ] ?? '' );
	endGroup();
} );
// SIGTERM ends the process group; the runner stays, to report how its command ended.
process.on( 'SIGTERM', () => {} );

process.once( 'message', ( message: CommandMessage ) => {
	try {
		const child = spawn( message.command, message.args, {
			env: message.env,
			stdio: [ 'ignore', 'inherit', 'inherit' ],
		} );
		child.on( 'error', ( error ) =>
			reportExit( null, null, error.message )
		);
		child.on( 'exit', ( code, signal ) => reportExit( code, signal ) );
	} catch ( error ) {
		// For example, because the environment variables are too large.
		reportExit( null, null, String( error ) );
	}
} );
