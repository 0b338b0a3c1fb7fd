import { describe, expect, test } from 'vitest';
import {
	areaChart,
	areaFinding,
	dayWords,
	layerTone,
} from '../../../src/reference-api/portal/chart-area.ts';
import { barChart } from '../../../src/reference-api/portal/chart-bars.ts';
import { gridValues } from '../../../src/reference-api/portal/chart.ts';
import {
	limitWords,
	sizeOfLimit,
	sizeWords,
} from '../../../src/reference-api/portal/sizes.ts';
import { at } from './fake-hosting.ts';

const MB = 1e6;

describe( 'sizes', () => {
	test.each( [
		[ 0, '0 MB' ],
		[ 999, '1 kB' ],
		[ 400, '0.4 kB' ],
		[ 38_000, '38 kB' ],
		[ 999_700, '1 MB' ],
		[ 1_240_000, '1.2 MB' ],
		[ 612 * MB, '612 MB' ],
		[ 1_525 * MB, '1.5 GB' ],
		[ 10_000 * MB, '10 GB' ],
		[ 2.5e15, '2,500 TB' ],
	] )( '%d bytes are %s', ( bytes, words ) => {
		expect( sizeWords( bytes ) ).toBe( words );
	} );

	test( 'a part is said in the unit of the whole, or in its own', () => {
		expect( sizeOfLimit( 1_525 * MB, 1e10 ) ).toBe( '1.5 of 10 GB' );
		expect( sizeOfLimit( 38 * MB, 1e10 ) ).toBe( '38 MB of 10 GB' );
		expect( sizeOfLimit( 0, 1e10 ) ).toBe( '0 of 10 GB' );
	} );

	test( 'limits are said as they are set', () => {
		expect( limitWords( 64 * 1024 * 1024 ) ).toBe( '64 MiB' );
		expect( limitWords( 2 * 1024 ** 3 ) ).toBe( '2 GiB' );
		expect( limitWords( 5000 ) ).toBe( '5 kB' );
	} );
} );

describe( 'grid lines', () => {
	test.each( [
		[ 1_525 * MB, [ 0, 500 * MB, 1000 * MB, 1500 * MB ] ],
		[ 3, [ 0, 1, 2, 3 ] ],
		[ 0.9, [ 0, 0.5 ] ],
		[ 1, [ 0, 0.5, 1 ] ],
	] )( 'up to %d', ( max, values ) => {
		const found = gridValues( max );
		expect( found ).toHaveLength( values.length );
		found.forEach( ( value, index ) =>
			expect( value ).toBeCloseTo( values[ index ] ?? NaN )
		);
	} );

	test( 'are at most four, and none lies above the data, whatever the data', () => {
		for ( let max = 1; max < 1e13; max *= 1.37 ) {
			const values = gridValues( max );
			expect( values.length ).toBeGreaterThan( 1 );
			expect( values.length ).toBeLessThan( 5 );
			expect( values.at( -1 ) ).toBeLessThanOrEqual( max * 1.0001 );
		}
	} );
} );

