/**
 * `node run.ts REPORT`: compiles every PHP file of the project with each of the other versions of PHP, and runs the PHP
 * tests on WordPress with SQLite. The tests of the group `processes` are left out, because WebAssembly cannot start
 * processes or listen to sockets.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	countTests,
	fromJunit,
	oneOf,
	sum,
	summary,
} from '../checks/counts.ts';
import type { Counts } from '../checks/counts.ts';
import { lastLines } from '../commands.ts';
import { readIfExists } from '../files.ts';
import { onShutdown } from '../shutdown.ts';
import { LOCAL, NODE, PROJECT, kitFile } from '../paths.ts';
import { startLogged, stopAll } from '../supervised-commands.mjs';
import { PHP_VERSIONS, PHP_VERSIONS_FOLDER } from './downloads.ts';

const FOLDER = path.join( LOCAL, 'checks', 'php-versions' );
const LINES_SHOWN = 60;
const MEMORY = '1G';

/** Few, because WebAssembly is slow. The check `model` runs more. */
const SCHEDULES = '25';

async function run(
	file: string,
	version: string,
	log: string,
	args: string[] = []
): Promise< number > {
	const { code } = await startLogged(
		log,
		NODE,
		[
			kitFile( `php-versions/${ file }` ),
			PHP_VERSIONS_FOLDER,
			version,
			...args,
		],
		{
			cwd: PROJECT,
			env: {
				HEADLESS_DEPLOY_TEST_SCHEDULES: SCHEDULES,
				...process.env,
				NO_COLOR: '1',
			},
		}
	).ended;
	return code ?? 1;
}

async function compile( version: string ): Promise< Counts > {
	const log = path.join( FOLDER, `${ version }-compile.log` );
	const code = await run( 'compile.ts', version, log );
	return printFailures( fs.readFileSync( log, 'utf8' ), oneOf( code ) );
}

async function test( version: string ): Promise< Counts > {
	const log = path.join( FOLDER, `${ version }-phpunit.log` );
	const report = path.join( FOLDER, `${ version }-phpunit.xml` );
	fs.rmSync( report, { force: true } );
	const code = await run( 'php.ts', version, log, [
		...[ '-d', `memory_limit=${ MEMORY }` ],
		path.join( PROJECT, 'vendor', 'bin', 'phpunit' ),
		...[ '-c', 'test/php/phpunit.xml.dist' ],
		...[ '--exclude-group', 'processes' ],
		'--do-not-cache-result',
		...[ '--log-junit', report ],
	] );
	return printFailures(
		fs.readFileSync( log, 'utf8' ),
		countTests( code, readIfExists( report ), fromJunit )
	);
}

/** Prints the end of a log when a test failed. */
function printFailures( log: string, counts: Counts ): Counts {
	if ( counts.failed > 0 ) {
		console.log( `\n${ lastLines( log, LINES_SHOWN ) }\n` );
	}
	return counts;
}

/** Tests versions until the queue is empty. */
async function worker(): Promise< void > {
	for ( let version = queue.shift(); version; version = queue.shift() ) {
		const compiled = await compile( version );
		const tested =
			compiled.failed > 0
				? { passed: 0, failed: 0, skipped: 0 }
				: await test( version );
		console.log(
			`PHP ${ version }: ${
				compiled.failed > 0
					? 'some files do not compile'
					: 'all files compile'
			}; tests: ${ summary( tested ) }`
		);
		results.push( compiled, tested );
	}
}

const [ , , report = path.join( FOLDER, 'report.json' ) ] = process.argv;
const queue: string[] = [ ...PHP_VERSIONS ];
const results: Counts[] = [];

onShutdown( async () => {
	await stopAll();
	process.exit( 1 );
} );
fs.mkdirSync( FOLDER, { recursive: true } );
await Promise.all(
	Array.from(
		{ length: Math.min( queue.length, os.availableParallelism() ) },
		worker
	)
);
const all = sum( results );
fs.writeFileSync( report, JSON.stringify( all ) );
process.exit( all.failed > 0 ? 1 : 0 );
