import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { makeSite, makeUpstream, scripted } from './test-edge.ts';

/** Writes its answers byte by byte: what its address says are its header lines. */
function rawServer(): Server {
	let count = 0;
	return createServer( ( socket ) => {
		let head = '';
		socket.on( 'error', () => {} );
		socket.on( 'data', ( bytes ) => {
			head += bytes.toString( 'latin1' );
			const end = head.indexOf( '\r\n\r\n' );
			if ( end < 0 ) {
				return;
			}
			const asked = head.slice( 0, end );
			head = '';
			const url = new URL( asked.split( ' ' )[ 1 ] ?? '', 'http://x' );
			const lines = url.searchParams.getAll( 'h' );
			const status = url.searchParams.get( 'status' ) ?? '200 Fine';
			const hasBody = ! status.startsWith( '204' );
			const body = hasBody ? `${ ++count } ${ asked }` : '';
			const length = hasBody
				? [ `Content-Length: ${ body.length }` ]
				: [];
			socket.write(
				[ `HTTP/1.1 ${ status }`, ...length, ...lines, '', body ].join(
					'\r\n'
				)
			);
		} );
	} );
}

const KEEP = 'Cache-Control: s-maxage=600';

let port: number;

interface Answer {
	status: string;
	head: string;
	body: string;
}

/**
 * Asks the edge with exactly these bytes.
 *
 * @param lines Header lines besides Host.
 */
function sendRequest(
	target: string,
	lines: string[] = [],
	body = '',
	host = `localhost:${ port }`
): Promise< Answer > {
	return new Promise( ( resolve, reject ) => {
		const head = [
			`GET ${ target } HTTP/1.1`,
			`Host: ${ host }`,
			...lines,
			...( lines.some( ( line ) => line.startsWith( 'Connection:' ) )
				? []
				: [ 'Connection: close' ] ),
		];
		const socket = connect( port, '127.0.0.1', () =>
			socket.write( `${ head.join( '\r\n' ) }\r\n\r\n${ body }` )
		);
		let answer = '';
		socket.setEncoding( 'latin1' );
		socket.on( 'data', ( chunk ) => ( answer += chunk ) );
		socket.on( 'error', reject );
		socket.on( 'end', () => {
			const [ first = '', ...rest ] = answer.split( '\r\n\r\n' );
			resolve( {
				status: first.split( '\r\n' )[ 0 ] ?? '',
				head: first,
				body: rest.join( '\r\n\r\n' ),
			} );
		} );
	} );
}

function saying( name: string, ...lines: string[] ): string {
	const query = lines.map( ( line ) => `h=${ encodeURIComponent( line ) }` );
	return `/${ name }?${ query.join( '&' ) }`;
}

beforeEach( async () => {
	const site = await makeSite( scripted() );
	site.upstream = await makeUpstream( rawServer() );
	( { port } = site );
} );

test( 'an application that writes its own bytes may send a header twice', async () => {
	for ( const lines of [
		[ 'Cache-Control: public', KEEP ],
		[ KEEP, 'Vary: Accept', 'Vary: X-Lang' ],
		[ KEEP, 'ETag: "a"', 'ETag: "b"' ],
		[ KEEP, 'Connection: x-a', 'Connection: x-b' ],
	] ) {
		const url = saying( 'twice', ...lines );
		const first = await sendRequest( url, [ 'If-None-Match: "z"' ] );
		const second = await sendRequest( url, [ 'If-None-Match: "z"' ] );
		expect( [ lines, first.status, second.status ] ).toEqual( [
			lines,
			'HTTP/1.1 200 OK',
			'HTTP/1.1 200 OK',
		] );
		expect( second.body ).toBe( first.body );
		expect( second.head ).toContain( 'x-cache: HIT' );
	}
	const star = saying( 'star', KEEP, 'Vary: Accept', 'Vary: *' );
	await sendRequest( star );
	expect( ( await sendRequest( star ) ).head ).toContain( 'x-cache: BYPASS' );
} );

