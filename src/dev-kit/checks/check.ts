import path from 'node:path';
import { kitFile, NODE, PROJECT } from '../paths.ts';
import type { Counts } from './counts.ts';
import type { Resources, Requirement } from './resources.ts';

/** The command of a check. */
export interface Command {
	command: string;
	args: string[];
	env?: Record< string, string >;
	/** Why the check cannot run here. It counts as one skipped test. */
	skipped?: string;
	/** A difference to the usual check, which is printed before it runs. */
	note?: string;
}

export interface Check {
	name: string;
	requirements: readonly Requirement[];
	/** The check takes long and runs only when `--only` names it. */
	onlyByName?: boolean;
	/** The average number of busy processors. */
	cores: number;
	/** Measured on two processors. The longest checks start first. */
	seconds: number;
	/** @param report File for the runner's report. */
	run: ( resources: Resources, report: string ) => Command;
	/** Reads the report. Without it, the exit code is the result of one test. */
	read?: ( report: string ) => Counts;
	/** What a check without failures has measured, to print. */
	figures?: () => string;
}

/** A check of the table. Without other values it keeps one processor busy and needs nothing prepared. */
export type CheckEntry = Omit< Check, 'cores' | 'requirements' > &
	Partial< Pick< Check, 'cores' | 'requirements' > >;

/** Runs a tool of node_modules. */
export function tool(
	name: string,
	args: string[],
	env: Record< string, string > = {}
): Command {
	return {
		command: path.join( PROJECT, 'node_modules', '.bin', name ),
		args,
		// Tools start with "#!/usr/bin/env node", which must find this Node.
		env: {
			PATH: `${ path.dirname( NODE ) }${ path.delimiter }${
				process.env.PATH ?? ''
			}`,
			...env,
		},
	};
}

/** Runs a tool of vendor. */
export function phpTool(
	resources: Resources,
	name: string,
	args: string[],
	env: Record< string, string > = {}
): Command {
	return {
		command: resources.php,
		args: [ path.join( PROJECT, 'vendor', 'bin', name ), ...args ],
		env,
	};
}

/** Runs a TypeScript file of the kit. */
export function kitScript(
	file: string,
	args: string[] = [],
	env: Record< string, string > = {}
): Command {
	return { command: NODE, args: [ kitFile( file ), ...args ], env };
}

/** Why a check that needs MariaDB is skipped. */
export const NO_MARIADB =
	'MariaDB is not installed (on Debian: sudo apt-get install mariadb-server php-mysql)';
