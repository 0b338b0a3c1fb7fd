import { expect, test } from 'vitest';
import { sessionCookie } from '../../../../src/reference-api/http/guard.ts';
import {
	json,
	makePlatform,
	PASSWORD,
	USER,
	WORDPRESS,
} from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';

const SESSION = '/_local/session';

/** Asks without HTTP Basic. */
function ask(
	{ url }: TestPlatform,
	init: RequestInit = {},
	headers: Record< string, string > = {}
): Promise< Response > {
	return fetch( url + SESSION, {
		...init,
		headers: {
			...( init.headers as Record< string, string > ),
			...headers,
		},
	} );
}

function signIn( platform: TestPlatform, password = PASSWORD, user = USER ) {
	return ask( platform, json( { user, password } ) );
}

function cookieOf( response: Response ): string {
	return (
		( response.headers.get( 'set-cookie' ) ?? '' ).split( ';' )[ 0 ] ?? ''
	);
}

test( 'signing in answers the session and a cookie that scripts and other sites cannot use', async () => {
	const platform = await makePlatform( {
		startCommand: 'npm start',
		now: () => new Date( '2030-01-02T03:04:05Z' ),
	} );
	const response = await signIn( platform );
	expect( response.status ).toBe( 200 );
	expect( response.headers.get( 'cache-control' ) ).toBe( 'no-store' );
	const { port } = new URL( platform.url );
	expect( response.headers.get( 'set-cookie' ) ).toMatch(
		new RegExp(
			`^${ sessionCookie( Number( port ) ) }=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict$`
		)
	);
	const session = await response.json();
	expect( session ).toEqual( {
		user: USER,
		name: '',
		role: 'write',
		accounts: [ { name: 'acme', id: expect.any( String ), role: 'write' } ],
		now: '2030-01-02T03:04:05.000Z',
		maxUploadBytes: 104_857_600,
		hangTimeoutSeconds: 60,
		faultsOn: 0,
		startCommand: 'npm start',
	} );
	const again = await ask( platform, {}, { cookie: cookieOf( response ) } );
	expect( await again.json() ).toEqual( session );
} );

test.each( [
	[ 'a wrong password', 'wrong', USER ],
	[ 'an unknown user', PASSWORD, 'unknown' ],
	[ 'an empty user', PASSWORD, '' ],
] )( 'signing in with %s is refused', async ( _what, password, user ) => {
	const platform = await makePlatform();
	const response = await signIn( platform, password, user );
	expect( response.status ).toBe( 401 );
	expect( await response.json() ).toEqual( {
		message: 'The user ID or password is incorrect.',
	} );
	expect( response.headers.get( 'set-cookie' ) ).toBeNull();
	// A browser would show a dialog of its own.
	expect( response.headers.get( 'www-authenticate' ) ).toMatch( /^Link / );
} );

test( 'another site can neither sign a user in nor out', async () => {
	const platform = await makePlatform();
	const foreign = { origin: 'http://elsewhere.example' };
	const init = json( { user: USER, password: PASSWORD } );
	expect( ( await ask( platform, init, foreign ) ).status ).toBe( 403 );
	expect(
		( await ask( platform, { method: 'DELETE' }, foreign ) ).status
	).toBe( 403 );
} );

test( 'signing out ends the session, and needs no role', async () => {
	const platform = await makePlatform();
	const cookie = cookieOf( await signIn( platform ) );
	const out = await ask( platform, { method: 'DELETE' }, { cookie } );
	expect( out.status ).toBe( 204 );
	expect( cookieOf( out ) ).toMatch( /=$/ );
	const after = await ask( platform, {}, { cookie } );
	expect( after.status ).toBe( 401 );
	expect( after.headers.get( 'www-authenticate' ) ).toMatch( /^Link / );
	const signedOut = await ask( platform, { method: 'DELETE' } );
	expect( signedOut.status ).toBe( 204 );
} );

test( 'a script of a page gets no challenge for which a browser shows a dialog', async () => {
	const platform = await makePlatform();
	const page = await ask( platform, {}, { 'sec-fetch-dest': 'empty' } );
	expect( page.headers.get( 'www-authenticate' ) ).toMatch( /^Link / );
	const program = await ask( platform );
	expect( program.status ).toBe( 401 );
	expect( program.headers.get( 'www-authenticate' ) ).toMatch( /^Basic / );
} );

test( 'the session lists only the accounts that the user sees, with the role there', async () => {
	const platform = await makePlatform( {
		accounts: [ 'acme', 'globex', 'umbrella' ],
		wordpress: { blog: WORDPRESS },
	} );
	await platform.services.users.create(
		{
			id: 'ci',
			name: 'Deploys',
			role: 'none',
			password: PASSWORD,
			accounts: [
				{ account: 'acme', role: 'write' },
				{ account: 'globex', role: 'read' },
			],
		},
		'test'
	);
	const session = await ( await signIn( platform, PASSWORD, 'ci' ) ).json();
	expect( session ).toMatchObject( {
		user: 'ci',
		name: 'Deploys',
		role: 'none',
		accounts: [
			{ name: 'acme', role: 'write' },
			{ name: 'globex', role: 'read' },
		],
	} );
	expect( session.accounts ).toHaveLength( 2 );
} );
