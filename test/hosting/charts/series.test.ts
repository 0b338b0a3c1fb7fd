import { expect, test } from 'vitest';
import { rowsOf } from '../../../src/hosting/charts/series.ts';

test( 'draws what was not measured as nothing, since a gap would tear the layers above it', () => {
	const series = [
		{ name: 'old', values: [ 5, 6 ] },
		{ name: 'new', values: [ null, 7 ] },
	];
	expect( rowsOf( [ 'first', 'second' ], series ) ).toMatchObject( [
		{ values: [ 5, 0 ] },
		{ values: [ 6, 7 ] },
	] );
} );
