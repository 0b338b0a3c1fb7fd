import { request as ask } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { makeSite } from './test-edge.ts';
import type { Listener, Site } from './test-edge.ts';
import { sendRaw } from './raw-connection.ts';

interface Interim {
	status: number;
	headers: IncomingHttpHeaders;
}

/** Lists the 1xx responses before the response. */
function interimOf(
	{ port }: Site,
	path: string,
	method = 'GET'
): Promise< Interim[] > {
	const found: Interim[] = [];
	return new Promise( ( resolve, reject ) => {
		const headers = { host: `localhost:${ port }` };
		ask( { host: '127.0.0.1', port, path, method, headers, agent: false } )
			.on( 'information', ( { statusCode, headers: received } ) =>
				found.push( { status: statusCode, headers: received } )
			)
			.on( 'response', ( response ) =>
				response.resume().on( 'end', () => resolve( found ) )
			)
			.on( 'error', reject )
			.end();
	} );
}

const withHints: Listener = ( _request, response ) => {
	response.writeProcessing();
	response.writeEarlyHints( {
		link: '</a.css>; rel=preload; as=style',
		'x-hint': 'one',
		connection: 'x-secret',
		'x-secret': 'of this connection',
	} );
	response.socket?.write( 'HTTP/1.1 104 Later\r\nx-part: 7\r\n\r\n' );
	response.setHeader( 'cache-control', 'max-age=60' );
	response.end( 'page' );
};

const FORWARDED: Interim[] = [
	{ status: 102, headers: {} },
	{
		status: 103,
		headers: { link: '</a.css>; rel=preload; as=style', 'x-hint': 'one' },
	},
	{ status: 104, headers: { 'x-part': '7' } },
];

test( '1xx responses are forwarded to the visitor whose request the application answers', async () => {
	const site = await makeSite( withHints );
	expect( await interimOf( site, '/' ) ).toEqual( FORWARDED );
	expect( await interimOf( site, '/', 'POST' ) ).toEqual( FORWARDED );
} );

test( '1xx responses and their headers are not stored', async () => {
	const site = await makeSite( withHints );
	await interimOf( site, '/' );
	expect( await interimOf( site, '/' ) ).toEqual( [] );
	const { label, headers } = await site.request( '/' );
	expect( label ).toBe( 'HIT' );
	expect( headers ).not.toHaveProperty( 'link' );
	expect( headers ).not.toHaveProperty( 'x-hint' );
} );

test( 'HTTP/1.0 clients receive no 1xx response', async () => {
	const site = await makeSite( withHints );
	const text = await sendRaw(
		site.port,
		`GET / HTTP/1.0\r\nhost: localhost:${ site.port }\r\n\r\n`
	).rest();
	expect( text ).toMatch( /^HTTP\/1\.1 200 OK\r\n/ );
} );

test( 'a header of a 1xx response cannot add lines', async () => {
	const site = await makeSite( ( _request, response ) => {
		// As Latin-1, these two characters end with the bytes of a line break.
		response.socket?.write(
			'HTTP/1.1 103 Early Hints\r\nx-ok: 1\r\nx-name: a\u010d\u010ainjected: 1\r\n\r\n'
		);
		response.end( 'page' );
	} );
	expect( await interimOf( site, '/' ) ).toEqual( [
		{ status: 103, headers: { 'x-ok': '1' } },
	] );
} );
