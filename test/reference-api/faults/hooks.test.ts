import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Wait } from '../../../src/reference-api/faults/response-faults.ts';
import { faultApp } from './fault-app.ts';

const REAL = '{"word":"real"}';

const waitForEver: Wait = ( _milliseconds, signal ) =>
	new Promise( ( _resolve, reject ) =>
		signal.addEventListener( 'abort', reject )
	);

describe( 'without a rule', () => {
	test( 'every answer is the real one', async () => {
		const { request, acted } = await faultApp();
		const seen = await request( '/v1/word' );
		expect( seen.text ).toMatch( /^HTTP\/1.1 200 / );
		expect( seen.body ).toBe( REAL );
		expect( acted() ).toBe( 1 );
	} );
} );

test( 'a status fault replaces the requested response', async () => {
	const { request, add, acted, rules } = await faultApp();
	await add( {
		name: 'Busy',
		kind: 'status',
		status: 429,
		retryAfterSeconds: 30,
	} );
	const { text, body } = await request( '/v1/word' );
	expect( text ).toMatch( /^HTTP\/1.1 429 / );
	expect( text ).toMatch( /^retry-after: 30\r$/m );
	expect( JSON.parse( body ) ).toEqual( {
		message: 'Fault injection: the rule “Busy” returned this 429.',
	} );
	expect( acted() ).toBe( 0 );
	expect( rules.all() ).toMatchObject( [ { used: 1 } ] );
} );

test( 'a status fault is sent under an address that does not exist, too', async () => {
	const { request, add } = await faultApp();
	await add( { kind: 'status', status: 503 } );
	expect( ( await request( '/v9/no' ) ).text ).toMatch( /^HTTP\/1.1 503 / );
} );

test( 'a status fault without a body is possible', async () => {
	const { request, add } = await faultApp();
	await add( { kind: 'status', status: 204 } );
	const seen = await request( '/v1/word' );
	expect( seen.text ).toMatch( /^HTTP\/1.1 204 / );
	expect( seen.body ).toBe( '' );
} );

test.each( [ '/_local/health', '/portal/page', '/%5flocal/health' ] )(
	'no rule applies to %s',
	async ( path ) => {
		const { request, add, journal } = await faultApp();
		await add( { kind: 'drop' } );
		expect( ( await request( path ) ).text ).toMatch( /^HTTP\/1.1 200 / );
		expect( journal.newest ).toBe( 0 );
	}
);

test( 'a wait comes before the real answer', async () => {
	const { request, add, waits, acted } = await faultApp();
	await add( { kind: 'none', latencyMs: 2000 } );
	expect( ( await request( '/v1/word' ) ).body ).toBe( REAL );
	expect( waits ).toEqual( [ 2000 ] );
	expect( acted() ).toBe( 1 );
} );

test( 'a wait ends without executing the request when the caller disconnects', async () => {
	const { port, add, acted, last, rules } = await faultApp( waitForEver );
	await add( { kind: 'none', latencyMs: 2000 } );
	const socket = connect( port, '127.0.0.1' );
	socket.write( 'GET /v1/word HTTP/1.1\r\nHost: a\r\n\r\n' );
	await expect.poll( () => rules.all() ).toMatchObject( [ { used: 1 } ] );
	socket.destroy();
	await expect.poll( () => last() ).toMatchObject( { status: 0 } );
	expect( acted() ).toBe( 0 );
} );

test( 'a connection is dropped before any byte', async () => {
	const { request, add, acted, last } = await faultApp();
	await add( { name: 'Cut', kind: 'drop' } );
	expect( await request( '/v1/word' ) ).toMatchObject( {
		text: '',
		end: 'closed',
	} );
	expect( acted() ).toBe( 0 );
	expect( last() ).toMatchObject( {
		status: 0,
		fault: 'Cut',
		reason: '',
	} );
} );

test( 'a connection is reset', async () => {
	const { request, add, acted } = await faultApp();
	await add( { kind: 'reset' } );
	expect( await request( '/v1/word' ) ).toMatchObject( {
		text: '',
		end: 'reset',
	} );
	expect( acted() ).toBe( 0 );
} );

test( 'a connection is reset after a part of the body', async () => {
	const { request, add, acted, errors } = await faultApp();
	await add( { kind: 'reset', afterBytes: 1_000_000 } );
	const seen = await request( '/v1/word', {
		method: 'POST',
		body: 'x'.repeat( 3_000_000 ),
	} );
	expect( seen ).toMatchObject( { text: '', end: 'reset' } );
	expect( acted() ).toBe( 0 );
	expect( errors ).toEqual( [] );
} );

