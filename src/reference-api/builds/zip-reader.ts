/** Reads a zip file: the list of its entries in large blocks, and its entries checked against their checksums. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ZlibOptions } from 'node:zlib';
import { fromRandomAccessReader, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

const BLOCK_BYTES = 256 * 1024;
const END_BYTES = 22;
/** At the end of the end of the directory. */
const COMMENT_LENGTH_BYTES = 2;
const ZIP64_LOCATOR_BYTES = 20;
/** The end of the directory with the longest comment that it may carry, or as many bytes after the archive. */
const MAX_TAIL_BYTES = ZIP64_LOCATOR_BYTES + END_BYTES + 0xffff;
/** A zip may contain the signature in its comment or after its end. At most so many places are looked up in the file. */
const MAX_END_CANDIDATES = 100;
const END_OF_DIRECTORY = Buffer.from( 'PK\x05\x06', 'latin1' );
const ZIP64_LOCATOR = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
/** The typical size of the header before the content of an entry, without the name. */
const TYPICAL_EXTRA_BYTES = 64;
const DEFLATED = 8;
/** Entries up to this size are read, unpacked and checked at once, which takes a tenth of the time of streams. */
const MAX_SMALL_BYTES = 256 * 1024;
/** Holds a small entry with its header, or a part of a large one. */
const ENTRY_BUFFER_BYTES = MAX_SMALL_BYTES + 64 * 1024;
const INFLATED_BYTES = 64 * 1024;

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

interface Bounds {
	/** The number of bytes before the archive, because its positions count from its own start. */
	prefixBytes: number;
	/** The position after the archive, without its comment. */
	end: number;
}

/**
 * Reads where an archive begins and ends from the end of its directory.
 *
 * @return Null if there is no directory before it.
 */
async function boundsOf(
	handle: FileHandle,
	tail: Buffer,
	tailStart: number,
	at: number
): Promise< Bounds | null > {
	const bounds = { prefixBytes: 0, end: tailStart + at + END_BYTES };
	const locator = at - ZIP64_LOCATOR_BYTES;
	if ( locator >= 0 && tail.readUInt32LE( locator ) === ZIP64_LOCATOR ) {
		return bounds;
	}
	const directoryBytes = tail.readUInt32LE( at + 12 );
	const stated = tail.readUInt32LE( at + 16 );
	const actual = tailStart + at - directoryBytes;
	if ( directoryBytes === 0 || ( await isDirectoryAt( handle, stated ) ) ) {
		return bounds;
	}
	return actual > stated && ( await isDirectoryAt( handle, actual ) )
		? { ...bounds, prefixBytes: actual - stated }
		: null;
}

/**
 * Finds the places in the tail of a file where the directory of an archive may end, the most probable first. A comment
 * can contain the signature, so a comment that ends with the file counts more than a place closer to the end.
 */
function findEnds( tail: Buffer ): number[] {
	const atEnd: number[] = [];
	const others: number[] = [];
	let at = tail.length - END_BYTES;
	while (
		at >= 0 &&
		( at = tail.lastIndexOf( END_OF_DIRECTORY, at ) ) >= 0
	) {
		const end = at + END_BYTES + tail.readUInt16LE( at + 20 );
		if ( end === tail.length ) {
			atEnd.push( at );
		} else if ( end < tail.length ) {
			others.push( at );
		}
		at--;
	}
	return [ ...atEnd, ...others ].slice( 0, MAX_END_CANDIDATES );
}

/**
 * Finds the archive in a file. Other programs accept bytes before it (self-extracting archives) and after it (signatures,
 * padding, line ends of a transfer) too.
 *
 * @return The whole file if it contains no archive.
 */
async function findArchive(
	handle: FileHandle,
	size: number
): Promise< Bounds > {
	const tailStart = Math.max( 0, size - MAX_TAIL_BYTES );
	const tail = await readAt( handle, size - tailStart, tailStart );
	for ( const at of findEnds( tail ) ) {
		const bounds = await boundsOf( handle, tail, tailStart, at );
		if ( bounds ) {
			return bounds;
		}
	}
	return { prefixBytes: 0, end: size };
}

