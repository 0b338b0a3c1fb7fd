/**
 * `node run.ts REPORT`: compiles every PHP file of the project with each of the other versions of PHP, and runs the PHP
 * tests on WordPress with SQLite. Versions of Debian run all of them. The tests of the group `processes` do not run on
 * WebAssembly, which cannot start processes or listen to sockets.
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
import { debianPhps } from './debian.ts';
import { PHP_VERSIONS, PHP_VERSIONS_FOLDER } from './downloads.ts';

const FOLDER = path.join( LOCAL, 'checks', 'php-versions' );
const LINES_SHOWN = 60;
const MEMORY = '1G';
const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 };
const ALL = '1';

interface Version {
	name: string;
	/** Where it comes from. */
	origin: string;
	/** Compiles all PHP files. */
	compile: string[];
	/** Runs PHP; its arguments follow. */
	php: string[];
	excludedGroups: string;
}

function webAssembly( name: string ): Version {
	const script = ( file: string ): string[] => [
		NODE,
		kitFile( `php-versions/${ file }` ),
		PHP_VERSIONS_FOLDER,
		name,
	];
	return {
		name,
		origin: 'WebAssembly',
		compile: script( 'compile.ts' ),
		php: script( 'php.ts' ),
		excludedGroups: 'processes',
	};
}

function native( name: string, command: string ): Version {
	return {
		name,
		origin: 'Debian',
		compile: [ NODE, kitFile( 'checks/php-syntax.ts' ), command ],
		php: [ command ],
		// The commands need WP-CLI, and the mutations are not about PHP.
		excludedGroups: 'cli,model',
	};
}

/** Reads which versions the user has chosen; all by default. */
function isChosen( { name }: Version ): boolean {
	const chosen = process.env.HEADLESS_DEPLOY_PHP_VERSIONS || ALL;
	return chosen === ALL || chosen.split( ',' ).includes( name );
}

/** The slow ones first, so that they do not wait for each other at the end. */
function versions(): Version[] {
	const natives = debianPhps();
	return [
		...PHP_VERSIONS.filter( ( name ) => ! natives.has( name ) ).map(
			webAssembly
		),
		...[ ...natives ].map( ( [ name, command ] ) =>
			native( name, command )
		),
	].filter( isChosen );
}

async function run( log: string, command: string[] ): Promise< number > {
	const [ program = '', ...args ] = command;
	const { code } = await startLogged( log, program, args, {
		cwd: PROJECT,
		env: {
			...process.env,
			NO_COLOR: '1',
		},
	} ).ended;
	return code ?? 1;
}

async function compile( {
	name,
	compile: command,
}: Version ): Promise< Counts > {
	const log = path.join( FOLDER, `${ name }-compile.log` );
	const code = await run( log, command );
	return printFailures( fs.readFileSync( log, 'utf8' ), oneOf( code ) );
}

async function test( {
	name,
	php,
	excludedGroups,
}: Version ): Promise< Counts > {
	const log = path.join( FOLDER, `${ name }-phpunit.log` );
	const report = path.join( FOLDER, `${ name }-phpunit.xml` );
	fs.rmSync( report, { force: true } );
	const code = await run( log, [
		...php,
		...[ '-d', `memory_limit=${ MEMORY }` ],
		path.join( PROJECT, 'vendor', 'bin', 'phpunit' ),
		...[ '-c', 'test/php/phpunit.xml.dist' ],
		...[ '--exclude-group', excludedGroups ],
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
		const startedAt = Date.now();
		const compiled = await compile( version );
		const doCompile = compiled.failed === 0;
		const tested = doCompile ? await test( version ) : NO_TESTS;
		const seconds = Math.round( ( Date.now() - startedAt ) / 1000 );
		console.log(
			`PHP ${ version.name } (${ version.origin }): ${
				doCompile ? 'all files compile' : 'some files do not compile'
			}; tests: ${ summary( tested ) } (${ seconds } s)`
		);
		results.push( compiled, tested );
	}
}

const [ , , report = path.join( FOLDER, 'report.json' ) ] = process.argv;
const queue = versions();
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
