/** What visitors notice of a new release: nothing but its pages. */
import { expect, onTestFinished, test } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import { makeBarrier } from '../test-barrier.ts';
import {
	makeZip,
	upload,
	visit,
	makePlace,
	uploadAndWait,
} from '../test-platform.ts';
import type { Barrier } from '../test-barrier.ts';
import type { TestPlatform } from '../test-platform.ts';
import { callSocket } from './raw-connection.ts';

const INTERVAL_MS = 20;

/**
 * An application that answers its word; `/slow` when the barrier opens, `/stream` its beginning at once and its end then,
 * and WebSockets with the word and all that they say.
 */
function application( word: string ): Promise< Buffer > {
	return makeZip( {
		'package.json': JSON.stringify( {
			name: 'switched',
			scripts: { start: 'node server.mjs' },
		} ),
		'server.mjs': `
			import { createServer } from 'node:http';
			const { GATE, PORT } = process.env;
			const server = createServer( ( { url }, response ) => {
				const wait = ( then ) => fetch( GATE + url ).then( then );
				if ( url === '/slow' ) {
					wait( () => response.end( '${ word }' ) );
				} else if ( url === '/stream' ) {
					response.write( '${ word } begins, ' );
					wait( () => response.end( '${ word } ends' ) );
				} else {
					response.setHeader( 'cache-control', url === '/kept' ? 's-maxage=60' : 'no-store' );
					response.end( '${ word }' );
				}
			} );
			server.on( 'upgrade', ( request, socket ) => {
				socket.on( 'error', () => {} );
				socket.write( 'HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n' );
				socket.on( 'data', ( words ) => socket.write( '${ word }: ' + words ) );
				socket.on( 'end', () => socket.end() );
			} );
			server.listen( PORT, '127.0.0.1' );
		`,
	} );
}

interface Place {
	platform: TestPlatform;
	place: EnvironmentPath;
	barrier: Barrier;
	port: number;
}

async function serve(
	limits: Record< string, number > = {}
): Promise< Place > {
	const barrier = await makeBarrier();
	const { platform, place } = await makePlace(
		{ limits },
		{ GATE: barrier.url }
	);
	await uploadAndWait( platform, place, await application( 'old' ) );
	const { edgePort } = await platform.services.catalog.environment( place );
	return { platform, place, barrier, port: edgePort };
}

async function textOf(
	{ platform, place }: Place,
	path: string
): Promise< string > {
	return ( await visit( platform, place, path ) ).text();
}

/** Waits until visitors get this word. */
async function untilServed( where: Place, word: string ): Promise< void > {
	await expect.poll( () => textOf( where, '/' ) ).toBe( word );
}

test( 'a slow response comes complete from the old one', async () => {
	const where = await serve();
	const slow = textOf( where, '/slow' );
	await where.barrier.arrived( 1 );
	await upload( where.platform, where.place, await application( 'new' ) );
	await untilServed( where, 'new' );
	where.barrier.open();
	expect( await slow ).toBe( 'old' );
	expect( await textOf( where, '/slow' ) ).toBe( 'new' );
} );

test( 'a response that has begun is completed', async () => {
	const where = await serve();
	const answer = await visit( where.platform, where.place, '/stream' );
	await where.barrier.arrived( 1 );
	await upload( where.platform, where.place, await application( 'new' ) );
	await untilServed( where, 'new' );
	where.barrier.open();
	expect( await answer.text() ).toBe( 'old begins, old ends' );
} );

test( 'an open WebSocket stays with the old one, and a new one connects to the new one', async () => {
	const where = await serve();
	const line = callSocket( where.port );
	await line.until( '101 Switching' );
	await upload( where.platform, where.place, await application( 'new' ) );
	await untilServed( where, 'new' );
	line.socket.write( 'one' );
	await line.until( 'old: one' );
	const other = callSocket( where.port );
	await other.until( '101 Switching' );
	other.socket.write( 'two' );
	await other.until( 'new: two' );
	line.socket.end();
	await where.platform.waitUntilIdle();
} );

