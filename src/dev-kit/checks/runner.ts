/**
 * Runs checks, some at a time, and tells of each when it is done; the output of one that failed is shown.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lastLines } from '../commands.ts';
import { LOCAL, PROJECT } from '../paths.ts';
import { startSupervised } from '../supervised.mjs';
import { compileCaches } from './compile-caches.ts';
import { judge, oneOf, sum, summary } from './counts.ts';
import type { Counts } from './counts.ts';
import type { Resources } from './resources.ts';
import { runJobs } from './schedule.ts';
import type { Check, Command } from './check.ts';
import { temporaryFolders } from './temporary-folder.ts';
import type { TemporaryFolders } from './temporary-folder.ts';

/** Checks wait for disks, servers and clocks, so a little more than the processors is started. */
const WAITING_CORES = 0.5;
const LINES_SHOWN = 120;
const FOLDER = path.join( LOCAL, 'checks' );

/**
 * Runs one check.
 *
 * @param folders Where its temporary files are stored.
 * @param env     Environment variables for all checks.
 */
async function runCheck(
	check: Check,
	resources: Resources,
	folders: TemporaryFolders,
	env: Record< string, string >
): Promise< Result > {
	const report = path.join( FOLDER, `${ check.name }.report` );
	fs.rmSync( report, { force: true } );
	const what = check.run( resources, report );
	if ( what.skipped ) {
		console.log( `- ${ check.name }: skipped: ${ what.skipped }` );
		return {
			name: check.name,
			counts: { passed: 0, failed: 0, skipped: 1 },
			seconds: 0,
			cpuSeconds: 0,
		};
	}
	if ( what.note ) {
		console.log( `• ${ check.name }: ${ what.note }` );
	}
	const log = path.join( FOLDER, `${ check.name }.log` );
	const began = Date.now();
	const { code, cpuSeconds } = await execute( what, log, {
		...env,
		TMPDIR: folders.make( check.name ),
	} );
	const left = folders.leftovers( check.name );
	const counts = sum( [
		check.read
			? judge( code, readIfThere( report ), check.read )
			: oneOf( code ),
		{ passed: 0, failed: left.length > 0 ? 1 : 0, skipped: 0 },
	] );
	const seconds = ( Date.now() - began ) / 1000;
	if ( counts.failed > 0 ) {
		printFailure( log, left );
	}
	console.log(
		`${ counts.failed > 0 ? '✗' : '✓' } ${ check.name }: ${ summary(
			counts
		) } (${ inSeconds( { seconds, cpuSeconds } ) })`
	);
	return { name: check.name, counts, seconds, cpuSeconds };
}

/**
 * Shows why a check failed.
 *
 * @param left What it left in its temporary folder.
 */
function printFailure( log: string, left: readonly string[] ): void {
	console.log(
		`\n${ lastLines( fs.readFileSync( log, 'utf8' ), LINES_SHOWN ) }`
	);
	if ( left.length > 0 ) {
		console.log( `Left in the temporary folder: ${ left.join( ', ' ) }` );
	}
}

/**
 * Runs a command to its end, its output going to a log.
 *
 * @param env Environment variables that all have.
 */
async function execute(
	what: Command,
	log: string,
	env: Record< string, string >
): Promise< { code: number; cpuSeconds: number | null } > {
	const out = fs.openSync( log, 'w' );
	const { code, cpuSeconds } = await startSupervised(
		what.command,
		what.args,
		{
			cwd: PROJECT,
			env: {
				...process.env,
				NO_COLOR: '1',
				...env,
				...what.env,
			},
			stdout: out,
			stderr: out,
		}
	).ended;
	fs.closeSync( out );
	return { code: code ?? 1, cpuSeconds };
}

/**
 * Reads a file.
 *
 * @return Null when it is not there.
 */
function readIfThere( file: string ): string | null {
	return fs.existsSync( file ) ? fs.readFileSync( file, 'utf8' ) : null;
}

/** A check that has ended. */
interface Result extends Duration {
	name: string;
	counts: Counts;
}

interface Duration {
	seconds: number;
	/** How long the processors worked for it; null where the system does not say. */
	cpuSeconds: number | null;
}

/** Runs checks, as many at a time as keep the processors busy, and prints how long each took. */
export async function runChecks(
	checks: readonly Check[],
	resources: Resources
): Promise< Counts[] > {
	fs.mkdirSync( FOLDER, { recursive: true } );
	const folders = temporaryFolders();
	const caches = compileCaches( path.join( LOCAL, 'compiled' ), [
		os.tmpdir(),
		path.join( LOCAL, 'e2e' ),
	] );
	const results = await runJobs(
		checks,
		os.availableParallelism() + WAITING_CORES,
		( check ) => runCheck( check, resources, folders, caches.env )
	);
	folders.remove();
	caches.prune();
	if ( results.length > 1 ) {
		printSeconds( results );
	}
	return results.map( ( { counts } ) => counts );
}

/** Prints the seconds of each check, the longest first, and their sum. */
function printSeconds( results: readonly Result[] ): void {
	const list = [ ...results ]
		.sort( ( a, b ) => b.seconds - a.seconds )
		.map( ( result ) => `${ result.name } ${ inSeconds( result ) }` );
	const cpuSeconds = results.reduce(
		( total, result ) => total + ( result.cpuSeconds ?? 0 ),
		0
	);
	console.log(
		`\n${ list.join( '\n' ) }\nTogether: ${ cpuSeconds.toFixed(
			0
		) } s of CPU time`
	);
}

/** For example "12.3 s, CPU 8.0 s". */
function inSeconds( { seconds, cpuSeconds }: Duration ): string {
	const elapsed = `${ seconds.toFixed( 1 ) } s`;
	return cpuSeconds === null
		? elapsed
		: `${ elapsed }, CPU ${ cpuSeconds.toFixed( 1 ) } s`;
}
