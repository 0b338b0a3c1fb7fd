import {
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	renameSync,
	writeSync,
} from 'node:fs';
import path from 'node:path';
import { plainText } from '../../shared/plain-text.ts';
import { StreamRedactor } from './log-redaction.ts';
import { OutputIndent } from './output-indent.ts';

const MAX_LOG_BYTES = 20 * 1024 * 1024;
/** How much of the last command's output is searched for the cause of a failure: its end, and the start of a build's. */
const TAIL_BYTES = 64 * 1024;
const HEAD_BYTES = 64 * 1024;
const MAX_LAST_LINE = 300;
const NEWLINE = 0x0a;
/** The start of a line that names a step. */
const HEADING = '==>';

export interface LogOptions {
	/** What happens at the size limit: a build's log ends there, an application's is rotated. */
	whenFull: 'end' | 'rotate';
	maxBytes?: number;
	/** Values that are masked in each line. */
	secrets?: readonly string[];
	/** Called after each addition. */
	onGrow?: () => void;
}

function shorten( line: string ): string {
	return line.length > MAX_LAST_LINE
		? `${ line.slice( 0, MAX_LAST_LINE ) }…`
		: line;
}

/** Returns the lines of an output that are not empty, without escape sequences. */
export function outputLines( output: Buffer ): string[] {
	return output
		.toString( 'utf8' )
		.split( '\n' )
		.map( ( line ) => plainText( line ).trimEnd() )
		.filter( ( line ) => line.trim() !== '' )
		.map( shorten );
}

/** Writes a log at once, so that a reader never waits and a crash loses nothing. */
export class LogFile {
	readonly #file: string;
	readonly #options: Required< LogOptions >;
	readonly #masker: StreamRedactor;
	readonly #margin = new OutputIndent();
	#descriptor = -1;
	#bytes = 0;
	#isFull = false;
	#isAtLineStart = true;
	#head: Buffer[] = [];
	#headBytes = 0;
	#tail: Buffer[] = [];
	#tailBytes = 0;
	#isTailCut = false;

	constructor( file: string, options: LogOptions ) {
		this.#file = file;
		this.#options = {
			maxBytes: MAX_LOG_BYTES,
			secrets: [],
			onGrow: () => {},
			...options,
		};
		this.#masker = new StreamRedactor( this.#options.secrets );
		this.#open();
	}

	#open(): void {
		try {
			mkdirSync( path.dirname( this.#file ), { recursive: true } );
			this.#descriptor = openSync( this.#file, 'a', 0o600 );
			this.#bytes = fstatSync( this.#descriptor ).size;
		} catch {
			// A full disk must not end the platform or an application. A write that needs the space reports the error.
			this.#descriptor = -1;
		}
	}

	/** The output since the last line of the platform, without escape sequences and without the middle of a long one. */
	get lines(): string[] {
		const tail = Buffer.concat( this.#tail );
		const isCut = this.#isTailCut || tail.length > TAIL_BYTES;
		return outputLines(
			Buffer.concat( [
				...this.#head,
				Buffer.from( isCut ? '\n' : '' ),
				tail.subarray( -TAIL_BYTES ),
			] )
		);
	}

	/** Adds output of a command. */
	append( chunk: Buffer | string ): void {
		this.#addOutput( this.#masker.push( Buffer.from( chunk ) ) );
	}

	/** Adds a line of the platform, even if the log is full. */
	writeLine( line: string ): void {
		this.#writeLine( line );
		// Further output is another command's, whose failure must not be explained by earlier output.
		this.#head = [];
		this.#headBytes = 0;
		this.#tail = [];
		this.#tailBytes = 0;
		this.#isTailCut = false;
	}

	/**
	 * Adds the heading that readers group a build's lines by.
	 *
	 * @param isSameCommand Whether the command of the previous step still runs, so that its output is kept for messages.
	 */
	begin( name: string, isSameCommand = false ): void {
		const heading = `${ HEADING } ${ name }`;
		if ( isSameCommand ) {
			this.#writeLine( heading );
		} else {
			this.writeLine( heading );
		}
	}

	/** Masks a text as the log is masked. */
	mask( text: string ): string {
		return this.#masker.maskAll( text );
	}

	#writeLine( line: string ): void {
		this.#endLine();
		this.#write( Buffer.from( `${ this.mask( line ) }\n` ) );
	}

	#addOutput( bytes: Buffer ): void {
		this.#remember( bytes );
		if ( this.#bytes + bytes.length > this.#options.maxBytes ) {
			this.#makeRoom();
		}
		if ( ! this.#isFull ) {
			this.#write( this.#margin.push( bytes ) );
		}
	}

	#remember( bytes: Buffer ): void {
		// The first error of a build counts. An application that has run for days prints nothing of interest at its start.
		const room =
			this.#options.whenFull === 'end' ? HEAD_BYTES - this.#headBytes : 0;
		const head = bytes.subarray( 0, room );
		if ( head.length > 0 ) {
			this.#head.push( head );
			this.#headBytes += head.length;
		}
		const tail = bytes.subarray( head.length );
		this.#tail.push( tail );
		this.#tailBytes += tail.length;
		// Seldom enough that a program which prints byte by byte does not keep the platform busy.
		if ( this.#tailBytes > 2 * TAIL_BYTES ) {
			this.#tail = [
				Buffer.concat( this.#tail ).subarray( -TAIL_BYTES ),
			];
			this.#tailBytes = TAIL_BYTES;
			this.#isTailCut = true;
		}
	}

	#addHeld(): void {
		this.#addOutput( this.#masker.flush() );
	}

	#endLine(): void {
		this.#addHeld();
		this.#margin.endLine();
		if ( ! this.#isAtLineStart ) {
			this.#write( Buffer.from( '\n' ) );
		}
	}

	#write( bytes: Buffer ): void {
		// The log may already be closed while the process still prints.
		if ( this.#descriptor < 0 || bytes.length === 0 ) {
			return;
		}
		try {
			writeSync( this.#descriptor, bytes );
		} catch {
			// As above.
			return;
		}
		this.#bytes += bytes.length;
		this.#isAtLineStart = bytes.at( -1 ) === NEWLINE;
		this.#options.onGrow();
	}

	#makeRoom(): void {
		if ( this.#isFull || this.#descriptor < 0 ) {
			return;
		}
		if ( this.#options.whenFull === 'end' ) {
			this.#write(
				Buffer.from(
					`${ this.#isAtLineStart ? '' : '\n' }The log is full. The rest of the output is omitted.\n`
				)
			);
			this.#isFull = true;
			return;
		}
		try {
			renameSync( this.#file, `${ this.#file }.1` );
		} catch {
			// If the old log cannot be moved, the log grows further.
			return;
		}
		closeSync( this.#descriptor );
		this.#open();
		this.#margin.endLine();
	}

	close(): void {
		if ( this.#descriptor >= 0 ) {
			this.#addHeld();
			closeSync( this.#descriptor );
			this.#descriptor = -1;
		}
	}
}
