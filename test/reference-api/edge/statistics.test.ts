import { expect, test } from 'vitest';
import { HourCounter } from '../../../src/reference-api/edge/hour-counter.ts';
import { Statistics } from '../../../src/reference-api/edge/statistics.ts';

const NOW = Date.UTC( 2026, 0, 1, 12, 0, 30 );
const MINUTE = 60_000;

test( 'the counter of an hour counts the last 60 minutes only', () => {
	const counter = new HourCounter();
	counter.add( 100 );
	counter.add( 100 );
	counter.add( 159 );
	expect( counter.list( 159 ) ).toEqual( [ 2, ...Array( 58 ).fill( 0 ), 1 ] );
	expect( counter.total( 160 ) ).toBe( 1 );
	expect( counter.total( 1000 ) ).toBe( 0 );
} );

test( 'the counter of an hour starts from zero when the clock is set back', () => {
	const counter = new HourCounter();
	counter.add( 100 );
	counter.add( 50 );
	expect( counter.total( 50 ) ).toBe( 1 );
} );

test( 'the statistics cover the last hour by minute', () => {
	const statistics = new Statistics( () => {} );
	statistics.countHit( NOW );
	statistics.countMiss( NOW + MINUTE );
	const { hits, misses, minutes } = statistics.report( NOW + MINUTE );
	expect( [ hits, misses, minutes.length ] ).toEqual( [ 1, 1, 60 ] );
	expect( minutes.slice( -2 ) ).toEqual( [
		{ at: new Date( '2026-01-01T12:00:00Z' ), hits: 1, misses: 0 },
		{ at: new Date( '2026-01-01T12:01:00Z' ), hits: 0, misses: 1 },
	] );
} );

test( 'the statistics list purges for an hour', () => {
	const statistics = new Statistics( () => {} );
	statistics.recordPurge( NOW, 'by sam', 7 );
	expect( statistics.report( NOW ).purges ).toEqual( [
		{ at: new Date( NOW ), by: 'by sam', entries: 7 },
	] );
	expect( statistics.report( NOW + 60 * MINUTE ).purges ).toEqual( [] );
} );

test( 'the statistics list uncached responses with their reason, without the query, the most frequent first', () => {
	const statistics = new Statistics( () => {} );
	statistics.countUncached( NOW, '/a?x', 'one' );
	statistics.countUncached( NOW, '/b?x', 'two' );
	statistics.countUncached( NOW, '/b?y', 'two' );
	expect( statistics.report( NOW ).notCached ).toEqual( [
		{ path: '/b', reason: 'two', requests: 2 },
		{ path: '/a', reason: 'one', requests: 1 },
	] );
	expect( statistics.report( NOW + 60 * MINUTE ).notCached ).toEqual( [] );
} );

test( 'the statistics do not grow with the number of URLs', () => {
	const statistics = new Statistics( () => {} );
	for ( let number = 0; number < 2000; number++ ) {
		statistics.countUncached(
			NOW,
			`/${ number }${ 'x'.repeat( 5000 ) }`,
			'why'
		);
	}
	statistics.countUncached( NOW, '/1999', 'why' );
	const { notCached } = statistics.report( NOW );
	expect( notCached ).toHaveLength( 50 );
	expect( Math.max( ...notCached.map( ( { path } ) => path.length ) ) ).toBe(
		100
	);
} );

test( 'the statistics do not grow with the length of the reasons', () => {
	const statistics = new Statistics( () => {} );
	const why = `Vary: ${ 'x'.repeat( 5000 ) }`;
	statistics.countUncached( NOW, '/a', `${ why }1` );
	statistics.countUncached( NOW, '/a', `${ why }2` );
	expect( statistics.report( NOW ).notCached ).toMatchObject( [
		{ path: '/a', requests: 2 },
	] );
} );

test( 'the statistics report when they changed', () => {
	let changes = 0;
	const statistics = new Statistics( () => changes++ );
	statistics.countHit( NOW );
	statistics.countMiss( NOW );
	statistics.recordPurge( NOW, 'by sam', 7 );
	expect( changes ).toBe( 3 );
} );
