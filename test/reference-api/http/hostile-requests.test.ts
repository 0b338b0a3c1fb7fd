import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import {
	basic,
	json,
	makeEnvironment,
	makePlatform,
	routeOf,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

let platform: TestPlatform;
let place: EnvironmentPath;
let token: string;
let webhook: string;

/**
 * Sends bytes as no client library would, and reads the whole answer.
 *
 * @param headers Header lines besides Host and Connection.
 */
function send(
	target: string,
	headers: string[] = [],
	host = new URL( platform.url ).host
): Promise< { status: number; head: string; body: string } > {
	return new Promise( ( resolve, reject ) => {
		const lines = [
			`POST ${ target } HTTP/1.1`,
			`Host: ${ host }`,
			'Connection: close',
			...headers,
		];
		const { port } = new URL( platform.url );
		const socket = connect( Number( port ), '127.0.0.1', () =>
			socket.write( `${ lines.join( '\r\n' ) }\r\n\r\n` )
		);
		let answer = '';
		socket.setEncoding( 'utf8' );
		socket.on( 'data', ( chunk ) => ( answer += chunk ) );
		socket.on( 'error', reject );
		socket.on( 'end', () => {
			const [ head = '', ...body ] = answer.split( '\r\n\r\n' );
			resolve( {
				status: Number( head.split( ' ' )[ 1 ] ),
				head,
				body: body.join( '\r\n\r\n' ),
			} );
		} );
	} );
}

let errors: unknown[];

beforeEach( async () => {
	errors = [];
	platform = await makePlatform( {
		onError: ( error ) => errors.push( error ),
	} );
	place = await makeEnvironment( platform );
	const { urls } = await platform.services.webhooks.create( place, 'test' );
	const url = new URL( urls.purgeCache );
	token = url.searchParams.get( 'token' ) ?? '';
	webhook = url.pathname + url.search;
} );

const broken = [ '/wh/v1/%zz', `/wh/v1/accounts/${ 'a'.repeat( 400 ) }` ];

test.each( broken )(
	'an address that cannot be read is refused without repeating it: %s',
	async ( at ) => {
		const answer = await send( `${ at }/apps/a?token=${ token }` );
		expect( [ 400, 404, 414 ] ).toContain( answer.status );
		expect( answer.body ).not.toContain( token );
		expect( Object.keys( JSON.parse( answer.body ) ) ).toEqual( [
			'message',
		] );
	}
);

test( 'an address that cannot be read is refused under another host name', async () => {
	const answer = await send( '/portal/%zz', [], 'evil.example' );
	expect( answer.status ).toBe( 421 );
} );

test( 'a target that names a host itself is refused when the host is another one', async () => {
	const health = '/_local/health';
	for ( const target of [
		`http://evil.example${ health }`,
		`http://${ new URL( platform.url ).host }@evil.example${ health }`,
		`https://127.0.0.1${ health }`,
	] ) {
		expect( ( await send( target ) ).status ).toBe( 421 );
	}
} );

test( 'a target that names the platform’s own host is served', async () => {
	const answer = await send( platform.url + webhook );
	expect( answer.status ).toBe( 200 );
} );

test( 'two Host headers are refused', async () => {
	const answer = await send( webhook, [ 'Host: evil.example' ] );
	expect( answer.status ).toBe( 421 );
} );

test( 'no answer can be taken for a script of another site', async () => {
	for ( const url of [ '/v1/regions', `${ routeOf( '/v1', place ) }` ] ) {
		const { headers } = await platform.request( url, {
			headers: { authorization: basic() },
		} );
		expect( headers.get( 'x-content-type-options' ) ).toBe( 'nosniff' );
		expect( headers.get( 'cross-origin-resource-policy' ) ).toBe(
			'same-origin'
		);
	}
} );

describe( 'an upload whose form is broken', () => {
	const head =
		'--edge\r\nContent-Disposition: form-data; name="repository"; filename="a.zip"\r\n\r\n';

	async function filesLeft() {
		return readdir( path.join( platform.dataFolder, 'tmp' ) );
	}

	test.each( [
		[ 'no boundary', 'multipart/form-data', 'abc' ],
		[ 'no end', 'multipart/form-data; boundary=edge', `${ head }abc` ],
		[ 'nothing in it', 'multipart/form-data; boundary=edge', '' ],
	] )(
		'an upload whose form is broken is refused with a reason: %s',
		async ( _what, type, body ) => {
			const url = `${ routeOf( '/fu/v1', place ) }:upload`;
			const answer = await platform.request( url, {
				method: 'POST',
				headers: { authorization: basic(), 'content-type': type },
				body,
			} );
			expect( answer.status ).toBe( 400 );
			const { message } = ( await answer.json() ) as { message: string };
			expect( message ).toContain( 'form' );
			expect( errors ).toEqual( [] );
			expect( await filesLeft() ).toEqual( [] );
		}
	);

	test( 'an upload whose sender disconnected is not an error of the platform', async () => {
		const { port } = new URL( platform.url );
		const socket = connect( Number( port ), '127.0.0.1' );
		socket.write(
			[
				`POST ${ routeOf( '/fu/v1', place ) }:upload HTTP/1.1`,
				`Host: 127.0.0.1:${ port }`,
				`Authorization: ${ basic() }`,
				'Content-Type: multipart/form-data; boundary=edge',
				'Content-Length: 100000',
				'',
				`${ head }${ 'x'.repeat( 50_000 ) }`,
			].join( '\r\n' )
		);
		while ( ( await filesLeft() ).length === 0 ) {
			await setImmediate();
		}
		socket.destroy();
		while ( ( await filesLeft() ).length > 0 ) {
			await setImmediate();
		}
		await platform.close();
		expect( errors ).toEqual( [] );
	} );
} );

test( 'an unknown field is rejected with a message', async () => {
	const url = '/v1/accounts/acme/apps?appId=other';
	const body = { region: 'regions/UK', uploadable: { a: 1 } };
	const answer = await platform.request( url, {
		...json( body ),
		headers: { authorization: basic(), 'content-type': 'application/json' },
	} );
	const { message } = ( await answer.json() ) as { message: string };
	expect( message ).toBe(
		'Invalid request: the body, at uploadable, has a field that does not exist: "a".'
	);
} );
