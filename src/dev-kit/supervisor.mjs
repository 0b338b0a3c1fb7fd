/**
 * Stands between the kit and one long-running command: `node supervisor.mjs COMMAND ARGUMENT…`, started detached (so it
 * leads a process group of its own) with a channel to its parent. When the channel closes, because the parent asks for
 * it or because the parent died, however it died, the whole group ends.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux shows times to programs in this unit, whatever its own clock does. */
const TICKS_PER_SECOND = 100;

const GRACE_MS = Number( process.env.HEADLESS_DEPLOY_GRACE_MS ?? 8000 );

const [ command, ...args ] = process.argv.slice( 2 );
const child = spawn( command, args, {
	// The parent decides what standard input is; mostly nothing.
	stdio: [ 'inherit', 'inherit', 'inherit' ],
} );

let ending = false;

/** Asks the whole group to end, then makes it. */
function end() {
	if ( ending ) {
		return;
	}
	ending = true;
	process.kill( -process.pid, 'SIGTERM' );
	setTimeout( () => process.kill( -process.pid, 'SIGKILL' ), GRACE_MS );
}

for ( const signal of [ 'SIGTERM', 'SIGINT', 'SIGHUP' ] ) {
	process.on( signal, end );
}
process.on( 'disconnect', end );

/**
 * Reads how long the processors have worked for the command and for the processes that it has waited for.
 *
 * @return Null where the system has no /proc.
 */
function cpuSecondsOfChildren() {
	try {
		const stat = readFileSync( '/proc/self/stat', 'utf8' );
		// The program's name, in parentheses, may hold spaces; the times of children are fields 16 and 17.
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
		// Workers that outlived their parent end with this process.
		process.kill( -process.pid, 'SIGKILL' );
	}
} );
