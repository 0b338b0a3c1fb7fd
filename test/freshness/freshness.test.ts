/**
 * Answers that front ends keep are never stale: random changes in a random world.
 *
 * HEADLESS_DEPLOY_TEST_CHANGES sets the number of changes and HEADLESS_DEPLOY_TEST_SEED the first round, to go on where a
 * run has stopped or to repeat a round.
 */
import { afterAll, expect, test } from 'vitest';
import { makeDatabase } from '../concurrency/database.ts';
import { addFigures, describeFault, figuresTable } from './figures.ts';
import type { Fault, KindFigures } from './figures.ts';
import { startWorld } from './world.ts';

/** Changes of a round wear its world out: posts, users and files get fewer. */
const CHANGES_IN_A_ROUND = 100;
const FAULTS_SHOWN = 20;
/** Of the kept answers. */
const SHORT_LIVED_SHARE = 0.05;

const {
	HEADLESS_DEPLOY_TEST_PHP: php = 'php',
	HEADLESS_DEPLOY_TEST_WORDPRESS: wordpress = '',
	HEADLESS_DEPLOY_TEST_MYSQL_SOCKET: socket = '',
	HEADLESS_DEPLOY_TEST_CHANGES: changes = '200',
	HEADLESS_DEPLOY_TEST_SEED: firstRound = '1',
} = process.env;

const figures = new Map< string, KindFigures >();
const shares: number[] = [];

async function runRound( round: number, count: number ): Promise< Fault[] > {
	// Every second round runs on MariaDB, if there is one.
	const database =
		socket && round % 2 === 0 ? await makeDatabase( php, socket ) : null;
	const world = await startWorld( { php, wordpress, database } );
	try {
		for ( let number = 1; number <= count; number++ ) {
			await world.change( round * 1_000 + number );
		}
		shares.push( world.shortLived() / world.size );
		addFigures( figures, world.figures );
		return world.faults;
	} finally {
		await world.stop();
		await database?.drop();
	}
}

const rounds = Array.from(
	{ length: Math.ceil( Number( changes ) / CHANGES_IN_A_ROUND ) },
	( _, index ) => Number( firstRound ) + index
);

test.each( rounds )( 'no answer is stale in round %i', async ( round ) => {
	const count = Math.min(
		CHANGES_IN_A_ROUND,
		Number( changes ) -
			( round - Number( firstRound ) ) * CHANGES_IN_A_ROUND
	);
	const faults = await runRound( round, count );
	expect(
		faults.length,
		faults.slice( 0, FAULTS_SHOWN ).map( describeFault ).join( '\n' )
	).toBe( 0 );
} );

test( 'few answers live shortly', () => {
	expect( Math.max( ...shares ) ).toBeLessThan( SHORT_LIVED_SHARE );
} );

afterAll( () => {
	console.log( figuresTable( figures ) );
} );
