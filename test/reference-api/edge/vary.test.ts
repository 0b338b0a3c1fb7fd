import { describe, expect, test } from 'vitest';
import {
	offerOf,
	suits,
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
	] )( '“%s” means %s', ( text, words ) => {
		expect( offerOf( text ) ).toBe( words );
	} );
} );

describe( 'an answer', () => {
	const zipped = { vary: 'Accept-Encoding', 'content-encoding': 'gzip' };

	test( 'is shared by browsers that word the same wish differently', () => {
		const made = variant( { 'accept-encoding': 'br, gzip' }, zipped );
		for ( const text of [ 'gzip, deflate, br', 'br;q=0.9,gzip', 'gzip' ] ) {
			expect( suits( made, { 'accept-encoding': text } ) ).toBe( true );
		}
	} );

	test( 'in gzip is not given to who takes none', () => {
		const made = variant( { 'accept-encoding': 'gzip' }, zipped );
		expect( suits( made, {} ) ).toBe( false );
		expect( suits( made, { 'accept-encoding': 'br' } ) ).toBe( false );
	} );

	test( 'made for who takes less is not given to who takes more', () => {
		const made = variant( {}, { vary: 'accept-encoding' } );
		expect( suits( made, { 'accept-encoding': 'gzip' } ) ).toBe( false );
		expect( suits( made, {} ) ).toBe( true );
	} );

	test( 'in gzip is kept apart even if it does not say so', () => {
		const made = variant(
			{ 'accept-encoding': 'gzip' },
			{ 'content-encoding': 'gzip' }
		);
		expect( suits( made, {} ) ).toBe( false );
	} );

	test( 'that does not vary is for all', () => {
		expect(
			suits( variant( { 'accept-encoding': 'gzip' }, {} ), {} )
		).toBe( true );
	} );

	test( 'differs by each header that it names', () => {
		const made = variant(
			{ accept: 'a', 'x-b': 'b' },
			{ vary: 'X-B, accept' }
		);
		expect( suits( made, { accept: 'a', 'x-b': 'b' } ) ).toBe( true );
		expect( suits( made, { accept: 'a' } ) ).toBe( false );
		expect( suits( made, { accept: 'b', 'x-b': 'a' } ) ).toBe( false );
	} );

	test( 'tells a header that is not there from an empty one', () => {
		const made = variant( {}, { vary: 'x-a' } );
		expect( suits( made, { 'x-a': '' } ) ).toBe( false );
	} );

	test( 'in an encoding that nobody was offered is for the same wish alone', () => {
		const odd = { vary: 'accept-encoding', 'content-encoding': 'zstd' };
		const made = variant( { 'accept-encoding': 'br, gzip' }, odd );
		expect( suits( made, { 'accept-encoding': 'gzip, br' } ) ).toBe( true );
		expect( suits( made, { 'accept-encoding': 'gzip' } ) ).toBe( false );
	} );
} );
