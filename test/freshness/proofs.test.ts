/**
 * Some listeners and tags have no test of PHPUnit that fails without them: mutations.json names a change for each of
 * them. These changes leave no stale answer.
 */
import { expect, test } from 'vitest';
import { Figures } from './figures.ts';
import { readProofs } from './proofs.ts';
import type { ChangeProof } from './proofs.ts';
import { SEEDS_TRIED, withWorld } from './settings.ts';
import type { Outcome, World } from './world.ts';

/** The first proof of each kind of change. */
const PROOFS: readonly ChangeProof[] = [
	...new Map(
		[ ...readProofs().values() ]
			.filter( ( proof ) => 'policy' in proof )
			.filter( ( { policy } ) => policy === 'refresh' )
			.map( ( proof ) => [ proof.kind, proof ] )
	).values(),
];

/** Makes a change with several seeds, until the world has an object for it. */
async function makeChange(
	world: World,
	{ kind, seed }: ChangeProof
): Promise< Outcome | null > {
	for ( let tried = 0; tried < SEEDS_TRIED; tried++ ) {
		const outcome = await world.change( seed + tried, kind );
		if ( outcome?.isAccepted ) {
			return outcome;
		}
	}
	return null;
}

test( 'the changes that alone show a mutation leave no stale answer', async () => {
	const figures = new Figures();
	const missed: string[] = [];
	await withWorld( { number: 1, count: 0 }, 'refresh', async ( world ) => {
		for ( const proof of PROOFS ) {
			const outcome = await makeChange( world, proof );
			if ( outcome ) {
				figures.add( outcome );
			} else {
				missed.push( proof.kind );
			}
		}
	} );
	expect( missed ).toEqual( [] );
	expect( figures.faults.length, figures.describe() ).toBe( 0 );
} );
