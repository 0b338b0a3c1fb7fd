import { describe, expect, test } from 'vitest';
import {
	usageRange,
	usageState,
	usageView,
} from '../../../src/reference-api/portal/usage-view.ts';
import type { AccountUsage } from '../../../src/reference-api/model/usage.ts';
import { at, aUsageDay, NOW } from './fake-hosting.ts';

const DATES = [ '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20' ];

/**
 * Makes the usage of an account.
 *
 * @param environments Sizes of files by day, and of the database, which is measured with them.
 */
function usageOf(
	environments: Record< string, ( number | null )[] >
): AccountUsage {
	return {
		accountName: 'acme',
		accountId: 'acme-id',
		refreshTime: null,
		expectedTime: null,
		storageLimitBytes: 0,
		environments: Object.entries( environments ).map(
			( [ id, sizes ] ) => ( {
				environmentId: id,
				appId: 'shop',
				displayName: id,
				wpEnvironment: 'acmeprod',
				expectedTime: null,
				days: DATES.map( ( date, index ) =>
					aUsageDay( { date, fileBytes: sizes[ index ] ?? null } )
				),
			} )
		),
	};
}

describe( 'the view of disk usage', () => {
	test( 'puts the largest first, but the one that the page is about before it', () => {
		const usage = usageOf( {
			a: [ 1, 1, 1, 1 ],
			b: [ 1, 1, 1, 9 ],
			c: [ 5, 5, 5, 5 ],
		} );
		const order = ( id?: string ) =>
			usageView( usage, id ).rows.map( ( row ) => row.environmentId );
		expect( order() ).toEqual( [ 'b', 'c', 'a' ] );
		expect( order( 'a' ) ).toEqual( [ 'a', 'b', 'c' ] );
		expect( usageView( usage, 'a' ).rows[ 0 ]?.tone ).toBe( 'tone-0' );
	} );

	test( 'begins with the first day that was measured', () => {
		const view = usageView(
			usageOf( { a: [ null, null, 3, 4 ], b: [ null, 2, 2, 2 ] } )
		);
		expect( view.days ).toEqual( DATES.slice( 1 ) );
		expect( view.rows[ 0 ]?.values ).toEqual( [ 0, 3, 4 ] );
	} );

	test( 'a day without a measurement has the size of the day before', () => {
		const view = usageView( usageOf( { a: [ 3, null, null, 5 ] } ) );
		expect( view.rows[ 0 ]?.values ).toEqual( [ 3, 3, 3, 5 ] );
	} );

	test( 'compares with the first day of the range, if it was measured by then', () => {
		const view = usageView(
			usageOf( { a: [ 3, 4, 5, 10 ], b: [ null, 1, 1, 1 ] } )
		);
		expect( view.rows.map( ( row ) => row.changeBytes ) ).toEqual( [
			7,
			null,
		] );
		expect( view.totalBytes ).toBe( 11 );
	} );

	test( 'adds files and database', () => {
		const usage = usageOf( { a: [ 1, 1, 1, 10 ] } );
		Object.assign( usage.environments[ 0 ]?.days[ 3 ] ?? {}, {
			databaseBytes: 5,
		} );
		const [ row ] = usageView( usage ).rows;
		expect( row ).toMatchObject( {
			fileBytes: 10,
			databaseBytes: 5,
			totalBytes: 15,
		} );
	} );

	test( 'of more than six the five largest have a layer of their own', () => {
		const sizes = Object.fromEntries(
			Array.from( { length: 17 }, ( _item, index ) => [
				`e${ index }`,
				[ 1, 1, 1, 100 - index ],
			] )
		);
		const view = usageView( usageOf( sizes ) );
		expect( view.layers ).toHaveLength( 6 );
		expect( view.layers.at( -1 ) ).toMatchObject( {
			name: '12 others',
			tone: 'tone-5',
		} );
		expect( view.layers.at( -1 )?.values.at( 0 ) ).toBe( 12 );
		expect( view.rows ).toHaveLength( 17 );
		expect( view.rows.at( -1 )?.tone ).toBe( 'tone-5' );
	} );

	test( 'of six all have one', () => {
		const sizes = Object.fromEntries(
			Array.from( { length: 6 }, ( _item, index ) => [
				`e${ index }`,
				[ 1, 1, 1, 1 ],
			] )
		);
		const { layers } = usageView( usageOf( sizes ) );
		expect( layers.map( ( { name } ) => name ) ).not.toContain(
			'1 others'
		);
		expect( layers ).toHaveLength( 6 );
	} );

	test( 'knows that nothing was measured', () => {
		const view = usageView( usageOf( { a: [ null, null, null, null ] } ) );
		expect( view ).toMatchObject( { days: [], totalBytes: 0 } );
		expect( view.rows[ 0 ] ).toMatchObject( {
			fileBytes: null,
			changeBytes: null,
		} );
		expect( usageView( usageOf( {} ) ).rows ).toEqual( [] );
	} );
} );

describe( 'a measurement', () => {
	test.each( [
		[ 'never', null, null ],
		[ 'measured', at( '03:10:00' ), null ],
		[ 'measuring', at( '03:10:00' ), at( '14:09:20' ) ],
		[ 'measuring', null, at( '14:09:20' ) ],
		[ 'late', null, at( '14:08:59' ) ],
		[ 'late', null, NOW ],
	] )( 'is %s', ( state, refreshTime, expectedTime ) => {
		expect( usageState( { refreshTime, expectedTime }, NOW ) ).toBe(
			state
		);
	} );

	test( 'is asked for thirty days back, in UTC', () => {
		expect( usageRange( new Date( '2026-11-20T23:59:00Z' ) ) ).toEqual( {
			firstDate: '2026-10-21',
			lastDate: '2026-11-20',
		} );
	} );
} );