/**
 * Reads an archive in blocks: a list of many thousand entries is read by a few bytes at a time. The archive has no
 * comment for its reader: yauzl refuses one that contains the signature.
 */
class BlockReader extends RandomAccessReader {
	/** The number of bytes of the archive without its comment, the last two being the length of the comment. */
	readonly bytes: number;
	readonly #handle: FileHandle;
	readonly #prefixBytes: number;
	#block: Buffer = Buffer.alloc( 0 );
	#start = 0;

	constructor( handle: FileHandle, { prefixBytes, end }: Bounds ) {
		super();
		this.#handle = handle;
		this.#prefixBytes = prefixBytes;
		this.bytes = end - prefixBytes;
	}

	async #read( length: number, position: number ): Promise< Buffer > {
		const at = position - this.#start;
		if ( at < 0 || at + length > this.#block.length ) {
			this.#block = await readAt(
				this.#handle,
				Math.max( length, BLOCK_BYTES ),
				position + this.#prefixBytes
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
			const comment = this.bytes - COMMENT_LENGTH_BYTES - position;
			if ( comment < length ) {
				buffer.fill(
					0,
					offset + Math.max( 0, comment ),
					offset + length
				);
			}
			callback(
				found.length < length ? new Error( 'it is cut off' ) : null
			);
		}, callback );
	}

	override close( callback: ( error: Error | null ) => void ): void {
		this.#handle.close().then( () => callback( null ), callback );
	}
}

/**
 * Checks the content of an entry: its size while it is read, its checksum at the end.
 *
 * @return Takes each part of the content, and null at the end.
 */
function makeCheck( entry: Entry ): ( part: Buffer | null ) => void {
	let sum = 0;
	let bytes = 0;
	return ( part ) => {
		if ( part ) {
			sum = crc32( part, sum );
			bytes += part.length;
		}
		const isWrong = part
			? bytes > entry.uncompressedSize
			: bytes !== entry.uncompressedSize;
		if ( isWrong ) {
			throw new Error(
				`it does not unpack to the ${ entry.uncompressedSize } bytes that the zip states`
			);
		}
		if ( ! part && sum !== entry.crc32 ) {
			throw new Error( 'its checksum is wrong' );
		}
	};
}

/** Reads entries one after the other, through one buffer that it uses again for each. */
export class EntryReader {
	readonly #handle: FileHandle;
	readonly #prefixBytes: number;
	readonly #buffer = Buffer.allocUnsafeSlow( ENTRY_BUFFER_BYTES );

	/** @param prefixBytes The number of bytes before the archive. */
	constructor( handle: FileHandle, prefixBytes: number ) {
		this.#handle = handle;
		this.#prefixBytes = prefixBytes;
	}

