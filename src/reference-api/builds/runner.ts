/**
 * Runs one command in a process group of its own and ends the whole group when the platform goes away, however
 * it goes: the channel to the platform breaks even when the platform is killed. Started by `process-group.ts`.
 */
import { spawn } from 'node:child_process';
import { endStrays, GROUP_VARIABLE } from './strays.ts';

const { command, args } = JSON.parse( process.argv[ 2 ] ?? '{}' ) as {
	command: string;
	args: string[];
};

function endGroup(): void {
	process.kill( -process.pid, 'SIGKILL' );
}

process.on( 'disconnect', () => {
	endStrays( process.env[ GROUP_VARIABLE ] ?? '' );
	endGroup();
} );
// The group is asked to end by SIGTERM; the runner stays, to tell how its command ended.
process.on( 'SIGTERM', () => {} );

const child = spawn( command, args, {
	stdio: [ 'ignore', 'inherit', 'inherit' ],
} );
child.on( 'error', ( error ) =>
	process.send?.(
		{ code: null, signal: null, error: error.message },
		endGroup
	)
);
child.on( 'exit', ( code, signal ) =>
	// What the command left in the background ends with it.
	process.send?.( { code, signal, error: '' }, endGroup )
);
