import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatLocalTime } from '../../src/editor/local-time.ts';
import { NOW_MS } from '../panel/fixtures.ts';

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
} );

afterEach( () => {
	vi.useRealTimers();
} );

test.each( [
	[ '2026-11-24T09:00:00', 'Nov 24, 09:00' ],
	[ '2026-11-24T23:30:00', 'Nov 24, 23:30' ],
	[ '2027-01-02T00:05:00', 'Jan 2, 00:05' ],
	[ 'soon', 'soon' ],
] )( '%s is %s', ( at, text ) => {
	expect( formatLocalTime( at ) ).toBe( text );
} );
