import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DelayedCall } from '../../../src/reference-api/lib/delayed-call.ts';

beforeEach( () => {
	vi.useFakeTimers();
} );

afterEach( () => {
	vi.useRealTimers();
} );

test( 'many calls make one callback, and later ones another', () => {
	const callback = vi.fn();
	const soon = new DelayedCall( callback, 1000 );
	soon.schedule();
	soon.schedule();
	expect( callback ).not.toHaveBeenCalled();
	vi.advanceTimersByTime( 1000 );
	expect( callback ).toHaveBeenCalledTimes( 1 );
	soon.schedule();
	vi.advanceTimersByTime( 1000 );
	expect( callback ).toHaveBeenCalledTimes( 2 );
} );

test( 'what was canceled is not called back', () => {
	const callback = vi.fn();
	const soon = new DelayedCall( callback, 1000 );
	soon.schedule();
	soon.cancel();
	vi.advanceTimersByTime( 5000 );
	expect( callback ).not.toHaveBeenCalled();
} );
