import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { callSocket, lineOn } from './raw-connection.ts';
import type { Line } from './raw-connection.ts';
import { makeSite, makeUpstream, scripted } from './test-edge.ts';
import type { Site, TestUpstream } from './test-edge.ts';

/** An application that takes WebSockets, and the connections that it has. */
interface SocketApplication {
	site: Site;
	upstream: TestUpstream;
	/** The next connection. */
	taken: () => Promise< Line >;
	heads: Record< string, unknown >[];
}

async function makeSocketSite(): Promise< SocketApplication > {
	const lines: Line[] = [];
	const heads: Record< string, unknown >[] = [];
	let wake = () => {};
	const server = createServer();
	server.on( 'upgrade', ( request, socket: Socket, head: Buffer ) => {
		heads.push( request.headers );
		if ( request.url === '/no' ) {
			socket.end(
				'HTTP/1.1 401 Unauthorized\r\nContent-Type: text/plain\r\nContent-Length: 9\r\nConnection: close\r\n\r\nno ticket'
			);
			return;
		}
		if ( request.url === '/cut' ) {
			socket.destroy();
			return;
		}
		socket.write(
			'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: xyz\r\n\r\n'
		);
		socket.unshift( head );
		lines.push( lineOn( socket ) );
		wake();
	} );
	const site = await makeSite( scripted( {} ) );
	const upstream = await makeUpstream( server );
	site.upstream = upstream;
	return {
		site,
		upstream,
		heads,
		taken: async () => {
			let line = lines.shift();
			while ( ! line ) {
				await new Promise< void >( ( resolve ) => ( wake = resolve ) );
				line = lines.shift();
			}
			return line;
		},
	};
}

test( 'a WebSocket relays bytes in both directions, including those that follow the handshake', async () => {
	const { site, taken, heads } = await makeSocketSite();
	const visitor = callSocket( site.port, { early: 'early' } );
	const application = await taken();
	const head = await visitor.until( '\r\n\r\n' );
	expect( head ).toContain( 'HTTP/1.1 101 Switching Protocols\r\n' );
	expect( head ).toContain( 'Sec-WebSocket-Accept: xyz\r\n' );
	await application.until( 'early' );
	application.socket.write( 'from the application' );
	await visitor.until( 'from the application' );
	visitor.socket.write( 'from the visitor' );
	await application.until( 'from the visitor' );
	expect( heads[ 0 ] ).toMatchObject( {
		host: `localhost:${ site.port }`,
		upgrade: 'websocket',
		'sec-websocket-key': 'abc',
		'x-forwarded-for': '127.0.0.1',
	} );
} );

test( 'a WebSocket may be closed by the visitor while the application still sends', async () => {
	const { site, taken } = await makeSocketSite();
	const visitor = callSocket( site.port );
	const application = await taken();
	await visitor.until( '\r\n\r\n' );
	visitor.socket.end( 'last words' );
	expect( await application.rest() ).toContain( 'last words' );
	application.socket.end( 'goodbye' );
	expect( await visitor.rest() ).toContain( 'goodbye' );
} );

test( 'a WebSocket may be closed by the application while the visitor still sends', async () => {
	const { site, taken } = await makeSocketSite();
	const visitor = callSocket( site.port );
	const application = await taken();
	await visitor.until( '\r\n\r\n' );
	application.socket.end( 'goodbye' );
	expect( await visitor.rest() ).toContain( 'goodbye' );
	visitor.socket.end( 'last words' );
	expect( await application.until( 'last words' ) ).toContain( 'last words' );
} );

test( 'a WebSocket closes both sides when one connection is interrupted', async () => {
	const { site, taken } = await makeSocketSite();
	const visitor = callSocket( site.port );
	const application = await taken();
	await visitor.until( '\r\n\r\n' );
	visitor.socket.resetAndDestroy();
	await application.rest();
	const other = callSocket( site.port );
	const next = await taken();
	await other.until( '\r\n\r\n' );
	next.socket.resetAndDestroy();
	await other.rest();
} );

test( 'a WebSocket keeps its application running while it is open', async () => {
	const { site, taken, upstream } = await makeSocketSite();
	const visitor = callSocket( site.port );
	const application = await taken();
	await visitor.until( '\r\n\r\n' );
	expect( upstream.counts ).toMatchObject( {
		connections: 1,
		answered: 1,
	} );
	application.socket.end();
	await visitor.rest();
	visitor.socket.end();
	await once( visitor.socket, 'close' );
	await expect.poll( () => upstream.counts.connections ).toBe( 0 );
} );

