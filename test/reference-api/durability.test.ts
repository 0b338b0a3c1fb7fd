import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { GRACE_MS } from '../../src/reference-api/http/graceful-shutdown.ts';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';
import { kill, processesWith, spawnPlatform } from './child-platform.ts';
import { makeBarrier, makeGated } from './test-barrier.ts';
import {
	basic,
	makeApp,
	makeEnvironment,
	makePlatform,
	routeOf,
	temporaryFolder,
	upload,
	uploadForm,
	visit,
	wordApp,
	makePlace,
	uploadAndWait,
} from './test-platform.ts';

async function uploadTo( url: string, place: EnvironmentPath, zip: Buffer ) {
	const response = await fetch(
		`${ url }${ routeOf( '/fu/v1', place ) }:upload`,
		{
			method: 'POST',
			headers: { authorization: basic() },
			body: uploadForm( zip ),
		}
	);
	expect( response.status ).toBe( 200 );
}

/** Creates an environment in a data folder that no platform holds at the moment. */
async function prepare( dataFolder: string, variables = {} ) {
	const { platform, place } = await makePlace( { dataFolder }, variables );
	await platform.close();
	return place;
}

describe( 'after a crash', () => {
	test( 'nothing is left running, and the interrupted build runs again', async () => {
		const barrier = await makeBarrier();
		const dataFolder = await temporaryFolder();
		const place = await prepare( dataFolder, { GATE: barrier.url } );
		const { child, url } = await spawnPlatform( dataFolder );
		const zip = await makeApp(
			`response.end( 'built' );`,
			`await fetch( process.env.GATE + '/build' );`
		);
		await uploadTo( url, place, zip );
		await barrier.arrived( 1 );
		await kill( child );
		await expect.poll( () => processesWith( barrier.url ) ).toEqual( [] );
		barrier.open();
		const platform = await makePlatform( { dataFolder } );
		await platform.waitUntilIdle();
		const builds = await platform.services.builds.of( place.environmentId );
		expect( builds ).toMatchObject( [ { state: 'live', number: 1 } ] );
		expect( await ( await visit( platform, place ) ).text() ).toBe(
			'built'
		);
	} );

	test( 'what was live is live again, on the same address', async () => {
		const dataFolder = await temporaryFolder();
		const first = await makePlatform( { dataFolder } );
		const place = await makeEnvironment( first );
		await uploadAndWait( first, place, await wordApp( 'word' ) );
		const { urls } = await first.services.webhooks.create( place, 'sam' );
		const address = first.services.edges.url(
			await first.services.catalog.environment( place )
		);
		await first.close();
		const { child } = await spawnPlatform( dataFolder );
		await kill( child );
		const second = await makePlatform( { dataFolder } );
		await second.waitUntilReady();
		expect( await ( await visit( second, place ) ).text() ).toBe( 'word' );
		expect(
			second.services.edges.url(
				await second.services.catalog.environment( place )
			)
		).toBe( address );
		const token = new URL( urls.rebuild ).search;
		const again = await second.services.webhooks.find( place );
		expect( again?.urls.rebuild ).toContain( token );
	} );

	test( 'half an upload is removed', async () => {
		const dataFolder = await temporaryFolder();
		const place = await prepare( dataFolder );
		const folder = path.join(
			dataFolder,
			'environments',
			place.environmentId
		);
		const half = path.join( dataFolder, 'tmp', `${ randomUUID() }.part` );
		await writeFile( half, 'half' );
		await writeFile(
			path.join( folder, 'sources', `${ randomUUID() }.zip` ),
			'half'
		);
		await mkdir( path.join( folder, 'releases', randomUUID() ) );
		await makePlatform( { dataFolder } );
		expect( existsSync( half ) ).toBe( false );
		expect( await readdir( path.join( folder, 'sources' ) ) ).toEqual( [] );
		expect( await readdir( path.join( folder, 'releases' ) ) ).toEqual(
			[]
		);
	} );

	test( 'a live release whose files are missing is built again', async () => {
		const dataFolder = await temporaryFolder();
		const first = await makePlatform( { dataFolder } );
		const place = await makeEnvironment( first );
		await uploadAndWait( first, place, await wordApp( 'word' ) );
		await first.close();
		await rm(
			path.join(
				dataFolder,
				'environments',
				place.environmentId,
				'releases'
			),
			{ recursive: true }
		);
		const second = await makePlatform( { dataFolder } );
		await second.waitUntilIdle();
		expect( await ( await visit( second, place ) ).text() ).toBe( 'word' );
		expect( await healthOf( second ) ).toMatchObject( { status: 'ok' } );
	} );

	test( 'code that is missing is named by its build, in the failure, in the log and by health, and no build “stayed live”', async () => {
		const first = await makePlatform();
		const { dataFolder } = first;
		const place = await makeEnvironment( first );
		await uploadAndWait( first, place, await wordApp( 'word' ) );
		await first.close();
		const folder = path.join(
			dataFolder,
			'environments',
			place.environmentId
		);
		for ( const name of [ 'releases', 'sources' ] ) {
			await rm( path.join( folder, name ), { recursive: true } );
		}
		const second = await makePlatform( { dataFolder } );
		await Promise.all( [
			second.waitUntilReady(),
			second.waitUntilIdle(),
		] );
		const [ rebuild, live ] = await second.services.builds.of(
			place.environmentId
		);
		expect( live ).toMatchObject( { number: 1, state: 'live' } );
		expect( rebuild ).toMatchObject( {
			state: 'failed',
			error: 'Unpack failed: The code of build 1 is missing. Upload it again. Build 1 is not running, so visitors get an error (503).',
		} );
		const { text } = await second.services.builds.readLog(
			rebuild?.id ?? '',
			0
		);
		expect( text ).toContain( 'The code of build 1 is missing.' );
		expect( text ).not.toMatch( /ENOENT|stayed live/ );
		expect( await healthOf( second ) ).toMatchObject( {
			message: 'The code of build 1 is missing. Upload it again.',
		} );
		const page = await visit( second, place );
		expect( page.status ).toBe( 503 );
		const html = await page.text();
		expect( html ).toContain( 'The site is not running' );
		expect( html ).toContain(
			'The code of build 1 is missing. Upload it again.'
		);
		expect( html ).not.toContain( 'restarted' );
		await uploadAndWait( second, place, await wordApp( 'again' ) );
		expect( await ( await visit( second, place ) ).text() ).toBe( 'again' );
		expect( await healthOf( second ) ).toMatchObject( { status: 'ok' } );
	} );

	test( 'an application that ends after its files were deleted says which code is missing', async () => {
		const platform = await makePlatform();
		const place = await makeEnvironment( platform );
		const { environmentId } = place;
		await uploadAndWait(
			platform,
			place,
			await makeApp( `response.end(); process.exit( 3 );` )
		);
		await rm(
			path.join(
				...[ platform.dataFolder, 'environments', environmentId ],
				'releases'
			),
			{ recursive: true }
		);
		await visit( platform, place ).catch( () => {} );
		await expect
			.poll(
				() =>
					platform.services.liveReleases.status( environmentId )
						?.lastExit?.reason
			)
			.toBe( 'The code of build 1 is missing. Upload it again.' );
		expect( await healthOf( platform ) ).toMatchObject( {
			message: 'The code of build 1 is missing. Upload it again.',
		} );
		expect( await ( await visit( platform, place ) ).text() ).toContain(
			'The code of build 1 is missing. Upload it again.'
		);
	} );
} );

