import { expect, test } from 'vitest';
import {
	decoyHash,
	hashPassword,
	generatePassword,
	PASSWORD_COST,
	verifyPassword,
} from '../../../src/reference-api/access/passwords.ts';
import { CHEAP } from './fake-user-store.ts';

test( 'a hash fits its password and no other', async () => {
	const stored = await hashPassword( 'correct horse', CHEAP );
	expect( stored ).not.toContain( 'correct' );
	expect( await verifyPassword( 'correct horse', stored ) ).toBe( true );
	for ( const other of [
		'correct horsf',
		'correct horse ',
		'',
		'correct',
	] ) {
		expect( await verifyPassword( other, stored ) ).toBe( false );
	}
} );

test( 'the same password has another hash each time', async () => {
	const first = await hashPassword( 'correct horse', CHEAP );
	expect( await hashPassword( 'correct horse', CHEAP ) ).not.toBe( first );
} );

test( 'a hash contains its parameters, so that it still matches after the cost was raised', async () => {
	const stored = await hashPassword( 'correct horse', {
		logCost: 2,
		blockSize: 3,
		parallel: 2,
	} );
	expect( stored ).toMatch( /^scrypt\$2,3,2\$/ );
	expect( await verifyPassword( 'correct horse', stored ) ).toBe( true );
} );

test( 'the usual cost is 32 MiB of memory, and works', async () => {
	const { logCost, blockSize } = PASSWORD_COST;
	expect( 128 * 2 ** logCost * blockSize ).toBe( 32 * 1024 * 1024 );
	const stored = await hashPassword( 'correct horse' );
	expect( await verifyPassword( 'correct horse', stored ) ).toBe( true );
} );

test( 'letters with marks fit in both of their forms', async () => {
	const stored = await hashPassword( 'wörd-wörd', CHEAP );
	expect(
		await verifyPassword( 'wörd-wörd'.normalize( 'NFD' ), stored )
	).toBe( true );
} );

test( 'a decoy matches no password and has the format of a hash', async () => {
	const [ , cost, salt ] = decoyHash( CHEAP ).split( '$' );
	const [ , realCost, realSalt ] = (
		await hashPassword( 'correct horse', CHEAP )
	).split( '$' );
	expect( [ cost, salt?.length ] ).toEqual( [ realCost, realSalt?.length ] );
	expect( await verifyPassword( '', decoyHash( CHEAP ) ) ).toBe( false );
} );

test.each( [
	[ 'nothing', '' ],
	[ 'a plain password', 'correct horse' ],
	[ 'another algorithm', '$2b$10$abcdefghijklmnopqrstuv' ],
	[
		'a cost that would use up the memory',
		`scrypt$31,8,1$c2FsdHNhbHQ$${ 'a'.repeat( 43 ) }`,
	],
	[ 'no work at all', `scrypt$0,8,1$c2FsdHNhbHQ$${ 'a'.repeat( 43 ) }` ],
] )( '%s in place of a hash fits no password', async ( _what, stored ) => {
	expect( await verifyPassword( 'correct horse', stored ) ).toBe( false );
} );

test( 'a made password has 24 characters and is another one each time', () => {
	const made = new Set( Array.from( { length: 50 }, generatePassword ) );
	expect( made.size ).toBe( 50 );
	for ( const password of made ) {
		expect( password ).toMatch( /^[\w-]{24}$/ );
	}
} );
