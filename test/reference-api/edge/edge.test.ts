import { request as rawRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import {
	makeApp,
	makeEnvironment,
	visit,
	makePlace,
	uploadAndWait,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Counts its requests, and answers as its path says. */
const COUNTER = `
	globalThis.count = ( globalThis.count ?? 0 ) + 1;
	const { pathname, searchParams } = new URL( request.url, 'http://x' );
	for ( const [ name, value ] of searchParams ) {
		response.setHeader( name, value );
	}
	if ( pathname === '/headers' ) {
		response.end( JSON.stringify( request.headers ) );
	} else if ( pathname === '/echo' ) {
		request.pipe( response );
	} else if ( pathname === '/large' ) {
		response.end( Buffer.alloc( 9 * 1024 * 1024, 'x' ) );
	} else {
		response.end( 'answer ' + count );
	}
`;
const FRESH = '?cache-control=s-maxage%3D600';

async function serve() {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await makeApp( COUNTER ) );
	return { platform, place };
}

async function sendRequest(
	platform: TestPlatform,
	place: EnvironmentPath,
	url: string,
	init: RequestInit = {}
) {
	const response = await visit( platform, place, url, init );
	return {
		status: response.status,
		label: response.headers.get( 'x-cache' ),
		headers: response.headers,
		text: await response.text(),
	};
}

describe( 'an edge', () => {
	test( 'says that nothing is deployed', async () => {
		const { platform, place } = await makePlace();
		const answer = await sendRequest( platform, place, '/' );
		expect( answer ).toMatchObject( { status: 503, label: 'BYPASS' } );
		expect( answer.text ).toContain( 'Nothing is deployed here yet' );
		expect( answer.headers.get( 'cache-control' ) ).toBe( 'no-store' );
	} );

	test( 'answers on both families of addresses, and to localhost only', async () => {
		const { platform, place } = await serve();
		const { edgePort } =
			await platform.services.catalog.environment( place );
		const answer = ( host: string, header: string ) =>
			new Promise< number | undefined >( ( resolve, reject ) => {
				rawRequest(
					{ host, port: edgePort, headers: { host: header } },
					( response ) => {
						response.resume();
						resolve( response.statusCode );
					}
				)
					.on( 'error', reject )
					.end();
			} );
		const own = `localhost:${ edgePort }`;
		expect( await answer( '127.0.0.1', own ) ).toBe( 200 );
		expect(
			await answer( '::1', own ).catch( ( error ) => error.code )
		).toSatisfy( ( result ) =>
			[ 200, 'EADDRNOTAVAIL' ].includes( result )
		);
		for ( const header of [ `127.0.0.1:${ edgePort }`, 'evil.example' ] ) {
			expect( await answer( '127.0.0.1', header ) ).toBe( 421 );
		}
	} );

	test( 'forwards method, body, query, Host and Origin, but no hop-by-hop headers', async () => {
		const { platform, place } = await serve();
		const echo = await sendRequest( platform, place, '/echo', {
			method: 'PUT',
			body: 'hello',
		} );
		expect( echo ).toMatchObject( { text: 'hello', label: 'BYPASS' } );
		const { text } = await sendRequest( platform, place, '/headers', {
			headers: { origin: 'https://a.example', 'x-own': '1' },
		} );
		const { edgePort } =
			await platform.services.catalog.environment( place );
		expect( JSON.parse( text ) ).toMatchObject( {
			host: `localhost:${ edgePort }`,
			origin: 'https://a.example',
			'x-own': '1',
			'x-forwarded-host': `localhost:${ edgePort }`,
			'x-forwarded-proto': 'http',
		} );
	} );
} );

test( 'the cache answers the second visitor, and counts the hit', async () => {
	const { platform, place } = await serve();
	const first = await sendRequest( platform, place, `/a${ FRESH }` );
	const second = await sendRequest( platform, place, `/a${ FRESH }` );
	expect( [ first.label, second.label ] ).toEqual( [ 'MISS', 'HIT' ] );
	expect( second.text ).toBe( first.text );
	await sendRequest( platform, place, '/b?cache-control=no-store' );
	const report = await platform.services.edges.report( place.environmentId );
	expect( report ).toMatchObject( {
		hits: 1,
		misses: 2,
		entries: 1,
		maxBytes: 64 * 1024 * 1024,
		purges: [ { by: 'with build 1' } ],
		notCached: [
			{ path: '/b', reason: 'Cache-Control: no-store', requests: 1 },
		],
	} );
	expect( report.minutes ).toHaveLength( 60 );
} );

test( 'the cache has the size that the limit cacheBytes sets', async () => {
	const { platform, place } = await makePlace( {
		limits: { cacheBytes: 5000 },
	} );
	const { maxBytes } = await platform.services.edges.report(
		place.environmentId
	);
	expect( maxBytes ).toBe( 5000 );
} );

test( 'a purge sends the next request to the application', async () => {
	const { platform, place } = await serve();
	const first = await sendRequest( platform, place, `/a${ FRESH }` );
	await platform.services.triggers.trigger( place, 'purgeCache', 'test' );
	const second = await sendRequest( platform, place, `/a${ FRESH }` );
	expect( second.label ).toBe( 'MISS' );
	expect( second.text ).not.toBe( first.text );
	const { purgedAt, entries } = await platform.services.edges.report(
		place.environmentId
	);
	expect( purgedAt ).toBeInstanceOf( Date );
	expect( entries ).toBe( 1 );
} );

test( 'a purge counts the stored responses that it removes', async () => {
	const { platform, place } = await serve();
	await sendRequest( platform, place, `/a${ FRESH }` );
	await sendRequest( platform, place, `/b${ FRESH }` );
	await platform.services.triggers.trigger( place, 'purgeCache', 'one' );
	await platform.services.triggers.trigger( place, 'purgeCache', 'two' );
	const { purges } = await platform.services.edges.report(
		place.environmentId
	);
	expect( purges.slice( -2 ) ).toMatchObject( [
		{ by: 'one', entries: 2 },
		{ by: 'two', entries: 0 },
	] );
} );

test( 'a purge does not affect other environments', async () => {
	const { platform, place } = await serve();
	const other = await makeEnvironment( platform );
	await sendRequest( platform, place, `/a${ FRESH }` );
	await platform.services.triggers.trigger( other, 'purgeCache', 'test' );
	expect(
		( await sendRequest( platform, place, `/a${ FRESH }` ) ).label
	).toBe( 'HIT' );
} );
