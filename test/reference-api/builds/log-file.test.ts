import path from 'node:path';
import { expect, test } from 'vitest';
import {
	lastWords,
	LogFile,
	readLog,
} from '../../../src/reference-api/builds/log-file.ts';
import { temporaryFolder } from '../platform.ts';

async function makeLog( whenFull: 'end' | 'rotate', maxBytes: number ) {
	const file = path.join( await temporaryFolder(), 'logs', 'build.log' );
	return { file, log: new LogFile( file, { whenFull, maxBytes } ) };
}

test( 'a reader follows by offset and never gets half a character', async () => {
	const { file, log } = await makeLog( 'end', 1000 );
	const snowman = Buffer.from( '☃' );
	log.append( 'a' );
	log.append( snowman.subarray( 0, 2 ) );
	const first = await readLog( file, 0 );
	expect( first ).toEqual( { text: 'a', nextOffset: 1 } );
	log.append( snowman.subarray( 2 ) );
	expect( await readLog( file, first.nextOffset ) ).toEqual( {
		text: '☃',
		nextOffset: 4,
	} );
	expect( await readLog( file, 4 ) ).toEqual( { text: '', nextOffset: 4 } );
	log.close();
} );

test( 'a log that is not there yet is empty', async () => {
	const folder = await temporaryFolder();
	expect( await readLog( path.join( folder, 'none.log' ), 7 ) ).toEqual( {
		text: '',
		nextOffset: 7,
	} );
} );

test( 'a build’s log ends at its limit, and says so', async () => {
	const { file, log } = await makeLog( 'end', 10 );
	log.append( 'short\n' );
	log.append( 'much too long\n' );
	log.append( 'x\n' );
	log.close();
	const { text } = await readLog( file, 0 );
	expect( text ).toBe(
		'short\n\n==> The log is full; the rest is left out.\n'
	);
} );

test( 'an application’s log begins anew at its limit', async () => {
	const { file, log } = await makeLog( 'rotate', 10 );
	log.append( '123456\n' );
	log.append( 'abcdef\n' );
	log.close();
	expect( ( await readLog( file, 0 ) ).text ).toBe( 'abcdef\n' );
	expect( ( await readLog( `${ file }.1`, 0 ) ).text ).toBe( '123456\n' );
} );

test( 'the last line with words is remembered', async () => {
	const { log } = await makeLog( 'end', 1000 );
	log.append( 'one\n  two \n\n' );
	expect( log.lastLine ).toBe( 'two' );
	log.append( '\n' );
	expect( log.lastLine ).toBe( 'two' );
	log.close();
} );

test( 'the last line is without codes for terminals', async () => {
	const { log } = await makeLog( 'end', 1000 );
	log.append( '\u001b[31mboom\u001b[0m\u0007\n' );
	expect( log.lastLine ).toBe( 'boom' );
	log.append( '10 %\r20 %\r' );
	expect( log.lastLine ).toBe( '20 %' );
	log.close();
} );

test( 'what the platform says is not what the command said', async () => {
	const { log } = await makeLog( 'end', 1000 );
	log.append( 'from the step before\n' );
	log.say( 'npm run start' );
	expect( lastWords( log ) ).toBe( 'It said nothing.' );
	log.close();
} );