test( 'an application that writes its own bytes may use UTF-8 in headers, which are relayed unchanged', async () => {
	for ( const name of [ 'Content-Disposition', 'X-Title' ] ) {
		const line = `${ name }: attachment; filename="日本é.pdf"`;
		for ( const label of [ 'MISS', 'HIT' ] ) {
			const { status, head } = await sendRequest(
				saying( 'utf8', KEEP, line )
			);
			expect( status ).toBe( 'HTTP/1.1 200 OK' );
			const text = Buffer.from( head, 'latin1' ).toString();
			expect( text ).toContain( 'filename="日本é.pdf"' );
			expect( text ).toContain( `x-cache: ${ label }` );
		}
	}
} );

test( 'an application that writes its own bytes cannot split a response', async () => {
	const { status, body } = await sendRequest(
		saying( 'cr', 'X-Bad: a\rX-Evil: b' )
	);
	expect( status ).toBe( 'HTTP/1.1 502 Bad Gateway' );
	expect( body ).toContain( 'did not respond' );
} );

test( 'an application that writes its own bytes has no Content-Length in a response without a body', async () => {
	const url = `/empty?status=204+None&h=${ encodeURIComponent( KEEP ) }`;
	await sendRequest( url );
	const { status, head } = await sendRequest( url );
	expect( status ).toBe( 'HTTP/1.1 204 No Content' );
	expect( head ).toContain( 'x-cache: HIT' );
	expect( head ).not.toMatch( /content-length/i );
} );

test.each( [
	'X-Forwarded-Prefix: evil',
	'X-Forwarded-Port: 666',
	'X-Forwarded-Host: evil',
	'Forwarded: host=evil',
	'X-Real-IP: evil',
	'X-Original-URL: /evil',
	'X-Rewrite-URL: /evil',
	'X-Host: evil',
	'X-HTTP-Method-Override: evil',
	'X_Forwarded_Host: evil',
	'X-Forwarded_Port: 666',
	'X_Original_URL: /evil',
	'X-Forwarded: host=evil',
	'X-HTTP-Host-Override: evil',
	'X-Client-IP: evil',
	'True-Client-IP: evil',
	'X-Cluster-Client-IP: evil',
	'CF-Connecting-IP: evil',
	'X-Original-Host: evil',
	'X-Url-Scheme: evil',
] )(
	'an application that writes its own bytes does not receive “%s” if its response is stored for all visitors',
	async ( line ) => {
		const { body, head } = await sendRequest( saying( 'poison', KEEP ), [
			line,
		] );
		expect( head ).toContain( 'x-cache: MISS' );
		expect( body ).not.toContain( 'evil' );
		expect( body ).not.toMatch( /: 666\b/ );
	}
);

test( 'always receives the site’s own host name', async () => {
	const url = saying( 'host', KEEP );
	const first = await sendRequest( url, [ 'Connection: close, host' ] );
	expect( first.body ).toContain( `host: localhost:${ port }` );
	const shouted = await sendRequest(
		saying( 'shout', KEEP ),
		[],
		'',
		`LocalHost:${ port }`
	);
	expect( shouted.body ).not.toContain( 'LocalHost' );
} );

test( 'an application that writes its own bytes never receives a request with two hosts', async () => {
	for ( const [ host, second ] of [
		[ `localhost:${ port }`, 'evil.example' ],
		[ 'evil.example', `localhost:${ port }` ],
	] ) {
		const lines = [ `Host: ${ second }` ];
		await sendRequest( '/hosts' );
		const { status, body } = await sendRequest( '/hosts', lines, '', host );
		expect( status ).toBe( 'HTTP/1.1 421 Misdirected Request' );
		expect( body ).toContain( `http://localhost:${ port }/` );
	}
} );

test( 'an application that writes its own bytes answers a GET with a body only for its sender', async () => {
	const url = saying( 'fat', KEEP );
	const fat = await sendRequest( url, [ 'Content-Length: 4' ], 'evil' );
	expect( fat.head ).toContain( 'x-cache: BYPASS' );
	expect( ( await sendRequest( url ) ).head ).toContain( 'x-cache: MISS' );
} );