async function healthOf( { url }: { url: string } ): Promise< unknown > {
	return ( await fetch( `${ url }/_local/health` ) ).json();
}

test( 'after a start it listens at once, and an environment is starting until its application answers', async () => {
	const { barrier, platform, place } = await makeGated(
		`fetch( env.GATE ).then( () => response.end( 'word' ) );`
	);
	await barrier.arrived( 1 );
	barrier.release();
	await platform.waitUntilIdle();
	await platform.close();
	const second = await makePlatform( { dataFolder: platform.dataFolder } );
	const health = async () =>
		( await fetch( `${ second.url }/_local/health` ) ).status;
	await barrier.arrived( 2 );
	const early = await visit( second, place );
	expect( early.status ).toBe( 503 );
	expect( early.headers.get( 'retry-after' ) ).toBe( '1' );
	expect( await early.text() ).toContain( 'The site is starting' );
	const answer = await second.request( routeOf( '/v1', place ) );
	expect( await answer.json() ).toMatchObject( {
		application: { state: 'starting' },
	} );
	expect( await health() ).toBe( 503 );
	barrier.open();
	await second.waitUntilReady();
	expect( await ( await visit( second, place ) ).text() ).toBe( 'word' );
	expect( await health() ).toBe( 200 );
} );

test( 'after a start, an environment leaves a port that is reserved for another program', async () => {
	const { platform, place } = await makePlace();
	const { edgePort } = await platform.services.catalog.environment( place );
	const { dataFolder } = platform;
	await platform.close();
	const second = await makePlatform( {
		dataFolder,
		reservedPorts: [ edgePort ],
	} );
	const moved = await second.services.catalog.environment( place );
	expect( moved.edgePort ).toBeGreaterThan( edgePort );
} );

