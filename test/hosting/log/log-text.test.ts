import { describe, expect, test } from 'vitest';
import { LogText } from '../../../src/hosting/log/log-text.ts';

function read( ...parts: string[] ): LogText {
	return parts.reduce(
		( log, part ) => log.append( part, log.nextOffset + part.length ),
		new LogText()
	);
}

function linesOf( log: LogText ): string[] {
	return log.blocks
		.flat()
		.map(
			( { number, tone, text } ) => `${ number } ${ tone }: ${ text }`
		);
}

describe( 'a log', () => {
	test( 'joins a line whose parts were read apart', () => {
		const log = read( 'added 4', '12 packages\nnext' );
		expect( linesOf( log ) ).toEqual( [ '1 plain: added 412 packages' ] );
		expect( log.rest ).toBe( 'next' );
		expect( log.lineCount ).toBe( 2 );
	} );

	test( 'numbers all lines but the headings of steps', () => {
		expect( linesOf( read( '==> Install\na\n==> Build\nb\n' ) ) ).toEqual( [
			'null heading: Install',
			'1 plain: a',
			'null heading: Build',
			'2 plain: b',
		] );
	} );

	test.each( [
		[ 'error', 'npm error code EUSAGE' ],
		[ 'error', 'TypeError: x is undefined' ],
		[ 'warning', 'npm warn deprecated inflight' ],
		[ 'command', '$ npm run build' ],
		[ 'plain', 'no errors' ],
	] )( 'marks as %s: %s', ( tone, text ) => {
		expect( linesOf( read( `${ text }\n` ) ) ).toEqual( [
			`1 ${ tone }: ${ text }`,
		] );
	} );

	test( 'removes escape sequences and overwritten progress', () => {
		const log = read( '10 %\r20 %\r\u001b[32m✓\u001b[39m\n' );
		expect( linesOf( log ) ).toEqual( [ '1 plain: ✓' ] );
	} );

	test( 'knows the first error', () => {
		expect( read( 'a\nError: b\n', 'Error: c\n' ).firstError ).toBe( 2 );
	} );

	test( 'finds lines in whatever case, the last one too', () => {
		const found = read( 'Needle\nhay\n', 'a nEEdle' ).find( 'needle' );
		expect( found.flat().map( ( { number } ) => number ) ).toEqual( [
			1, 3,
		] );
	} );

	test( 'keeps full blocks as they are when lines are added', () => {
		const before = read( 'line\n'.repeat( 250 ) );
		const after = before.append( 'more\n', 0 );
		expect( after.blocks[ 0 ] ).toBe( before.blocks[ 0 ] );
		expect( after.blocks[ 1 ] ).toBe( before.blocks[ 1 ] );
		expect( after.lineCount ).toBe( 251 );
	} );

	test( 'shows a very long line before its end was written', () => {
		expect( read( 'x'.repeat( 70_000 ) ).blocks.flat() ).toHaveLength( 1 );
	} );

	test( 'drops the oldest lines of more than 32 million characters', () => {
		const part = `${ 'x'.repeat( 60_000 ) }\n`.repeat( 100 );
		const log = read( ...Array.from( { length: 6 }, () => part ) );
		expect( log.blocks[ 0 ]?.[ 0 ]?.number ).toBe( 101 );
		expect( log.lineCount ).toBe( 600 );
	} );

	test( 'gives back what was written', () => {
		expect( String( read( '==> Build\na\nb' ) ) ).toBe(
			'==> Build\na\nb\n'
		);
	} );
} );
