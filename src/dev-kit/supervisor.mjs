/**
 * Stands between the kit and one long-running command: `node supervisor.mjs COMMAND ARGUMENT…`, started detached (so it
 * leads a process group of its own) with a channel to its parent. When the channel closes, because the parent asks for
 * it or because the parent died, however it died, the whole group ends.
 */
import { spawn } from 'node:child_process';

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

child.once( 'error', ( error ) => {
	console.error( error.message );
	process.exit( 127 );
} );

child.once( 'exit', ( code, signal ) => {
	const report = { code, signal };
	if ( process.connected ) {
		process.send( report, () => process.kill( -process.pid, 'SIGKILL' ) );
	} else {
		// Workers that outlived their parent end with this process.
		process.kill( -process.pid, 'SIGKILL' );
	}
} );
