import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServerTime } from '../../src/live/server-time.ts';

const START_MS = 1_000_000;

beforeEach( () => void vi.useFakeTimers( { now: START_MS } ) );
afterEach( () => void vi.useRealTimers() );

test( 'the server’s time is the browser’s before the first answer', () => {
	expect( new ServerTime().nowMs() ).toBe( START_MS );
} );

test( 'the server’s time is exact to half a second plus the request’s duration after one answer', () => {
	const time = new ServerTime();
	// The server is 5,300 ms ahead and answered in 40 ms: its clock read 1,005,320, its header 1,005,000.
	time.addMeasurement( 1_005_000, START_MS, START_MS + 40, 1_000 );
	expect( Math.abs( time.nowMs() - ( START_MS + 5_300 ) ) ).toBeLessThan(
		521
	);
} );

test( 'the server’s time is exact to half the request’s duration after an answer with milliseconds', () => {
	const time = new ServerTime();
	time.addMeasurement( 1_005_320, START_MS, START_MS + 40, 1 );
	expect( Math.abs( time.nowMs() - ( START_MS + 5_300 ) ) ).toBeLessThan(
		22
	);
} );

test( 'the server’s time gets more exact with each answer', () => {
	const time = new ServerTime();
	const aheadMs = 5_300;
	for ( let sentMs = START_MS; sentMs < START_MS + 20_000; sentMs += 2_130 ) {
		const dateMs = Math.floor( ( sentMs + 20 + aheadMs ) / 1000 ) * 1000;
		time.addMeasurement( dateMs, sentMs, sentMs + 40, 1_000 );
	}
	expect( Math.abs( time.nowMs() - ( START_MS + aheadMs ) ) ).toBeLessThan(
		150
	);
} );

test( 'starts again after a clock was set', () => {
	const time = new ServerTime();
	time.addMeasurement( 1_005_000, START_MS, START_MS, 1_000 );
	time.addMeasurement( 2_000_000, START_MS, START_MS, 1_000 );
	expect( time.nowMs() ).toBe( 2_000_500 );
} );
