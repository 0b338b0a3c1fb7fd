import { beforeEach, describe, expect, test } from 'vitest';
import { safeNext } from '../../../src/reference-api/portal/session-routes.ts';
import { ENVIRONMENT_URL, PASSWORD, portalApp } from './portal-app.ts';

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
} );

const STRANGER = { authorization: '' };

function signIn( fields: Record< string, string > ) {
	return portal.post( '/portal/sign-in', {
		headers: {
			...STRANGER,
			'content-type': 'application/x-www-form-urlencoded',
		},
		payload: new URLSearchParams( fields ).toString(),
	} );
}

describe( 'a stranger', () => {
	test( 'with a browser gets the sign-in page, which leads back to where they wanted', async () => {
		const { statusCode, headers, body } = await portal.get(
			`${ ENVIRONMENT_URL }/settings?x=1`,
			{
				headers: { ...STRANGER, accept: 'text/html,*/*' },
			}
		);
		expect( statusCode ).toBe( 401 );
		expect( headers[ 'www-authenticate' ] ).not.toMatch( /Basic/ );
		expect( body ).toContain(
			`name="next" value="${ ENVIRONMENT_URL }/settings"`
		);
		expect( body ).not.toContain( 'acme</' );
	} );

	test( 'that is a program is asked for Basic', async () => {
		const { statusCode, headers } = await portal.get( '/portal', {
			headers: STRANGER,
		} );
		expect( statusCode ).toBe( 401 );
		expect( headers[ 'www-authenticate' ] ).toMatch( /^Basic realm=/ );
	} );
} );

describe( 'the form', () => {
	test( 'opens a session with a cookie for this address alone', async () => {
		const { statusCode, headers } = await signIn( {
			user: 'sam',
			password: PASSWORD,
			next: ENVIRONMENT_URL,
		} );
		expect( [ statusCode, headers.location ] ).toEqual( [
			303,
			ENVIRONMENT_URL,
		] );
		expect( headers[ 'set-cookie' ] ).toMatch(
			/; HttpOnly; SameSite=Strict$/
		);
	} );

	test( 'tells when it does not match, without the password', async () => {
		const { statusCode, headers, body } = await signIn( {
			user: 'sam',
			password: 'wrong-one',
		} );
		expect( statusCode ).toBe( 401 );
		expect( headers[ 'set-cookie' ] ).toBeUndefined();
		expect( body ).toContain( 'That user ID and password do not match.' );
		expect( body ).toContain( 'value="sam"' );
		expect( body ).not.toContain( 'wrong-one' );
	} );

	test( 'refuses a form of another site', async () => {
		const { statusCode } = await portal.post( '/portal/sign-in', {
			headers: { ...STRANGER, origin: 'http://evil.example' },
		} );
		expect( statusCode ).toBe( 403 );
	} );
} );

test.each( [
	[ '/portal/accounts/acme', '/portal/accounts/acme' ],
	[ '/portal', '/portal' ],
	[ '//evil.example', '/portal' ],
	[ '/portal//evil.example', '/portal' ],
	[ 'http://evil.example/portal', '/portal' ],
	[ '/portal/../v1', '/portal' ],
	[ '/portalevil', '/portal' ],
	[ undefined, '/portal' ],
] )( 'after signing in, %s leads to %s', ( wanted, next ) => {
	expect( safeNext( wanted ) ).toBe( next );
} );
