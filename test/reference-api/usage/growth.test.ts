import { expect, test } from 'vitest';
import { growth, sizesOf } from '../../../src/reference-api/usage/growth.ts';

const day = (
	fileBytes: number | null,
	databaseBytes: number | null = null
) => ( {
	fileBytes,
	databaseBytes,
} );

test( 'a day without a measurement has the size of the day before', () => {
	expect(
		sizesOf( [ day( null ), day( 2, 1 ), day( null ), day( 5 ) ] )
	).toEqual( [ null, 3, 3, 5 ] );
} );

test( 'growth is the last size against the first day, if that was measured', () => {
	expect( growth( [ day( 2, 1 ), day( 7, 1 ), day( null ) ] ) ).toEqual( {
		fileBytes: 7,
		databaseBytes: 1,
		totalBytes: 8,
		changeBytes: 5,
	} );
	expect( growth( [ day( null ), day( 7 ) ] ).changeBytes ).toBeNull();
	expect( growth( [] ) ).toEqual( {
		fileBytes: null,
		databaseBytes: null,
		totalBytes: 0,
		changeBytes: null,
	} );
} );