test( 'closing interrupts a build, which runs after the next start as if nothing had been', async () => {
	const barrier = await makeBarrier();
	const first = await makePlatform();
	const { dataFolder } = first;
	const place = await makeEnvironment( first, { GATE: barrier.url } );
	const zip = await makeApp(
		`response.end( 'built' );`,
		`await fetch( process.env.GATE + '/build' );`
	);
	await upload( first, place, zip );
	await barrier.arrived( 1 );
	await first.close();
	expect( await processesWith( barrier.url ) ).toEqual( [] );
	barrier.open();
	const second = await makePlatform( { dataFolder } );
	await second.waitUntilIdle();
	const builds = await second.services.builds.of( place.environmentId );
	expect( builds ).toMatchObject( [ { state: 'live', attempts: 1 } ] );
} );

test( 'a clean stop keeps all earlier requests', async () => {
	const first = await makePlatform();
	const names = Array.from( { length: 20 }, ( _, index ) => `a${ index }` );
	const made = names.map( ( name ) =>
		first.services.catalog.createAccount( name )
	);
	await Promise.all( [ ...made, first.close() ] );
	const { dataFolder } = first;
	const second = await makePlatform( { dataFolder } );
	const known = await second.services.catalog.accounts();
	expect( known.map( ( { name } ) => name ) ).toEqual(
		expect.arrayContaining( names )
	);
} );

test( 'a clean stop answers the requests that run, and takes no new ones', async () => {
	const { platform, place } = await makePlace();
	const zip = await wordApp( 'word' );
	const url = new URL(
		`${ routeOf( '/fu/v1', place ) }:upload`,
		platform.url
	);
	const request = rawRequest( url, {
		method: 'POST',
		headers: {
			authorization: basic(),
			'content-type': 'multipart/form-data; boundary=x',
		},
	} );
	request.write(
		'--x\r\ncontent-disposition: form-data; name="repository"; filename="a.zip"\r\n\r\n'
	);
	request.write( zip.subarray( 0, 100 ) );
	const temporary = path.join( platform.dataFolder, 'tmp' );
	await expect.poll( () => readdir( temporary ) ).toHaveLength( 1 );
	const closed = platform.close();
	request.end(
		Buffer.concat( [ zip.subarray( 100 ), Buffer.from( '\r\n--x--\r\n' ) ] )
	);
	const [ response ] = ( await once( request, 'response' ) ) as [
		IncomingMessage,
	];
	expect( response.statusCode ).toBe( 200 );
	response.resume();
	await closed;
	await expect( fetch( platform.url ) ).rejects.toThrow();
	const { dataFolder } = platform;
	const second = await makePlatform( { dataFolder } );
	await second.waitUntilIdle();
	expect( await ( await visit( second, place ) ).text() ).toBe( 'word' );
} );

