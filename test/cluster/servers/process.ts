import fs from 'node:fs';
import path from 'node:path';
import { startLogged } from '../../../src/dev-kit/supervised-commands.mjs';
import type { Supervised } from '../../../src/dev-kit/supervised-commands.mjs';
import type { ServerClock } from './clock.ts';

/** Where libfaketime keeps a semaphore and a page of memory for each process. */
const SHARED_MEMORY = '/dev/shm';

/** A process group of a server, which ends with this process too. */
export interface ServerProcess extends Pick< Supervised, 'ended' | 'stop' > {
	/** Ends the group at once, as the loss of its machine does. */
	kill: () => Promise< void >;
	/** Stops the group where it is, as a suspended virtual machine does. */
	pause: () => void;
	resume: () => void;
}

export interface ServerCommand {
	/** File for the output. It keeps what an earlier process wrote. */
	log: string;
	command: string;
	args: readonly string[];
	env?: Record< string, string >;
	/** The clock of the machine when it is not that of this one. */
	clock?: ServerClock | undefined;
}

/** Starts a server. Nothing waits until it is ready. */
export function startServer( settings: ServerCommand ): ServerProcess {
	const { log, command, args, env = {}, clock } = settings;
	const variables = { ...env, ...clock?.env };
	// Only the server gets the variables: its supervisor keeps the clock of this machine.
	const assignments = Object.entries( variables ).map(
		( [ name, value ] ) => `${ name }=${ value }`
	);
	const supervised = startLogged(
		log,
		'/usr/bin/env',
		[ ...assignments, command, ...args ],
		{ append: true }
	);
	const group = supervised.child.pid ?? 0;
	const signal = ( name: NodeJS.Signals ): void =>
		membersOf( group ).forEach( ( pid ) => send( pid, name ) );
	return {
		ended: supervised.ended,
		async stop() {
			// A stopped process would handle SIGTERM only later.
			signal( 'SIGCONT' );
			const end = await supervised.stop();
			removeSharedMemory();
			return end;
		},
		async kill() {
			send( -group, 'SIGKILL' );
			await supervised.ended;
			removeSharedMemory();
		},
		pause: () => signal( 'SIGSTOP' ),
		resume: () => signal( 'SIGCONT' ),
	};
}

/** Lists the processes of a group without the supervisor, which leads it. */
function membersOf( group: number ): number[] {
	return fs
		.readdirSync( '/proc' )
		.map( Number )
		.filter(
			( pid ) => pid > 0 && pid !== group && groupOf( pid ) === group
		);
}

/** @return 0 for a process that has ended. */
function groupOf( pid: number ): number {
	try {
		const stat = fs.readFileSync( `/proc/${ pid }/stat`, 'utf8' );
		// The name of the program, in parentheses, may contain spaces. See proc_pid_stat(5).
		const fields = stat.slice( stat.lastIndexOf( ')' ) + 2 ).split( ' ' );
		return Number( fields[ 2 ] );
	} catch {
		return 0;
	}
}

function send( pid: number, signal: NodeJS.Signals ): void {
	try {
		process.kill( pid, signal );
	} catch {
		// It has ended.
	}
}

/** Removes what libfaketime leaves of processes that were killed. */
function removeSharedMemory(): void {
	for ( const name of fs.readdirSync( SHARED_MEMORY ) ) {
		const pid = /faketime_(?:sem|shm)_(\d+)$/.exec( name )?.[ 1 ];
		if ( pid && ! fs.existsSync( `/proc/${ pid }` ) ) {
			fs.rmSync( path.join( SHARED_MEMORY, name ), { force: true } );
		}
	}
}
