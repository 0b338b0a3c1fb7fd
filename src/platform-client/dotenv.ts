/**
 * Reads a pasted .env file: comments, `export`, quotes, values over several lines. Nothing is expanded or run.
 */

/** What cannot be read, and where; never repeats a value. */
export interface DotenvProblem {
	/** Counted from 1. */
	line: number;
	/** A full sentence. */
	message: string;
}

export interface Dotenv {
	/** In the file's order. */
	variables: { key: string; value: string }[];
	/** While there is one, nothing of the file should be used. */
	problems: DotenvProblem[];
}

interface Entry {
	key: string;
	value: string;
	problem: string;
	/** Where the next line begins. */
	end: number;
}

const ASSIGNMENT = /^[^\S\n]*(?:export[^\S\n]+)?([^\s=#"'`]+)[^\S\n]*=[^\S\n]*/;
const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;
const QUOTES = [ '"', "'", '`' ];
const ESCAPES: Record< string, string > = {
	n: '\n',
	r: '\r',
	t: '\t',
	'"': '"',
	'\\': '\\',
	$: '$',
};

function lineEnd( text: string, from: number ): number {
	const end = text.indexOf( '\n', from );
	return end === -1 ? text.length : end;
}

function closingQuote( text: string, from: number, quote: string ): number {
	let at = from;
	while ( at < text.length && text[ at ] !== quote ) {
		at += quote === '"' && text[ at ] === '\\' ? 2 : 1;
	}
	return at < text.length ? at : -1;
}

function unescape( value: string ): string {
	return value.replace( /\\(.)/g, ( all, sign: string ) =>
		Object.hasOwn( ESCAPES, sign ) ? String( ESCAPES[ sign ] ) : all
	);
}

function quotedEntry( text: string, at: number, key: string ): Entry {
	const quote = String( text[ at ] );
	const close = closingQuote( text, at + 1, quote );
	if ( close === -1 ) {
		return {
			key,
			value: '',
			problem: `The value of ${ key } has no closing quote (${ quote }).`,
			end: text.length,
		};
	}
	const inside = text.slice( at + 1, close );
	const end = lineEnd( text, close );
	const rest = text.slice( close + 1, end ).trim();
	return {
		key,
		value: quote === '"' ? unescape( inside ) : inside,
		problem:
			rest === '' || rest.startsWith( '#' )
				? ''
				: `After the value of ${ key } only a comment may follow. A ${ quote } inside a value needs the other kind of quotes around it.`,
		end,
	};
}

function plainEntry( text: string, at: number, key: string ): Entry {
	const end = lineEnd( text, at );
	const raw = text.slice( at, end );
	const comment = raw.search( /(?:^|\s)#/ );
	return {
		key,
		value: ( comment === -1 ? raw : raw.slice( 0, comment ) ).trim(),
		problem: '',
		end,
	};
}

function readEntry( text: string, from: number ): Entry {
	const end = lineEnd( text, from );
	const line = text.slice( from, end );
	const match = ASSIGNMENT.exec( line );
	if ( match === null ) {
		return {
			key: '',
			value: '',
			problem: 'Not a variable. Use KEY=value.',
			end,
		};
	}
	const key = String( match[ 1 ] );
	if ( ! KEY.test( key ) ) {
		return {
			key: '',
			value: '',
			problem:
				'Invalid variable name. Use letters, digits and underscores, and do not start with a digit.',
			end,
		};
	}
	const at = from + match[ 0 ].length;
	return QUOTES.includes( text[ at ] ?? '' )
		? quotedEntry( text, at, key )
		: plainEntry( text, at, key );
}

function isNothing( line: string ): boolean {
	return /^\s*(?:#|$)/.test( line );
}

/** Reads a .env file. */
export function readDotenv( file: string ): Dotenv {
	const text = file.replace( /^\ufeff/, '' ).replace( /\r\n?/g, '\n' );
	const variables: Dotenv[ 'variables' ] = [];
	const problems: DotenvProblem[] = [];
	const lines = new Map< string, number >();
	let line = 1;
	for ( let at = 0; at < text.length; ) {
		let end = lineEnd( text, at );
		if ( ! isNothing( text.slice( at, end ) ) ) {
			const { key, value, problem, end: last } = readEntry( text, at );
			const before = lines.get( key );
			end = last;
			if ( problem !== '' ) {
				problems.push( { line, message: problem } );
			} else if ( before !== undefined ) {
				problems.push( {
					line,
					message: `${ key } is already set on line ${ before }. Remove one of them.`,
				} );
			} else {
				lines.set( key, line );
				variables.push( { key, value } );
			}
		}
		line += text.slice( at, end ).split( '\n' ).length;
		at = end + 1;
	}
	return { variables, problems };
}