test( 'an open WebSocket is closed after the drain timeout', async () => {
	const where = await serve( { drainTimeoutSeconds: 1 } );
	const line = callSocket( where.port );
	await line.until( '101 Switching' );
	await upload( where.platform, where.place, await application( 'new' ) );
	await where.platform.waitUntilIdle();
	await line.rest();
	expect( await textOf( where, '/' ) ).toBe( 'new' );
} );

test( 'a response that takes longer than the drain timeout is cut, and the old one ends', async () => {
	const where = await serve( { drainTimeoutSeconds: 0 } );
	const answer = await visit( where.platform, where.place, '/stream' );
	await where.barrier.arrived( 1 );
	await upload( where.platform, where.place, await application( 'new' ) );
	await where.platform.waitUntilIdle();
	await expect( answer.text() ).rejects.toThrow();
} );

test( 'a client that sends 50 requests a second gets no error', async () => {
	const where = await serve();
	const answers: Promise< string >[] = [];
	const timer = setInterval( () => {
		for ( const path of [ '/', '/kept' ] ) {
			answers.push(
				visit( where.platform, where.place, path ).then(
					async ( answer ) =>
						`${ answer.status } ${ await answer.text() }`,
					( error ) => String( error.cause ?? error )
				)
			);
		}
	}, INTERVAL_MS );
	onTestFinished( () => clearInterval( timer ) );
	for ( const word of [ 'new', 'old', 'new' ] ) {
		await upload( where.platform, where.place, await application( word ) );
		await untilServed( where, word );
	}
	await where.platform.waitUntilIdle();
	clearInterval( timer );
	const replies = await Promise.all( answers );
	expect( new Set( replies ) ).toEqual( new Set( [ '200 old', '200 new' ] ) );
	expect( replies.length ).toBeGreaterThan( 20 );
} );

test( 'requests that wait for a slot of requestsPerEnvironment get no error at a switch to a new release', async () => {
	const where = await serve( { requestsPerEnvironment: 5 } );
	const replies: string[] = [];
	let isOver = false;
	onTestFinished( () => {
		isOver = true;
	} );
	const connections = Array.from( { length: 20 }, async () => {
		while ( ! isOver ) {
			const answer = await visit( where.platform, where.place );
			replies.push( `${ answer.status } ${ await answer.text() }` );
		}
	} );
	for ( const word of [ 'new', 'old', 'new' ] ) {
		await upload( where.platform, where.place, await application( word ) );
		await untilServed( where, word );
	}
	await where.platform.waitUntilIdle();
	isOver = true;
	await Promise.all( connections );
	expect( new Set( replies ) ).toEqual( new Set( [ '200 old', '200 new' ] ) );
} );

test( 'stored pages of the old release are purged at a switch to a new one', async () => {
	const where = await serve();
	expect( await textOf( where, '/kept' ) ).toBe( 'old' );
	await upload( where.platform, where.place, await application( 'new' ) );
	await untilServed( where, 'new' );
	expect( await textOf( where, '/kept' ) ).toBe( 'new' );
} );

test( 'stored pages of the old one stay if the environment does not purge on deploy', async () => {
	const where = await serve();
	await where.platform.services.environmentSettings.change( where.place, {
		purgeOnDeploy: false,
	} );
	expect( await textOf( where, '/kept' ) ).toBe( 'old' );
	await upload( where.platform, where.place, await application( 'new' ) );
	await untilServed( where, 'new' );
	expect( await textOf( where, '/kept' ) ).toBe( 'old' );
} );

test( 'a stopping platform first answers open requests', async () => {
	const where = await serve();
	const slow = textOf( where, '/slow' );
	await where.barrier.arrived( 1 );
	const closed = where.platform.close();
	where.barrier.open();
	expect( await slow ).toBe( 'old' );
	await closed;
} );
