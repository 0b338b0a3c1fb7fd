import { expect, test } from 'vitest';
import {
	filtersOf,
	isFiltered,
	readQuery,
	writeQuery,
} from '../../../src/panel/activity/query.ts';

const PAGE = 'page=headless-deploy&tab=activity';

test( 'reads back what it wrote, and keeps the other parameters of the URL', () => {
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

test( 'leaves empty filters out of the URL', () => {
	expect( writeQuery( `${ PAGE }&s=x&paged=2`, readQuery( PAGE ) ) ).toBe(
		PAGE
	);
} );

test( 'ignores unknown values', () => {
	const query = readQuery( '?run-action=restart&status=odd&paged=-1&run=x' );
	expect( filtersOf( query ) ).toEqual( {} );
	expect( isFiltered( query ) ).toBe( false );
	expect( [ query.page, query.run ] ).toEqual( [ 1, null ] );
} );

test( 'ignores a blank search, and shortens one that is too long', () => {
	expect( isFiltered( readQuery( '?s=%20%20' ) ) ).toBe( false );
	expect( readQuery( `?s=${ 'a'.repeat( 200 ) }` ).search ).toHaveLength(
		100
	);
} );
