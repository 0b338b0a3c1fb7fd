import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runJobs } from '../../../src/dev-kit/checks/schedule.ts';
import type { Job } from '../../../src/dev-kit/checks/schedule.ts';

interface NamedJob extends Job {
	name: string;
}

const job = ( name: string, cores: number, seconds: number ): NamedJob => ( {
	name,
	cores,
	seconds,
} );

/** Runs jobs on two processors; returns the order of their starts and the most processors in use at once. */
async function observe( jobs: NamedJob[] ) {
	const started: string[] = [];
	let used = 0;
	let most = 0;
	const ended = await runJobs(
		jobs,
		2,
		async ( { name, cores, seconds } ) => {
			started.push( name );
			used += Math.min( cores, 2 );
			most = Math.max( most, used );
			await wait( seconds * 10 );
			used -= Math.min( cores, 2 );
			return name;
		}
	);
	return { started, most, ended };
}

test( 'starts the longest job first and fills the free processors with those that fit', async () => {
	const { started, most, ended } = await observe( [
		job( 'short', 1, 1 ),
		job( 'wide', 1.5, 4 ),
		job( 'long', 0.5, 8 ),
		job( 'middle', 1, 3 ),
	] );
	expect( started ).toEqual( [ 'long', 'wide', 'middle', 'short' ] );
	expect( most ).toBe( 2 );
	expect( [ ...ended ].sort() ).toEqual( [
		'long',
		'middle',
		'short',
		'wide',
	] );
} );

test( 'runs a job that wants more processors than there are on its own', async () => {
	const { started, most } = await observe( [
		job( 'small', 0.1, 1 ),
		job( 'huge', 8, 2 ),
	] );
	expect( started ).toEqual( [ 'huge', 'small' ] );
	expect( most ).toBe( 2 );
} );

test( 'rejects when a job rejects', async () => {
	await expect(
		runJobs( [ job( 'broken', 1, 1 ) ], 2, async () => {
			throw new Error( 'broken' );
		} )
	).rejects.toThrow( 'broken' );
} );
