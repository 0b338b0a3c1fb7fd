import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LogFile } from '../../../src/reference-api/builds/log-file.ts';
import { OutputIndent } from '../../../src/reference-api/builds/output-indent.ts';
import { plainText } from '../../../src/shared/plain-text.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const IMITATIONS = {
	'as it is': '==> Live\n',
	'after a line': 'building\n==> Live\n',
	'after a carriage return': 'building\r==> Live\n',
	'after several carriage returns': 'building\r\r\r==> Live\n',
	'with a Windows line end': '==> Live\r\n',
	'without an end': '==> Live',
	'in colors': '\u001b[1;32m==> Live\u001b[0m\n',
	'with a color within': '=\u001b[0m=> Live\n',
	'behind a title of the terminal': '\u001b]0;title\u0007==> Live\n',
	'behind an eight-bit code': '\u009b31m==> Live\n',
	'behind a code without an end': '\u001b]==> Live\n',
	'behind a code that the previous line started': '\u001b]0;\n==> Live\n',
	'behind a character that turns the direction': '\u200e==> Live\n',
	'behind control characters': '\u0000\b\u007f==> Live\n',
	'as a command': '$ npm run build\n',
};

/** Finds what readers take for the platform's: lines without a margin, as the portal reads them. */
function withoutMargin( output: string ): string[] {
	return output
		.split( '\n' )
		.map( plainText )
		.filter( ( line ) => /^[^ ]/.test( line ) );
}

function inPieces( text: string, size: number ): string {
	const margin = new OutputIndent();
	const bytes = Buffer.from( text );
	const shown: Buffer[] = [];
	for ( let at = 0; at < bytes.length; at += size ) {
		shown.push( margin.push( bytes.subarray( at, at + size ) ) );
	}
	return Buffer.concat( shown ).toString();
}

describe.each( Object.entries( IMITATIONS ) )(
	'a line of the platform that a build prints %s',
	( _how, text ) => {
		test.each( [ 1, 2, 3, 7, 100_000 ] )(
			'a line that a build prints is indented, in pieces of %d bytes',
			( size ) => {
				const shown = inPieces( text, size );
				expect( withoutMargin( shown ) ).toEqual( [] );
				expect( shown.replaceAll( '  ', '' ) ).toBe( text );
			}
		);
	}
);

test( 'empty lines and the rest of a line get no margin', () => {
	expect( inPieces( 'a\n\n\r\nb\n', 2 ) ).toBe( '  a\n\n\r\n  b\n' );
	expect( inPieces( '10 %\r20 %\n', 3 ) ).toBe( '  10 %\r  20 %\n' );
} );

test( 'only lines of the platform are not indented in a log', async () => {
	const file = path.join( await temporaryFolder(), 'build.log' );
	const log = new LogFile( file, { whenFull: 'end', secrets: [ 'hidden' ] } );
	log.begin( 'Build' );
	log.append( '==' );
	log.append( '> Live\nno end' );
	log.writeLine( '$ npm run start' );
	log.append( '==> hid' );
	log.append( 'den' );
	log.close();
	expect( await readFile( file, 'utf8' ) ).toBe(
		'==> Build\n  ==> Live\n  no end\n$ npm run start\n  ==> ••••'
	);
} );

test( 'a log that is rotated in the middle of a line begins with a margin', async () => {
	const file = path.join( await temporaryFolder(), 'app.log' );
	const log = new LogFile( file, { whenFull: 'rotate', maxBytes: 12 } );
	log.append( '1234567890' );
	log.append( '==>' );
	log.append( ' Live\n' );
	log.close();
	expect( await readFile( `${ file }.1`, 'utf8' ) ).toBe( '  1234567890' );
	expect( await readFile( file, 'utf8' ) ).toBe( '  ==> Live\n' );
} );

test( 'the cause of a failure is read without margins', async () => {
	const file = path.join( await temporaryFolder(), 'build.log' );
	const log = new LogFile( file, { whenFull: 'end' } );
	log.append( 'first\n  second\n' );
	expect( log.lines ).toEqual( [ 'first', '  second' ] );
	log.close();
} );
