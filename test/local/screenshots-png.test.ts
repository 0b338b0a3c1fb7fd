import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { smallPng } from '../../src/local/screenshots-png.ts';

function chunk( type: string, data: Buffer ): Buffer {
	const size = Buffer.alloc( 4 );
	size.writeUInt32BE( data.length );
	const body = Buffer.concat( [ Buffer.from( type ), data ] );
	const sum = Buffer.alloc( 4 );
	sum.writeUInt32BE( zlib.crc32( body ) );
	return Buffer.concat( [ size, body, sum ] );
}

it( 'a picture keeps its size and its colors, as a palette', () => {
	const head = Buffer.from( '00000002000000010802000000', 'hex' );
	const png = Buffer.concat( [
		Buffer.from( '89504e470d0a1a0a', 'hex' ),
		chunk( 'IHDR', head ),
		// Filter "sub": the second pixel is told by its difference from the first.
		chunk(
			'IDAT',
			zlib.deflateSync( Buffer.from( '01102030010101', 'hex' ) )
		),
		chunk( 'IEND', Buffer.alloc( 0 ) ),
	] );
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
