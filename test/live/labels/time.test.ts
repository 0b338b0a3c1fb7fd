import { expect, test } from 'vitest';
import { duration, elapsed } from '../../../src/ui/duration.ts';
import { clockTime, timeAgo, timeLeft } from '../../../src/live/labels/time.ts';
import durations from '../../contract/durations.json' with { type: 'json' };
import { at, NOW_MS } from '../../panel/fixtures.ts';

const { spans } = durations;

test.each( spans )( 'writes $ms ms as PHP does', ( span ) => {
	const { ms } = span;
	expect( {
		ms,
		remaining: timeLeft( ms ),
		elapsed: elapsed( ms ),
		duration: duration( ms ),
	} ).toEqual( span );
} );

test.each( [
	[ 5, 'just now' ],
	[ -40, '40 s ago' ],
	[ -240, '4 min ago' ],
	[ -3_700, '1 h ago' ],
] )( 'shows a time %d s from now as %s', ( seconds, text ) => {
	expect( timeAgo( at( seconds ), NOW_MS, 'UTC' ) ).toBe( text );
} );

test( 'shows a time in the site’s time zone, with the date if it is not today there', () => {
	expect( clockTime( at( 0 ), NOW_MS, 'UTC' ) ).toBe( '14:00' );
	expect( clockTime( at( 0 ), NOW_MS, 'Asia/Tokyo' ) ).toBe( '23:00' );
	expect( clockTime( at( -86_400 ), NOW_MS, 'UTC' ) ).toBe( 'Nov 20, 14:00' );
	// 15:30 UTC is the next day in Tokyo already.
	expect( clockTime( at( 5_400 ), NOW_MS, 'Asia/Tokyo' ) ).toBe(
		'Nov 22, 00:30'
	);
} );

test( 'shows midnight as 00:00, and accepts a time zone that the browser does not know', () => {
	expect( clockTime( at( -14 * 3_600 ), NOW_MS, 'UTC' ) ).toBe( '00:00' );
	expect( clockTime( at( 0 ), NOW_MS, 'Mars/Olympus' ) ).toMatch(
		/\d\d:\d\d/
	);
} );
