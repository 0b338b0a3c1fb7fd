import { expect, test } from 'vitest';
import { listAvailable } from '../../../src/reference-api/store/lookups.ts';
import { quoteName } from '../../../src/reference-api/lib/names.ts';

test.each( [
	[ [], 'There are none.' ],
	[ [ 'a' ], 'There is a.' ],
	[ [ 'a', 'b' ], 'There are a and b.' ],
	[ [ 'a', 'b', 'c' ], 'There are a, b and c.' ],
	[
		Array.from( { length: 12 }, ( _, index ) => `n${ index }` ),
		'There are n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and more.',
	],
] )( 'lists the existing names: %j', ( names, sentence ) => {
	expect( listAvailable( names ) ).toBe( sentence );
} );

test( 'a quoted name is short and printable', () => {
	expect( quoteName( 'a\nb' ) ).toBe( '“a\\nb”' );
	expect( quoteName( 'x'.repeat( 200 ) ) ).toBe( `“${ 'x'.repeat( 80 ) }…”` );
} );
