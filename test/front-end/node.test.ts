import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeHandler, refreshHandler } from '../../src/front-end/node.ts';
import {
	aChange,
	bodyOf,
	NOW_SECONDS,
	SECRET,
	signedRequest,
} from './signed-request.ts';

let url: string;
let applied: unknown[];
let errors: unknown[];
const server = createServer();

beforeEach( async () => {
	applied = [];
	errors = [];
	server.removeAllListeners( 'request' );
	server.on(
		'request',
		nodeHandler(
			refreshHandler( {
				secret: SECRET,
				onChange: ( data ) => void applied.push( data ),
				onError: ( error ) => void errors.push( error ),
				now: () => NOW_SECONDS * 1000,
			} )
		)
	);
	server.listen( 0, '127.0.0.1' );
	await once( server, 'listening' );
	const { port } = server.address() as AddressInfo;
	url = `http://127.0.0.1:${ port }/api/refresh?x=1`;
} );

afterEach( async () => {
	server.closeAllConnections();
	server.close();
	await once( server, 'close' );
} );

test( 'answers a signed request', async () => {
	const data = aChange( { paths: { changed: [ '/über/' ], gone: [] } } );
	const response = await fetch(
		signedRequest( { url, body: bodyOf( data ) } )
	);
	expect( response.status ).toBe( 200 );
	expect( response.headers.get( 'cache-group-invalidation' ) ).toBe(
		'"post-123", "post-list"'
	);
	expect( await response.json() ).toEqual( {
		revalidated: [ 'post-123', 'post-list' ],
	} );
	expect( applied ).toEqual( [ data ] );
} );

test( 'answers 405 to a GET', async () => {
	expect( ( await fetch( url ) ).status ).toBe( 405 );
} );

test.each( [
	[ 'TRACE', '/api/refresh' ],
	[ 'OPTIONS', '*' ],
	[ 'GET', 'http://[/' ],
] )( 'answers 405 to %s %s', async ( method, path ) => {
	const { port } = server.address() as AddressInfo;
	const client = httpRequest( { host: '127.0.0.1', port, method, path } );
	client.end();
	const [ response ] = await once( client, 'response' );
	expect( response.statusCode ).toBe( 405 );
	client.destroy();
} );

test( 'answers a signed request whose address is not a URL', async () => {
	const { port } = server.address() as AddressInfo;
	const { headers } = signedRequest( { body: bodyOf( aChange() ) } );
	const client = httpRequest( {
		host: '127.0.0.1',
		port,
		method: 'POST',
		path: 'http://[/',
		headers: Object.fromEntries( headers ),
	} );
	client.end( bodyOf( aChange() ) );
	const [ response ] = await once( client, 'response' );
	expect( response.statusCode ).toBe( 200 );
	client.destroy();
} );

test( 'survives a client that closes the connection', async () => {
	const { headers } = signedRequest( { body: bodyOf( aChange() ) } );
	const client = httpRequest( url, {
		method: 'POST',
		headers: { ...Object.fromEntries( headers ), 'content-length': '500' },
	} );
	client.on( 'error', () => {} );
	client.write( 'x' );
	const [ request ] = await once( server, 'request' );
	client.destroy();
	await new Promise( ( closed ) => request.on( 'close', closed ) );
	expect( ( await fetch( url ) ).status ).toBe( 405 );
	expect( errors ).toHaveLength( 1 );
} );

test( 'answers 413 to a body that does not end, and closes the connection', async () => {
	const client = httpRequest( url, { method: 'POST' } );
	client.write( Buffer.alloc( 70_000 ) );
	const [ response ] = await once( client, 'response' );
	expect( response.statusCode ).toBe( 413 );
	expect( response.headers.connection ).toBe( 'close' );
	client.destroy();
} );
