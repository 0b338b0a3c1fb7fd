import { expect, test } from 'vitest';
import {
	groupNamesOf,
	invalidatedGroupNames,
} from '../../../src/reference-api/edge/cache-group-headers.ts';

test.each( [
	[ 'a list of strings', '"post-1", "post-list"', [ 'post-1', 'post-list' ] ],
	[ 'no space after the comma', '"a","b"', [ 'a', 'b' ] ],
	[ 'a comma within a string', '"a,b"', [ 'a,b' ] ],
	[ 'escaped characters', '"a\\"b\\\\c"', [ 'a"b\\c' ] ],
	[ 'names that differ in case', '"A", "a", "A"', [ 'A', 'a' ] ],
	[
		'parameters, which are ignored',
		'"a";x;y=1.5; z="q", "b";t=tok;d=@1;u=%"x";k=?1;e=:YQ==:',
		[ 'a', 'b' ],
	],
	[ 'an empty field', '', [] ],
] )( 'Cache-Groups may have %s', ( _what, field, names ) => {
	expect( groupNamesOf( { 'cache-groups': field } ) ).toEqual( names );
} );

test.each( [
	[ 'tokens', 'post-1, post-2' ],
	[ 'a token among strings', '"post-1", post-2' ],
	[ 'an inner list', '("a" "b")' ],
	[ 'a comma at the end', '"a",' ],
	[ 'two commas', '"a",,"b"' ],
	[ 'no comma', '"a" "b"' ],
	[ 'a string without an end', '"a' ],
	[ 'another escaped character', '"a\\n"' ],
	[ 'characters beyond ASCII', '"ä"' ],
	[ 'an invalid parameter', '"a";X=1' ],
] )( 'a field with %s is ignored as a whole', ( _what, field ) => {
	expect( groupNamesOf( { 'cache-groups': field } ) ).toEqual( [] );
	expect(
		invalidatedGroupNames( { 'cache-group-invalidation': field } )
	).toEqual( [] );
} );

test( 'Cache-Tag is a comma list without quotes', () => {
	const headers = {
		'cache-groups': '"post-1"',
		'cache-tag': 'post-1,, term-7 ,ä,"q"',
	};
	expect( groupNamesOf( headers ) ).toEqual( [ 'post-1', 'term-7', '"q"' ] );
} );

test( 'Cache-Group-Invalidation names each group once', () => {
	const headers = { 'cache-group-invalidation': '"a";x=1, "b", "a"' };
	expect( invalidatedGroupNames( headers ) ).toEqual( [ 'a', 'b' ] );
} );

test( 'a field of the largest size is read, valid or not', () => {
	const names = Array.from( { length: 4000 }, ( _, index ) => `${ index }` );
	const field = names.map( ( name ) => `"${ name }"` ).join( ',' );
	expect( groupNamesOf( { 'cache-groups': field } ) ).toEqual( names );
	for ( const invalid of [
		'"'.repeat( 16_000 ),
		`"a"${ ';a'.repeat( 8000 ) }!`,
		`"a"${ ';  a='.repeat( 3000 ) }`,
		'\\'.repeat( 16_000 ),
	] ) {
		expect( groupNamesOf( { 'cache-groups': invalid } ) ).toEqual( [] );
	}
} );
