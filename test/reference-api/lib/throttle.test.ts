import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '../../../src/reference-api/lib/throttle.ts';

beforeEach( () => {
	vi.useFakeTimers();
} );

afterEach( () => {
	vi.useRealTimers();
} );

test( 'many calls become four a second, the first at once and the last not lost', () => {
	let calls = 0;
	const call = throttle( () => calls++, 250 );
	call();
	expect( calls ).toBe( 1 );
	for ( let time = 0; time < 1000; time += 10 ) {
		call();
		vi.advanceTimersByTime( 10 );
	}
	expect( calls ).toBe( 5 );
	vi.advanceTimersByTime( 10_000 );
	expect( calls ).toBe( 5 );
	call();
	expect( calls ).toBe( 6 );
} );
