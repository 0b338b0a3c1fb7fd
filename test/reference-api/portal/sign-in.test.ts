import { beforeEach, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../../src/reference-api/http/guard.ts';
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

test.each( [ 'npm start', 'headless-deploy serve' ] )(
	'the sign-in page names the command that started the platform: %s',
	async ( startCommand ) => {
		const started = await portalApp( undefined, {
			startCommand,
		} );
		const { body } = await started.get( '/portal/sign-in', {
			headers: STRANGER,
		} );
		expect( body ).toContain( `<code>${ startCommand }</code>` );
		expect( body.includes( 'the user ID and the password' ) ).toBe(
			startCommand === 'npm start'
		);
	}
);

describe( 'a one-time link that is spent', () => {
	test( 'is told above the form', async () => {
		const { body } = await portal.get( '/portal/sign-in?link=spent', {
			headers: STRANGER,
		} );
		expect( body ).toMatch(
			/role="alert"[\s\S]+This link was used or has expired\. /
		);
		const bare = await portal.get( '/portal/sign-in', {
			headers: STRANGER,
		} );
		expect( bare.body ).not.toContain( 'has expired' );
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
		expect( body ).toContain( 'The user ID or password is incorrect.' );
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

test( 'a session ends with its password and its user, even if nobody ended it', async () => {
	const { users, openSession, get } = portal;
	const visit = async ( session: string ) => {
		const cookie = `${ sessionCookie( 4100 ) }=${ session }`;
		const headers = { ...STRANGER, cookie };
		return ( await get( ENVIRONMENT_URL, { headers } ) ).statusCode;
	};
	const first = await openSession( 'kim' );
	expect( await visit( first ) ).toBe( 200 );
	await users.setPassword( 'kim', PASSWORD );
	expect( await visit( first ) ).toBe( 401 );
	const second = await openSession( 'kim' );
	await users.delete( 'kim' );
	const kim = { id: 'kim', name: '', role: 'write' } as const;
	await users.create( { ...kim, password: PASSWORD }, 'sam' );
	expect( await visit( second ) ).toBe( 401 );
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
