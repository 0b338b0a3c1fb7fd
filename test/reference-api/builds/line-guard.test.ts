import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LineGuard } from '../../../src/reference-api/builds/line-guard.ts';
import { LogFile } from '../../../src/reference-api/builds/log-file.ts';
import { plainText } from '../../../src/reference-api/plain-text.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const IMITATIONS = {
	'as it is': '==> Live\n',
	'after a line': 'building\n==> Live\n',
	'after a carriage return': 'building\r==> Live\n',
	'with a Windows line end': '==> Live\r\n',
	'without an end': '==> Live',
	'in colors': '\u001b[1;32m==> Live\u001b[0m\n',
	'with a color within': '=\u001b[0m=> Live\n',
	'behind a title of the terminal': '\u001b]0;title\u0007==> Live\n',
	'behind a title that another code ends': '\u001b]0;title\u001b\\==> Live\n',
	'behind an eight-bit code': '\u009b31m==> Live\n',
	'behind a code without an end': '\u001b]==> Live\n',
	'behind a character that turns the direction': '\u200e==> Live\n',
	'behind control characters': '\u0000\b\u007f==> Live\n',
	'behind more codes than are waited for': `${ '\u001b[0m'.repeat( 2000 ) }==> Live\n`,
	'as the line that leads to the site':
		'Visitors get it from now on: http://localhost:1\n',
};

/**
 * What readers take for the platform's: lines as the portal reads them.
 * @param output
 */
function reserved( output: Buffer ): string[] {
	return output
		.toString( 'utf8' )
		.split( '\n' )
		.map( plainText )
		.filter( ( line ) => /^(==>|Visitors get it)/.test( line ) );
}

function inPieces( text: string, size: number ): Buffer {
	const guard = new LineGuard();
	const bytes = Buffer.from( text );
	const shown: Buffer[] = [];
	for ( let at = 0; at < bytes.length; at += size ) {
		shown.push( guard.push( bytes.subarray( at, at + size ) ) );
	}
	return Buffer.concat( [ ...shown, guard.flush() ] );
}

describe.each( Object.entries( IMITATIONS ) )(
	'a line of the platform that a build prints %s',
	( _how, text ) => {
		test.each( [ 1, 2, 3, 7, 100_000 ] )(
			'is indented, in pieces of %d bytes',
			( size ) => {
				const shown = inPieces( text, size );
				expect( reserved( shown ) ).toEqual( [] );
				expect( shown.toString().replaceAll( '  ', '' ) ).toBe( text );
			}
		);
	}
);

test.each( [
	'a line\n',
	'=== title ===\n',
	'=> arrow\n',
	'\u001b[32m✓ built\u001b[0m in 3 s\r\n',
	'10 %\r20 %\r100 %\n',
	'a ==> b\n',
	'\n\n\r\n',
	'Visitors\n',
] )( 'other output is not changed: %j', ( text ) => {
	for ( const size of [ 1, 2, 3, 100 ] ) {
		expect( inPieces( text, size ).toString() ).toBe( text );
	}
} );

test( 'output that cannot become a line of the platform is shown before its line ends', () => {
	const guard = new LineGuard();
	expect( guard.push( Buffer.from( '50 %' ) ).toString() ).toBe( '50 %' );
	expect( guard.push( Buffer.from( '\r' ) ).toString() ).toBe( '\r' );
	expect( guard.push( Buffer.from( '==' ) ).toString() ).toBe( '' );
	expect( guard.push( Buffer.from( '= 100 %' ) ).toString() ).toBe(
		'=== 100 %'
	);
} );

test( 'in a log, headings are the platform’s alone', async () => {
	const file = path.join( await temporaryFolder(), 'build.log' );
	const log = new LogFile( file, { whenFull: 'end', secrets: [ 'hidden' ] } );
	log.begin( 'Build' );
	log.append( '==' );
	log.append( '> Live\n=' );
	log.begin( 'Start' );
	log.append( '==> hid' );
	log.append( 'den' );
	log.close();
	expect( await readFile( file, 'utf8' ) ).toBe(
		'==> Build\n  ==> Live\n=\n==> Start\n  ==> ••••'
	);
} );
