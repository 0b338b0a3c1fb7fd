import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createEdgeServer } from '../../../src/reference-api/edge/edge-server.ts';
import { Edge } from '../../../src/reference-api/edge/edge.ts';
import { sendRaw } from './raw-connection.ts';
import {
	held,
	listen,
	makeSite,
	makeUpstream,
	scripted,
	siteOf,
} from './test-edge.ts';
import type { Site } from './test-edge.ts';

const FRESH = { 'cache-control': 'max-age=60' };

/** Sends a request with this first line, and returns the whole response. */
function ask(
	{ port }: Site,
	firstLine: string,
	headers: string[] = [],
	host = `localhost:${ port }`
): Promise< string > {
	const lines = [ firstLine, `Host: ${ host }`, 'Connection: close' ];
	return sendRaw(
		port,
		[ ...lines, ...headers, '', '' ].join( '\r\n' )
	).rest();
}

test( 'the absolute URL of the site is the same as its path', async () => {
	const site = await siteOf( { headers: FRESH, body: 'page' } );
	const own = `http://LOCALHOST:${ site.port }`;
	expect( await ask( site, `GET ${ own }/a?b HTTP/1.1` ) ).toMatch(
		/^HTTP\/1\.1 200 OK\r\n[^]*x-cache: MISS[^]*page/i
	);
	expect( site.received ).toMatchObject( [
		{ url: '/a?b', headers: { host: `localhost:${ site.port }` } },
	] );
	expect( await site.result( '/a?b' ) ).toBe( 'HIT page' );
	await ask( site, `GET ${ own } HTTP/1.1` );
	await ask( site, `GET ${ own }?c HTTP/1.1` );
	expect( site.received.map( ( { url } ) => url ) ).toEqual( [
		'/a?b',
		'/',
		'/?c',
	] );
} );

test.each( [
	[ 'GET http://evil.example/ HTTP/1.1', 421 ],
	[ 'GET https://localhost/ HTTP/1.1', 421 ],
	[ 'GET http:///a HTTP/1.1', 421 ],
	[ 'OPTIONS * HTTP/1.1', 400 ],
] )( '“%s” gets %i', async ( firstLine, status ) => {
	const site = await siteOf( {} );
	expect( await ask( site, firstLine ) ).toMatch(
		new RegExp( `^HTTP/1\\.1 ${ status } ` )
	);
	expect( site.received ).toEqual( [] );
} );

test( 'the absolute URL does not allow another host in the header', async () => {
	const site = await siteOf( {} );
	expect(
		await ask(
			site,
			`GET http://localhost:${ site.port }/ HTTP/1.1`,
			[],
			'evil.example'
		)
	).toMatch( /^HTTP\/1\.1 421 / );
	expect( site.received ).toEqual( [] );
} );

test.each( [ 'gzip', 'gzip, chunked', 'identity' ] )(
	'“Transfer-Encoding: %s” gets 501 and ends the connection',
	async ( coding ) => {
		const site = await siteOf( {} );
		const text = await sendRaw(
			site.port,
			`POST / HTTP/1.1\r\nHost: localhost:${ site.port }\r\nTransfer-Encoding: ${ coding }\r\n\r\n`
		).rest();
		expect( text ).toMatch( /^HTTP\/1\.1 501 Not Implemented\r\n/ );
		expect( site.received ).toEqual( [] );
	}
);

test( 'a chunked request is forwarded', async () => {
	const site = await siteOf( { body: 'done' } );
	const text = await ask( site, 'POST / HTTP/1.1', [
		'Transfer-Encoding: Chunked',
		'',
		'0',
	] );
	expect( text ).toMatch( /^HTTP\/1\.1 200 OK\r\n/ );
} );

test( 'TRACE ends at the edge', async () => {
	const site = await siteOf( { headers: FRESH } );
	const text = await ask( site, 'TRACE / HTTP/1.1' );
	expect( text ).toMatch( /^HTTP\/1\.1 405 / );
	expect( text ).toMatch( /\r\nallow: GET, HEAD, POST/i );
	expect( site.received ).toEqual( [] );
} );

test( 'only-if-cached is answered from the cache or with 504', async () => {
	const site = await siteOf( { headers: FRESH, body: 'page' } );
	const headers = { 'cache-control': 'max-stale, Only-If-Cached' };
	expect( await site.request( '/', { headers } ) ).toMatchObject( {
		status: 504,
	} );
	expect( site.received ).toEqual( [] );
	await site.request( '/' );
	expect( await site.request( '/', { headers } ) ).toMatchObject( {
		status: 200,
		label: 'HIT',
	} );
	const part = { ...headers, range: 'bytes=0-1' };
	expect( await site.request( '/', { headers: part } ) ).toMatchObject( {
		status: 206,
	} );
	site.wait( 61 );
	expect( await site.request( '/', { headers } ) ).toMatchObject( {
		status: 504,
	} );
	expect( await site.request( '/', { headers: part } ) ).toMatchObject( {
		status: 504,
	} );
	expect( site.received ).toHaveLength( 1 );
} );

test( 'only-if-cached is ignored for methods without stored responses', async () => {
	const site = await siteOf( {} );
	const headers = { 'cache-control': 'only-if-cached' };
	expect(
		await site.request( '/', { method: 'POST', headers } )
	).toMatchObject( { status: 200 } );
} );

test( 'a request whose headers do not end is closed with 408', async () => {
	const edge = new Edge( {
		generation: 1,
		host: () => 'localhost',
		allowHosts: [],
		application: () => null,
		isDown: () => false,
		hasRelease: async () => false,
	} );
	const limits = { timeoutMs: 1, checkIntervalMs: 1 };
	const port = await listen( createEdgeServer( edge, limits ) );
	expect(
		await sendRaw( port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-' ).rest()
	).toMatch( /^HTTP\/1\.1 408 Request Timeout\r\n/ );
	const { headersTimeout, requestTimeout } = createEdgeServer( edge );
	expect( { headersTimeout, requestTimeout } ).toEqual( {
		headersTimeout: 30_000,
		requestTimeout: 0,
	} );
} );

test( 'a request that waited for a connection goes to the release that is live then', async () => {
	const { listener, arrived, answer } = held();
	const site = await makeSite( listener, { maxRequests: 1 } );
	const first = site.request( '/first' );
	await arrived( 1 );
	const waiting = [
		site.request( '/page' ),
		site.request( '/form', { method: 'POST' } ),
	];
	await site.untilReceived( 3 );
	const old = site.upstream;
	site.upstream = await makeUpstream(
		createServer( scripted( { body: 'new' } ) )
	);
	const closed = old?.pool.close();
	answer( { body: 'old' } );
	expect( await first ).toMatchObject( { status: 200, text: 'old' } );
	for ( const response of await Promise.all( waiting ) ) {
		expect( response ).toMatchObject( { status: 200, text: 'new' } );
	}
	await closed;
	expect( old?.counts ).toMatchObject( { answered: 1, failed: 0 } );
} );

test( 'a request that waited for a connection while the application ended gets 503', async () => {
	const { listener, arrived, answer } = held();
	const site = await makeSite( listener, { maxRequests: 1 } );
	const first = site.request( '/first' );
	await arrived( 1 );
	const waiting = [
		site.request( '/page' ),
		site.request( '/form', { method: 'POST' } ),
	];
	await site.untilReceived( 3 );
	site.upstream = null;
	answer( { body: 'old' } );
	await first;
	for ( const response of await Promise.all( waiting ) ) {
		expect( response ).toMatchObject( { status: 503 } );
		expect( response.text ).toContain( 'The site is starting' );
	}
} );
