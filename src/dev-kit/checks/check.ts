/** What a check is, and how the tools of both languages are called. */
import path from 'node:path';
import { NODE, PROJECT } from '../paths.ts';
import type { Counts } from './counts.ts';
import type { Resources, Requirement } from './resources.ts';

/** A command that is one check, or a runner that reports many tests. */
export interface Command {
	command: string;
	args: string[];
	env?: Record< string, string >;
	/** Says why it cannot run here: counted as one skipped test. */
	skipped?: string;
	/** Says what is different here; printed before it runs. */
	note?: string;
}

export interface Check {
	/** For `--only`. */
	name: string;
	requirements: readonly Requirement[];
	/** Runs when it is asked for by its name, because it takes long. */
	onlyByName?: boolean;
	/** Processors that it keeps busy on average. */
	cores: number;
	/** How long it took on two processors; the longest checks start first. */
	seconds: number;
	/**
	 * Says what to run.
	 *
	 * @param report File for the runner's report.
	 */
	run: ( resources: Resources, report: string ) => Command;
	/** Reads the report; without it the exit code is the one result. */
	read?: ( report: string ) => Counts;
}

/** A tool from node_modules. */
export function tool(
	name: string,
	args: string[],
	env: Record< string, string > = {}
): Command {
	return {
		command: path.join( PROJECT, 'node_modules', '.bin', name ),
		args,
		// Tools begin with "#!/usr/bin/env node": that has to be this Node.
		env: {
			PATH: `${ path.dirname( NODE ) }${ path.delimiter }${
				process.env.PATH ?? ''
			}`,
			...env,
		},
	};
}

/** A PHP tool from vendor. */
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

/** Why a check that needs MariaDB is skipped. */
export const NO_MARIADB =
	'MariaDB is not installed (on Debian: sudo apt-get install mariadb-server php-mysql)';
