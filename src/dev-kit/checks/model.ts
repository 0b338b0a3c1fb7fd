/**
 * `node model.ts REPORT PHP SCHEDULES`: runs the random schedules of the queue, and on SQLite the mutations that they
 * must find, in one process per processor. HEADLESS_DEPLOY_TEST_SEED repeats one schedule.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lastLines } from '../commands.ts';
import { readIfExists } from '../files.ts';
import { onShutdown } from '../shutdown.ts';
import { LOCAL, PROJECT } from '../paths.ts';
import { startLogged, stopAll } from '../supervised-commands.mjs';
import { countTests, fromJunit, sum } from './counts.ts';
import type { Counts } from './counts.ts';

const FOLDER = path.join( LOCAL, 'checks', 'model' );
const LINES_SHOWN = 100;

/** Each process runs every n-th batch. There must be at least one batch for each. */
const MAX_PROCESSES = 8;

const [ , , report = path.join( FOLDER, 'report.json' ), php = 'php', count ] =
	process.argv;
const isReplay = Boolean( process.env.HEADLESS_DEPLOY_TEST_SEED );
const isMariadb = process.env.HEADLESS_DEPLOY_TEST_DATABASE === 'mysql';
const processes = isReplay
	? 1
	: Math.min( os.availableParallelism(), MAX_PROCESSES );

async function runPart( shard: number ): Promise< Counts > {
	const log = path.join( FOLDER, `${ shard }.log` );
	const junit = path.join( FOLDER, `${ shard }.xml` );
	fs.rmSync( junit, { force: true } );
	const { code } = await startLogged(
		log,
		php,
		[
			path.join( PROJECT, 'vendor', 'bin', 'phpunit' ),
			...[ '-c', 'test/php/phpunit.xml.dist' ],
			...[ '--group', 'model' ],
			...( isReplay || isMariadb ? [ '--filter', 'ModelTest' ] : [] ),
			'--do-not-cache-result',
			...[ '--log-junit', junit ],
		],
		{
			cwd: PROJECT,
			env: {
				...process.env,
				HEADLESS_DEPLOY_TEST_SCHEDULES:
					process.env.HEADLESS_DEPLOY_TEST_SCHEDULES ??
					( isReplay ? '1' : count ),
				HEADLESS_DEPLOY_TEST_SHARD: `${ shard }/${ processes }`,
			},
		}
	).ended;
	const counts = countTests( code ?? 1, readIfExists( junit ), fromJunit );
	if ( counts.failed > 0 ) {
		console.log( lastLines( fs.readFileSync( log, 'utf8' ), LINES_SHOWN ) );
	}
	return counts;
}

onShutdown( async () => {
	await stopAll();
	process.exit( 1 );
} );
fs.mkdirSync( FOLDER, { recursive: true } );
const all = sum(
	await Promise.all(
		Array.from( { length: processes }, ( _, index ) =>
			runPart( index + 1 )
		)
	)
);
fs.writeFileSync( report, JSON.stringify( all ) );
process.exit( all.failed > 0 ? 1 : 0 );
