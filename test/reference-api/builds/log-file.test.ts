import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LogFile } from '../../../src/reference-api/builds/log-file.ts';
import {
	readLog,
	readRotatingLog,
} from '../../../src/reference-api/builds/log-reader.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function makeLog(
	whenFull: 'end' | 'rotate',
	maxBytes: number,
	secrets: readonly string[] = []
) {
	const file = path.join( await temporaryFolder(), 'logs', 'build.log' );
	return { file, log: new LogFile( file, { whenFull, maxBytes, secrets } ) };
}

test( 'a reader follows by offset and never gets half a character', async () => {
	const { file, log } = await makeLog( 'end', 1000 );
	const snowman = Buffer.from( '☃' );
	log.append( 'a' );
	log.append( snowman.subarray( 0, 2 ) );
	const first = await readLog( file, 0 );
	expect( first ).toEqual( { text: '  a', nextOffset: 3 } );
	log.append( snowman.subarray( 2 ) );
	expect( await readLog( file, first.nextOffset ) ).toEqual( {
		text: '☃',
		nextOffset: 6,
	} );
	expect( await readLog( file, 6 ) ).toEqual( { text: '', nextOffset: 6 } );
	log.close();
} );

test( 'a log that does not exist yet is empty', async () => {
	const folder = await temporaryFolder();
	expect( await readLog( path.join( folder, 'none.log' ), 7 ) ).toEqual( {
		text: '',
		nextOffset: 7,
	} );
} );

test( 'a build’s log ends at its limit with a message, and still accepts lines of the platform', async () => {
	const { file, log } = await makeLog( 'end', 10 );
	log.append( 'short\n' );
	log.append( 'much too long\n' );
	log.append( 'x\n' );
	expect( log.lines.at( -1 ) ).toBe( 'x' );
	log.begin( 'Start' );
	log.close();
	const { text } = await readLog( file, 0 );
	expect( text ).toBe(
		'  short\nThe log is full. The rest of the output is omitted.\n==> Start\n'
	);
} );

test( 'rotates an application’s log at its limit', async () => {
	const { file, log } = await makeLog( 'rotate', 10 );
	log.append( '123456\n' );
	log.append( 'abcdef\n' );
	log.close();
	expect( ( await readLog( file, 0 ) ).text ).toBe( '  abcdef\n' );
	expect( ( await readLog( `${ file }.1`, 0 ) ).text ).toBe( '  123456\n' );
} );

test( 'the last line is one that is not empty', async () => {
	const { log } = await makeLog( 'end', 1000 );
	log.append( 'one\n  two \n\n' );
	expect( log.lines.at( -1 ) ).toBe( '  two' );
	log.append( '\n' );
	expect( log.lines.at( -1 ) ).toBe( '  two' );
	log.close();
} );

test( 'the last line is without codes for terminals', async () => {
	const { log } = await makeLog( 'end', 1000 );
	log.append( '\u001b[31mboom\u001b[0m\u0007\n' );
	expect( log.lines.at( -1 ) ).toBe( 'boom' );
	log.append( '10 %\r20 %\r' );
	expect( log.lines.at( -1 ) ).toBe( '20 %' );
	log.close();
} );

test( 'lines of the platform are not output of the command', async () => {
	const { log } = await makeLog( 'end', 1000 );
	log.append( 'from the step before\n' );
	log.writeLine( 'npm run start' );
	expect( log.lines ).toEqual( [] );
	log.close();
} );

test( 'a heading starts on a new line', async () => {
	const { file, log } = await makeLog( 'end', 1000 );
	log.append( 'no end of line' );
	log.begin( 'Build' );
	log.close();
	expect( ( await readLog( file, 0 ) ).text ).toBe(
		'  no end of line\n==> Build\n'
	);
} );

test( 'secrets are masked in output, in lines of the platform and in the reason of a failure', async () => {
	const { file, log } = await makeLog( 'end', 1000, [ 'hunter22' ] );
	log.writeLine( 'using hunter22' );
	log.append( 'password is hun' );
	log.append( 'ter22!\n' );
	expect( log.lines.at( -1 ) ).toBe( 'password is ••••!' );
	log.close();
	expect( ( await readLog( file, 0 ) ).text ).toBe(
		'using ••••\n  password is ••••!\n'
	);
} );

test( 'what looked like the beginning of a secret is there when the log ends', async () => {
	const { file, log } = await makeLog( 'end', 1000, [ 'hunter22' ] );
	log.append( 'a hunt' );
	log.close();
	expect( ( await readLog( file, 0 ) ).text ).toBe( '  a hunt' );
} );

test( 'a log that cannot be written stops neither builds nor applications', async () => {
	const folder = await temporaryFolder();
	const file = path.join( folder, 'logs' );
	await writeFile( file, 'in the way' );
	const log = new LogFile( path.join( file, 'build.log' ), {
		whenFull: 'end',
	} );
	log.append( 'words\n' );
	expect( log.lines.at( -1 ) ).toBe( 'words' );
	log.close();
} );

describe( 'a long output is searched', () => {
	const LINES = 30_000;

	function appendLines( log: LogFile ) {
		for ( let line = 0; line < LINES; line++ ) {
			log.append( `line ${ line }\n` );
		}
	}

	test( 'a long log of a build is searched at its start and its end', async () => {
		const { log } = await makeLog( 'end', 1000 );
		appendLines( log );
		const { lines } = log;
		expect( lines.at( 0 ) ).toBe( 'line 0' );
		expect( lines.at( -1 ) ).toBe( 'line 29999' );
		expect( lines.length ).toBeLessThan( LINES / 2 );
		log.close();
	} );

	test( 'a long log of an application is searched at its end', async () => {
		const { log } = await makeLog( 'rotate', 1000 );
		appendLines( log );
		const { lines } = log;
		expect( lines ).not.toContain( 'line 0' );
		expect( lines.at( -1 ) ).toBe( 'line 29999' );
		expect( lines.length ).toBeLessThan( LINES / 3 );
		log.close();
	} );

	test( 'a long log is searched from the last line of the platform', async () => {
		const { log } = await makeLog( 'end', 1000 );
		appendLines( log );
		log.writeLine( '$ npm run build' );
		log.append( 'words\n' );
		expect( log.lines ).toEqual( [ 'words' ] );
		log.close();
	} );
} );

test( 'readers are notified when the log grows', async () => {
	const file = path.join( await temporaryFolder(), 'build.log' );
	let told = 0;
	const log = new LogFile( file, {
		whenFull: 'end',
		onGrow: () => told++,
	} );
	log.append( 'one\n' );
	log.writeLine( 'two' );
	log.close();
	expect( told ).toBe( 2 );
} );

test( 'reads a rotated log from the start if the offset is beyond its end', async () => {
	const { file, log } = await makeLog( 'rotate', 10 );
	log.append( '12345678\n' );
	const { nextOffset } = await readRotatingLog( file, 0 );
	log.append( 'abc\n' );
	log.close();
	expect( await readRotatingLog( file, nextOffset ) ).toEqual( {
		text: '  abc\n',
		nextOffset: 6,
	} );
} );
