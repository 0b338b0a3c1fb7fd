/** A build's log as numbered lines. */
import type { PublicServices } from '../services.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { plainText } from '../../shared/plain-text.ts';

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
	return /^(\$|\s*>) /.test( line ) ? 'quiet' : '';
}

/**
 * Makes the platform's last line of a build lead to the site; what an application prints leads nowhere else.
 */
function withSite( text: string ): Html | string {
	const [ , words, url ] =
		/^(The build is live: )(http:\/\/localhost:\d+)$/.exec( text ) ?? [];
	return url === undefined
		? text
		: html`${ words }<a href="${ url }" target="_blank" rel="noreferrer"
					>${ url }</a
				>`;
}

function renderLine( text: string, number: number ): Html {
	return html`<li id="L${ number }" class="${ toneOf( text ) }">
		<a href="#L${ number }" aria-label="Line ${ number }">${ number }</a
		><span>${ withSite( text ) }</span>
	</li>`;
}

/**
 * Renders lines; headings, which name the steps, have no number.
 *
 * @param number The first one's number.
 * @return The lines, and the number after them.
 */
function renderLines(
	texts: string[],
	number: number
): { lines: Html[]; nextLine: number } {
	let nextLine = number;
	const lines = texts.map( ( line ) => {
		const text = plainText( line );
		const heading = /^==> (.*)/.exec( text )?.[ 1 ];
		return heading === undefined
			? renderLine( text, nextLine++ )
			: html`<li class="head-line"><span>${ heading }</span></li>`;
	} );
	return { lines, nextLine };
}

/**
 * Finds how much of a piece of log can be shown now.
 *
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
 * @param ended Whether the build is over: then a last line without its end counts too.
 */
export async function readLogLines(
	services: PublicServices,
	buildId: string,
	from: { offset: number; line: number },
	ended: boolean
): Promise< LogChunk > {
	const texts: string[] = [];
	let { offset } = from;
	let isAll = false;
	for ( let piece = 0; piece < MAX_PIECES && ! isAll; piece++ ) {
		const { text, nextOffset } = await services.builds.readLog(
			buildId,
			offset
		);
		const shown = showable( text, ended );
		isAll = text === '';
		if ( shown === '' ) {
			break;
		}
		offset =
			shown === text ? nextOffset : offset + Buffer.byteLength( shown );
		texts.push( ...shown.replace( /\n$/, '' ).split( '\n' ) );
	}
	const { lines, nextLine } = renderLines( texts, from.line );
	return { lines: html`${ lines }`, nextOffset: offset, nextLine, isAll };
}

/**
 * Reads a place in a log from an address.
 *
 * @param place For example `1204.17`: a byte offset and the number of the line that begins there, from outside.
 */
export function readPlace( place: unknown ): { offset: number; line: number } {
	const [ , offset, line ] =
		/^(\d{1,15})\.(\d{1,9})$/.exec( String( place ) ) ?? [];
	return { offset: Number( offset ?? 0 ), line: Number( line ?? 1 ) };
}
