import { request as rawRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import {
	basic,
	makeEnvironment,
	makePlatform,
	routeOf,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

let platform: TestPlatform;
let port: string;

interface Answer {
	status: number | undefined;
	headers: IncomingMessage[ 'headers' ];
	body: string;
}

/** Sends a request with exactly these headers; `fetch` would not let the Host go. */
function send(
	method: string,
	path: string,
	headers: Record< string, string > = {}
): Promise< Answer > {
	return new Promise( ( resolve, reject ) => {
		const request = rawRequest(
			{
				host: '127.0.0.1',
				port,
				method,
				path,
				headers: { host: `127.0.0.1:${ port }`, ...headers },
			},
			( response ) => {
				let body = '';
				response.setEncoding( 'utf8' );
				response.on( 'data', ( chunk: string ) => ( body += chunk ) );
				response.on( 'end', () =>
					resolve( {
						status: response.statusCode,
						headers: response.headers,
						body,
					} )
				);
			}
		);
		request.on( 'error', reject );
		request.end();
	} );
}

beforeEach( async () => {
	platform = await makePlatform( { allowHosts: [ 'host.internal' ] } );
	( { port } = new URL( platform.url ) );
} );

test.each( [
	'rebound.example',
	'rebound.example:80',
	'127.0.0.1',
	'127.0.0.1:1',
	'localhost',
] )(
	'the Host header is refused as “%s”, with credentials too',
	async ( host ) => {
		for ( const path of [
			'/v1/regions',
			'/portal',
			'/_local/health',
			'/wh/v1/x',
		] ) {
			const answer = await send( 'GET', path, {
				host,
				authorization: basic(),
			} );
			expect( answer.status ).toBe( 421 );
		}
	}
);

test( 'the Host header may be a name that was allowed', async () => {
	const host = `Host.Internal:${ port }`;
	const headers = { host, authorization: basic() };
	expect( ( await send( 'GET', '/v1/regions', headers ) ).status ).toBe(
		200
	);
} );

test( 'localhost redirects the portal’s pages to its one address, and answers calls of the API', async () => {
	const headers = { host: `localhost:${ port }` };
	const page = await send( 'GET', '/portal/accounts/acme', headers );
	expect( page.status ).toBe( 302 );
	expect( page.headers.location ).toBe(
		`${ platform.url }/portal/accounts/acme`
	);
	expect( ( await send( 'GET', '/', headers ) ).status ).toBe( 302 );
	const asUser = { ...headers, authorization: basic() };
	for ( const [ method, path, status, sent ] of [
		[ 'GET', '/v1/regions', 401, headers ],
		[ 'GET', '/v1/regions', 200, asUser ],
		[ 'GET', '/openapi.json', 200, asUser ],
		[ 'GET', '/v1/regions', 421, { ...asUser, host: 'localhost:1' } ],
	] as const ) {
		const answer = await send( method, path, sent );
		expect( [ method, path, answer.status ] ).toEqual( [
			method,
			path,
			status,
		] );
	}
} );

const refused: Record< string, string >[] = [
	{ origin: 'https://evil.example' },
	{ origin: 'null' },
	{ 'sec-fetch-site': 'cross-site' },
	{ 'sec-fetch-site': 'same-site' },
];

test.each( refused )(
	'a write from another site is refused with %o',
	async ( headers ) => {
		const path = await makeEnvironment( platform );
		for ( const url of [
			`${ routeOf( '/_local', path ) }/webhooks`,
			`${ routeOf( '/fu/v1', path ) }:upload`,
			'/v1/accounts/acme/apps?appId=other',
			'/_local/session',
		] ) {
			const answer = await send( 'POST', url, {
				authorization: basic(),
				...headers,
			} );
			expect( [ url, answer.status ] ).toEqual( [ url, 403 ] );
		}
		expect( await platform.services.webhooks.find( path ) ).toBeNull();
	}
);

test.each( [ 'same-origin', 'none' ] )(
	'a write with Sec-Fetch-Site: %s is not one from another site',
	async ( site ) => {
		const path = await makeEnvironment( platform );
		const answer = await send(
			'POST',
			`${ routeOf( '/_local', path ) }/webhooks`,
			{
				authorization: basic(),
				origin: platform.url,
				'sec-fetch-site': site,
			}
		);
		expect( answer.status ).toBe( 200 );
	}
);

describe( 'without credentials', () => {
	test.each( [
		[ 'GET', '/_local/session' ],
		[ 'GET', '/_local/events' ],
		[ 'GET', '/v1/regions' ],
		[ 'GET', '/_local/accounts' ],
		[ 'GET', '/_local/nothing' ],
		[ 'GET', '/nothing' ],
		[ 'POST', '/_local/accounts/acme/apps/a/environments/e/webhooks' ],
		[ 'DELETE', '/_local/accounts/acme/apps/a/environments/e/webhooks' ],
		[ 'POST', '/fu/v1/accounts/acme/apps/a/environments/e:upload' ],
	] )( '%s %s is refused', async ( method, path ) => {
		expect( ( await send( method, path ) ).status ).toBe( 401 );
	} );

	test( 'a wrong password and a missing one have different messages', async () => {
		const authorization = basic( 'sam', 'wrong' );
		const answer = await send( 'GET', '/v1/regions', { authorization } );
		expect( JSON.parse( answer.body ).message ).toBe(
			'The user ID or password is incorrect.'
		);
		expect( ( await send( 'GET', '/v1/regions' ) ).body ).toContain(
			'Sign in with the API user'
		);
	} );

	test( 'health answers', async () => {
		const answer = await send( 'GET', '/_local/health' );
		expect( answer.status ).toBe( 200 );
		expect( JSON.parse( answer.body ) ).toMatchObject( { status: 'ok' } );
	} );
} );

test( 'the one-time link opens a session, once', async () => {
	const link = platform.portalLink().replace( platform.url, '' );
	expect( ( await send( 'HEAD', link ) ).status ).not.toBe( 303 );
	const first = await send( 'GET', link );
	expect( first.status ).toBe( 303 );
	expect( first.headers.location ).toBe( '/portal' );
	const [ setCookie = '' ] = first.headers[ 'set-cookie' ] ?? [];
	expect( setCookie ).toContain( 'HttpOnly' );
	expect( setCookie ).toContain( 'SameSite=Strict' );
	const cookie = String( setCookie.split( ';' )[ 0 ] );
	expect( ( await send( 'GET', '/v1/regions', { cookie } ) ).status ).toBe(
		200
	);
	expect( ( await send( 'GET', link ) ).status ).toBe( 401 );
	await send( 'DELETE', '/_local/session', { cookie } );
	expect( ( await send( 'GET', '/v1/regions', { cookie } ) ).status ).toBe(
		401
	);
} );

test( 'the one-time link is refused when it was made up', async () => {
	for ( const path of [ '/portal/enter', '/portal/enter?code=abc' ] ) {
		expect( ( await send( 'GET', path ) ).status ).toBe( 401 );
		const page = await send( 'GET', path, { accept: 'text/html' } );
		expect( page.headers.location ).toBe( '/portal/sign-in?link=spent' );
	}
} );