test( 'a WebSocket relays the rejection of the application', async () => {
	const { site, upstream } = await makeSocketSite();
	const answer = await callSocket( site.port, { path: '/no' } ).rest();
	expect( answer ).toContain( 'HTTP/1.1 401 Unauthorized\r\n' );
	expect( answer ).toMatch( /no ticket$/ );
	await expect.poll( () => upstream.counts.connections ).toBe( 0 );
} );

test( 'a WebSocket returns an error page if the application is not running or closes the connection', async () => {
	const { site, upstream } = await makeSocketSite();
	expect( await callSocket( site.port, { path: '/cut' } ).rest() ).toContain(
		'The site did not respond'
	);
	expect( upstream.counts.failed ).toBe( 1 );
	site.upstream = null;
	const answer = await callSocket( site.port ).rest();
	expect( answer ).toContain( 'HTTP/1.1 503 Service Unavailable\r\n' );
	expect( answer ).toContain( 'The site is starting' );
} );

test( 'a WebSocket is rejected for another host name', async () => {
	const { site, heads } = await makeSocketSite();
	const answer = await callSocket( site.port, {
		host: 'evil.example',
	} ).rest();
	expect( answer ).toContain( 'HTTP/1.1 421 ' );
	expect( heads ).toEqual( [] );
} );

test( 'a WebSocket is rejected if one of two host names is wrong', async () => {
	const { site, heads } = await makeSocketSite();
	const lines = [ 'Host: evil.example' ];
	const answer = await callSocket( site.port, { lines } ).rest();
	expect( answer ).toContain( 'HTTP/1.1 421 ' );
	expect( heads ).toEqual( [] );
} );

test( 'a WebSocket has no body even if its request announces one', async () => {
	const { site, taken, heads } = await makeSocketSite();
	const lines = [ 'Content-Length: 5' ];
	const visitor = callSocket( site.port, { lines, early: 'early' } );
	await taken();
	await visitor.until( '\r\n\r\n' );
	expect( heads[ 0 ] ).not.toHaveProperty( 'content-length' );
	expect( heads[ 0 ] ).not.toHaveProperty( 'transfer-encoding' );
} );

test( 'a WebSocket is counted, with its bytes', async () => {
	const { site, taken } = await makeSocketSite();
	const visitor = callSocket( site.port );
	const application = await taken();
	await visitor.until( '\r\n\r\n' );
	application.socket.end( 'x'.repeat( 1000 ) );
	await visitor.rest();
	visitor.socket.end();
	const traffic = site.edge.takeTraffic();
	expect( traffic ).toMatchObject( {
		requests: 1,
		originRequests: 1,
		visits: 1,
	} );
	let bytes = traffic.edgeBytes;
	await expect
		.poll( () => ( bytes += site.edge.takeTraffic().edgeBytes ) )
		.toBeGreaterThan( 1000 );
} );

test( 'a WebSocket is closed with the edge', async () => {
	const { site, taken } = await makeSocketSite();
	const visitor = callSocket( site.port );
	const application = await taken();
	await visitor.until( '\r\n\r\n' );
	site.edge.close();
	await visitor.rest();
	await application.rest();
} );

test( 'an upgrade to another protocol is ignored', async () => {
	const site = await makeSite( scripted( { body: 'plain' } ) );
	const answer = await site.request( '/', {
		headers: {
			connection: 'Upgrade, HTTP2-Settings',
			upgrade: 'h2c',
			'http2-settings': 'AAM',
		},
	} );
	expect( answer ).toMatchObject( { status: 200, text: 'plain' } );
} );

test( 'a POST with an Upgrade header stays a POST', async () => {
	const { promise, resolve } = Promise.withResolvers< string >();
	const site = await makeSite( ( request, response ) => {
		request.on( 'data', ( chunk: Buffer ) => resolve( chunk.toString() ) );
		request.on( 'end', () => response.end( 'posted' ) );
	} );
	const visitor = callSocket( site.port, {
		method: 'POST',
		lines: [ 'Content-Length: 5' ],
		early: 'early',
	} );
	expect( await visitor.until( 'posted' ) ).toContain( 'HTTP/1.1 200 OK' );
	expect( await promise ).toBe( 'early' );
	expect( site.received ).toMatchObject( [
		{ method: 'POST', headers: { 'content-length': '5' } },
	] );
} );
