/**
 * The append-only log of a build or of a running application.
 */
import {
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	renameSync,
	writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../errors.ts';
import { plainText } from '../plain-text.ts';

const MAX_LOG_BYTES = 20 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
const MAX_LAST_LINE = 300;
/** First bytes of UTF-8 sequences of two, three and four bytes. */
const SEQUENCE_STARTS = [ 0xc0, 0xe0, 0xf0 ];

export interface LogOptions {
	/** What happens at the size limit: a build's log ends there, an application's begins anew. */
	whenFull: 'end' | 'rotate';
	maxBytes?: number;
}

/**
 * Finds the last line with words in it.
 *
 * @param text What was printed.
 */
function lastWordsIn( text: string ): string {
	const line = text
		.split( '\n' )
		.findLast( ( one ) => plainText( one ).trim() !== '' );
	return plainText( line ?? '' )
		.trim()
		.slice( 0, MAX_LAST_LINE );
}

/** Writes a log at once, so that a reader never waits and a crash loses nothing. */
export class LogFile {
	readonly #file: string;
	readonly #options: Required< LogOptions >;
	#descriptor: number;
	#bytes: number;
	#isFull = false;
	#lastLine = '';

	constructor( file: string, options: LogOptions ) {
		this.#file = file;
		this.#options = { maxBytes: MAX_LOG_BYTES, ...options };
		mkdirSync( path.dirname( file ), { recursive: true } );
		this.#descriptor = openSync( file, 'a', 0o600 );
		this.#bytes = fstatSync( this.#descriptor ).size;
	}

	/** The last line with words in it, for the message of a failure. */
	get lastLine(): string {
		return this.#lastLine;
	}

	/**
	 * Adds what a command printed.
	 *
	 * @param chunk What it printed.
	 */
	append( chunk: Buffer | string ): void {
		const bytes = Buffer.from( chunk );
		if ( this.#bytes + bytes.length > this.#options.maxBytes ) {
			this.#makeRoom();
		}
		if ( this.#isFull ) {
			return;
		}
		this.#lastLine =
			lastWordsIn( bytes.toString( 'utf8' ) ) || this.#lastLine;
		this.#write( bytes );
	}

	/**
	 * Adds a line of the platform's own.
	 *
	 * @param line The line.
	 */
	say( line: string ): void {
		this.append( `==> ${ line }\n` );
		// What comes now is another step's; its failure must not be explained by words of the one before.
		this.#lastLine = '';
	}

	#write( bytes: Buffer ): void {
		// Closed means that the process behind prints its last words after its log was given up.
		if ( this.#descriptor >= 0 ) {
			writeSync( this.#descriptor, bytes );
			this.#bytes += bytes.length;
		}
	}

	#makeRoom(): void {
		if ( this.#isFull || this.#descriptor < 0 ) {
			return;
		}
		if ( this.#options.whenFull === 'end' ) {
			this.#write(
				Buffer.from( '\n==> The log is full; the rest is left out.\n' )
			);
			this.#isFull = true;
			return;
		}
		closeSync( this.#descriptor );
		renameSync( this.#file, `${ this.#file }.1` );
		this.#descriptor = openSync( this.#file, 'a', 0o600 );
		this.#bytes = 0;
	}

	/** Ends the log. */
	close(): void {
		if ( this.#descriptor >= 0 ) {
			closeSync( this.#descriptor );
			this.#descriptor = -1;
		}
	}
}

/**
 * Says what was printed last, for the message of a failure.
 *
 * @param log The log.
 */
export function lastWords( log: LogFile ): string {
	return log.lastLine
		? `It last said: “${ log.lastLine }”.`
		: 'It said nothing.';
}

/**
 * Reads a piece of a log.
 *
 * @param file   The log file; one that is not there yet is empty.
 * @param offset Where to begin, in bytes.
 * @return The text, which ends at a whole character, and the offset of what comes next.
 */
export async function readLog(
	file: string,
	offset: number
): Promise< { text: string; nextOffset: number } > {
	let handle: FileHandle | undefined;
	try {
		handle = await open( file, 'r' );
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
			return { text: '', nextOffset: offset };
		}
		throw error;
	} finally {
		await handle?.close();
	}
}

/**
 * Counts the bytes up to the last whole UTF-8 character.
 *
 * @param buffer What was read.
 * @param length How many bytes of it count.
 */
function wholeBytes( buffer: Buffer, length: number ): number {
	for ( let back = 1; back <= Math.min( 3, length ); back++ ) {
		const byte = buffer[ length - back ] ?? 0;
		if ( byte >= 0xc0 ) {
			const needed =
				SEQUENCE_STARTS.filter( ( start ) => byte >= start ).length + 1;
			return back < needed ? length - back : length;
		}
	}
	return length;
}
