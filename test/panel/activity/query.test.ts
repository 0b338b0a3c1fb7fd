import { expect, test } from 'vitest';
import {
	filtersOf,
	isFiltered,
	readQuery,
	writeQuery,
} from '../../../src/panel/activity/query.ts';

const PAGE = 'page=headless-deploy&tab=activity';

test( 'what was written is read again, and what else the address says stays', () => {
	const query = {
		search: 'a & b',
		environment: 'staging',
		action: 'purgeCache',
		status: 'failed',
		page: 3,
		run: 12,
	} as const;
	const address = writeQuery( PAGE, query );
	expect( readQuery( address ) ).toEqual( query );
	expect( new URLSearchParams( address ).get( 'page' ) ).toBe(
		'headless-deploy'
	);
	expect( new URLSearchParams( address ).has( 'action' ) ).toBe( false );
} );

test( 'what filters nothing is not in the address', () => {
	expect( writeQuery( `${ PAGE }&s=x&paged=2`, readQuery( PAGE ) ) ).toBe(
		PAGE
	);
} );

test( 'words that nobody knows filter nothing', () => {
	const query = readQuery( '?run-action=restart&status=odd&paged=-1&run=x' );
	expect( filtersOf( query ) ).toEqual( {} );
	expect( isFiltered( query ) ).toBe( false );
	expect( [ query.page, query.run ] ).toEqual( [ 1, null ] );
} );

test( 'a search of blanks is none, and one that is too long is cut', () => {
	expect( isFiltered( readQuery( '?s=%20%20' ) ) ).toBe( false );
	expect( readQuery( `?s=${ 'a'.repeat( 200 ) }` ).search ).toHaveLength(
		100
	);
} );
