import { describe, expect, test } from 'vitest';
import { readLogLines } from '../../../src/reference-api/portal/log.ts';
import { FakeHosting } from './fake-hosting.ts';

const START = { offset: 0, line: 1 };

function servicesWith( log: string | Buffer, pieceBytes = 1000 ) {
	const hosting = new FakeHosting();
	const bytes = Buffer.from( log );
	hosting.readLog = async ( _id, offset ) => {
		const piece = bytes.subarray( offset, offset + pieceBytes );
		return { text: piece.toString(), nextOffset: offset + piece.length };
	};
	return hosting.services;
}

function textOf( markup: string ): string[] {
	return [ ...markup.matchAll( /<span>(.*?)<\/span>/gs ) ].map(
		( [ , text ] ) => text ?? ''
	);
}

describe( 'reading a log', () => {
	test( 'shows whole lines and begins the next reading with a line', async () => {
		const services = servicesWith( 'one\ntwö\nthr' );
		const first = await readLogLines( services, 'b', START, false );
		expect( textOf( first.lines.markup ) ).toEqual( [ 'one', 'twö' ] );
		expect( first ).toMatchObject( {
			nextOffset: 9,
			nextLine: 3,
			isAll: false,
		} );
		const rest = { offset: first.nextOffset, line: first.nextLine };
		const second = await readLogLines( services, 'b', rest, true );
		expect( textOf( second.lines.markup ) ).toEqual( [ 'thr' ] );
		expect( second.lines.markup ).toContain( 'id="L3"' );
		expect( second ).toMatchObject( {
			nextOffset: 12,
			nextLine: 4,
			isAll: true,
		} );
	} );

	test( 'reads a long log in several goes without a gap or a double', async () => {
		const wanted = Array.from(
			{ length: 500 },
			( _, index ) => `line ${ index }`
		);
		const services = servicesWith( wanted.join( '\n' ), 700 );
		const seen: string[] = [];
		let from = START;
		for ( let goes = 0; goes < 20; goes++ ) {
			const chunk = await readLogLines( services, 'b', from, true );
			seen.push( ...textOf( chunk.lines.markup ) );
			from = { offset: chunk.nextOffset, line: chunk.nextLine };
			if ( chunk.isAll ) {
				break;
			}
		}
		expect( seen ).toEqual( wanted );
	} );

	test( 'does not lose its place over bytes that are no text', async () => {
		const services = servicesWith(
			Buffer.from( [ 0xff, 0x0a, 0x61, 0x0a ] )
		);
		const chunk = await readLogLines( services, 'b', START, true );
		expect( chunk ).toMatchObject( { nextOffset: 4, nextLine: 3 } );
	} );

	test( 'escapes what a build prints, and drops colours and overwritten progress', async () => {
		const services = servicesWith(
			'<img src=x>\n\u001b[32mgreen\u001b[0m\n10 %\r100 %\r\n'
		);
		const { lines } = await readLogLines( services, 'b', START, true );
		expect( textOf( lines.markup ) ).toEqual( [
			'&lt;img src=x&gt;',
			'green',
			'100 %',
		] );
	} );

	test.each( [
		[ 'npm error code EUSAGE', 'bad' ],
		[ 'TypeError: x is not a function', 'bad' ],
		[ 'npm warn deprecated', 'warn' ],
		[ '> next build', 'quiet' ],
		[ '==> npm run build', 'head-line' ],
		[ 'Compiled without errors', '' ],
	] )( 'marks “%s” as “%s”', async ( line, tone ) => {
		const { lines } = await readLogLines(
			servicesWith( line ),
			'b',
			START,
			true
		);
		expect( lines.markup ).toContain( `class="${ tone }"` );
	} );
} );

describe( 'a hostile log', () => {
	test( 'of carriage returns alone is read in no time', async () => {
		const flood = `${ '\r'.repeat( 100_000 ) }x\n`;
		const services = servicesWith( flood, flood.length );
		const began = process.threadCpuUsage();
		const { lines } = await readLogLines( services, 'b', START, true );
		expect( textOf( lines.markup ) ).toEqual( [ 'x' ] );
		// Quadratic work would take several seconds.
		expect( process.threadCpuUsage( began ).user ).toBeLessThan(
			1_000_000
		);
	} );

	test.each( [
		[ 'a title', '\u001b]0;evil\u0007shown', 'shown' ],
		[
			'a link',
			'\u001b]8;;http://evil\u001b\\shown\u001b]8;;\u001b\\',
			'shown',
		],
		[ 'a colour', '\u001b[1;31mshown\u001b[0m', 'shown' ],
		[ 'a colour with colons', '\u001b[38:2::1:2:3mshown', 'shown' ],
		[ 'eight-bit codes', '\u009b31mshown', 'shown' ],
		[ 'a reset', '\u001bcshown\u001b(B', 'shown' ],
		[ 'control characters', 'sh\u0000o\u0008w\u0007n', 'shown' ],
		[ 'a turn of direction', '\u202eshown\u2066', 'shown' ],
		[ 'a tab', 'a\tb', 'a\tb' ],
		[ 'half a code', 'shown\u001b[', 'shown' ],
	] )( 'shows nothing of %s', async ( _what, line, words ) => {
		const services = servicesWith( `${ line }\n` );
		const { lines } = await readLogLines( services, 'b', START, true );
		expect( textOf( lines.markup ) ).toEqual( [ words ] );
	} );
} );
