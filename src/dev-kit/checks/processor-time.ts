/**
 * Measures the processor time of a check by a control group of Linux. It also counts processes that were killed and that
 * no parent waited for, as those of Chromium and of PHP's server. A system without such groups, or a user who may not
 * make one, gets the time that the parents know of.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Command } from './check.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** The folders in which a group is made: of version 1 and of version 2. */
const HIERARCHIES = [ '/sys/fs/cgroup/cpuacct', '/sys/fs/cgroup' ];

/** Joins the group before the command takes the place of the shell. */
const JOIN = 'echo $$ > "$0/cgroup.procs"; exec "$@"';

/** The same command, measured. */
export interface MeasuredCommand {
	command: string;
	args: string[];
	/** Ends the measurement; null where there is no group. */
	seconds: () => number | null;
}

/** Prepares the measurement of a command. */
export function measureProcessorTime( {
	command,
	args,
}: Pick< Command, 'command' | 'args' > ): MeasuredCommand {
	const group = makeGroup();
	if ( group === null ) {
		return { command, args, seconds: () => null };
	}
	return {
		command: '/bin/sh',
		args: [ '-c', JOIN, group, command, ...args ],
		seconds: () => {
			const seconds = readSeconds( group );
			try {
				fs.rmdirSync( group );
			} catch {
				// A process of the check has not ended yet; an empty group costs nothing.
			}
			return seconds;
		},
	};
}

/** Makes a group below the one of this process, whose limits stay in force. */
function makeGroup(): string | null {
	for ( const hierarchy of HIERARCHIES ) {
		try {
			return fs.mkdtempSync(
				path.join(
					hierarchy,
					ownGroup( hierarchy ),
					'headless-deploy-'
				)
			);
		} catch {
			// Not this version, or not permitted.
		}
	}
	return null;
}

/** Finds the group of this process, for example "/user.slice". */
function ownGroup( hierarchy: string ): string {
	const name = hierarchy.endsWith( 'cpuacct' ) ? 'cpuacct' : '';
	const line = fs
		.readFileSync( '/proc/self/cgroup', 'utf8' )
		.split( '\n' )
		.map( ( text ) => text.split( ':' ) )
		.find( ( [ , names = '' ] ) => names.split( ',' ).includes( name ) );
	if ( ! line ) {
		throw new Error( `${ hierarchy } is not in use.` );
	}
	return line.slice( 2 ).join( ':' );
}

/** Reads what a group has used. */
function readSeconds( group: string ): number | null {
	const usage = path.join( group, 'cpuacct.usage' );
	if ( fs.existsSync( usage ) ) {
		return Number( fs.readFileSync( usage, 'utf8' ) ) / NANOSECONDS;
	}
	const stat = path.join( group, 'cpu.stat' );
	if ( ! fs.existsSync( stat ) ) {
		return null;
	}
	const [ , used ] =
		/^usage_usec (\d+)$/m.exec( fs.readFileSync( stat, 'utf8' ) ) ?? [];
	return used === undefined ? null : Number( used ) / MICROSECONDS;
}
