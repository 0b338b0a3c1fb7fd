import { expect, test } from 'vitest';
import { describe, summaryAt } from '../../../src/live/labels/summary.ts';
import { fillText } from '../../../src/live/labels/timed-text.ts';
import {
	anEnvironment,
	aPendingRun,
	at,
	NOW_MS,
} from '../../panel/fixtures.ts';

test.each( [
	[ { text: 'Up to date, 100%s' }, 'Up to date, 100%s' ],
	[ { text: 'Rebuild in %s', until: at( 7.001 ) }, 'Rebuild in 8 s' ],
	[ { text: 'Rebuild in %s', until: at( 90.001 ) }, 'Rebuild in 2 min' ],
	[ { text: 'Building, %s', since: at( -0.5 ) }, 'Building, 0 s' ],
	[ { text: 'Building, %s', since: at( -72.9 ) }, 'Building, 1 min 12 s' ],
	[ { text: 'Live %s', at: at( -0.5 ) }, 'Live just now' ],
	[ { text: 'Live %s', at: at( -89.9 ) }, 'Live 89 s ago' ],
	[ { text: 'Live %s', at: at( 5 ) }, 'Live just now' ],
] )( 'fills the time into %o', ( text, filled ) => {
	expect( fillText( text, NOW_MS, 'UTC' ) ).toBe( filled );
} );

const counting = anEnvironment( {
	status: 'pending',
	pending: [ aPendingRun() ],
} );

test( 'counts down, and shows the next headline when the time is over', () => {
	const headlines = [ 0, 7_999, 8_000 ].map( ( ms ) => {
		const { headline, isCountdown } = summaryAt(
			counting,
			NOW_MS + ms,
			'UTC'
		);
		return [ headline, isCountdown ];
	} );
	expect( headlines ).toEqual( [
		[ 'Rebuild in 8 s', true ],
		[ 'Rebuild in 1 s', true ],
		[ 'Sending', false ],
	] );
} );

test( 'shows that an action is being sent before the server answers', () => {
	expect( describe( counting, NOW_MS, 'UTC', 'cleanRebuild' ) ).toMatchObject(
		{
			symbol: 'busy',
			headline: 'Sending',
			detail: 'Clean Rebuild',
			countdown: null,
		}
	);
	expect( describe( counting, NOW_MS, 'UTC' ).countdown ).toBe(
		counting.pending[ 0 ]
	);
} );
