/**
 * Runs checks, some at a time, and tells of each when it is done; the output of one that failed is shown.
 */
import fs from 'node:fs';
import path from 'node:path';
import { lastLines } from '../commands.ts';
import { LOCAL, PROJECT } from '../paths.ts';
import { startSupervised } from '../supervised.mjs';
import { judge, oneOf, summary } from './counts.ts';
import type { Counts } from './counts.ts';
import type { Equipment } from './setup.ts';
import type { Check, Command } from './table.ts';

/** One more than a small machine has cores: many checks wait for servers and clocks. */
const AT_A_TIME = 3;
const LINES_SHOWN = 120;
const FOLDER = path.join( LOCAL, 'checks' );

/**
 * Runs one check.
 *
 * @param check     Which.
 * @param equipment What was brought.
 */
async function runCheck(
	check: Check,
	equipment: Equipment
): Promise< Counts > {
	const report = path.join( FOLDER, `${ check.name }.report` );
	fs.rmSync( report, { force: true } );
	const what = check.run( equipment, report );
	if ( what.skipped ) {
		console.log( `- ${ check.name }: skipped: ${ what.skipped }` );
		return { passed: 0, failed: 0, skipped: 1 };
	}
	const log = path.join( FOLDER, `${ check.name }.log` );
	const began = Date.now();
	const code = await execute( what, log );
	const counts = check.read
		? judge( code, readIfThere( report ), check.read )
		: oneOf( code );
	const seconds = ( ( Date.now() - began ) / 1000 ).toFixed( 1 );
	if ( counts.failed > 0 ) {
		console.log(
			`\n${ lastLines( fs.readFileSync( log, 'utf8' ), LINES_SHOWN ) }`
		);
	}
	console.log(
		`${ counts.failed > 0 ? '✗' : '✓' } ${ check.name }: ${ summary(
			counts
		) } (${ seconds } s)`
	);
	return counts;
}

/**
 * Runs a command to its end, its output going to a log.
 *
 * @param what What to run.
 * @param log  The log.
 */
async function execute( what: Command, log: string ): Promise< number > {
	const out = fs.openSync( log, 'w' );
	const { code } = await startSupervised( what.command, what.args, {
		cwd: PROJECT,
		env: { ...process.env, NO_COLOR: '1', ...what.env },
		stdout: out,
		stderr: out,
	} ).ended;
	fs.closeSync( out );
	return code ?? 1;
}

/**
 * Reads a file.
 *
 * @param file Which.
 * @return Null when it is not there.
 */
function readIfThere( file: string ): string | null {
	return fs.existsSync( file ) ? fs.readFileSync( file, 'utf8' ) : null;
}

/**
 * Runs checks.
 *
 * @param checks    Which.
 * @param equipment What was brought.
 */
export async function runChecks(
	checks: readonly Check[],
	equipment: Equipment
): Promise< Counts[] > {
	fs.mkdirSync( FOLDER, { recursive: true } );
	const results: Counts[] = [];
	const queue = checks.filter( ( { alone } ) => ! alone );
	const worker = async (): Promise< void > => {
		for ( let check = queue.shift(); check; check = queue.shift() ) {
			results.push( await runCheck( check, equipment ) );
		}
	};
	await Promise.all( Array.from( { length: AT_A_TIME }, worker ) );
	for ( const check of checks.filter( ( { alone } ) => alone ) ) {
		results.push( await runCheck( check, equipment ) );
	}
	return results;
}