/** Reads the places of the labels at the layers' ends in the widest drawing. */
function labelPlaces( markup: string ): number[] {
	const [ wide = '' ] = markup.split( '</svg>' );
	return [ ...wide.matchAll( /y="([\d.]+)" class="label/g ) ].map(
		( [ , y ] ) => Number( y )
	);
}

describe( 'the chart of sizes', () => {
	const days = [ '2026-11-18', '2026-11-19', '2026-11-20' ];
	const layers = [
		{
			name: 'shop / Production',
			values: [ 500, 550, 612 ],
			tone: 'tone-0',
		},
		{ name: 'shop / <b>', values: [ 0, 0, 84 ], tone: 'tone-1' },
	].map( ( layer ) => ( {
		...layer,
		values: layer.values.map( ( value ) => value * MB ),
	} ) );
	const { markup } = areaChart( {
		days,
		layers,
		finding: areaFinding( days, layers ),
	} );

	test( 'says its finding', () => {
		expect( areaFinding( days, layers ) ).toBe(
			'Disk usage, 18 Nov to 20 Nov: together 500 MB at first, 696 MB now. shop / Production 612 MB, shop / <b> 84 MB.'
		);
		expect( markup ).toContain(
			'role="img" aria-label="Disk usage, 18 Nov'
		);
	} );

	test( 'is drawn in three widths, without styles, with everything escaped', () => {
		expect( markup.match( /<svg /g ) ).toHaveLength( 3 );
		expect( markup ).not.toMatch( /style|<b>|NaN|undefined|Infinity/ );
		expect( markup ).toContain( 'shop / &lt;b&gt;' );
	} );

	test( 'names each layer with its last value', () => {
		expect( markup ).toMatch( /shop \/ Production<tspan[^>]+>612 MB/ );
	} );

	test( 'does not lay labels on each other, nor outside', () => {
		const many = Array.from( { length: 6 }, ( _item, index ) => ( {
			name: `app / ${ index }`,
			values: [ 1, 1, 1 ],
			tone: layerTone( index, 6 ),
		} ) );
		many[ 0 ] = { name: 'big', values: [ 9e9, 9e9, 9e9 ], tone: 'tone-0' };
		const drawn = areaChart( { days, layers: many, finding: '' } );
		const places = labelPlaces( drawn.markup );
		expect( places ).toHaveLength( 6 );
		for ( const [ index, y ] of places.entries() ) {
			expect( y ).toBeGreaterThan( 8 );
			expect( ( places[ index - 1 ] ?? Infinity ) - y ).toBeGreaterThan(
				14
			);
		}
	} );

	test( 'shows a single day as level', () => {
		const one = areaChart( {
			days: [ '2026-11-20' ],
			layers: [ { name: 'a', values: [ 5 * MB ], tone: 'tone-0' } ],
			finding: 'one',
		} );
		expect( one.markup ).not.toContain( 'NaN' );
		expect( one.markup.match( /20 Nov/g ) ).toHaveLength( 3 );
	} );

	test( 'bears that nothing takes any room', () => {
		const none = areaChart( {
			days,
			layers: [ { name: 'a', values: [ 0, 0, 0 ], tone: 'tone-0' } ],
			finding: 'none',
		} );
		expect( none.markup ).not.toMatch( /NaN|Infinity/ );
	} );
} );

describe( 'the colours of layers', () => {
	test( 'lie far apart when there are few', () => {
		const tones = ( count: number ) =>
			Array.from( { length: count }, ( _item, index ) =>
				layerTone( index, count )
			);
		expect( tones( 4 ) ).toEqual( [
			'tone-0',
			'tone-1',
			'tone-3',
			'tone-5',
		] );
		expect( new Set( tones( 6 ) ).size ).toBe( 6 );
	} );

	test( 'days are said in UTC', () => {
		expect( dayWords( '2026-11-05' ) ).toBe( '5 Nov' );
	} );
} );

describe( 'the chart of an hour', () => {
	const minutes = Array.from( { length: 60 }, ( _item, index ) => ( {
		at: new Date( at( '13:09:00' ).getTime() + index * 60_000 ),
		hits: index,
		misses: index === 30 ? 0 : 1,
	} ) );
	const draw = ( purges: { at: Date; by: string }[] ) =>
		barChart( { minutes, purges, finding: 'The hour' } ).markup;

	test( 'has a bar for what was answered and none for nothing', () => {
		const [ wide = '' ] = draw( [] ).split( '</svg>' );
		const [ app = '', cache = '' ] = [
			...wide.matchAll( /<path class="area tone-\d" d="([^"]*)"/g ),
		].map( ( [ , path ] ) => path );
		expect( cache.match( /M/g ) ).toHaveLength( 59 );
		expect( app.match( /M/g ) ).toHaveLength( 59 );
		expect( wide ).not.toMatch( /style|NaN/ );
	} );

	test( 'begins and ends with the hour', () => {
		expect( draw( [] ) ).toMatch( />13:09</ );
		expect( draw( [] ) ).toMatch( />14:09</ );
	} );

	test( 'marks each purge and names those that have room, the newest first', () => {
		const [ wide = '' ] = draw( [
			{ at: at( '13:12:00' ), by: 'by sam' },
			{ at: at( '14:01:00' ), by: 'by webhook' },
			{ at: at( '14:02:00' ), by: 'with build 42' },
		] ).split( '</svg>' );
		expect( wide.match( /class="purge"/g ) ).toHaveLength( 3 );
		expect( wide ).toContain( '14:02 purged with build 42' );
		expect( wide ).toContain( '13:12 purged by sam' );
		expect( wide ).not.toContain( 'by webhook' );
		const tops = [
			...wide.matchAll( /<line[^>]*class="purge"[^>]*>/g ),
		].map( ( [ line ] ) => /y1="([\d.]+)"/.exec( line )?.[ 1 ] );
		expect( tops ).toEqual( [ '12', '28', '12' ] );
	} );

	test( 'bears an hour without requests and a purge from before it', () => {
		const { markup } = barChart( {
			minutes: minutes.map( ( minute ) => ( {
				...minute,
				hits: 0,
				misses: 0,
			} ) ),
			purges: [ { at: at( '12:00:00' ), by: 'by sam' } ],
			finding: 'Nothing',
		} );
		expect( markup ).not.toMatch( /NaN|Infinity/ );
	} );
} );
