import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scheduler } from '../../../src/panel/live/scheduler.ts';

const START_MS = 1_000_000;
let ring: ReturnType< typeof vi.fn< () => void > >;
let clock: Scheduler;

beforeEach( () => {
	vi.useFakeTimers( { now: START_MS } );
	ring = vi.fn();
	clock = new Scheduler( () => Date.now(), ring );
} );

afterEach( () => void vi.useRealTimers() );

test( 'rings shortly after the due time, not before', () => {
	clock.set( START_MS + 8_000 );
	vi.advanceTimersByTime( 8_000 );
	expect( ring ).not.toHaveBeenCalled();
	vi.advanceTimersByTime( 300 );
	expect( ring ).toHaveBeenCalledTimes( 1 );
} );

test( 'does not ring for what is no longer due', () => {
	clock.set( START_MS + 8_000 );
	clock.set( null );
	vi.advanceTimersByTime( 60_000 );
	expect( ring ).not.toHaveBeenCalled();
} );

test( 'moves on when a change moves the due time', () => {
	clock.set( START_MS + 8_000 );
	vi.advanceTimersByTime( 5_000 );
	clock.set( START_MS + 15_000 );
	vi.advanceTimersByTime( 9_000 );
	expect( ring ).not.toHaveBeenCalled();
	vi.advanceTimersByTime( 2_000 );
	expect( ring ).toHaveBeenCalledTimes( 1 );
} );

test( 'rings ever more seldom while what is due stays due', () => {
	clock.set( START_MS );
	for ( let second = 0; second < 120; second += 1 ) {
		vi.advanceTimersByTime( 1_000 );
		clock.set( START_MS );
	}
	expect( ring.mock.calls.length ).toBeGreaterThan( 4 );
	expect( ring.mock.calls.length ).toBeLessThan( 12 );
} );

test( 'is prompt again after what was due has gone out', () => {
	clock.set( START_MS );
	vi.advanceTimersByTime( 60_000 );
	clock.set( null );
	ring.mockClear();
	clock.set( Date.now() + 5_000 );
	vi.advanceTimersByTime( 5_300 );
	expect( ring ).toHaveBeenCalledTimes( 1 );
} );

test( 'bears a due time that is further away than a timer can hold', () => {
	clock.set( START_MS + 40 * 24 * 3_600_000 );
	vi.advanceTimersByTime( 1_000 );
	expect( ring ).not.toHaveBeenCalled();
} );
