import { describe, expect, test } from 'vitest';
import {
	duration,
	regionWords,
	startedByWords,
	time,
} from '../../../src/reference-api/portal/labels.ts';
import { aBuild, at, NOW } from './fake-hosting.ts';

test.each( [
	[ 0, '0 s' ],
	[ 840, '0.8 s' ],
	[ 8000, '8 s' ],
	[ 9960, '10 s' ],
	[ 41_200, '41 s' ],
	[ 59_700, '1 min 0 s' ],
	[ 72_000, '1 min 12 s' ],
	[ 3_720_000, '1 h 2 min' ],
] )( 'says %d milliseconds as %s', ( milliseconds, words ) => {
	expect( duration( milliseconds ) ).toBe( words );
} );

test.each( [
	[ at( '14:02:31' ), 'table', '14:02 today' ],
	[ at( '14:02:31' ), 'sentence', '14:02' ],
	[ at( '14:02:31' ), 'seconds', '14:02:31' ],
	[ new Date( '2026-11-19T17:40:00' ), 'table', 'Thu 19 Nov, 17:40' ],
	[ new Date( '2026-11-19T17:40:00' ), 'sentence', 'Thu 19 Nov, 17:40' ],
] as const )( 'says %s in a %s as %s', ( when, form, words ) => {
	const { markup } = time( when, NOW, form );
	expect( markup.replace( /<[^>]*>/g, '' ).trim() ).toBe( words );
	expect( markup ).toContain( `datetime="${ when.toISOString() }"` );
} );

describe( 'who started a build', () => {
	test.each( [
		[ aBuild( { number: 1 } ), 'Webhook, Rebuild' ],
		[
			aBuild( { number: 1, trigger: 'cleanRebuild' } ),
			'Webhook, Clean rebuild',
		],
		[
			aBuild( {
				number: 1,
				trigger: 'upload',
				startedBy: 'upload by sam',
			} ),
			'Upload by sam',
		],
		[
			aBuild( { number: 1, absorbed: 2 } ),
			'Webhook, Rebuild. 3 calls in one',
		],
	] )( 'reads well', ( build, words ) => {
		expect( startedByWords( build ) ).toBe( words );
	} );
} );

test( 'names the regions', () => {
	expect( regionWords( 'regions/EU-W' ) ).toBe( 'Europe West' );
	expect( regionWords( 'regions/MOON' ) ).toBe( 'regions/MOON' );
} );
