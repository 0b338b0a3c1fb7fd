import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scheduler } from '../../src/live/scheduler.ts';

const START_MS = 1_000_000;
let dispatch: ReturnType< typeof vi.fn< () => void > >;
let scheduler: Scheduler;

beforeEach( () => {
	vi.useFakeTimers( { now: START_MS } );
	dispatch = vi.fn();
	scheduler = new Scheduler( () => Date.now(), dispatch );
} );

afterEach( () => void vi.useRealTimers() );

test( 'dispatches a quarter of a second before the due time, because the server waits for the rest', () => {
	scheduler.set( START_MS + 8_000 );
	vi.advanceTimersByTime( 7_749 );
	expect( dispatch ).not.toHaveBeenCalled();
	vi.advanceTimersByTime( 1 );
	expect( dispatch ).toHaveBeenCalledTimes( 1 );
} );

test( 'does not dispatch twice when the server answers before the due time', () => {
	scheduler.set( START_MS + 8_000 );
	vi.advanceTimersByTime( 7_800 );
	scheduler.set( START_MS + 8_000 );
	vi.advanceTimersByTime( 900 );
	expect( dispatch ).toHaveBeenCalledTimes( 1 );
	vi.advanceTimersByTime( 100 );
	expect( dispatch ).toHaveBeenCalledTimes( 2 );
} );

test( 'does not dispatch a run that is no longer pending', () => {
	scheduler.set( START_MS + 8_000 );
	scheduler.set( null );
	vi.advanceTimersByTime( 60_000 );
	expect( dispatch ).not.toHaveBeenCalled();
} );

test( 'follows a change of the due time', () => {
	scheduler.set( START_MS + 8_000 );
	vi.advanceTimersByTime( 5_000 );
	scheduler.set( START_MS + 15_000 );
	vi.advanceTimersByTime( 9_000 );
	expect( dispatch ).not.toHaveBeenCalled();
	vi.advanceTimersByTime( 2_000 );
	expect( dispatch ).toHaveBeenCalledTimes( 1 );
} );

test( 'dispatches at growing intervals while the run stays due', () => {
	scheduler.set( START_MS );
	for ( let second = 0; second < 120; second += 1 ) {
		vi.advanceTimersByTime( 1_000 );
		scheduler.set( START_MS );
	}
	expect( dispatch.mock.calls.length ).toBeGreaterThan( 4 );
	expect( dispatch.mock.calls.length ).toBeLessThan( 12 );
} );

test( 'dispatches promptly again after the due run was sent', () => {
	scheduler.set( START_MS );
	vi.advanceTimersByTime( 60_000 );
	scheduler.set( null );
	dispatch.mockClear();
	scheduler.set( Date.now() + 5_000 );
	vi.advanceTimersByTime( 5_300 );
	expect( dispatch ).toHaveBeenCalledTimes( 1 );
} );

test( 'accepts a due time beyond the longest delay of a timer', () => {
	scheduler.set( START_MS + 40 * 24 * 3_600_000 );
	vi.advanceTimersByTime( 1_000 );
	expect( dispatch ).not.toHaveBeenCalled();
} );
