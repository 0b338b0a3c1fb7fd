import { beforeEach, expect, test, vi } from 'vitest';
import { Credentials } from '../../../src/reference-api/access/credentials.ts';
import {
	hashPassword,
	verifyPassword,
} from '../../../src/reference-api/access/passwords.ts';
import { CHEAP } from './fake-user-store.ts';

const checks = vi.fn( verifyPassword );

let credentials: Credentials;
let stored: string;

beforeEach( async () => {
	credentials = new Credentials( CHEAP, checks );
	stored = await hashPassword( 'correct horse', CHEAP );
	checks.mockClear();
} );

test( 'a password is checked once, and its result is cached', async () => {
	for ( let time = 0; time < 5; time++ ) {
		expect(
			await credentials.verify( 'sam', 'correct horse', stored )
		).toBe( true );
	}
	expect( checks ).toHaveBeenCalledTimes( 1 );
} );

test( 'a checked password is cached for this user only', async () => {
	await credentials.verify( 'sam', 'correct horse', stored );
	const other = await hashPassword( 'another horse', CHEAP );
	expect( await credentials.verify( 'kim', 'correct horse', other ) ).toBe(
		false
	);
} );

test( 'a cached password is rejected once the user has another one', async () => {
	await credentials.verify( 'sam', 'correct horse', stored );
	const changed = await hashPassword( 'another horse', CHEAP );
	expect( await credentials.verify( 'sam', 'correct horse', changed ) ).toBe(
		false
	);
	expect( await credentials.verify( 'sam', 'correct horse', null ) ).toBe(
		false
	);
} );

test( 'a wrong password is not checked a second time either, until the user has it', async () => {
	for ( let time = 0; time < 5; time++ ) {
		expect( await credentials.verify( 'sam', 'wrong horse', stored ) ).toBe(
			false
		);
	}
	expect( checks ).toHaveBeenCalledTimes( 1 );
	const changed = await hashPassword( 'wrong horse', CHEAP );
	expect( await credentials.verify( 'sam', 'wrong horse', changed ) ).toBe(
		true
	);
} );

test( 'an unknown user is checked against as dear a hash as a known one', async () => {
	expect( await credentials.verify( 'eve', 'correct horse', null ) ).toBe(
		false
	);
	const [ [ , decoy ] = [] ] = checks.mock.calls;
	expect( decoy?.split( '$' )[ 1 ] ).toBe( stored.split( '$' )[ 1 ] );
} );

test( 'the same password, sent many times at once, is checked once', async () => {
	const answers = await Promise.all(
		Array.from( { length: 200 }, () =>
			credentials.verify( 'sam', 'correct horse', stored )
		)
	);
	expect( new Set( answers ) ).toEqual( new Set( [ true ] ) );
	expect( checks ).toHaveBeenCalledTimes( 1 );
} );

test( 'no number of wrong passwords shuts out who is known', async () => {
	await credentials.verify( 'sam', 'correct horse', stored );
	const guess = ( index: number ) =>
		credentials.verify( 'sam', `guess ${ index }`, stored );
	const guesses = Array.from( { length: 5000 }, ( _, index ) =>
		guess( index ).catch( ( error: unknown ) => error )
	);
	expect( await credentials.verify( 'sam', 'correct horse', stored ) ).toBe(
		true
	);
	const refused = ( await Promise.all( guesses ) ).filter(
		( answer ) => answer !== false
	);
	expect( refused.length ).toBeGreaterThan( 4000 );
	expect( refused[ 0 ] ).toMatchObject( {
		status: 429,
		headers: { 'retry-after': expect.stringMatching( /^\d+$/ ) },
	} );
	checks.mockClear();
	expect( await credentials.verify( 'sam', 'correct horse', stored ) ).toBe(
		true
	);
	expect( checks ).not.toHaveBeenCalled();
} );
