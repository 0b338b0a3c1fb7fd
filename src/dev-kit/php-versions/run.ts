/**
 * `node run.ts REPORT`: lets each of the other PHPs compile every file of the project and run the PHP tests on a real
 * WordPress with SQLite. Left out are the tests of the group `processes`, since WebAssembly can start no process and
 * listen to no socket.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fromJunit, judge, oneOf, sum, summary } from '../checks/counts.ts';
import type { Counts } from '../checks/counts.ts';
import { lastLines } from '../commands.ts';
import { onShutdown } from '../shutdown.ts';
import { LOCAL, NODE, PROJECT, kitFile } from '../paths.ts';
import { phpFiles } from '../php-files.ts';
import { startSupervised, stopAll } from '../supervised.mjs';
import { PHP_VERSIONS, PHP_VERSIONS_FOLDER } from './downloads.ts';

const FOLDER = path.join( LOCAL, 'checks', 'php-versions' );
const LINES_SHOWN = 60;
const MEMORY = '1G';

/** WebAssembly is slow, and the schedules are run elsewhere in their number. */
const SCHEDULES = '25';

/** Runs one PHP, its output going to a log. */
async function php(
	version: string,
	log: string,
	args: string[]
): Promise< number > {
	const out = fs.openSync( log, 'w' );
	const { code } = await startSupervised(
		NODE,
		[
			kitFile( 'php-versions/php.ts' ),
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
			stdout: out,
			stderr: out,
		}
	).ended;
	fs.closeSync( out );
	return code ?? 1;
}

/**
 * Lets one PHP compile all files.
 *
 * @param list File with their paths.
 */
async function compile( version: string, list: string ): Promise< Counts > {
	const log = path.join( FOLDER, `${ version }-compile.log` );
	const code = await php( version, log, [
		...[ '-d', 'opcache.enable=1' ],
		...[ '-d', 'opcache.enable_cli=1' ],
		kitFile( 'php-versions/compile.php' ),
		list,
	] );
	// An end without the last line is a crash, whatever its status.
	const text = fs.readFileSync( log, 'utf8' );
	return told( text, oneOf( /^PHP .* files$/m.test( text ) ? code : 1 ) );
}

/** Lets one PHP run the tests. */
async function test( version: string ): Promise< Counts > {
	const log = path.join( FOLDER, `${ version }-phpunit.log` );
	const report = path.join( FOLDER, `${ version }-phpunit.xml` );
	fs.rmSync( report, { force: true } );
	const code = await php( version, log, [
		...[ '-d', `memory_limit=${ MEMORY }` ],
		path.join( PROJECT, 'vendor', 'bin', 'phpunit' ),
		...[ '-c', 'test/php/phpunit.xml.dist' ],
		...[ '--exclude-group', 'processes' ],
		'--do-not-cache-result',
		...[ '--log-junit', report ],
	] );
	const xml = fs.existsSync( report )
		? fs.readFileSync( report, 'utf8' )
		: null;
	return told(
		fs.readFileSync( log, 'utf8' ),
		judge( code, xml, fromJunit )
	);
}

/**
 * Shows the end of a log when something failed.
 *
 * @param counts What came of it.
 */
function told( log: string, counts: Counts ): Counts {
	if ( counts.failed > 0 ) {
		console.log( `\n${ lastLines( log, LINES_SHOWN ) }\n` );
	}
	return counts;
}

/** Takes version after version until none is left. */
async function worker(): Promise< void > {
	for ( let version = queue.shift(); version; version = queue.shift() ) {
		const parsed = await compile( version, list );
		const tested =
			parsed.failed > 0
				? { passed: 0, failed: 0, skipped: 0 }
				: await test( version );
		console.log(
			`PHP ${ version }: ${ files.length } files ${
				parsed.failed > 0 ? 'do not all compile' : 'compile'
			}; tests: ${ summary( tested ) }`
		);
		results.push( parsed, tested );
	}
}

const [ , , report = path.join( FOLDER, 'report.json' ) ] = process.argv;
const files = phpFiles();
const list = path.join( FOLDER, 'files.txt' );
const queue: string[] = [ ...PHP_VERSIONS ];
const results: Counts[] = [];

onShutdown( async () => {
	await stopAll();
	process.exit( 1 );
} );
fs.mkdirSync( FOLDER, { recursive: true } );
fs.writeFileSync( list, files.join( '\n' ) );
await Promise.all(
	Array.from(
		{ length: Math.min( queue.length, os.availableParallelism() ) },
		worker
	)
);
const all = sum( results );
fs.writeFileSync( report, JSON.stringify( all ) );
process.exit( all.failed > 0 ? 1 : 0 );
