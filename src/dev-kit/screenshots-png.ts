/**
 * Makes a screenshot a third of its size: a palette of 256 colors in place of all of them. A screen has few, and what
 * is lost are shades at the edges of letters.
 */
import zlib from 'node:zlib';

const SIGNATURE = Buffer.from( '89504e470d0a1a0a', 'hex' );
const COLORS = 256;

/** Colors that are no farther from each other count as one: the sum of three squares. */
const ALIKE = 48;

/**
 * Reduces a picture; one that is not as a browser writes it stays as it is.
 *
 * @param png Its file, with 8 bits for each of three or four channels.
 */
export function smallPng( png: Buffer ): Buffer {
	const header = png.subarray( 16, 29 );
	const [ width, height ] = [
		header.readUInt32BE( 0 ),
		header.readUInt32BE( 4 ),
	];
	const channels = { 2: 3, 6: 4 }[ header[ 9 ] ?? 0 ];
	if ( header[ 8 ] !== 8 || header[ 12 ] !== 0 || ! channels ) {
		return png;
	}
	const colors = colorsOf(
		pixels( png, width * channels, height, channels ),
		channels
	);
	const palette = paletteOf( colors );
	const indexOf = nearest( palette );
	const rows = Buffer.alloc( ( width + 1 ) * height );
	for ( let at = 0; at < colors.length; at++ ) {
		const row = Math.floor( at / width );
		rows[ row * ( width + 1 ) + 1 + ( at % width ) ] = indexOf(
			colors[ at ] ?? 0
		);
	}
	const head = Buffer.from( header );
	head[ 9 ] = 3;
	return Buffer.concat( [
		SIGNATURE,
		chunk( 'IHDR', head ),
		chunk( 'PLTE', Buffer.from( palette.flatMap( channelsOf ) ) ),
		chunk( 'IDAT', zlib.deflateSync( rows, { level: 9 } ) ),
		chunk( 'IEND', Buffer.alloc( 0 ) ),
	] );
}

function channelsOf( color: number ): number[] {
	return [ 65536, 256, 1 ].map(
		( place ) => Math.floor( color / place ) % 256
	);
}

function chunk( type: string, data: Buffer ): Buffer {
	const body = Buffer.concat( [ Buffer.from( type, 'latin1' ), data ] );
	const size = Buffer.alloc( 4 );
	size.writeUInt32BE( data.length );
	const sum = Buffer.alloc( 4 );
	sum.writeUInt32BE( zlib.crc32( body ) );
	return Buffer.concat( [ size, body, sum ] );
}

function pixels(
	png: Buffer,
	stride: number,
	height: number,
	step: number
): Buffer {
	const parts: Buffer[] = [];
	for ( let at = 8; at < png.length; at += png.readUInt32BE( at ) + 12 ) {
		if ( png.toString( 'latin1', at + 4, at + 8 ) === 'IDAT' ) {
			parts.push(
				png.subarray( at + 8, at + 8 + png.readUInt32BE( at ) )
			);
		}
	}
	const data = zlib.inflateSync( Buffer.concat( parts ) );
	const out = Buffer.alloc( stride * height );
	for ( let row = 0; row < height; row++ ) {
		const filter = data[ row * ( stride + 1 ) ] ?? 0;
		for ( let at = 0; at < stride; at++ ) {
			const here = row * stride + at;
			const left = at < step ? 0 : ( out[ here - step ] ?? 0 );
			const up = row === 0 ? 0 : ( out[ here - stride ] ?? 0 );
			const corner =
				row === 0 || at < step
					? 0
					: ( out[ here - stride - step ] ?? 0 );
			const guess =
				[
					0,
					left,
					up,
					Math.floor( ( left + up ) / 2 ),
					paeth( left, up, corner ),
				][ filter ] ?? 0;
			out[ here ] = ( data[ here + row + 1 ] ?? 0 ) + guess;
		}
	}
	return out;
}

function paeth( left: number, up: number, corner: number ): number {
	const guess = left + up - corner;
	const byLeft = Math.abs( guess - left );
	const byUp = Math.abs( guess - up );
	const byCorner = Math.abs( guess - corner );
	if ( byLeft <= byUp && byLeft <= byCorner ) {
		return left;
	}
	return byUp <= byCorner ? up : corner;
}

function colorsOf( data: Buffer, channels: number ): Uint32Array {
	return Uint32Array.from( { length: data.length / channels }, ( _, index ) =>
		data.readUIntBE( index * channels, 3 )
	);
}

/**
 * Chooses the palette: all colors, or where they are too many those that are used most, but none that looks like a
 * chosen one, so that the few green points of a sign are not crowded out by shades of grey.
 */
function paletteOf( colors: Uint32Array ): number[] {
	const uses = new Map< number, number >();
	for ( const color of colors ) {
		uses.set( color, ( uses.get( color ) ?? 0 ) + 1 );
	}
	if ( uses.size <= COLORS ) {
		return [ ...uses.keys() ];
	}
	const chosen: number[] = [];
	const byUse = [ ...uses ].sort( ( [ , one ], [ , other ] ) => other - one );
	for ( const [ color ] of byUse ) {
		if (
			chosen.every( ( other ) => distance( color, other ) > ALIKE ) &&
			chosen.push( color ) === COLORS
		) {
			break;
		}
	}
	return chosen;
}

function nearest( palette: readonly number[] ): ( color: number ) => number {
	const known = new Map(
		palette.map( ( color, index ) => [ color, index ] )
	);
	return ( color ) => {
		let best = known.get( color );
		if ( best === undefined ) {
			const distances = palette.map( ( other ) =>
				distance( color, other )
			);
			best = distances.indexOf( Math.min( ...distances ) );
			known.set( color, best );
		}
		return best;
	};
}

function distance( one: number, other: number ): number {
	const wanted = channelsOf( one );
	return channelsOf( other ).reduce(
		( sum, channel, at ) => sum + ( channel - ( wanted[ at ] ?? 0 ) ) ** 2,
		0
	);
}
