import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { smallPng } from '../../src/dev-kit/screenshots-png.ts';

function chunk( type: string, data: Buffer ): Buffer {
	const size = Buffer.alloc( 4 );
	size.writeUInt32BE( data.length );
	const body = Buffer.concat( [ Buffer.from( type ), data ] );
	const sum = Buffer.alloc( 4 );
	sum.writeUInt32BE( zlib.crc32( body ) );
	return Buffer.concat( [ size, body, sum ] );
}

function picture( header: string, row: string ): Buffer {
	return Buffer.concat( [
		Buffer.from( '89504e470d0a1a0a', 'hex' ),
		chunk( 'IHDR', Buffer.from( header, 'hex' ) ),
		chunk( 'IDAT', zlib.deflateSync( Buffer.from( row, 'hex' ) ) ),
		chunk( 'IEND', Buffer.alloc( 0 ) ),
	] );
}

it( 'a color that is rare is not crowded out by shades that look alike', () => {
	const shades = Array.from( { length: 343 }, ( _, index ) =>
		[ index % 7, Math.floor( index / 7 ) % 7, Math.floor( index / 49 ) ]
			.map( ( part ) => `0${ part }` )
			.join( '' )
	);
	const points = [ ...shades, ...shades, '007017' ];
	const width = points.length.toString( 16 ).padStart( 8, '0' );
	const small = smallPng(
		picture( `${ width }000000010802000000`, `00${ points.join( '' ) }` )
	);
	const start = small.indexOf( 'PLTE' ) + 4;
	const palette = small.subarray( start, small.indexOf( 'IDAT' ) - 8 );
	expect( palette.toString( 'hex' ).match( /.{6}/g ) ).toContain( '007017' );
} );

it( 'a picture keeps its size and its colors, as a palette', () => {
	const head = Buffer.from( '00000002000000010802000000', 'hex' );
	// Filter "sub": the second pixel is told by its difference from the first.
	const png = picture( head.toString( 'hex' ), '01102030010101' );
	const small = smallPng( png );
	expect( small.subarray( 16, 24 ) ).toEqual( head.subarray( 0, 8 ) );
	expect(
		small.includes( chunk( 'PLTE', Buffer.from( '102030112131', 'hex' ) ) )
	).toBe( true );
	const data = small.indexOf( 'IDAT' ) + 4;
	expect(
		zlib.inflateSync( small.subarray( data, -16 ) ).toString( 'hex' )
	).toBe( '000001' );
	expect( smallPng( small ) ).toBe( small );
} );
