import { expect, test } from 'vitest';
import {
	ConnectionLimit,
	TooManyRequests,
} from '../../../src/reference-api/edge/connection-limit.ts';
import { makeSite } from './test-edge.ts';

const { signal } = new AbortController();

/** A wait that ends only when it is told to. */
function makeWait() {
	const { promise, resolve } = Promise.withResolvers< void >();
	return { wait: () => promise, end: resolve };
}

test( 'a request waits for the first free connection', async () => {
	const connections = new ConnectionLimit( {
		maxConcurrent: 1,
		wait: makeWait().wait,
	} );
	const release = await connections.acquire( signal );
	const order: string[] = [];
	const second = connections.acquire( signal ).then( ( releaseSecond ) => {
		order.push( 'second' );
		return releaseSecond;
	} );
	const third = connections
		.acquire( signal )
		.then( () => order.push( 'third' ) );
	release();
	release();
	const releaseSecond = await second;
	expect( order ).toEqual( [ 'second' ] );
	releaseSecond();
	await third;
	expect( order ).toEqual( [ 'second', 'third' ] );
} );

test( 'a request that waits too long is rejected and takes no connection later', async () => {
	const { wait, end } = makeWait();
	const connections = new ConnectionLimit( { maxConcurrent: 1, wait } );
	const release = await connections.acquire( signal );
	const refused = expect( connections.acquire( signal ) ).rejects.toThrow(
		TooManyRequests
	);
	end();
	await refused;
	release();
	await expect( connections.acquire( signal ) ).resolves.toBeTypeOf(
		'function'
	);
} );

test( 'a thousand requests may wait, and no more', async () => {
	const connections = new ConnectionLimit( {
		maxConcurrent: 1,
		wait: makeWait().wait,
	} );
	const release = await connections.acquire( signal );
	const waiting = Array.from( { length: 1000 }, () =>
		connections.acquire( signal )
	);
	await expect( connections.acquire( signal ) ).rejects.toThrow(
		TooManyRequests
	);
	release();
	( await waiting[ 0 ] )?.();
	await expect( waiting[ 1 ] ).resolves.toBeTypeOf( 'function' );
} );

test( 'a site whose streams use all connections returns an explained error, and works again when they end', async () => {
	const { wait, end } = makeWait();
	const streams: { end: () => void }[] = [];
	const opened = Promise.withResolvers< void >();
	const site = await makeSite(
		( request, response ) => {
			if ( request.url === '/stream' ) {
				response.write( 'begun' );
				streams.push( response );
				opened.resolve();
			} else {
				response.end( 'page' );
			}
		},
		{ maxRequests: 1, waitForConnection: wait }
	);
	const stream = site.request( '/stream' );
	await opened.promise;
	const refused = site.request( '/page' );
	end();
	expect( await refused ).toMatchObject( {
		status: 503,
		headers: { 'retry-after': '1' },
		text: expect.stringContaining( 'The site is busy' ),
	} );
	streams.forEach( ( one ) => one.end() );
	expect( ( await stream ).text ).toBe( 'begun' );
	expect( ( await site.request( '/page' ) ).text ).toBe( 'page' );
} );
