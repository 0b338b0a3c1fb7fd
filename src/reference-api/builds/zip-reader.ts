/**
 * Reads a zip file: the list of its entries in large blocks, and its entries checked against their checksums.
 */
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { fromRandomAccessReader, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

const BLOCK_BYTES = 256 * 1024;
/** The end of the directory with the longest comment that it may carry. */
const MAX_TAIL_BYTES = 22 + 0xffff;
const END_OF_DIRECTORY = Buffer.from( 'PK\x05\x06', 'latin1' );
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
/** What the header before the content of an entry has beside its name, as a rule. */
const USUAL_EXTRA_BYTES = 64;
const DEFLATED = 8;
/** Entries up to this size are read, unpacked and checked at once, which takes a tenth of the time of streams. */
const MAX_SMALL_BYTES = 256 * 1024;

const WRONG_CHECKSUM = 'its checksum is wrong';

async function readAt(
	handle: FileHandle,
	length: number,
	position: number
): Promise< Buffer > {
	const buffer = Buffer.allocUnsafe( length );
	const { bytesRead } = await handle.read( buffer, 0, length, position );
	return buffer.subarray( 0, bytesRead );
}

async function isDirectoryAt(
	handle: FileHandle,
	position: number
): Promise< boolean > {
	const start =
		position < 0 ? Buffer.alloc( 0 ) : await readAt( handle, 4, position );
	return start.length === 4 && start.readUInt32LE( 0 ) === DIRECTORY_ENTRY;
}

/**
 * Finds out how many bytes stand before the archive: all of its positions count from its own beginning. Other programs
 * unpack such files, for example those that unpack themselves.
 *
 * @param handle The file.
 * @param size   Its size.
 */
async function bytesBefore(
	handle: FileHandle,
	size: number
): Promise< number > {
	const tailStart = Math.max( 0, size - MAX_TAIL_BYTES );
	const tail = await readAt( handle, size - tailStart, tailStart );
	const end = tail.lastIndexOf( END_OF_DIRECTORY );
	if ( end < 0 || end + 22 > tail.length ) {
		return 0;
	}
	const stated = tail.readUInt32LE( end + 16 );
	const actual = tailStart + end - tail.readUInt32LE( end + 12 );
	const isShifted =
		actual > stated &&
		! ( await isDirectoryAt( handle, stated ) ) &&
		( await isDirectoryAt( handle, actual ) );
	return isShifted ? actual - stated : 0;
}

/** Reads a part of a file in blocks: a list of many thousand entries is read by a few bytes at a time. */
class BlockReader extends RandomAccessReader {
	readonly #handle: FileHandle;
	readonly #before: number;
	#block: Buffer = Buffer.alloc( 0 );
	#start = 0;

	constructor( handle: FileHandle, before: number ) {
		super();
		this.#handle = handle;
		this.#before = before;
	}

	async #read( length: number, position: number ): Promise< Buffer > {
		const at = position - this.#start;
		if ( at < 0 || at + length > this.#block.length ) {
			this.#block = await readAt(
				this.#handle,
				Math.max( length, BLOCK_BYTES ),
				position + this.#before
			);
			this.#start = position;
		}
		const from = position - this.#start;
		return this.#block.subarray( from, from + length );
	}

	override read(
		buffer: Buffer,
		offset: number,
		length: number,
		position: number,
		callback: ( error: Error | null ) => void
	): void {
		this.#read( length, position ).then( ( found ) => {
			found.copy( buffer, offset );
			callback(
				found.length < length ? new Error( 'it is cut off' ) : null
			);
		}, callback );
	}

	override _readStreamForRange( start: number, end: number ): Readable {
		return this.#handle.createReadStream( {
			start: start + this.#before,
			end: end + this.#before - 1,
			autoClose: false,
		} );
	}

	override close( callback: ( error: Error | null ) => void ): void {
		this.#handle.close().then( () => callback( null ), callback );
	}
}

/** An opened zip file. */
export class ZipReader {
	readonly zip: ZipFile;
	readonly #handle: FileHandle;
	readonly #before: number;