test.each( [
	[ 'nothing', '' ],
	[ 'half a request', 'GET / HTTP/1.1\r\nHost:' ],
	[ 'nothing more', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / ' ],
] )(
	'a clean stop does not wait for a connection that asks %s',
	async ( _what, sent ) => {
		const platform = await makePlatform();
		const { hostname, port } = new URL( platform.url );
		await fetch( platform.url );
		const silent = connect( Number( port ), hostname );
		await once( silent, 'connect' );
		const ended = once( silent, 'close' );
		silent.on( 'error', () => {} ).resume();
		await new Promise( ( resolve ) => silent.write( sent, resolve ) );
		// Node has read what was written when it answers a later request.
		await fetch( platform.url );
		const begun = performance.now();
		await platform.close();
		await ended;
		expect( performance.now() - begun ).toBeLessThan( GRACE_MS );
	}
);

test( 'a clean stop that is requested twice waits for the same end', async () => {
	const platform = await makePlatform();
	await Promise.all( [ platform.close(), platform.close() ] );
	const { dataFolder } = platform;
	await expect( makePlatform( { dataFolder } ) ).resolves.toBeDefined();
} );

test( 'the platform does not start on a data folder that another one holds, and names it', async () => {
	const dataFolder = await temporaryFolder();
	const { child, url } = await spawnPlatform( dataFolder );
	await expect( makePlatform( { dataFolder } ) ).rejects.toMatchObject( {
		code: 'data-folder-in-use',
		message: expect.stringMatching(
			new RegExp( `process ${ child.pid } \\(${ url }, since ` )
		),
	} );
	await kill( child );
	await expect( makePlatform( { dataFolder } ) ).resolves.toBeDefined();
} );

test( 'the platform does not start on a data folder that cannot be created', async () => {
	const file = path.join( await temporaryFolder(), 'file' );
	await writeFile( file, '' );
	await expect(
		makePlatform( { dataFolder: path.join( file, 'data' ) } )
	).rejects.toMatchObject( { code: 'data-folder' } );
} );

test( 'the platform does not start on a damaged database, and releases the folder', async () => {
	const { dataFolder, close } = await makePlatform();
	await close();
	const file = path.join( dataFolder, 'platform.db' );
	await writeFile( file, 'no database'.repeat( 1000 ) );
	await expect( makePlatform( { dataFolder } ) ).rejects.toMatchObject( {
		code: 'database',
	} );
	await rm( file );
	await expect( makePlatform( { dataFolder } ) ).resolves.toBeDefined();
} );

test( 'the platform does not start on a port that is taken', async () => {
	const server = createServer();
	server.listen( 0, '127.0.0.1' );
	await once( server, 'listening' );
	onTestFinished( () => {
		server.close();
	} );
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	await expect( makePlatform( { port } ) ).rejects.toMatchObject( {
		code: 'port-in-use',
		message: expect.stringContaining( String( port ) ),
	} );
} );

test.each( [ { user: '' }, { user: 'a:b' }, { password: '' } ] )(
	'the platform does not start with %o',
	async ( options ) => {
		await expect( makePlatform( options ) ).rejects.toMatchObject( {
			code: 'options',
		} );
	}
);

test( 'an edge whose port is taken moves on, and stays there', async () => {
	const dataFolder = await temporaryFolder();
	const first = await makePlatform( { dataFolder } );
	const place = await makeEnvironment( first );
	const { edgePort } = await first.services.catalog.environment( place );
	await first.close();
	const squatter = createServer();
	squatter.listen( edgePort, '127.0.0.1' );
	await once( squatter, 'listening' );
	const second = await makePlatform( { dataFolder } );
	squatter.close();
	const moved = await second.services.catalog.environment( place );
	expect( moved.edgePort ).toBeGreaterThan( edgePort );
	expect( ( await visit( second, place ) ).status ).toBe( 503 );
} );