	async #read( length: number, position: number ): Promise< Buffer > {
		const wanted = Math.min( length, this.#buffer.length );
		const { bytesRead } = await this.#handle.read(
			this.#buffer,
			0,
			wanted,
			position
		);
		return this.#buffer.subarray( 0, bytesRead );
	}

	/**
	 * Reads the header before the content of an entry, and some of the content.
	 *
	 * @return What was read, and where in it and in the file the content begins.
	 */
	async #open( entry: Entry, length: number ) {
		const position = this.#prefixBytes + entry.relativeOffsetOfLocalHeader;
		const found = await this.#read( length, position );
		if (
			found.length < LOCAL_HEADER_BYTES ||
			found.readUInt32LE( 0 ) !== LOCAL_HEADER
		) {
			throw new Error( 'the zip’s directory points to a missing entry' );
		}
		const header =
			LOCAL_HEADER_BYTES +
			found.readUInt16LE( 26 ) +
			found.readUInt16LE( 28 );
		return { found, header, start: position + header };
	}

	/**
	 * Reads the content of an entry, if it is small.
	 *
	 * @return Valid until the next entry is read; null if the entry is large.
	 * @throws Error when it is damaged.
	 */
	async readSmall( entry: Entry ): Promise< Buffer | null > {
		const { compressedSize, uncompressedSize, compressionMethod } = entry;
		if ( Math.max( compressedSize, uncompressedSize ) > MAX_SMALL_BYTES ) {
			return null;
		}
		const expectedHeaderBytes =
			LOCAL_HEADER_BYTES + entry.fileNameLength + TYPICAL_EXTRA_BYTES;
		const opened = await this.#open(
			entry,
			expectedHeaderBytes + compressedSize
		);
		const end = opened.header + compressedSize;
		const packed =
			end <= opened.found.length
				? opened.found.subarray( opened.header, end )
				: await this.#read( compressedSize, opened.start );
		const content =
			compressionMethod === DEFLATED
				? inflateRawSync( packed, {
						// One byte more than there should be, so that a wrong size is seen.
						maxOutputLength: uncompressedSize + 1,
						chunkSize: Math.max( 64, uncompressedSize + 1 ),
					} )
				: packed;
		const check = makeCheck( entry );
		check( content );
		check( null );
		return content;
	}

	/**
	 * Reads the compressed bytes of an entry.
	 *
	 * @yield Chunks. Each is valid until the next one is read.
	 */
	async *#readCompressed( entry: Entry ): AsyncGenerator< Buffer > {
		const { start } = await this.#open( entry, LOCAL_HEADER_BYTES );
		for ( let at = 0; at < entry.compressedSize; ) {
			const remainingBytes = entry.compressedSize - at;
			const part = await this.#read( remainingBytes, start + at );
			if ( part.length === 0 ) {
				throw new Error( 'it is cut off' );
			}
			at += part.length;
			yield part;
		}
	}

	/**
	 * Reads the content of an entry in parts.
	 *
	 * @param onPart Receives each part, which is valid until the returned promise resolves. Its errors end the reading.
	 * @throws Error when the entry is damaged.
	 */
	async readLarge(
		entry: Entry,
		onPart: ( part: Buffer ) => Promise< void >
	): Promise< void > {
		const check = makeCheck( entry );
		const readParts = async ( parts: AsyncIterable< Buffer > ) => {
			for await ( const part of parts ) {
				check( part );
				await onPart( part );
			}
			check( null );
		};
		const compressed = this.#readCompressed( entry );
		if ( entry.compressionMethod !== DEFLATED ) {
			return readParts( compressed );
		}
		const inflate = createInflateRaw( {
			chunkSize: INFLATED_BYTES,
			// The buffer is filled again only when all that it held was inflated.
			writableHighWaterMark: 1,
		} as ZlibOptions );
		return pipeline( compressed, inflate, readParts );
	}
}

/** An opened zip file. */
export class ZipReader {
	readonly zip: ZipFile;
	readonly #handle: FileHandle;
	readonly #prefixBytes: number;

	constructor( zip: ZipFile, handle: FileHandle, prefixBytes: number ) {
		this.zip = zip;
		this.#handle = handle;
		this.#prefixBytes = prefixBytes;
	}

	/** Creates a reader of its entries; several may read at the same time. */
	entryReader(): EntryReader {
		return new EntryReader( this.#handle, this.#prefixBytes );
	}

	close(): void {
		this.zip.close();
	}
}

/** @throws Error when it is not a zip file, or cannot be read. */
export async function openZip( file: string ): Promise< ZipReader > {
	const handle = await open( file, 'r' );
	try {
		const { size } = await handle.stat();
		const bounds = await findArchive( handle, size );
		const reader = new BlockReader( handle, bounds );
		const zip = await new Promise< ZipFile >( ( resolve, reject ) => {
			fromRandomAccessReader(
				reader,
				reader.bytes,
				{
					lazyEntries: true,
					autoClose: false,
					// Its own decoding ignores names in UTF-8 that are not marked as such.
					decodeStrings: false,
				},
				( error, opened ) =>
					error ? reject( error ) : resolve( opened )
			);
		} );
		return new ZipReader( zip, handle, bounds.prefixBytes );
	} catch ( error ) {
		await handle.close();
		throw error;
	}
}
