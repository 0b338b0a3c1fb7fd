/** A rebuild starts when a change alters what visitors see, and otherwise not: random changes in the same world. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { onlyKind, ROUNDS, seedsOf, withWorld } from './settings.ts';
import type { Outcome } from './world.ts';

/** Changes of one sort, in the words of docs/changes.md, and the kinds of this test that are such changes. */
interface Exception {
	change: string;
	reason: string;
	kinds: string[];
}

interface Exceptions {
	/** Changes that visitors see and that start no run. */
	withoutRun: Exception[];
	/** Changes that start a run although none of the kept answers shows them. */
	withRun: Exception[];
}

const { withoutRun, withRun } = JSON.parse(
	fs.readFileSync(
		path.join( PROJECT, 'test/contract/changes-and-runs.json' ),
		'utf8'
	)
) as Exceptions;

function isNamed( exceptions: Exception[], kind: string ): boolean {
	return exceptions.some( ( { kinds } ) => kinds.includes( kind ) );
}

function describeOutcome( { plan, comparison, recorded }: Outcome ): string {
	const { kind, way, seed } = plan;
	return recorded.length > 0
		? `${ kind } (${ way }, seed ${ seed }) alters no answer and starts a run: ${ recorded.join( ', ' ) }.`
		: `${ kind } (${ way }, seed ${ seed }) starts no run and alters ${ comparison.changed.join( ' ' ) }.`;
}

const violations: Outcome[] = [];

describe( 'with the policy Rebuild', () => {
	test.each( ROUNDS )( 'a world changes in round $number', ( round ) =>
		withWorld( round, 'rebuild', async ( world ) => {
			for ( const seed of seedsOf( round ) ) {
				const outcome = await world.change( seed, onlyKind );
				if ( outcome ) {
					const { plan, comparison, recorded } = outcome;
					const isAltered = comparison.changed.length > 0;
					const exceptions = isAltered ? withoutRun : withRun;
					if (
						isAltered !== recorded.length > 0 &&
						! isNamed( exceptions, plan.kind )
					) {
						violations.push( outcome );
					}
				}
			}
		} )
	);

	test( 'what visitors see starts a run, and nothing else does', () => {
		expect( violations.map( describeOutcome ) ).toEqual( [] );
	} );
} );
