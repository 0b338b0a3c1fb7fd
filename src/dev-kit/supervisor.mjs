/**
 * `node supervisor.mjs COMMAND ARGUMENT…`: runs one command of the kit. It is started detached, so that it leads a
 * process group of its own, with a channel to its parent. When the channel closes, because the parent closes it or has
 * ended, the whole group ends.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The unit of the times in /proc. See proc_pid_stat(5). */
const TICKS_PER_SECOND = 100;

const GRACE_MS = Number( process.env.HEADLESS_DEPLOY_GRACE_MS ?? 8000 );

const [ command, ...args ] = process.argv.slice( 2 );
const child = spawn( command, args, {
	stdio: [ 'inherit', 'inherit', 'inherit' ],
} );

let isEnding = false;

/** Ends the whole group with SIGTERM, and after the grace period with SIGKILL. */
function end() {
	if ( isEnding ) {
		return;
	}
	isEnding = true;
	process.kill( -process.pid, 'SIGTERM' );
	setTimeout( () => process.kill( -process.pid, 'SIGKILL' ), GRACE_MS );
}

for ( const signal of [ 'SIGTERM', 'SIGINT', 'SIGHUP' ] ) {
	process.on( signal, end );
}
process.on( 'disconnect', end );

/** @return The CPU time of the command and of its collected children; null on a system without /proc. */
function cpuSecondsOfChildren() {
	try {
		const stat = readFileSync( '/proc/self/stat', 'utf8' );
		// The name of the program, in parentheses, may contain spaces. The times of children are fields 16 and 17.
		const fields = stat.slice( stat.lastIndexOf( ')' ) + 2 ).split( ' ' );
		return (
			( Number( fields[ 13 ] ) + Number( fields[ 14 ] ) ) /
			TICKS_PER_SECOND
		);
	} catch {
		return null;
	}
}

child.once( 'error', ( error ) => {
	console.error( error.message );
	process.exit( 127 );
} );

child.once( 'exit', ( code, signal ) => {
	const report = { code, signal, cpuSeconds: cpuSecondsOfChildren() };
	if ( process.connected ) {
		process.send( report, () => process.kill( -process.pid, 'SIGKILL' ) );
	} else {
		// Ends workers that outlived the command, and this process.
		process.kill( -process.pid, 'SIGKILL' );
	}
} );
