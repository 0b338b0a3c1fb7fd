import { expect, test } from 'vitest';
import { CacheGroups } from '../../../src/reference-api/edge/cache-groups.ts';
import type { Membership } from '../../../src/reference-api/edge/cache-groups.ts';

function join( groups: CacheGroups, ...names: string[] ): Membership {
	const membership = groups.join( names, groups.epoch );
	if ( membership === null ) {
		throw new Error( 'A group was invalidated.' );
	}
	return membership;
}

test( 'an invalidation concerns all earlier responses of its groups, and no others', () => {
	const groups = new CacheGroups();
	const both = join( groups, 'a', 'b' );
	const other = join( groups, 'b' );
	groups.invalidate( [ 'a' ], false );
	const later = join( groups, 'a', 'b' );
	expect(
		[ both, other, later ].map( ( one ) => groups.isCurrent( one ) )
	).toEqual( [ false, true, true ] );
	groups.invalidate( [ 'b', 'unknown' ], false );
	expect(
		[ both, other, later ].map( ( one ) => groups.isCurrent( one ) )
	).toEqual( [ false, false, false ] );
} );

test( 'a response that was requested before an invalidation does not join', () => {
	const groups = new CacheGroups();
	const { epoch } = groups;
	groups.invalidate( [ 'a' ], true );
	expect( groups.join( [ 'b', 'a' ], epoch ) ).toBeNull();
	expect( groups.join( [ 'b' ], epoch ) ).not.toBeNull();
	expect( groups.join( [], epoch ) ).not.toBeNull();
	expect( groups.join( [ 'a' ], groups.epoch ) ).not.toBeNull();
} );

test( 'past the limit of remembered names, no response in flight joins a group', () => {
	const groups = new CacheGroups();
	const { epoch } = groups;
	const stored = join( groups, 'stored' );
	for ( let number = 0; number < 10_000; number++ ) {
		groups.invalidate( [ `${ number } ${ 'x'.repeat( 100 ) }` ], true );
	}
	expect( groups.join( [ 'other' ], epoch ) ).toBeNull();
	expect( groups.join( [], epoch ) ).not.toBeNull();
	expect( groups.join( [ 'other' ], groups.epoch ) ).not.toBeNull();
	expect( groups.isCurrent( stored ) ).toBe( true );
} );

test( 'a group is listed while it has responses, the largest first', () => {
	const groups = new CacheGroups();
	const first = join( groups, 'post-1', 'post-list' );
	const second = join( groups, 'post-2', 'post-list' );
	expect( groups.list( 'post', 2 ) ).toEqual( {
		total: 3,
		groups: [
			{ name: 'post-list', entries: 2 },
			{ name: 'post-1', entries: 1 },
		],
	} );
	expect( groups.list( 't-2', 2 ) ).toEqual( {
		total: 1,
		groups: [ { name: 'post-2', entries: 1 } ],
	} );
	expect( groups.invalidate( [ 'post-list', 'none' ], false ) ).toEqual( [
		{ name: 'post-list', entries: 2 },
		{ name: 'none', entries: 0 },
	] );
	const third = join( groups, 'post-list' );
	groups.leave( first );
	groups.leave( second );
	expect( groups.list( '', 9 ).groups ).toEqual( [
		{ name: 'post-list', entries: 1 },
	] );
	groups.leave( third );
	expect( groups.list( '', 9 ) ).toEqual( { total: 0, groups: [] } );
} );
