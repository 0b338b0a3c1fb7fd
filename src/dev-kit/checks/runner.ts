import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lastLines } from '../commands.ts';
import { readIfExists } from '../files.ts';
import { LOCAL, PROJECT } from '../paths.ts';
import { startLogged } from '../supervised-commands.mjs';
import { compileCaches } from './compile-caches.ts';
import { countTests, oneOf, sum, summary } from './counts.ts';
import type { Counts } from './counts.ts';
import { measureProcessorTime } from './processor-time.ts';
import type { Resources } from './resources.ts';
import { runJobs } from './schedule.ts';
import type { Check } from './check.ts';
import { temporaryFolders } from './temporary-folder.ts';
import type { TemporaryFolders } from './temporary-folder.ts';

/** Checks wait for disks, servers and clocks, so that a little more than the number of processors is started. */
const WAITING_CORES = 0.5;
const LINES_SHOWN = 120;
const FOLDER = path.join( LOCAL, 'checks' );

async function runCheck(
	check: Check,
	resources: Resources,
	folders: TemporaryFolders,
	env: Record< string, string >
): Promise< Result > {
	const report = path.join( FOLDER, `${ check.name }.report` );
	fs.rmSync( report, { force: true } );
	const command = check.run( resources, report );
	if ( command.skipped ) {
		console.log( `- ${ check.name }: skipped: ${ command.skipped }` );
		return {
			name: check.name,
			counts: { passed: 0, failed: 0, skipped: 1 },
			seconds: 0,
			cpuSeconds: 0,
		};
	}
	if ( command.note ) {
		console.log( `• ${ check.name }: ${ command.note }` );
	}
	const log = path.join( FOLDER, `${ check.name }.log` );
	const startedAt = Date.now();
	const measured = measureProcessorTime( command );
	const ended = await startLogged( log, measured.command, measured.args, {
		cwd: PROJECT,
		env: {
			...process.env,
			NO_COLOR: '1',
			...env,
			TMPDIR: folders.create( check.name ),
			...command.env,
		},
	} ).ended;
	const { code } = ended;
	const cpuSeconds = measured.seconds() ?? ended.cpuSeconds;
	const leftovers = folders.leftovers( check.name );
	const counts = sum( [
		check.read
			? countTests( code ?? 1, readIfExists( report ), check.read )
			: oneOf( code ?? 1 ),
		{ passed: 0, failed: leftovers.length > 0 ? 1 : 0, skipped: 0 },
	] );
	const seconds = ( Date.now() - startedAt ) / 1000;
	if ( counts.failed > 0 ) {
		printFailure( log, leftovers );
	} else if ( check.figures ) {
		console.log( check.figures() );
	}
	console.log(
		`${ counts.failed > 0 ? '✗' : '✓' } ${ check.name }: ${ summary(
			counts
		) } (${ inSeconds( { seconds, cpuSeconds } ) })`
	);
	return { name: check.name, counts, seconds, cpuSeconds };
}

/** @param leftovers Files that the check left in its temporary folder. */
function printFailure( log: string, leftovers: readonly string[] ): void {
	console.log(
		`\n${ lastLines( fs.readFileSync( log, 'utf8' ), LINES_SHOWN ) }`
	);
	if ( leftovers.length > 0 ) {
		console.log(
			`Left in the temporary folder: ${ leftovers.join( ', ' ) }`
		);
	}
}

interface Result extends Duration {
	name: string;
	counts: Counts;
}

interface Duration {
	seconds: number;
	/** Null on a system without /proc. */
	cpuSeconds: number | null;
}

/** Runs as many checks at a time as keep the processors busy, and prints how long each took. */
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

/** For example “12.3 s, CPU 8.0 s”. */
function inSeconds( { seconds, cpuSeconds }: Duration ): string {
	const elapsed = `${ seconds.toFixed( 1 ) } s`;
	return cpuSeconds === null
		? elapsed
		: `${ elapsed }, CPU ${ cpuSeconds.toFixed( 1 ) } s`;
}
