import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everySecond } from '../../../src/panel/live/every-second.ts';

beforeEach( () => {
	vi.useFakeTimers();
} );

afterEach( () => {
	vi.useRealTimers();
} );

test( 'all who count tick together, whenever they came', () => {
	const ticks: string[] = [];
	const endFirst = everySecond( () => ticks.push( 'first' ) );
	vi.advanceTimersByTime( 600 );
	const endSecond = everySecond( () => ticks.push( 'second' ) );
	vi.advanceTimersByTime( 400 );
	expect( ticks ).toEqual( [ 'first', 'second' ] );
	endFirst();
	vi.advanceTimersByTime( 1_000 );
	expect( ticks ).toEqual( [ 'first', 'second', 'second' ] );
	endSecond();
	expect( vi.getTimerCount() ).toBe( 0 );
} );

test( 'begins anew after all had gone', () => {
	everySecond( () => {} )();
	const tick = vi.fn();
	const end = everySecond( tick );
	vi.advanceTimersByTime( 2_000 );
	expect( tick ).toHaveBeenCalledTimes( 2 );
	end();
} );
