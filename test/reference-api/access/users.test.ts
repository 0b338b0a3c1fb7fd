import { expect, test } from 'vitest';
import { StartError } from '../../../src/reference-api/lib/errors.ts';
import { fakeUsers, NOW } from './fake-user-store.ts';

const SAM = { id: 'sam', name: 'Sam', role: 'write' } as const;
const KIM = { id: 'kim', name: '', role: 'read' } as const;

const refusal = ( status: number, expected: string ) =>
	expect.objectContaining( {
		status,
		message: expect.stringContaining( expected ),
	} );

test( 'a new user gets a generated password, and may sign in with it', async () => {
	const { users, rows } = fakeUsers();
	const { user, password } = await users.create( KIM, 'sam' );
	expect( user ).toEqual( {
		...KIM,
		accounts: [],
		createTime: NOW,
		createdBy: 'sam',
	} );
	expect( password ).toMatch( /^[\w-]{24}$/ );
	expect( await users.verify( 'kim', password ) ).toEqual( user );
	expect( JSON.stringify( [ ...rows ] ) ).not.toContain( password );
} );

test( 'a new user may bring its password', async () => {
	const { users } = fakeUsers();
	await users.create( { ...SAM, password: 'correct horse' }, 'kim' );
	expect( await users.verify( 'sam', 'correct horse' ) ).toMatchObject( SAM );
	expect( await users.verify( 'sam', 'correct hors' ) ).toBeNull();
	expect( await users.verify( 'SAM', 'correct horse' ) ).toBeNull();
} );

test( 'a new user is rejected when its ID exists', async () => {
	const { users } = fakeUsers();
	const { password } = await users.create( SAM, 'kim' );
	await expect( users.create( SAM, 'kim' ) ).rejects.toEqual(
		refusal( 409, '"sam"' )
	);
	expect( await users.verify( 'sam', password ) ).not.toBeNull();
} );

test.each( [
	[ 'an empty ID', { id: '' }, 'printable' ],
	[ 'a colon in the ID', { id: 'a:b' }, 'colon' ],
	[ 'an ID that is too long', { id: 'a'.repeat( 101 ) }, '100' ],
	[ 'a line end in the ID', { id: 'a\nb' }, 'printable' ],
	[ 'half a character in the ID', { id: 'a\ud800' }, 'printable' ],
	[ 'space around the ID', { id: ' sam' }, 'printable' ],
	[ 'a name that turns the writing', { name: '\u202esam' }, 'printable' ],
	[ 'a name that is too long', { name: 'a'.repeat( 101 ) }, '100' ],
	[ 'an unknown role', { role: 'admin' as 'read' }, '"admin"' ],
	[ 'a short password', { password: 'seven77' }, '7 characters' ],
	[ 'an endless password', { password: 'a'.repeat( 1001 ) }, '1000' ],
] )( 'a new user is refused for %s', async ( _what, fields, expected ) => {
	const { users, rows } = fakeUsers();
	const created = users.create( { ...SAM, ...fields }, 'kim' );
	await expect( created ).rejects.toEqual( refusal( 400, expected ) );
	expect( rows.size ).toBe( 0 );
} );

test( 'the refusal of a password does not repeat it', async () => {
	const { users } = fakeUsers();
	const created = users.create( { ...SAM, password: 'seven77' }, 'kim' );
	await expect( created ).rejects.toEqual(
		expect.objectContaining( {
			message: expect.not.stringContaining( 'seven77' ),
		} )
	);
} );

test( 'the last user with the role write stays, and keeps the role', async () => {
	const { users } = fakeUsers();
	await users.create( SAM, 'kim' );
	await users.create( KIM, 'sam' );
	await expect( users.delete( 'sam' ) ).rejects.toEqual(
		refusal( 409, 'last API user' )
	);
	await expect( users.setRole( 'sam', 'read' ) ).rejects.toEqual(
		refusal( 409, 'last API user' )
	);
	await users.setRole( 'kim', 'write' );
	await users.setRole( 'sam', 'read' );
	expect( await users.find( 'sam' ) ).toMatchObject( { role: 'read' } );
	await users.delete( 'sam' );
	expect( ( await users.all() ).map( ( { id } ) => id ) ).toEqual( [
		'kim',
	] );
} );

test( 'a user that is deleted is signed out, and its password is worth nothing', async () => {
	const { users, signedOut } = fakeUsers();
	await users.create( SAM, 'kim' );
	const { password } = await users.create( KIM, 'sam' );
	await users.verify( 'kim', password );
	await users.delete( 'kim' );
	expect( signedOut ).toEqual( [ 'kim' ] );
	expect( await users.verify( 'kim', password ) ).toBeNull();
	await expect( users.delete( 'kim' ) ).rejects.toEqual(
		refusal( 404, '"kim"' )
	);
} );

