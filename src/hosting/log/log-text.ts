import { plainText } from '../../shared/plain-text.ts';

export interface LogLine {
	text: string;
	/** Null for a heading, which names a step of the build. */
	number: number | null;
	tone: 'heading' | 'error' | 'warning' | 'command' | 'plain';
}

type Block = readonly LogLine[];

/** How many lines are shown or hidden together. */
const BLOCK_LINES = 100;

/** A longer line is shown in pieces, before its end was written. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** Above this size, the oldest lines are dropped. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

const TONES = [
	{
		tone: 'error',
		pattern:
			/^\s*(?:npm )?(?:err(?:or)?|ERR)[!: ]|\bERR!|^\s*\w*Error: |failed/i,
	},
	{ tone: 'warning', pattern: /^\s*(?:npm )?warn(?:ing)?\b/i },
	{ tone: 'command', pattern: /^(?:\$|\s*>) / },
] as const;

function toLine( written: string, number: number ): LogLine {
	const text = plainText( written );
	if ( text.startsWith( '==> ' ) ) {
		return { text: text.slice( 4 ), number: null, tone: 'heading' };
	}
	const found = TONES.find( ( { pattern } ) => pattern.test( text ) );
	return { text, number, tone: found?.tone ?? 'plain' };
}

function splitLines( text: string ): { texts: string[]; rest: string } {
	const texts = text.split( '\n' );
	const rest = texts.pop() ?? '';
	return rest.length < MAX_LINE_CHARACTERS
		? { texts, rest }
		: { texts: [ ...texts, rest ], rest: '' };
}

function withLines( blocks: readonly Block[], lines: Block ): Block[] {
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

function withoutOldest( blocks: readonly Block[] ): Block[] {
	let characters = 0;
	const dropped = blocks.findLastIndex( ( block ) => {
		characters += block.reduce( ( sum, { text } ) => sum + text.length, 0 );
		return characters > MAX_CHARACTERS;
	} );
	return blocks.slice( dropped + 1 );
}

/** A log as far as it was read, in blocks of lines; a block that is full never changes. */
export class LogText {
	/** Without the last line while its end was not read. */
	readonly blocks: readonly Block[] = [];
	/** Where the next part begins, in bytes. */
	readonly nextOffset: number = 0;
	/** Number of the next line. */
	readonly nextNumber: number = 1;
	readonly firstError: number | null = null;
	/** The last line, as far as it was read. */
	readonly rest: string = '';

	constructor( state: Partial< LogText > = {} ) {
		Object.assign( this, state );
	}

	get lineCount(): number {
		return this.rest === '' ? this.nextNumber - 1 : this.nextNumber;
	}

	/** With the last line as far as it was read. */
	get allBlocks(): Block[] {
		const { blocks, rest, nextNumber } = this;
		return rest === ''
			? [ ...blocks ]
			: [ ...blocks, [ toLine( rest, nextNumber ) ] ];
	}

	append( text: string, nextOffset: number ): LogText {
		const { texts, rest } = splitLines( this.rest + text );
		let { nextNumber, firstError } = this;
		const lines = texts.map( ( written ) => {
			const line = toLine( written, nextNumber );
			nextNumber += line.number === null ? 0 : 1;
			if ( line.tone === 'error' ) {
				firstError ??= line.number;
			}
			return line;
		} );
		const blocks = withoutOldest( withLines( this.blocks, lines ) );
		return new LogText( {
			blocks,
			nextOffset,
			nextNumber,
			firstError,
			rest,
		} );
	}

	/** The lines that contain a text, in whatever case. */
	find( text: string ): Block[] {
		const wanted = text.toLowerCase();
		return this.allBlocks
			.map( ( block ) =>
				block.filter( ( line ) =>
					line.text.toLowerCase().includes( wanted )
				)
			)
			.filter( ( block ) => block.length > 0 );
	}

	/** As it was written, without escape sequences. */
	toString(): string {
		return this.allBlocks
			.flat()
			.map( ( { text, number } ) =>
				number === null ? `==> ${ text }\n` : `${ text }\n`
			)
			.join( '' );
	}
}