	constructor( zip: ZipFile, handle: FileHandle, before: number ) {
		this.zip = zip;
		this.#handle = handle;
		this.#before = before;
	}

	close(): void {
		this.zip.close();
	}

	/**
	 * Reads what an entry holds, if it is small.
	 *
	 * @param entry The entry.
	 * @return Null when it is large: stream it.
	 * @throws Error when it is damaged.
	 */
	async readSmall( entry: Entry ): Promise< Buffer | null > {
		const { compressedSize, uncompressedSize, compressionMethod } = entry;
		if ( Math.max( compressedSize, uncompressedSize ) > MAX_SMALL_BYTES ) {
			return null;
		}
		const packed = await this.#packed( entry );
		if ( compressionMethod !== DEFLATED ) {
			return checked( packed, entry );
		}
		return checked(
			inflateRawSync( packed, {
				// One byte more than there should be, so that a wrong size is seen.
				maxOutputLength: uncompressedSize + 1,
				chunkSize: Math.max( 64, uncompressedSize + 1 ),
			} ),
			entry
		);
	}

	async #packed( entry: Entry ): Promise< Buffer > {
		const position = this.#before + entry.relativeOffsetOfLocalHeader;
		const guess =
			LOCAL_HEADER_BYTES + entry.fileNameLength + USUAL_EXTRA_BYTES;
		const size = entry.compressedSize;
		const found = await readAt( this.#handle, guess + size, position );
		if (
			found.length < LOCAL_HEADER_BYTES ||
			found.readUInt32LE( 0 ) !== LOCAL_HEADER
		) {
			throw new Error( 'the zip has no such entry where it says' );
		}
		const start =
			LOCAL_HEADER_BYTES +
			found.readUInt16LE( 26 ) +
			found.readUInt16LE( 28 );
		return start + size <= found.length
			? found.subarray( start, start + size )
			: readAt( this.#handle, size, position + start );
	}

	/**
	 * Streams what an entry holds.
	 *
	 * @param entry The entry.
	 */
	stream( entry: Entry ): Promise< Readable > {
		return new Promise( ( resolve, reject ) => {
			this.zip.openReadStream( entry, ( error, stream ) =>
				error ? reject( error ) : resolve( stream )
			);
		} );
	}
}

function checked( content: Buffer, entry: Entry ): Buffer {
	if ( content.length !== entry.uncompressedSize ) {
		throw new Error(
			`it does not unpack to the ${ entry.uncompressedSize } bytes that the zip states`
		);
	}
	if ( crc32( content ) !== entry.crc32 ) {
		throw new Error( WRONG_CHECKSUM );
	}
	return content;
}

/**
 * Passes on what a stream brings, and fails at its end when the checksum is not the entry's.
 *
 * @param entry   The entry.
 * @param onChunk Told of the bytes of each chunk; what it throws ends the stream.
 */
export function checkedStream(
	entry: Entry,
	onChunk: ( bytes: number ) => void
): Transform {
	let sum = 0;
	return new Transform( {
		transform( chunk: Buffer, _encoding, done ) {
			sum = crc32( chunk, sum );
			try {
				onChunk( chunk.length );
				done( null, chunk );
			} catch ( error ) {
				done( error as Error );
			}
		},
		flush( done ) {
			done( sum === entry.crc32 ? null : new Error( WRONG_CHECKSUM ) );
		},
	} );
}

/**
 * Opens a zip file.
 *
 * @param file The file.
 * @throws Error when it is no zip file, or cannot be read.
 */
export async function openZip( file: string ): Promise< ZipReader > {
	const handle = await open( file, 'r' );
	try {
		const { size } = await handle.stat();
		const before = await bytesBefore( handle, size );
		const reader = new BlockReader( handle, before );
		const zip = await new Promise< ZipFile >( ( resolve, reject ) => {
			fromRandomAccessReader(
				reader,
				size - before,
				{ lazyEntries: true, autoClose: false },
				( error, opened ) =>
					error ? reject( error ) : resolve( opened )
			);
		} );
		return new ZipReader( zip, handle, before );
	} catch ( error ) {
		await handle.close();
		throw error;
	}
}
