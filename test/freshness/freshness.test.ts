/** Answers that front ends keep are never stale: random changes in a random world. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LOCAL } from '../../src/dev-kit/paths.ts';
import { Figures } from './figures.ts';
import {
	hasMariadb,
	onlyKind,
	ROUNDS,
	runsOnMariadb,
	seedsOf,
	withWorld,
} from './settings.ts';
import type { Round } from './settings.ts';

/** Of the kept answers. */
const SHORT_LIVED_SHARE = 0.05;
const REPORT = path.join( LOCAL, 'freshness.md' );

const figures = new Figures();
let shortLived: string[] = [];
let size = 1;

function runRound( round: Round ): Promise< void > {
	return withWorld( round, 'refresh', async ( world ) => {
		size = world.size;
		// Later, more of them are errors, because their objects are gone.
		shortLived = world.shortLived();
		for ( const seed of seedsOf( round ) ) {
			const outcome = await world.change( seed, onlyKind );
			if ( outcome ) {
				figures.add( outcome );
			}
		}
		console.log(
			`Round ${ round.number }: ${ figures.faults.length } stale answers so far.`
		);
	} );
}

async function runRounds( isOnMariadb: boolean ): Promise< void > {
	for ( const round of ROUNDS ) {
		if ( runsOnMariadb( round ) === isOnMariadb ) {
			await runRound( round );
		}
	}
}

describe.concurrent( 'a world', () => {
	test( 'changes on SQLite', () => runRounds( false ) );
	test.runIf( hasMariadb )( 'changes on MariaDB', () => runRounds( true ) );
} );

test( 'no answer is stale', () => {
	expect( figures.faults.length, figures.describe() ).toBe( 0 );
} );

test( 'few answers live shortly', () => {
	expect( shortLived.length / size, shortLived.join( '\n' ) ).toBeLessThan(
		SHORT_LIVED_SHARE
	);
} );

afterAll( () => {
	fs.writeFileSync(
		REPORT,
		[ figures.tableOfSorts(), figures.table(), figures.describe() ].join(
			'\n\n'
		)
	);
	console.log( figures.table() );
	console.log( `${ shortLived.length } of ${ size } answers live shortly.` );
	console.log( `Always refused: ${ figures.refused().join( ', ' ) }.` );
} );
