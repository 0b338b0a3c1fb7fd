/**
 * A listener or a tag that is taken out is found: each proof of mutations.json shows its mutation.
 * HEADLESS_DEPLOY_TEST_MUTATIONS=search finds the tests of PHPUnit that show new mutations, and writes them into that file.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { listFiles } from '../../src/dev-kit/files.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { findMutations, withMutation } from './mutations.ts';
import type { Mutation } from './mutations.ts';
import { runTests } from './phpunit.ts';
import { fileOfTest, readProofs, writeProofs } from './proofs.ts';
import type { ChangeProof } from './proofs.ts';
import { php, SEEDS_TRIED, withWorld } from './settings.ts';
import { pluginFolder } from './site.ts';
import type { Outcome, Policy, World } from './world.ts';

const PHP_TESTS = path.join( PROJECT, 'test/php' );
const ROUND = { number: 1, count: 0 };

const mutations = findMutations();
const proofs = readProofs();

/** Acts on each mutation, on as many at a time as there are processors. */
async function forEach(
	ones: readonly Mutation[],
	act: ( mutation: Mutation ) => Promise< void >
): Promise< void > {
	const rest = ones.values();
	await Promise.all(
		Array.from( { length: os.availableParallelism() }, async () => {
			for ( const mutation of rest ) {
				await act( mutation );
			}
		} )
	);
}

/** Returns where a test is likely to show a mutation: the tests of its class, those that name its class or its hook, all. */
function candidates( { file, hook }: Mutation ): string[] {
	const name = path.basename( file, '.php' );
	const tests = listFiles( PHP_TESTS, [] )
		.filter( ( one ) => one.endsWith( 'Test.php' ) )
		.map( ( one ) => path.join( PHP_TESTS, one ) );
	const own = `${ name.replaceAll( '_', '' ) }Test.php`;
	return [
		...tests.filter( ( one ) => path.basename( one ) === own ),
		...tests.filter( ( one ) => {
			const source = fs.readFileSync( one, 'utf8' );
			return (
				source.includes( name ) ||
				( hook !== '' && source.includes( hook ) )
			);
		} ),
		...[ 'Changes', 'Refresh' ].map( ( one ) =>
			path.join( PHP_TESTS, one )
		),
	];
}

async function search(): Promise< void > {
	const open = mutations.filter( ( { id } ) => ! proofs.has( id ) );
	await forEach( open, async ( mutation ) => {
		for ( const tests of new Set( candidates( mutation ) ) ) {
			const { failed } = await runTests( { php, path: tests, mutation } );
			const [ shown ] = failed;
			if ( shown ) {
				proofs.set( mutation.id, { test: shown } );
				break;
			}
		}
		console.log( mutation.id, JSON.stringify( proofs.get( mutation.id ) ) );
		writeProofs(
			proofs,
			mutations.map( ( { id } ) => id )
		);
	} );
}

function shows( policy: Policy, { comparison, recorded }: Outcome ): boolean {
	return policy === 'refresh'
		? comparison.stale.length > 0
		: comparison.changed.length > 0 && recorded.length === 0;
}

/** Makes the change with several seeds, until one shows a fault. */
async function isShown(
	world: World,
	{ policy, kind, seed }: ChangeProof
): Promise< boolean > {
	for ( let tried = 0; tried < SEEDS_TRIED; tried++ ) {
		const outcome = await world.change( seed + tried, kind );
		if ( outcome && shows( policy, outcome ) ) {
			return true;
		}
	}
	return false;
}

beforeAll( async () => {
	if ( process.env.HEADLESS_DEPLOY_TEST_MUTATIONS === 'search' ) {
		await search();
	}
} );

test( 'tests of PHPUnit pass, and fail with the mutations', async () => {
	const named = mutations.flatMap( ( mutation ) => {
		const proof = proofs.get( mutation.id );
		return proof && 'test' in proof
			? [ { mutation, name: proof.test } ]
			: [];
	} );
	const names = [ ...new Set( named.map( ( { name } ) => name ) ) ];
	const { passed } = await runTests( { php, path: PHP_TESTS, names } );
	expect( names.filter( ( name ) => ! passed.has( name ) ) ).toEqual( [] );

	const missed: string[] = [];
	const tests = new Map( named.map( ( one ) => [ one.mutation, one.name ] ) );
	await forEach( [ ...tests.keys() ], async ( mutation ) => {
		const name = tests.get( mutation ) ?? '';
		const { failed } = await runTests( {
			...{ php, path: fileOfTest( name ), names: [ name ], mutation },
		} );
		if ( ! failed.has( name ) ) {
			missed.push( mutation.id );
		}
	} );
	expect( missed ).toEqual( [] );
} );

test.each( [ 'refresh', 'rebuild' ] as const )(
	'changes show the mutations with the policy %s',
	async ( policy ) => {
		const missed: string[] = [];
		await withWorld( ROUND, policy, async ( world ) => {
			for ( const mutation of mutations ) {
				const proof = proofs.get( mutation.id );
				if ( proof && 'policy' in proof && proof.policy === policy ) {
					await withMutation(
						pluginFolder( world.folder ),
						mutation,
						async () => {
							await world.keepAgain();
							if ( ! ( await isShown( world, proof ) ) ) {
								missed.push( mutation.id );
							}
						}
					);
				}
			}
		} );
		expect( missed ).toEqual( [] );
	}
);

test( 'each mutation is shown, and each proof has a mutation', () => {
	expect( [ ...proofs.keys() ].sort() ).toEqual(
		mutations.map( ( { id } ) => id ).sort()
	);
} );
