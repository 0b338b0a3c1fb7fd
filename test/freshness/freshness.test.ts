/**
 * Answers that front ends keep are never stale: random changes in a random world.
 *
 * HEADLESS_DEPLOY_TEST_CHANGES sets the number of changes, HEADLESS_DEPLOY_TEST_SEED the first round, to go on where a run has
 * stopped or to repeat a round, and HEADLESS_DEPLOY_TEST_KIND the kind of all changes.
 */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LOCAL } from '../../src/dev-kit/paths.ts';
import { makeDatabase } from '../concurrency/database.ts';
import { Figures } from './figures.ts';
import { startWorld } from './world.ts';

/** Changes of a round wear its world out: posts, users and files get fewer. */
const CHANGES_IN_A_ROUND = 100;
/** Of the kept answers. */
const SHORT_LIVED_SHARE = 0.05;
const REPORT = path.join( LOCAL, 'freshness.md' );

const {
	HEADLESS_DEPLOY_TEST_PHP: php = 'php',
	HEADLESS_DEPLOY_TEST_WORDPRESS: wordpress = '',
	HEADLESS_DEPLOY_TEST_WP_CLI: wpCli = '',
	HEADLESS_DEPLOY_TEST_MYSQL_SOCKET: socket = '',
	HEADLESS_DEPLOY_TEST_CHANGES: changes = '200',
	HEADLESS_DEPLOY_TEST_SEED: firstRound = '1',
	HEADLESS_DEPLOY_TEST_KIND: kind = '',
} = process.env;

const figures = new Figures();
let shortLived: string[] = [];
let size = 1;

interface Round {
	number: number;
	count: number;
}

const rounds: Round[] = Array.from(
	{ length: Math.ceil( Number( changes ) / CHANGES_IN_A_ROUND ) },
	( _, index ) => ( {
		number: Number( firstRound ) + index,
		count: Math.min(
			CHANGES_IN_A_ROUND,
			Number( changes ) - index * CHANGES_IN_A_ROUND
		),
	} )
);

async function runRound( round: Round, isMariadb: boolean ): Promise< void > {
	const { number, count } = round;
	const database = isMariadb ? await makeDatabase( php, socket ) : null;
	const world = await startWorld( {
		...{ php, wordpress, wpCli, database, number, policy: 'refresh' },
	} );
	try {
		for ( let index = 1; index <= count; index++ ) {
			const outcome = await world.change( number * 1_000 + index, kind );
			if ( outcome ) {
				figures.add( outcome );
			}
		}
		size = world.size;
		const short = world.shortLived();
		shortLived = short.length > shortLived.length ? short : shortLived;
		console.log(
			`Round ${ number }: ${ figures.faults.length } stale answers so far, ${ short.length } of ${ size } answers live shortly.`
		);
	} finally {
		await world.stop();
		await database?.drop();
	}
}

async function runRounds( isMariadb: boolean ): Promise< void > {
	for ( const round of rounds ) {
		// Every second round runs on MariaDB, if there is one.
		if ( isMariadb === ( socket !== '' && round.number % 2 === 0 ) ) {
			await runRound( round, isMariadb );
		}
	}
}

describe.concurrent( 'a world', () => {
	test( 'has no stale answer on SQLite', () => runRounds( false ) );
	test.runIf( socket )( 'has no stale answer on MariaDB', () =>
		runRounds( true )
	);
} );

test( 'no answer is stale', () => {
	expect( figures.faults.length, figures.describe() ).toBe( 0 );
} );

test( 'few answers live shortly', () => {
	expect(
		shortLived.length / size,
		shortLived.join( '\n' )
	).toBeLessThan( SHORT_LIVED_SHARE );
} );

afterAll( () => {
	fs.writeFileSync(
		REPORT,
		`${ figures.table() }\n\n${ figures.describe() }\n`
	);
	console.log( figures.table() );
	console.log( `Always refused: ${ figures.refused().join( ', ' ) }.` );
} );