test( 'a connection is reset at the end of a body that is shorter', async () => {
	const { request, add } = await faultApp();
	await add( { kind: 'reset', afterBytes: 1_000_000 } );
	const seen = await request( '/v1/word', {
		method: 'POST',
		body: 'short',
	} );
	expect( seen.end ).toBe( 'reset' );
} );

test( 'half an answer has the length of the whole and is cut off', async () => {
	const { request, add, acted } = await faultApp();
	await add( { kind: 'truncate' } );
	const { text, body } = await request( '/v1/word' );
	expect( text ).toMatch( /^content-length: 15\r$/m );
	expect( body ).toBe( REAL.slice( 0, 7 ) );
	expect( acted() ).toBe( 1 );
} );

test( 'half of an empty answer has headers and no end', async () => {
	const { request, add } = await faultApp();
	await add( { kind: 'truncate' } );
	const { text, body } = await request( '/v1/nothing', {
		method: 'POST',
	} );
	expect( text ).toMatch( /^HTTP\/1.1 200 / );
	expect( text ).toMatch( /^content-length: 1\r$/m );
	expect( body ).toBe( '' );
} );

test( 'half an answer is an error for a client', async () => {
	const { add, port } = await faultApp();
	await add( { kind: 'truncate' } );
	const answer = await fetch( `http://127.0.0.1:${ port }/v1/word` );
	expect( answer.status ).toBe( 200 );
	await expect( answer.text() ).rejects.toThrow();
} );

describe( 'a drip', () => {
	test( 'sends the whole answer, a byte at a time', async () => {
		const { request, add, waits } = await faultApp();
		await add( { kind: 'drip', dripMs: 250 } );
		const { text, body } = await request( '/v1/word' );
		expect( text ).toMatch( /^content-length: 15\r$/m );
		expect( body ).toBe( REAL );
		expect( waits ).toEqual( Array( REAL.length - 1 ).fill( 250 ) );
	} );
} );

test( 'an endless answer continues until the caller disconnects, and memory does not grow', async () => {
	const { request, add, errors, last } = await faultApp();
	await add( { name: 'Never ends', kind: 'endless' } );
	const before = process.memoryUsage.rss();
	let most = 0;
	const { text } = await request( '/v1/word', {
		onData: ( socket, bytes ) => {
			most = Math.max( most, process.memoryUsage.rss() );
			if ( bytes > 64 * 1024 * 1024 ) {
				socket.destroy();
			}
		},
	} );
	const head = text.slice( 0, 300 );
	expect( head ).toMatch( /^transfer-encoding: chunked\r$/im );
	expect( head ).toContain( REAL );
	expect( most - before ).toBeLessThan( 48 * 1024 * 1024 );
	await expect
		.poll( () => last() )
		.toMatchObject( {
			fault: 'Never ends',
			status: 200,
		} );
	expect( errors ).toEqual( [] );
} );

test( 'an endless answer does not keep the platform from closing', async () => {
	const { app, request, add } = await faultApp();
	await add( { kind: 'endless' } );
	const begun = Promise.withResolvers< void >();
	const seen = request( '/v1/word', { onData: () => begun.resolve() } );
	await begun.promise;
	await app.close();
	await seen;
} );

test( 'a response without a body is not changed', async () => {
	const { request, add } = await faultApp();
	await add( { kind: 'endless' } );
	const { text, body } = await request( '/v1/word', { method: 'HEAD' } );
	expect( text ).toMatch( /^HTTP\/1.1 200 / );
	expect( body ).toBe( '' );
} );

test( 'the journal has each call with its answer', async () => {
	const { request, last } = await faultApp();
	await request( '/v1/word?a=1', {
		method: 'POST',
		headers: [
			'User-Agent: curl/8.14.1',
			'Content-Type: application/json',
		],
		body: '{"a":1}',
	} );
	await expect
		.poll( () => last() )
		.toMatchObject( {
			number: 1,
			method: 'POST',
			url: '/v1/word?a=1',
			status: 200,
			caller: 'curl 8.14',
			reason: '',
			fault: '',
			requestBody: '{"a":1}',
			responseBody: REAL,
		} );
	expect( last()?.responseHeaders[ 'content-type' ] ).toContain( 'json' );
	expect( last()?.requestHeaders.host ).toBe( 'a' );
} );

test( 'the journal has calls without a port, too', async () => {
	const { app, last } = await faultApp();
	await app.inject( '/v1/word' );
	expect( last() ).toMatchObject( { status: 200, responseBody: REAL } );
} );

test( 'the journal has calls that were never answered', async () => {
	const { port, last } = await faultApp();
	const socket = connect( port, '127.0.0.1' );
	socket.write(
		'POST /v1/word HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhal'
	);
	socket.destroySoon();
	await expect
		.poll( () => last() )
		.toMatchObject( {
			method: 'POST',
			status: 0,
			reason: 'The connection closed before the response.',
		} );
} );
