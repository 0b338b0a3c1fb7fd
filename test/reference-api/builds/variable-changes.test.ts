import { expect, test } from 'vitest';
import { isReserved } from '../../../src/reference-api/builds/platform-variables.ts';
import { variableChanges } from '../../../src/reference-api/builds/variable-changes.ts';

const pairs = ( variables: Record< string, string > ) =>
	Object.entries( variables ).map( ( [ key, value ] ) => ( { key, value } ) );

test( 'variables are compared by value, whenever they were set', () => {
	expect(
		variableChanges(
			pairs( { A: 'one', B: 'two', C: 'three' } ),
			pairs( { A: 'one', B: 'other', D: 'four' } )
		)
	).toEqual( [
		{ key: 'B', change: 'changed' },
		{ key: 'C', change: 'added' },
		{ key: 'D', change: 'deleted' },
	] );
} );

test( 'a variable whose value is not used makes no difference', () => {
	expect( variableChanges( pairs( { PORT: '1', PATH: '/' } ), [] ) ).toEqual(
		[]
	);
	expect(
		[ 'PORT', 'HOME', 'NODE_ENV', 'API_KEY' ].map( isReserved )
	).toEqual( [ true, true, false, false ] );
} );
