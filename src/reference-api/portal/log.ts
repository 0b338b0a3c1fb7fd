/**
 * A build's log as numbered lines.
 */
import type { Hosting } from '../model.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { plainText } from '../plain-text.ts';

/** More pieces are not put into one answer; the script fetches the rest, and "Raw" has all of it. */
const MAX_PIECES = 4;

/** A line that is longer is shown before its end has come. */
const MAX_LINE_CHARACTERS = 64 * 1024;

export interface LogChunk {
	lines: Html;
	/** Byte offset of the next line. */
	nextOffset: number;
	/** Number of the next line. */
	nextLine: number;
	/** Whether the log, as far as it is written, is read to its end. */
	isAll: boolean;
}

function toneOf( line: string ): string {
	if (
		/^\s*(npm )?(err(or)?|ERR)[!: ]|\bERR!|^\s*\w*Error: |failed/i.test(
			line
		)
	) {
		return 'bad';
	}
	if ( /^\s*(npm )?warn(ing)?\b/i.test( line ) ) {
		return 'warn';
	}
	return /^(\$|>) /.test( line ) ? 'quiet' : '';
}

function renderLine( line: string, number: number ): Html {
	const text = plainText( line );
	const heading = /^==> (.*)/.exec( text )?.[ 1 ];
	const tone = heading === undefined ? toneOf( text ) : 'head-line';
	return html`<li id="L${ number }" class="${ tone }">
		<a href="#L${ number }" aria-label="Line ${ number }">${ number }</a
		><span>${ heading ?? text }</span>
	</li>`;
}

/**
 * Finds how much of a piece of log can be shown now.
 *
 * @param text  The piece.
 * @param ended Whether nothing is added any more.
 * @return Whole lines; everything when the rest of the last line will not come, or is too long to wait for.
 */
function showable( text: string, ended: boolean ): string {
	const end = text.lastIndexOf( '\n' ) + 1;
	if ( end === 0 ) {
		return ended || text.length >= MAX_LINE_CHARACTERS ? text : '';
	}
	// Bytes that are no UTF-8 make it impossible to count the bytes of a part.
	return text.includes( '\ufffd' ) ? text : text.slice( 0, end );
}

/**
 * Reads a log from a place on, whole lines only, so that the next reading begins with a line.
 *
 * @param hosting     The platform.
 * @param buildId     The build.
 * @param from        The first line.
 * @param from.offset Its byte offset.
 * @param from.line   Its number.
 * @param ended       Whether the build is over: then a last line without its end counts too.
 */
export async function readLogLines(
	hosting: Hosting,
	buildId: string,
	from: { offset: number; line: number },
	ended: boolean
): Promise< LogChunk > {
	const lines: Html[] = [];
	let { offset } = from;
	for ( let piece = 0; piece < MAX_PIECES; piece++ ) {
		const { text, nextOffset } = await hosting.readLog( buildId, offset );
		const shown = showable( text, ended );
		if ( shown === '' ) {
			return chunkOf( from, lines, offset, text === '' );
		}
		offset =
			shown === text ? nextOffset : offset + Buffer.byteLength( shown );
		for ( const line of shown.replace( /\n$/, '' ).split( '\n' ) ) {
			lines.push( renderLine( line, from.line + lines.length ) );
		}
	}
	return chunkOf( from, lines, offset, false );
}

function chunkOf(
	from: { line: number },
	lines: Html[],
	nextOffset: number,
	isAll: boolean
): LogChunk {
	return {
		lines: html`${ lines }`,
		nextOffset,
		nextLine: from.line + lines.length,
		isAll,
	};
}
