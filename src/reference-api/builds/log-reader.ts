import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { systemCode } from '../lib/errors.ts';

const READ_BYTES = 256 * 1024;
/** First bytes of UTF-8 sequences of two, three and four bytes. */
const SEQUENCE_STARTS = [ 0xc0, 0xe0, 0xf0 ];

export interface LogChunk {
	/** Ends at a whole character. */
	text: string;
	/** Where the next piece begins, in bytes. */
	nextOffset: number;
}

/**
 * Counts the bytes up to the last whole UTF-8 character.
 *
 * @param length How many bytes of it count.
 */
function wholeBytes( buffer: Buffer, length: number ): number {
	for ( let offset = 1; offset <= Math.min( 3, length ); offset++ ) {
		const byte = buffer[ length - offset ] ?? 0;
		if ( byte >= 0xc0 ) {
			const needed =
				SEQUENCE_STARTS.filter( ( start ) => byte >= start ).length + 1;
			return offset < needed ? length - offset : length;
		}
	}
	return length;
}

async function read(
	file: string,
	startOf: ( size: number ) => number
): Promise< LogChunk > {
	let handle: FileHandle | undefined;
	try {
		handle = await open( file, 'r' );
		const offset = startOf( ( await handle.stat() ).size );
		const buffer = Buffer.alloc( READ_BYTES );
		const { bytesRead } = await handle.read(
			buffer,
			0,
			READ_BYTES,
			offset
		);
		const whole = wholeBytes( buffer, bytesRead );
		return {
			text: buffer.subarray( 0, whole ).toString( 'utf8' ),
			nextOffset: offset + whole,
		};
	} catch ( error ) {
		if ( systemCode( error ) === 'ENOENT' ) {
			return { text: '', nextOffset: startOf( Infinity ) };
		}
		throw error;
	} finally {
		await handle?.close();
	}
}

/**
 * @param file   The log file; one that is not there yet is empty.
 * @param offset Where to begin, in bytes.
 */
export function readLog( file: string, offset: number ): Promise< LogChunk > {
	return read( file, () => offset );
}

/**
 * Reads a part of a log that is rotated when it is full. An offset beyond the end reads from the start.
 *
 * @param file   The log file; one that is not there yet is empty.
 * @param offset Where to begin, in bytes.
 */
export function readRotatingLog(
	file: string,
	offset: number
): Promise< LogChunk > {
	return read( file, ( size ) => ( offset > size ? 0 : offset ) );
}
