import { describe, expect, test } from 'vitest';
import {
	acceptedEncodings,
	matchesVariant,
	variantOf,
	varyNames,
} from '../../../src/reference-api/edge/vary.ts';

function variant(
	request: Record< string, string >,
	answer: Record< string, string >
) {
	return variantOf( varyNames( answer ), request, answer );
}

describe( 'Accept-Encoding', () => {
	test.each( [
		[ 'gzip, deflate, br, zstd', 'br, gzip' ],
		[ 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'br, gzip' ],
		[ 'GZIP', 'gzip' ],
		[ 'x-gzip', 'gzip' ],
		[ 'gzip;q=0', '' ],
		[ 'gzip, br;q=0.000', 'gzip' ],
		[ '*', 'br, gzip' ],
		[ '*, br;q=0', 'gzip' ],
		[ 'identity', '' ],
		[ '', '' ],
		[ undefined, '' ],
	] )( '“%s” means %s', ( text, expected ) => {
		expect( acceptedEncodings( text ) ).toBe( expected );
	} );
} );

const zipped = { vary: 'Accept-Encoding', 'content-encoding': 'gzip' };

test( 'a response is shared by browsers whose Accept-Encoding means the same', () => {
	const made = variant( { 'accept-encoding': 'br, gzip' }, zipped );
	for ( const text of [ 'gzip, deflate, br', 'br;q=0.9,gzip', 'gzip' ] ) {
		expect( matchesVariant( made, { 'accept-encoding': text } ) ).toBe(
			true
		);
	}
} );

test( 'a response in gzip is not sent to a client that accepts none', () => {
	const made = variant( { 'accept-encoding': 'gzip' }, zipped );
	expect( matchesVariant( made, {} ) ).toBe( false );
	expect( matchesVariant( made, { 'accept-encoding': 'br' } ) ).toBe( false );
} );

test( 'a response for a client that accepts less is not sent to a client that accepts more', () => {
	const made = variant( {}, { vary: 'accept-encoding' } );
	expect( matchesVariant( made, { 'accept-encoding': 'gzip' } ) ).toBe(
		false
	);
	expect( matchesVariant( made, {} ) ).toBe( true );
} );

test( 'a response in gzip is stored separately even without Vary', () => {
	const made = variant(
		{ 'accept-encoding': 'gzip' },
		{ 'content-encoding': 'gzip' }
	);
	expect( matchesVariant( made, {} ) ).toBe( false );
} );

test( 'a response without Vary is for all clients', () => {
	expect(
		matchesVariant( variant( { 'accept-encoding': 'gzip' }, {} ), {} )
	).toBe( true );
} );

test( 'a response differs by each header that it names', () => {
	const made = variant(
		{ accept: 'a', 'x-b': 'b' },
		{ vary: 'X-B, accept' }
	);
	expect( matchesVariant( made, { accept: 'a', 'x-b': 'b' } ) ).toBe( true );
	expect( matchesVariant( made, { accept: 'a' } ) ).toBe( false );
	expect( matchesVariant( made, { accept: 'b', 'x-b': 'a' } ) ).toBe( false );
} );

test( 'a response distinguishes a missing header from an empty one', () => {
	const made = variant( {}, { vary: 'x-a' } );
	expect( matchesVariant( made, { 'x-a': '' } ) ).toBe( false );
} );

test( 'a response with an unknown encoding is only sent for the same Accept-Encoding', () => {
	const odd = { vary: 'accept-encoding', 'content-encoding': 'zstd' };
	const made = variant( { 'accept-encoding': 'br, gzip' }, odd );
	expect( matchesVariant( made, { 'accept-encoding': 'gzip, br' } ) ).toBe(
		true
	);
	expect( matchesVariant( made, { 'accept-encoding': 'gzip' } ) ).toBe(
		false
	);
} );
