import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSecond } from '../../src/ui/second-timer.ts';

beforeEach( () => {
	vi.useFakeTimers();
} );

afterEach( () => {
	vi.useRealTimers();
} );

test( 'calls all subscribers at the same moment, whenever they subscribed', () => {
	const ticks: string[] = [];
	const endFirst = onSecond( () => ticks.push( 'first' ) );
	vi.advanceTimersByTime( 600 );
	const endSecond = onSecond( () => ticks.push( 'second' ) );
	vi.advanceTimersByTime( 400 );
	expect( ticks ).toEqual( [ 'first', 'second' ] );
	endFirst();
	vi.advanceTimersByTime( 1_000 );
	expect( ticks ).toEqual( [ 'first', 'second', 'second' ] );
	endSecond();
	expect( vi.getTimerCount() ).toBe( 0 );
} );

test( 'starts again after the last subscriber left', () => {
	onSecond( () => {} )();
	const tick = vi.fn();
	const end = onSecond( tick );
	vi.advanceTimersByTime( 2_000 );
	expect( tick ).toHaveBeenCalledTimes( 2 );
	end();
} );
