/** Finds the first error in the output of any tool, and the place in the code that it names. */
import { fileName, placeText, quote, UPLOAD_AGAIN } from './failure.ts';
import type { Failure, Place } from './failure.ts';
import { unreachableServer } from './machine-causes.ts';

const NOWHERE: Place = { file: '', line: '' };

/** How many lines after an error may name its place. */
const PLACE_LINES = 12;

/** What an error begins with. The group is what it says. */
const CERTAIN_HEADS: readonly RegExp[] = [
	// "TypeError: …", "Error [ERR_X]: …", "[vite:css] SyntaxError: …", "Uncaught ReferenceError: …"
	/^\W*(?:\[[^\]]+\] |Uncaught |\w+ )?(?<text>(?:[\w.]*(?:Error|Exception)(?: \[\w+\])?|\w+ error): .+)/,
	// "error: …", "ERROR in …", "✘ [ERROR] …", "[error] …", "fatal: …", "panic: …"
	/^\W*(?:error|fatal(?: error)?|panic|err!)\b\]?(?: \w+)?:?\s+(?<text>.*\w.*)/i,
	// "pages/about.md:14:3: error: …"
	/^\S+\.\w+[:(]\d+\S*:?\s+(?:error|fatal)\b:?\s+(?<text>.*\w.*)/i,
	// "✗ …", "⨯ …", "× …", "✖ …"
	/^\s*[✗⨯×✖✘❌]\s*(?<text>.*\w.*)/u,
];

/** What may be an error, or only a remark about one. */
const HEADS: readonly RegExp[] = [
	...CERTAIN_HEADS,
	// "Build failed with …", "Failed to load …", "Cannot find …", "Could not …"
	/^\W*(?<text>(?:(?:\w+ ){0,3}failed\b|Failed to|Cannot|Can't|Could not|Couldn't|Unable to|No such|Missing|Invalid|Unknown|Unexpected|Unsupported)\b.*)/i,
];

/** Lines that look like errors and say nothing: headings, summaries and wrappers. */
const EMPTY_HEADS =
	/^\W*(?:(?:\w+ )*(?:build|compile|compilation|command|script|process|task|run)s? (?:failed|error)\W*(?:in \S+|with \d+ errors?\W*|because of webpack errors|with exit code \d+)?|(?:> )?error:?|\d+ errors?\W*|errors?:|failed to compile\.?|error during build:?|✖ \d+ problems?.*)$/i;

/** Code of tools and what they wrote, which a user cannot correct. */
const FOREIGN =
	/node_modules|^node:|^internal\/|^<|^\/usr\/|^webpack[:/]|(?:^|\/)\.(?:next|nuxt|output|prerender|svelte-kit)\/|\/chunks\/|^build\/server\//;

/** Places as tools print them: `at x (file:1:2)`, `file:1:2`, `file(1,2)`, `[file:1:2]`, `file, line 1`. */
const PLACES: readonly RegExp[] = [
	/(?<file>(?:\.{0,2}\/|[\w@])[\w@./\-+[\]()$~]*?\.[a-z]\w{0,7})(?: \(|[:( ])(?<line>\d+)[:,]\d+/i,
	/(?<file>(?:\.{0,2}\/|[\w@])[\w@./\-+[\]()$~]*?\.[a-z]\w{0,7}):(?<line>\d+)\b/i,
	/(?<file>[\w@./\-+[\]$~]+\.[a-z]\w{0,7})\W+line (?<line>\d+)/i,
];

function placeIn( line: string ): Place | null {
	if ( /^https?:/.test( line.trim() ) ) {
		return null;
	}
	// Only the innermost place of a line in a stack: "at name (file:1:2)".
	const text =
		/^\s*at .*\((.+)\)(?: \{)?$/.exec( line )?.[ 1 ] ??
		line.replace( /^\s*at (?:async )?/, '' );
	for ( const pattern of PLACES ) {
		const { file, line: number } = pattern.exec( text )?.groups ?? {};
		if ( file && number && ! FOREIGN.test( text ) ) {
			return { file: fileName( file ), line: number };
		}
	}
	return null;
}

/** Node.js prints the place, the code and a mark above an error that was not caught. */
function placeAbove( lines: readonly string[], index: number ): Place | null {
	for ( const line of lines.slice( Math.max( 0, index - 4 ), index ) ) {
		const { file, number } =
			/^(?:file:\/\/)?(?<file>[^\s:]+):(?<number>\d+)$/.exec( line )
				?.groups ?? {};
		if ( file && number && ! FOREIGN.test( file ) ) {
			return { file: fileName( file ), line: number };
		}
	}
	return null;
}

/**
 * Finds the place of an error: on its line, in the lines below, or above.
 *
 * @param index The line of the error.
 */
export function placeOf( lines: readonly string[], index: number ): Place {
	const own = placeIn( lines[ index ] ?? '' );
	const above = placeAbove( lines, index );
	const below = lines.slice( index + 1, index + 1 + PLACE_LINES );
	const end = below.findIndex( ( line ) => isError( line ) );
	const found = below
		.slice( 0, end < 0 ? undefined : end )
		.map( placeIn )
		.find( ( place ) => place !== null );
	return own ?? above ?? found ?? NOWHERE;
}

function textOfError( line: string ): string | null {
	if ( EMPTY_HEADS.test( line ) || /^\s+at /.test( line ) ) {
		return null;
	}
	for ( const pattern of HEADS ) {
		const text = pattern.exec( line )?.groups?.text;
		if ( text && ! EMPTY_HEADS.test( text ) ) {
			return text;
		}
	}
	return null;
}

function isError( line: string ): boolean {
	return textOfError( line ) !== null;
}

/** The first line that certainly is an error, else the first that may be one. */
function findError( lines: readonly string[] ): number {
	const certain = lines.findIndex(
		( line ) =>
			isError( line ) &&
			CERTAIN_HEADS.some( ( pattern ) => pattern.test( line ) )
	);
	return certain < 0 ? lines.findIndex( isError ) : certain;
}

/**
 * Finds the first error that a tool reports.
 *
 * @param lines The output without the trailers of package managers.
 * @return Sentences with the error, its place if the tool names one, and the remedy; null if nothing looks like an error.
 */
export function firstError( lines: readonly string[] ): string | null {
	const index = findError( lines );
	if ( index < 0 ) {
		return null;
	}
	const text = ( textOfError( lines[ index ] ?? '' ) ?? '' )
		.replace( /^Error: /, '' )
		// As Node.js prints an error that it inspects.
		.replace( /\]? \{$/, '' )
		.replace( /^([^[\]]+)\]$/, '$1' );
	const place = placeOf( lines, index );
	const where = placeText( place );
	return where
		? `First error, in ${ where }: ${ quote( text ) }. Correct it, ${ UPLOAD_AGAIN }`
		: `First error: ${ quote( text ) }. Correct the cause, then deploy again.`;
}

/** How many lines below its heading belong to an error. */
const ERROR_LINES = 30;

/** Describes the first error below a text in the output, or the server that it could not reach. */
export function errorAfter(
	output: string,
	text: string,
	failure: Failure
): string {
	const rest = output
		.slice( output.indexOf( text ) + text.length )
		.split( '\n' )
		.slice( 0, ERROR_LINES )
		.map( ( line, index ) =>
			index === 0 ? line.replace( /^\W+/, '' ) : line
		);
	return (
		unreachableServer( rest.join( '\n' ), failure ) ??
		firstError( rest ) ??
		`Correct it, ${ UPLOAD_AGAIN }`
	);
}
