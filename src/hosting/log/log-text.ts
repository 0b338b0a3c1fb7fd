import { plainText } from '../../shared/plain-text.ts';

export interface LogLine {
	text: string;
	/** Null for a heading, which names a step of the build. */
	number: number | null;
	tone: 'heading' | 'error' | 'warning' | 'command' | 'plain';
}

/** How many lines are shown or hidden together. */
const BLOCK_LINES = 100;

/** A longer line is shown in pieces, before its end was written. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** Above this size, the oldest lines are dropped. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

const ERROR =
	/^\s*(?:npm )?(?:err(?:or)?|ERR)[!: ]|\bERR!|^\s*\w*Error: |failed/i;
const WARNING = /^\s*(?:npm )?warn(?:ing)?\b/i;
const COMMAND = /^(?:\$|\s*>) /;

function toneOf( text: string ): LogLine[ 'tone' ] {
	if ( ERROR.test( text ) ) {
		return 'error';
	}
	if ( WARNING.test( text ) ) {
		return 'warning';
	}
	return COMMAND.test( text ) ? 'command' : 'plain';
}

function toLine( written: string, number: number ): LogLine {
	const text = plainText( written );
	return text.startsWith( '==> ' )
		? { text: text.slice( 4 ), number: null, tone: 'heading' }
		: { text, number, tone: toneOf( text ) };
}

function splitLines( text: string ): { texts: string[]; rest: string } {
	const texts = text.split( '\n' );
	const rest = texts.pop() ?? '';
	return rest.length < MAX_LINE_CHARACTERS
		? { texts, rest }
		: { texts: [ ...texts, rest ], rest: '' };
}

type Block = readonly LogLine[];

function withLines(
	blocks: readonly Block[],
	lines: readonly LogLine[]
): readonly Block[] {
	const last = blocks.at( -1 ) ?? [];
	const isFull = last.length >= BLOCK_LINES;
	const full = isFull ? blocks : blocks.slice( 0, -1 );
	const open = isFull ? lines : [ ...last, ...lines ];
	const count = Math.ceil( open.length / BLOCK_LINES );
	const added = Array.from( { length: count }, ( _none, index ) =>
		open.slice( index * BLOCK_LINES, ( index + 1 ) * BLOCK_LINES )
	);
	return [ ...full, ...added ];
}

function sizeOf( block: Block ): number {
	return block.reduce( ( sum, { text } ) => sum + text.length, 0 );
}

function withoutOldest( blocks: readonly Block[] ): readonly Block[] {
	let characters = 0;
	const first = blocks.findLastIndex( ( block ) => {
		characters += sizeOf( block );
		return characters > MAX_CHARACTERS;
	} );
	return first < 0 ? blocks : blocks.slice( first + 1 );
}

interface LogState {
	blocks: readonly Block[];
	/** Where the next part begins, in bytes. */
	nextOffset: number;
	/** Number of the next line. */
	nextNumber: number;
	firstError: number | null;
	/** The last line, as far as it was written. */
	rest: string;
}

const EMPTY: LogState = {
	blocks: [],
	nextOffset: 0,
	nextNumber: 1,
	firstError: null,
	rest: '',
};

/** A log as far as it was read, in blocks of lines; a block that is full never changes. */
export class LogText {
	readonly #state: LogState;

	constructor( state: Partial< LogState > = {} ) {
		this.#state = { ...EMPTY, ...state };
	}

	get blocks(): readonly Block[] {
		return this.#state.blocks;
	}

	get nextOffset(): number {
		return this.#state.nextOffset;
	}

	get firstError(): number | null {
		return this.#state.firstError;
	}

	get lineCount(): number {
		const { nextNumber, rest } = this.#state;
		return rest === '' ? nextNumber - 1 : nextNumber;
	}

	get unfinishedLine(): LogLine | null {
		const { nextNumber, rest } = this.#state;
		return rest === '' ? null : toLine( rest, nextNumber );
	}

	append( text: string, nextOffset: number ): LogText {
		const { texts, rest } = splitLines( this.#state.rest + text );
		let { nextNumber, firstError } = this.#state;
		const lines = texts.map( ( written ) => {
			const line = toLine( written, nextNumber );
			nextNumber += line.number === null ? 0 : 1;
			if ( line.tone === 'error' ) {
				firstError ??= line.number;
			}
			return line;
		} );
		return new LogText( {
			blocks: withoutOldest( withLines( this.blocks, lines ) ),
			nextOffset,
			nextNumber,
			firstError,
			rest,
		} );
	}

	/** The lines that contain a text, in whatever case. */
	find( text: string ): Block[] {
		const wanted = text.toLowerCase();
		const unfinished = this.unfinishedLine;
		return [ ...this.blocks, unfinished ? [ unfinished ] : [] ]
			.map( ( block ) =>
				block.filter( ( line ) =>
					line.text.toLowerCase().includes( wanted )
				)
			)
			.filter( ( block ) => block.length > 0 );
	}

	/** As it was written, without escape sequences. */
	toString(): string {
		const unfinished = this.unfinishedLine;
		return [
			...this.blocks.flat(),
			...( unfinished ? [ unfinished ] : [] ),
		]
			.map( ( { text, number } ) =>
				number === null ? `==> ${ text }\n` : `${ text }\n`
			)
			.join( '' );
	}
}
