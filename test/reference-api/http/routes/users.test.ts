import { beforeEach, describe, expect, test } from 'vitest';
import {
	basic,
	CHEAP,
	json,
	makePlatform,
	PASSWORD,
	USER,
} from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';

let platform: TestPlatform;

const READER = { id: 'kim', role: 'read' };

function as( user: string, password: string, init: RequestInit = {} ) {
	return {
		...init,
		headers: { ...init.headers, authorization: basic( user, password ) },
	};
}

async function makeReader(): Promise< string > {
	const answer = await platform.request( '/_local/users', json( READER ) );
	const { password } = ( await answer.json() ) as { password: string };
	return password;
}

async function messageOf( answer: Response ): Promise< string > {
	return ( ( await answer.json() ) as { message: string } ).message;
}

beforeEach( async () => {
	platform = await makePlatform();
} );

test( 'POST /_local/users creates a user with a password that is shown once', async () => {
	const answer = await platform.request(
		'/_local/users',
		json( { ...READER, name: 'Kim, looks only' } )
	);
	expect( answer.status ).toBe( 200 );
	expect( answer.headers.get( 'cache-control' ) ).toBe( 'no-store' );
	const { password, ...user } = ( await answer.json() ) as {
		password: string;
	};
	expect( password ).toMatch( /^[\w-]{24}$/ );
	expect( user ).toEqual( {
		...READER,
		accounts: [],
		name: 'Kim, looks only',
		createTime: expect.stringMatching( /Z$/ ),
		createdBy: USER,
	} );
	const list = await platform.request(
		'/_local/users',
		as( 'kim', password )
	);
	const text = await list.text();
	expect( JSON.parse( text ).users ).toContainEqual( user );
	expect( text ).not.toContain( password );
	expect( text ).not.toContain( 'scrypt' );
} );

test( 'POST /_local/users does not repeat a password that was given', async () => {
	const answer = await platform.request(
		'/_local/users',
		json( { ...READER, password: 'battery staple' } )
	);
	expect( await answer.text() ).not.toContain( 'battery' );
	const list = await platform.request(
		'/v1/regions',
		as( 'kim', 'battery staple' )
	);
	expect( list.status ).toBe( 200 );
} );

test.each( [
	[ 'an ID with a colon', { id: 'a:b', role: 'read' }, 'colon' ],
	[ 'an unknown role', { id: 'a', role: 'admin' }, 'admin' ],
	[
		'an unknown account',
		{ id: 'a', accounts: [ { account: 'none', role: 'read' } ] },
		'“acme”',
	],
	[ 'a short password', { ...READER, password: 'short' }, '8' ],
	[ 'a field too many', { ...READER, isAdmin: true }, 'isAdmin' ],
] )( 'POST /_local/users refuses %s', async ( _what, body, expected ) => {
	const answer = await platform.request( '/_local/users', json( body ) );
	expect( answer.status ).toBe( 400 );
	const message = await messageOf( answer );
	expect( message ).toContain( expected );
	expect( message ).not.toContain( 'short' );
} );

describe( 'PUT /_local/users/{user}/password', () => {
	test( 'makes another one; the old one is worth nothing from then on', async () => {
		const old = await makeReader();
		const answer = await platform.request(
			'/_local/users/kim/password',
			json( {}, 'PUT' )
		);
		const { password } = ( await answer.json() ) as { password: string };
		const statusWith = async ( word: string ) =>
			( await platform.request( '/v1/regions', as( 'kim', word ) ) )
				.status;
		expect( await statusWith( old ) ).toBe( 401 );
		expect( await statusWith( password ) ).toBe( 200 );
	} );

	test( 'takes one without repeating it', async () => {
		await makeReader();
		const answer = await platform.request(
			'/_local/users/kim/password',
			json( { password: 'battery staple' }, 'PUT' )
		);
		expect( await answer.text() ).not.toContain( 'battery' );
		const look = await platform.request(
			'/v1/regions',
			as( 'kim', 'battery staple' )
		);
		expect( look.status ).toBe( 200 );
	} );
} );

test( 'DELETE /_local/users/{user} ends the user’s sessions', async () => {
	const password = await makeReader();
	const signedIn = await fetch(
		new URL( '/_local/session', platform.url ),
		json( { user: 'kim', password } )
	);
	const cookie = String(
		signedIn.headers.get( 'set-cookie' )?.split( ';' )[ 0 ]
	);
	const look = () =>
		fetch( new URL( '/v1/regions', platform.url ), {
			headers: { cookie },
		} );
	expect( ( await look() ).status ).toBe( 200 );
	const gone = await platform.request( '/_local/users/kim', {
		method: 'DELETE',
	} );
	expect( [ gone.status, await gone.text() ] ).toEqual( [ 204, '' ] );
	expect( ( await look() ).status ).toBe( 401 );
	await platform.request( '/_local/users', json( { ...READER, password } ) );
	expect( ( await look() ).status ).toBe( 401 );
} );

test( 'DELETE /_local/users/{user} ends the one-time link of the user whom the platform was started with', async () => {
	const link = platform.portalLink();
	await platform.request(
		'/_local/users',
		json( { id: 'max', role: 'write', password: 'battery staple' } )
	);
	const gone = await platform.request(
		`/_local/users/${ USER }`,
		as( 'max', 'battery staple', { method: 'DELETE' } )
	);
	expect( gone.status ).toBe( 204 );
	const entered = await fetch( link, { redirect: 'manual' } );
	expect( entered.status ).toBe( 401 );
} );

describe( 'after another start', () => {
	test( 'users are still there, and the user of the start has its password', async () => {
		const password = await makeReader();
		const { dataFolder } = platform;
		await platform.close();
		platform = await makePlatform( {
			dataFolder,
			password: 'another horse',
			passwordCost: { ...CHEAP, logCost: 2 },
		} );
		const statusOf = async ( user: string, word: string ) =>
			( await platform.request( '/v1/regions', as( user, word ) ) )
				.status;
		expect( await statusOf( 'kim', password ) ).toBe( 200 );
		expect( await statusOf( USER, 'another horse' ) ).toBe( 200 );
		expect( await statusOf( USER, PASSWORD ) ).toBe( 401 );
	} );
} );
