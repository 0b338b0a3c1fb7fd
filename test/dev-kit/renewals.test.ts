import { expect, test } from 'vitest';
import {
	renewalTable,
	sortsWithoutReason,
	withRenewals,
} from '../freshness/renewals.ts';
import { SORTS, sortOf } from '../freshness/sorts.ts';

const figures = new Map( [
	[ 'menus', { changes: 2, renewed: 10, needless: 3 } ],
	[ 'files', { changes: 3, renewed: 10, needless: 2 } ],
	[ 'users', { changes: 1, renewed: 0, needless: 0 } ],
] );
const together = { changes: 6, renewed: 20, needless: 5 };
const sorts = [ 'files', 'menus', 'users', 'terms' ].map( ( name ) => ( {
	name,
	kinds: new RegExp( name ),
	reason: `Reason of ${ name }.`,
} ) );

test( 'each sort above 20 % has its reason in the table', () => {
	expect(
		renewalTable( figures, together, sorts ).split( '\n' ).slice( 2 )
	).toEqual( [
		'| files | 3.3 | 20 % |  |',
		'| menus | 5.0 | 30 % | Reason of menus. |',
		'| users | 0.0 | 0 % |  |',
		'| together | 3.3 | 25 % |  |',
	] );
} );

test( 'names the sorts above 20 % without a reason', () => {
	const without = sorts.map( ( sort ) => ( { ...sort, reason: '' } ) );
	expect( sortsWithoutReason( figures, sorts ) ).toEqual( [] );
	expect( sortsWithoutReason( figures, without ) ).toEqual( [ 'menus' ] );
} );

test( 'replaces the section of the document and nothing else', () => {
	const heading = '### Answers that a refresh renews without a difference';
	const document = `# Performance\n\n${ heading }\n\nOld.\n\n### Next\n\nText.\n`;
	expect( withRenewals( document, 'New.' ) ).toBe(
		`# Performance\n\n${ heading }\n\nNew.\n\n### Next\n\nText.\n`
	);
	expect( () => withRenewals( '# Performance', 'New.' ) ).toThrow(
		'no heading'
	);
} );

test( 'each kind of change has a sort', () => {
	expect( sortOf( 'rest: name of a menu' ) ).toBe(
		'menus, widgets, templates'
	);
	expect( sortOf( 'anything' ) ).toBe( SORTS.at( -1 )?.name );
} );