test( 'another password takes the place of the old one at once, and ends the sessions', async () => {
	const { users, signedOut } = fakeUsers();
	const old = await users.create( SAM, 'kim' );
	await users.verify( 'sam', old.password );
	const { password, user } = await users.setPassword( 'sam' );
	expect( user ).toEqual( old.user );
	expect( signedOut ).toEqual( [ 'sam' ] );
	expect( await users.verify( 'sam', old.password ) ).toBeNull();
	expect( await users.verify( 'sam', password ) ).toEqual( user );
} );

test( 'another password is rejected if it is too short or belongs to no user', async () => {
	const { users } = fakeUsers();
	await users.create( SAM, 'kim' );
	await expect( users.setPassword( 'sam', 'short' ) ).rejects.toEqual(
		refusal( 400, '5 characters' )
	);
	await expect( users.setPassword( 'eve' ) ).rejects.toEqual(
		refusal( 404, '"eve"' )
	);
} );

test.each( [ 'verify', 'signIn' ] as const )(
	'a password that is being checked is rejected when it is changed during the check: %s',
	async ( check ) => {
		const { users, rows } = fakeUsers();
		const { user, password } = await users.create( SAM, 'kim' );
		const checked = users[ check ]( 'sam', password );
		rows.set( 'sam', { ...user, passwordHash: 'another' } );
		expect( await checked ).toBeNull();
	}
);

test( 'a password that is being checked is rejected when its user is deleted during the check', async () => {
	const { users, rows } = fakeUsers();
	const { password } = await users.create( SAM, 'kim' );
	const checked = users.verify( 'sam', password );
	rows.delete( 'sam' );
	expect( await checked ).toBeNull();
} );

test( 'a session belongs to the user whose password it was, with the user’s present role', async () => {
	const { users } = fakeUsers();
	await users.create( SAM, 'kim' );
	const { password } = await users.create( KIM, 'sam' );
	const holder = await users.signIn( 'kim', password );
	await users.setRole( 'kim', 'write' );
	expect( holder && ( await users.ofSession( holder ) ) ).toMatchObject( {
		id: 'kim',
		role: 'write',
	} );
} );

test( 'a session ends after a new password, and never belongs to another user with the same ID', async () => {
	const { users } = fakeUsers();
	await users.create( SAM, 'kim' );
	const { password } = await users.create( KIM, 'sam' );
	const before = await users.holder( 'kim' );
	await users.setPassword( 'kim', password );
	expect( before && ( await users.ofSession( before ) ) ).toBeNull();
	const after = await users.signIn( 'kim', password );
	await users.delete( 'kim' );
	expect( await users.holder( 'kim' ) ).toBeNull();
	expect( after && ( await users.ofSession( after ) ) ).toBeNull();
	await users.create( { ...KIM, password }, 'sam' );
	expect( after && ( await users.ofSession( after ) ) ).toBeNull();
} );

test( 'another role applies from the next request on', async () => {
	const { users } = fakeUsers();
	await users.create( SAM, 'kim' );
	const { password } = await users.create( KIM, 'sam' );
	await users.verify( 'kim', password );
	await users.setRole( 'kim', 'write' );
	expect( await users.verify( 'kim', password ) ).toMatchObject( {
		role: 'write',
	} );
	await expect( users.setRole( 'eve', 'read' ) ).rejects.toEqual(
		refusal( 404, '"eve"' )
	);
} );

test( 'the user that the platform is started with is created, also with a short password', async () => {
	const { users } = fakeUsers();
	await users.ensure( 'sam', 'short' );
	expect( await users.verify( 'sam', 'short' ) ).toMatchObject( {
		id: 'sam',
		role: 'write',
	} );
} );

test( 'the user that the platform is started with keeps its hash when nothing changed', async () => {
	const { users, rows } = fakeUsers();
	await users.ensure( 'sam', 'correct horse' );
	const before = rows.get( 'sam' );
	await users.ensure( 'sam', 'correct horse' );
	expect( rows.get( 'sam' ) ).toBe( before );
} );

test( 'the user that the platform is started with gets the password and the role of the start, and keeps its name', async () => {
	const { users } = fakeUsers();
	await users.create( { ...KIM, id: 'sam', name: 'Sam' }, 'kim' );
	await users.ensure( 'sam', 'correct horse' );
	expect( await users.verify( 'sam', 'correct horse' ) ).toMatchObject( {
		name: 'Sam',
		role: 'write',
		createdBy: 'kim',
	} );
} );

test.each( [
	[ '', 'correct horse', 'ID of an API user' ],
	[ 'a:b', 'correct horse', 'colon' ],
	[ 'sam', '', 'password' ],
] )(
	'the user that the platform is started with is refused as “%s” with “%s”',
	async ( id, password, expected ) => {
		const { users } = fakeUsers();
		const error = await users
			.ensure( id, password )
			.catch( ( e: unknown ) => e );
		expect( error ).toBeInstanceOf( StartError );
		expect( error ).toMatchObject( {
			code: 'options',
			message: expect.stringContaining( expected ),
		} );
	}
);
