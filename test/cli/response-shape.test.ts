import { expect, test } from 'vitest';
import { expectShape } from '../../src/cli/response-shape.ts';

interface Page {
	builds: { number: number; state: string; steps: string[] }[];
	next: string | null;
}

const SHAPE = { builds: [ { number: 0, state: '', steps: [] } ] };

test( 'returns a response that has the fields, and ignores further ones', () => {
	const page = {
		builds: [ { number: 1, state: 'live', steps: [ 'unpack' ] } ],
		next: null,
	};
	expect( expectShape< Page >( page, SHAPE, 'builds' ) ).toBe( page );
	const empty = { builds: [], next: '' };
	expect( expectShape< Page >( empty, SHAPE, 'builds' ) ).toBe( empty );
} );

test.each( [
	[ 'null', null ],
	[ 'nothing', undefined ],
	[ 'text', 'builds' ],
	[ 'a list', [] ],
	[ 'an object instead of a list', { builds: {} } ],
	[ 'an item that is null', { builds: [ null ] } ],
	[
		'text instead of a number',
		{ builds: [ { number: '1', state: '', steps: [] } ] },
	],
	[
		'text instead of a list',
		{ builds: [ { number: 1, state: '', steps: '' } ] },
	],
	[ 'a missing field', { builds: [ { number: 1, state: '' } ] } ],
] )( 'rejects %s', ( _name, value ) => {
	expect( () => expectShape( value as Page, SHAPE, 'builds' ) ).toThrow(
		'The platform’s response has no builds.'
	);
} );
