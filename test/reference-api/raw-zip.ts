/** Writes zips byte by byte, lies included; what no library would write. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface RawEntry {
	name: string | Buffer;
	content?: string | Buffer;
	deflate?: boolean;
	/** Unix mode with the type of the file; a regular file otherwise. */
	mode?: number;
	/** General purpose flags; bit 0 = encrypted, bit 11 = UTF-8. */
	flags?: number;
	method?: number;
	/** What the directory states instead of the truth. */
	packedSize?: number;
	size?: number;
	crc?: number;
	/** Points at the data of the nth entry instead of its own. */
	dataOf?: number;
	extra?: Buffer;
	comment?: Buffer;
	/** The system of "version made by": 0 = MS-DOS, 3 = Unix (if absent), 19 = macOS. */
	madeOn?: number;
}

export interface RawZip {
	/** What the end of the directory states instead of the truth. */
	entryCount?: number;
	comment?: Buffer;
}

interface Place {
	entry: RawEntry;
	name: Buffer;
	content: Buffer;
	crc: number;
	packed: Buffer;
	offset: number;
}

const REGULAR_FILE = 0o100644;
const UTF8 = 0x800;

function localHeader( { entry, name, content, crc, packed }: Place ): Buffer {
	const header = Buffer.alloc( 30 );
	header.writeUInt32LE( 0x04034b50, 0 );
	header.writeUInt16LE( 20, 4 );
	header.writeUInt16LE( entry.flags ?? UTF8, 6 );
	header.writeUInt16LE( entry.method ?? ( entry.deflate ? 8 : 0 ), 8 );
	header.writeUInt32LE( entry.crc ?? crc, 14 );
	header.writeUInt32LE( entry.packedSize ?? packed.length, 18 );
	header.writeUInt32LE( entry.size ?? content.length, 22 );
	header.writeUInt16LE( name.length, 26 );
	return header;
}

function centralHeader( place: Place ): Buffer {
	const { entry, name, content, crc, packed, offset } = place;
	const header = Buffer.alloc( 46 );
	header.writeUInt32LE( 0x02014b50, 0 );
	// Made by version 2.0, on Unix.
	header.writeUInt8( 20, 4 );
	header.writeUInt8( entry.madeOn ?? 3, 5 );
	header.writeUInt16LE( 20, 6 );
	header.writeUInt16LE( entry.flags ?? UTF8, 8 );
	header.writeUInt16LE( entry.method ?? ( entry.deflate ? 8 : 0 ), 10 );
	header.writeUInt32LE( entry.crc ?? crc, 16 );
	header.writeUInt32LE( entry.packedSize ?? packed.length, 20 );
	header.writeUInt32LE( entry.size ?? content.length, 24 );
	header.writeUInt16LE( name.length, 28 );
	header.writeUInt16LE( entry.extra?.length ?? 0, 30 );
	header.writeUInt16LE( entry.comment?.length ?? 0, 32 );
	header.writeUInt16LE( entry.mode ?? REGULAR_FILE, 40 );
	header.writeUInt32LE( offset, 42 );
	return Buffer.concat( [
		header,
		name,
		entry.extra ?? Buffer.alloc( 0 ),
		entry.comment ?? Buffer.alloc( 0 ),
	] );
}

/**
 * Writes a zip.
 *
 * @param zip What its end says.
 */
export function rawZip(
	entries: readonly RawEntry[],
	zip: RawZip = {}
): Buffer {
	const parts: Buffer[] = [];
	const places: Place[] = [];
	let offset = 0;
	for ( const entry of entries ) {
		const content = Buffer.from( entry.content ?? '' );
		const packed = entry.deflate
			? deflateRawSync( content, { level: 1 } )
			: content;
		const own = { content, crc: crc32( content ), packed, offset };
		const other =
			entry.dataOf === undefined ? undefined : places[ entry.dataOf ];
		const place = {
			...( other ?? own ),
			entry,
			name: Buffer.from( entry.name ),
		};
		places.push( place );
		if ( ! other ) {
			const local = [ localHeader( place ), place.name, packed ];
			parts.push( ...local );
			offset += local.reduce( ( sum, { length } ) => sum + length, 0 );
		}
	}
	const directory = Buffer.concat( places.map( centralHeader ) );
	const end = Buffer.alloc( 22 );
	const count = zip.entryCount ?? entries.length;
	end.writeUInt32LE( 0x06054b50, 0 );
	end.writeUInt16LE( count, 8 );
	end.writeUInt16LE( count, 10 );
	end.writeUInt32LE( directory.length, 12 );
	end.writeUInt32LE( offset, 16 );
	end.writeUInt16LE( zip.comment?.length ?? 0, 20 );
	return Buffer.concat( [
		...parts,
		directory,
		end,
		zip.comment ?? Buffer.alloc( 0 ),
	] );
}

/**
 * Writes the extra field 0x7075 of Info-ZIP, which gives the name of an entry in UTF-8.
 *
 * @param other The name whose checksum the field has.
 */
export function unicodePath( other: string | Buffer, name: string ): Buffer {
	const path = Buffer.from( name );
	const header = Buffer.alloc( 9 );
	header.writeUInt16LE( 0x7075, 0 );
	header.writeUInt16LE( 5 + path.length, 2 );
	header.writeUInt8( 1, 4 );
	header.writeUInt32LE( crc32( Buffer.from( other ) ), 5 );
	return Buffer.concat( [ header, path ] );
}
