import { request as askHttp } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { lineOn } from './raw-connection.ts';
import { held, makeSite, scripted } from './test-edge.ts';

const FRESH = { 'cache-control': 's-maxage=60' };

/** What an own, or an upstream, connection ends with. */
function outcomeOf( port: number, path: string ): Promise< string > {
	return new Promise( ( resolve ) => {
		askHttp(
			{ port, path, headers: { host: `localhost:${ port }` } },
			( response ) => {
				response.resume();
				response.on( 'end', () => resolve( 'whole' ) );
				response.on( 'error', () => resolve( 'cut' ) );
			}
		)
			.on( 'error', () => resolve( 'refused' ) )
			.end();
	} );
}

test( 'the application gets the visitor’s address only from the edge', async () => {
	const site = await makeSite( scripted( {} ) );
	await site.request( '/a', {
		method: 'POST',
		headers: {
			'x-forwarded-for': '6.6.6.6',
			'x-forwarded-host': 'evil',
			'x-forwarded-proto': 'gopher',
			'x-forwarded-prefix': '/evil',
			forwarded: 'for=evil',
			'x-real-ip': '6.6.6.6',
			connection: 'x-hop, close',
			'x-hop': '1',
			'keep-alive': 'timeout=5',
			te: 'trailers',
			origin: 'https://a.example',
		},
	} );
	const headers = site.received[ 0 ]?.headers ?? {};
	expect( headers ).toMatchObject( {
		host: `localhost:${ site.port }`,
		origin: 'https://a.example',
		'x-forwarded-for': '127.0.0.1',
		'x-forwarded-host': `localhost:${ site.port }`,
		'x-forwarded-proto': 'http',
	} );
	for ( const name of [
		'x-forwarded-prefix',
		'forwarded',
		'x-real-ip',
		'x-hop',
		'te',
	] ) {
		expect( headers ).not.toHaveProperty( name );
	}
} );

test( 'the application gets an aborted request when a visitor leaves', async () => {
	const app = held();
	const left = Promise.withResolvers< void >();
	const site = await makeSite( ( request, response ) => {
		response.on( 'close', left.resolve );
		app.listener( request, response );
	} );
	const question = askHttp( {
		port: site.port,
		path: '/a',
		headers: { host: `localhost:${ site.port }` },
	} );
	question.on( 'error', () => {} );
	question.end();
	await app.arrived( 1 );
	question.destroy();
	await left.promise;
	expect( site.upstream?.counts ).toMatchObject( {
		answered: 0,
		failed: 0,
	} );
} );

test( 'the application may send 103 before the response', async () => {
	const site = await makeSite( ( _request, response ) => {
		response.writeEarlyHints( { link: '</a.css>; rel=preload' } );
		response.writeHead( 200, FRESH );
		response.end( 'body' );
	} );
	expect( await site.request( '/a' ) ).toMatchObject( {
		status: 200,
		text: 'body',
	} );
	expect( await site.request( '/a' ) ).toMatchObject( {
		label: 'HIT',
		text: 'body',
	} );
} );

test( 'the application sends 204 and 304 without a body', async () => {
	const site = await makeSite(
		scripted( { status: 204, headers: FRESH, body: '' } )
	);
	await site.request( '/a' );
	const kept = await site.request( '/a' );
	expect( kept ).toMatchObject( { status: 204, label: 'HIT', text: '' } );
	expect( kept.headers ).not.toHaveProperty( 'content-length' );
	const other = await makeSite(
		scripted( { status: 304, headers: { etag: '"a"' }, body: '' } )
	);
	const range = { range: 'bytes=0-1', 'if-none-match': '"a"' };
	expect( await other.request( '/a', { headers: range } ) ).toMatchObject( {
		status: 304,
		text: '',
	} );
} );

test( 'an application that closed an idle connection gets the request again, once', async () => {
	let times = 0;
	const site = await makeSite( ( request, response ) => {
		times++;
		if ( times === 2 ) {
			request.socket.destroy();
		} else {
			response.end( 'body' );
		}
	} );
	await site.request( '/a' );
	expect( await site.request( '/b' ) ).toMatchObject( {
		status: 200,
		text: 'body',
	} );
	times = 1;
	expect( ( await site.request( '/c', { method: 'POST' } ) ).status ).toBe(
		502
	);
	expect( site.upstream?.counts ).toMatchObject( {
		answered: 2,
		failed: 1,
	} );
} );

