import { expect, test } from 'vitest';
import { read } from '../../src/cli/response.ts';

interface Page {
	builds: { number: number; state: string; steps: string[] }[];
	next?: string | null;
}

const SHAPE = { builds: [ { number: 0, state: '', steps: [ '' ] } ] };

const respondingWith = async ( data: unknown ) => ( { data: data as Page } );

test( 'returns only the fields of the shape', async () => {
	const builds = [ { number: 1, state: 'live', steps: [ 'unpack' ] } ];
	const page = { builds, next: null };
	expect( await read( respondingWith( page ), SHAPE ) ).toEqual( { builds } );
	const empty = { builds: [], next: '' };
	expect( await read( respondingWith( empty ), SHAPE ) ).toEqual( {
		builds: [],
	} );
} );

test( 'does not check a field that is undefined in the shape', async () => {
	const shape = { next: undefined };
	for ( const next of [ null, 'page 2', undefined ] ) {
		expect( await read( respondingWith( { next } ), shape ) ).toEqual( {
			next,
		} );
	}
} );

test.each( [
	[ 'null', null, 'body' ],
	[ 'nothing', undefined, 'body' ],
	[ 'text', 'builds', 'body' ],
	[ 'a list', [], 'builds' ],
	[ 'an object instead of a list', { builds: {} }, 'builds' ],
	[ 'an item that is null', { builds: [ null ] }, 'builds[0]' ],
	[
		'text instead of a number',
		{ builds: [ { number: '1', state: '', steps: [] } ] },
		'builds[0].number',
	],
	[
		'text instead of a list',
		{ builds: [ { number: 1, state: '', steps: '' } ] },
		'builds[0].steps',
	],
	[
		'a missing field',
		{ builds: [ { number: 1, steps: [] } ] },
		'builds[0].state',
	],
] )( 'rejects %s and names the field', async ( _name, value, field ) => {
	await expect( read( respondingWith( value ), SHAPE ) ).rejects.toThrow(
		`The platform’s response has no valid ${ field }.`
	);
} );
