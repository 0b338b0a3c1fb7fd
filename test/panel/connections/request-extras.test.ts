import { expect, test } from 'vitest';
import {
	extrasInput,
	extrasOf,
	NO_EXTRAS,
	duplicateHeader,
} from '../../../src/panel/connections/request-extras.ts';

const KNOWN = {
	headers: [
		{ name: 'X-Api-Key', value: '••••' },
		{ name: 'X-Site', value: '••••' },
	],
	body: '••••',
};

function edited( change: ( extras: ReturnType< typeof extrasOf > ) => void ) {
	const extras = extrasOf( KNOWN );
	change( extras );
	return extrasInput( KNOWN, extras );
}

test( 'unchanged headers and body are not sent', () => {
	expect( edited( () => {} ) ).toEqual( {} );
	expect( extrasInput( NO_EXTRAS, extrasOf( NO_EXTRAS ) ) ).toEqual( {} );
} );

test( 'headers and body keep the values that the user did not change', () => {
	expect(
		edited( ( { rows } ) => {
			rows[ 0 ]!.value = 'new';
		} )
	).toEqual( { headers: { 'X-Api-Key': 'new', 'X-Site': '••••' } } );
} );

test( 'a renamed header loses its value', () => {
	expect(
		edited( ( { rows } ) => {
			rows[ 0 ]!.name = 'X-Other';
		} )
	).toEqual( { headers: { 'X-Other': '', 'X-Site': '••••' } } );
} );

test( 'headers and body can be removed', () => {
	expect(
		edited( ( extras ) => {
			extras.rows = [];
			extras.body = '';
		} )
	).toEqual( { headers: {}, body: '' } );
} );

test( 'headers cannot hold a name twice, whatever its case', () => {
	const { rows } = extrasOf( KNOWN );
	expect( duplicateHeader( rows ) ).toBeNull();
	rows[ 1 ]!.name = 'x-api-key';
	expect( duplicateHeader( rows ) ).toBe( rows[ 1 ] );
} );
