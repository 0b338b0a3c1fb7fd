import { expect, test } from 'vitest';
import { mark, markTime } from '../../src/front-end/mark.ts';

test( 'marks a page with the newest of its posts', () => {
	expect(
		mark( [
			{ modified_gmt: '2026-11-20T10:00:00' },
			{ modified_gmt: '2026-11-21T10:00:00' },
			{ modified_gmt: '2026-11-19T10:00:00' },
		] )
	).toBe( '<meta name="headless-deploy" content="2026-11-21T10:00:00Z">' );
} );

test( 'marks a page with one post', () => {
	expect( markTime( { modified_gmt: '2026-11-21T10:00:00' } ) ).toBe(
		'2026-11-21T10:00:00Z'
	);
} );

test.each( [
	[ 'there is no post', [] ],
	[ 'the post was not found', undefined ],
	[ 'the post is null', null ],
	[ 'a post has no time', [ {}, null, undefined, { modified_gmt: null } ] ],
	[ 'the time is not one', { modified_gmt: '"><script>' } ],
] )( 'marks nothing if %s', ( _name, posts ) => {
	expect( mark( posts ) ).toBe( '' );
} );

test( 'puts nothing of a text after the time into the page', () => {
	expect( markTime( { modified_gmt: '2026-11-21T10:00:00"><b>' } ) ).toBe(
		'2026-11-21T10:00:00Z'
	);
} );
