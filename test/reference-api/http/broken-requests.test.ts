/**
 * Requests that are hardly HTTP: the platform answers with a message or closes the connection, and keeps running.
 */
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { basic, json, makePlatform } from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const APPS = '/v1/accounts/acme/apps?appId=shop';

let platform: TestPlatform;
let errors: unknown[];

beforeEach( async () => {
	errors = [];
	platform = await makePlatform( {
		onError: ( error ) => errors.push( error ),
	} );
} );

/** Sends bytes, and reads until the platform ends the connection. */
function send( bytes: string ): Promise< string > {
	return new Promise( ( resolve, reject ) => {
		const { port } = new URL( platform.url );
		let answer = '';
		const socket = connect( Number( port ), '127.0.0.1', () =>
			socket.write( bytes )
		);
		socket.setEncoding( 'utf8' );
		socket.on( 'data', ( chunk ) => ( answer += chunk ) );
		socket.on( 'error', reject );
		socket.on( 'close', () => resolve( answer ) );
	} );
}

function headers( ...more: string[] ): string {
	const { host } = new URL( platform.url );
	return [ `Host: ${ host }`, `Authorization: ${ basic() }`, ...more ].join(
		'\r\n'
	);
}

test.each( [
	[ 'no HTTP', () => 'hello\r\n\r\n', 400 ],
	[
		'two lengths',
		() =>
			`POST ${ APPS } HTTP/1.1\r\n${ headers( 'Content-Length: 1', 'Content-Length: 2' ) }\r\n\r\nab`,
		400,
	],
	[
		'a length and chunks',
		() =>
			`POST ${ APPS } HTTP/1.1\r\n${ headers( 'Content-Length: 1', 'Transfer-Encoding: chunked' ) }\r\n\r\n0\r\n\r\n`,
		400,
	],
	[
		'headers without end',
		() =>
			`GET /v1/regions HTTP/1.1\r\n${ headers( `X-Long: ${ 'x'.repeat( 20_000 ) }` ) }\r\n\r\n`,
		431,
	],
] )( '%s is answered with a message', async ( _what, bytes, status ) => {
	const [ head = '', body = '' ] = ( await send( bytes() ) ).split(
		'\r\n\r\n'
	);
	expect( head ).toMatch( new RegExp( `^HTTP/1.1 ${ status } ` ) );
	expect( JSON.parse( body ) ).toEqual( {
		message: expect.any( String ),
	} );
	expect( errors ).toEqual( [] );
} );

test( 'a request that cannot be read does not affect earlier ones of its connection', async () => {
	const { host } = new URL( platform.url );
	const good = `GET /_local/health HTTP/1.1\r\nHost: ${ host }\r\n\r\n`;
	const answer = await send(
		good + good + good.replace( 'Host', 'Connection: close\r\nHost' )
	);
	expect( answer.match( /HTTP\/1\.1 200 OK/g ) ).toHaveLength( 3 );
} );

describe( 'JSON that means mischief', () => {
	test.each( [
		[
			'__proto__',
			'{"__proto__":{"a":1},"region":"regions/UK","uploadable":{}}',
			'',
		],
		[
			'constructor.prototype',
			'{"constructor":{"prototype":{"a":1}},"region":"regions/UK","uploadable":{}}',
			'',
		],
		[ 'a deep list', '['.repeat( 200_000 ) + ']'.repeat( 200_000 ), '' ],
		[
			'a deep object as region',
			`{"region":${ '{"a":'.repeat( 50_000 ) }1${ '}'.repeat( 50_000 ) },"uploadable":{}}`,
			'region',
		],
		[
			'a number beyond all numbers',
			'{"region":1e999,"uploadable":{}}',
			'region',
		],
		[
			'half a surrogate',
			'{"region":"\\ud800","uploadable":{}}',
			'region',
		],
	] )( '%s is 400', async ( _what, body, field ) => {
		const response = await platform.request( APPS, {
			...json( {} ),
			body,
		} );
		expect( response.status ).toBe( 400 );
		expect( await response.json() ).toEqual( {
			message: expect.stringMatching( /\.$/ ),
			...( field && { field } ),
		} );
		expect( errors ).toEqual( [] );
		expect( Object.prototype ).not.toHaveProperty( 'a' );
	} );
} );

describe( 'names of every object', () => {
	test.each( [ '__proto__', 'constructor', 'toString', 'hasOwnProperty' ] )(
		'%s leads to nothing',
		async ( name ) => {
			for ( const path of [
				`/v1/accounts/${ name }/apps`,
				`/v1/accounts/acme/apps/${ name }`,
				`/v1/accounts/acme/apps/${ name }/environments/${ name }/operations/${ name }`,
				`/_local/installs/${ name }`,
			] ) {
				const method = path.startsWith( '/_local' ) ? 'DELETE' : 'GET';
				const response = await platform.request( path, { method } );
				expect( response.status ).toBe( 404 );
			}
			expect( errors ).toEqual( [] );
		}
	);
} );

test( 'a GET with a body is answered as one without', async () => {
	const answer = await send(
		`GET /v1/regions HTTP/1.1\r\n${ headers( 'Content-Type: application/json', 'Content-Length: 1', 'Connection: close' ) }\r\n\r\n{`
	);
	expect( answer ).toMatch( /^HTTP\/1\.1 200 / );
} );