test.each( [ 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS' ] )(
	'an application that closed an idle connection does not get a %s without a body again',
	async ( method ) => {
		const received: string[] = [];
		const site = await makeSite( ( request, response ) => {
			received.push( request.method ?? '' );
			if ( request.method === method ) {
				request.socket.destroy();
			} else {
				response.end( 'body' );
			}
		} );
		// The connection is open and idle afterwards.
		await site.request( '/a' );
		// A client that sends no Content-Length, so that there is no body which could be sent only once.
		const line = lineOn( connect( site.port, '127.0.0.1' ) );
		line.socket.write(
			`${ method } /b HTTP/1.1\r\nHost: localhost:${ site.port }\r\nConnection: close\r\n\r\n`
		);
		expect( await line.rest() ).toMatch( /^HTTP\/1\.1 502 / );
		expect( received ).toEqual( [ 'GET', method ] );
	}
);

test( 'an application whose headers are too long causes an explained error', async () => {
	const site = await makeSite(
		scripted( { headers: { 'x-long': 'x'.repeat( 20_000 ) } } )
	);
	const answer = await site.request( '/a' );
	expect( answer.status ).toBe( 502 );
	expect( answer.text ).toContain( 'response headers are too large' );
	expect( answer.note ).toBe( '' );
} );

test( 'an application that does not run causes an explained error', async () => {
	const site = await makeSite( scripted( {} ) );
	site.upstream = null;
	const answer = await site.request( '/a' );
	expect( answer ).toMatchObject( { status: 503, label: 'BYPASS' } );
	expect( answer.text ).toContain( 'The site is starting' );
	expect( answer.headers[ 'retry-after' ] ).toBe( '1' );
} );

test( 'an application that has ended causes another explained error', async () => {
	const site = await makeSite( scripted( {} ), { isDown: () => true } );
	site.upstream = null;
	const answer = await site.request( '/a' );
	expect( answer.status ).toBe( 503 );
	expect( answer.text ).toContain( 'has ended and is being restarted' );
} );

test( 'the application may have its own caches before this one', async () => {
	const headers = {
		...FRESH,
		'cache-status': 'inner; hit',
		'x-cache': 'OWN',
		age: '3',
	};
	const site = await makeSite( scripted( { headers } ) );
	expect( await site.request( '/a' ) ).toMatchObject( {
		label: 'MISS',
		note: 'inner; hit, headless-deploy; fwd=uri-miss; fwd-status=200; stored; ttl=57',
	} );
	expect( await site.request( '/a' ) ).toMatchObject( {
		label: 'HIT',
		note: 'inner; hit, headless-deploy; hit; ttl=57',
	} );
} );

describe( 'a response that is cut', () => {
	test.each( [
		[ 'with a length', { ...FRESH, 'content-length': '100' } ],
		[ 'in chunks', FRESH ],
		[ 'that may not be kept', { 'content-length': '100' } ],
	] )(
		'%s is cut for the visitor too, and not stored',
		async ( _how, headers ) => {
			const site = await makeSite( ( request, response ) => {
				response.writeHead( 200, headers );
				response.write( 'half', () => request.socket.destroy() );
			} );
			expect( await outcomeOf( site.port, '/a' ) ).toBe( 'cut' );
			expect( site.edge.report().entries ).toBe( 0 );
			expect( await outcomeOf( site.port, '/a' ) ).toBe( 'cut' );
		}
	);
} );

test( 'a visitor gets the beginning of a long response before its end', async () => {
	const end = Promise.withResolvers< void >();
	const site = await makeSite( ( _request, response ) => {
		response.writeHead( 200, FRESH );
		response.write( 'beginning' );
		void end.promise.then( () => response.end( ', end' ) );
	} );
	const text = await new Promise< string >( ( resolve ) => {
		askHttp(
			{
				port: site.port,
				path: '/a',
				headers: { host: `localhost:${ site.port }` },
			},
			( response ) => {
				let sofar = '';
				response.on( 'data', ( chunk ) => {
					sofar += chunk;
					end.resolve();
				} );
				response.on( 'end', () => resolve( sofar ) );
			}
		).end();
	} );
	expect( text ).toBe( 'beginning, end' );
	expect( await site.request( '/a' ) ).toMatchObject( {
		label: 'HIT',
		text,
	} );
} );

test( 'a visitor who reads nothing does not delay other visitors', async () => {
	const body = 'x'.repeat( 4 * 1024 * 1024 );
	const site = await makeSite( scripted( { headers: FRESH, body } ) );
	const slow = connect( site.port, '127.0.0.1' );
	slow.write( `GET /a HTTP/1.1\r\nHost: localhost:${ site.port }\r\n\r\n` );
	slow.pause();
	let answer = await site.request( '/a' );
	while ( answer.label !== 'HIT' ) {
		answer = await site.request( '/a' );
	}
	expect( answer.text ).toHaveLength( body.length );
	slow.resume();
	let bytes = 0;
	for await ( const chunk of slow ) {
		bytes += chunk.length;
		if ( bytes > body.length ) {
			break;
		}
	}
	expect( bytes ).toBeGreaterThan( body.length );
	expect( site.received ).toHaveLength( 1 );
} );

test( 'a visitor gets a response that is too large to store as a whole', async () => {
	const body = 'x'.repeat( 9 * 1024 * 1024 );
	const site = await makeSite( scripted( { headers: FRESH, body } ) );
	for ( let time = 0; time < 2; time++ ) {
		expect( ( await site.request( '/a' ) ).text ).toBe( body );
	}
	expect( site.edge.report().entries ).toBe( 0 );
} );

test( 'a visitor is counted in the usage', async () => {
	const site = await makeSite(
		scripted( { headers: FRESH, body: '12345' } )
	);
	const as = ( browser: string ) => ( {
		headers: { 'user-agent': browser },
	} );
	await site.request( '/a', as( 'one' ) );
	await site.request( '/a', as( 'one' ) );
	await site.request( '/a', as( 'two' ) );
	expect( site.edge.takeTraffic() ).toEqual( {
		visits: 2,
		requests: 3,
		originRequests: 1,
		edgeBytes: 15,
		originBytes: 5,
	} );
	await site.request( '/a', as( 'two' ) );
	expect( site.edge.takeTraffic() ).toMatchObject( {
		visits: 0,
		requests: 1,
	} );
	site.wait( 24 * 60 * 60 );
	await site.request( '/b', as( 'two' ) );
	expect( site.edge.takeTraffic() ).toMatchObject( {
		visits: 1,
		requests: 1,
	} );
} );
