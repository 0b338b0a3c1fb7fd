import { expect, test } from 'vitest';
import { faultsOf } from './judge.ts';
import type { Records } from './judge.ts';

/** Two saves of a post in two runs. */
const KEPT: Records = {
	saves: [
		{ postId: 7, startedAt: 100 },
		{ postId: 7, startedAt: 300 },
	],
	rows: [
		{ runId: 1, postIds: [ 7 ] },
		{ runId: 2, postIds: [ 7 ] },
	],
	runs: [
		{ id: 1, status: 'accepted' },
		{ id: 2, status: 'accepted' },
	],
	calls: [
		{ startedAt: 200, endedAt: 250, status: 200 },
		{ startedAt: 400, endedAt: 450, status: 200 },
	],
};

test( 'accepts saves in runs that began after them', () => {
	expect( faultsOf( KEPT ) ).toEqual( [] );
} );

test.each< [ string, Partial< Records >, string ] >( [
	[
		'a save without a row',
		{ rows: [ { runId: 1, postIds: [ 7 ] } ] },
		'has 1 rows',
	],
	[
		'a pending save',
		{
			rows: [
				{ runId: 1, postIds: [ 7 ] },
				{ runId: 0, postIds: [ 7 ] },
			],
		},
		'No run deploys save 2',
	],
	[
		'a run that began before the save',
		{
			rows: [
				{ runId: 1, postIds: [ 7 ] },
				{ runId: 1, postIds: [ 7 ] },
			],
		},
		'No run deploys save 2',
	],
	[
		'a run without changes',
		{
			runs: [ ...KEPT.runs, { id: 3, status: 'accepted' } ],
			calls: [
				...KEPT.calls,
				{ startedAt: 500, endedAt: 550, status: 200 },
			],
		},
		'Run 3 has no changes',
	],
	[
		'a run that was called crashed',
		{
			runs: [
				{ id: 1, status: 'failed' },
				{ id: 2, status: 'accepted' },
			],
		},
		'Run 1 is failed',
	],
	[
		'a run that was sent twice',
		{ runs: [ { id: 1, status: 'accepted' } ] },
		'1 runs made 2 calls',
	],
	[
		'two calls at a time',
		{
			calls: [
				{ startedAt: 200, endedAt: 401, status: 200 },
				{ startedAt: 400, endedAt: 450, status: 200 },
			],
		},
		'Call 2 began before call 1 ended',
	],
] )( 'finds %s', ( _name, changed, fault ) => {
	expect( faultsOf( { ...KEPT, ...changed } ).join( ' ' ) ).toContain(
		fault
	);
} );
