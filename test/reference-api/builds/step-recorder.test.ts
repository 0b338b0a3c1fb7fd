import { expect, test } from 'vitest';
import type { BuildStep } from '../../../src/reference-api/model/hosting.ts';
import { StepRecorder } from '../../../src/reference-api/builds/step-recorder.ts';

function makeRecorder() {
	const saved: BuildStep[][] = [];
	const headings: string[] = [];
	let time = 0;
	const recorder = new StepRecorder( {
		log: { begin: ( name ) => headings.push( name ) },
		now: () => new Date( ++time * 1000 ),
		save: async ( steps ) => void saved.push( steps ),
	} );
	return { recorder, saved, headings };
}

const short = ( steps: readonly BuildStep[] = [] ) =>
	steps.map( ( { name, state, startTime, finishTime } ) => [
		name,
		state,
		startTime.getTime() / 1000,
		finishTime && finishTime.getTime() / 1000,
	] );

test( 'a step that begins ends the one before, and both are remembered at once', async () => {
	const { recorder, saved, headings } = makeRecorder();
	await recorder.begin( 'unpack' );
	await recorder.begin( 'install' );
	expect( headings ).toEqual( [ 'Unpack', 'Install' ] );
	expect( saved ).toHaveLength( 2 );
	expect( short( saved[ 1 ] ) ).toEqual( [
		[ 'unpack', 'done', 1, 2 ],
		[ 'install', 'running', 2, null ],
	] );
	expect( recorder.current ).toBe( 'install' );
} );

test( 'a step without anything to do is skipped', async () => {
	const { recorder, saved } = makeRecorder();
	await recorder.begin( 'install' );
	recorder.skip();
	await recorder.begin( 'build' );
	expect( short( saved[ 1 ] )[ 0 ] ).toEqual( [
		'install',
		'skipped',
		1,
		2,
	] );
} );

test( 'the step in which a build ends fails with it', async () => {
	const { recorder } = makeRecorder();
	await recorder.begin( 'unpack' );
	await recorder.begin( 'install' );
	expect( short( recorder.closed( new Date( 3000 ), 'failed' ) ) ).toEqual( [
		[ 'unpack', 'done', 1, 2 ],
		[ 'install', 'failed', 2, 3 ],
	] );
} );
