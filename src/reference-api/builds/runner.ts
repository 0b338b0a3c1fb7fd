/**
 * Runs one command in a process group of its own and ends the whole group when the platform goes away, however
 * it goes: the channel to the platform breaks even when the platform is killed. Started by `process-group.ts`.
 */
import { spawn } from 'node:child_process';
import { killOrphans, GROUP_VARIABLE } from './orphan-processes.ts';

interface Order {
	command: string;
	args: string[];
	env: Record< string, string >;
}

function endGroup(): void {
	process.kill( -process.pid, 'SIGKILL' );
}

function reportExit( code: number | null, signal: string | null, error = '' ) {
	// What the command left in the background ends with it.
	process.send?.( { code, signal, error }, endGroup );
}

process.on( 'disconnect', () => {
	killOrphans( process.env[ GROUP_VARIABLE ] ?? '' );
	endGroup();
} );
// SIGTERM ends the process group; the runner stays, to report how its command ended.
process.on( 'SIGTERM', () => {} );

process.once( 'message', ( order: Order ) => {
	try {
		const child = spawn( order.command, order.args, {
			env: order.env,
			stdio: [ 'ignore', 'inherit', 'inherit' ],
		} );
		child.on( 'error', ( error ) =>
			reportExit( null, null, error.message )
		);
		child.on( 'exit', ( code, signal ) => reportExit( code, signal ) );
	} catch ( error ) {
		// Variables that are too large together, for example.
		reportExit( null, null, String( error ) );
	}
} );
