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
const server = createServer();

beforeEach( async () => {
	applied = [];
	server.removeAllListeners( 'request' );
	server.on(
		'request',
		nodeHandler(
			refreshHandler( {
				secret: SECRET,
				onChange: ( data ) => void applied.push( data ),
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

test( 'answers 413 to a body that does not end, and closes the connection', async () => {
	const client = httpRequest( url, { method: 'POST' } );
	client.write( Buffer.alloc( 70_000 ) );
	const [ response ] = await once( client, 'response' );
	expect( response.statusCode ).toBe( 413 );
	expect( response.headers.connection ).toBe( 'close' );
	client.destroy();
} );
