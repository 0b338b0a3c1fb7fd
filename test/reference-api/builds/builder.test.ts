import fs, { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import { makeBarrier, makeGated } from '../test-barrier.ts';
import {
	makeApp,
	makeEnvironment,
	makePlatform,
	routeOf,
	upload,
	visit,
	wordApp,
	makePlace,
	uploadAndWait,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const SERVE_PAGE = `response.end( readFileSync( 'page.txt' ) );`;
const ASK_GATE = `await fetch( process.env.GATE + '/build' );`;

async function statesOf( platform: TestPlatform, path_: EnvironmentPath ) {
	const builds = await platform.services.builds.of( path_.environmentId );
	return builds.map( ( { trigger, state, absorbed } ) => [
		trigger,
		state,
		absorbed,
	] );
}

async function wordsAt( platform: TestPlatform, path_: EnvironmentPath ) {
	return ( await visit( platform, path_ ) ).text();
}

async function logOf(
	platform: TestPlatform,
	path_: EnvironmentPath,
	number: number
) {
	const { services } = platform;
	const { id } = await services.builds.find( path_.environmentId, number );
	return ( await services.builds.readLog( id, 0 ) ).text;
}

test( 'builds of two environments do not wait for each other', async () => {
	const barrier = await makeBarrier();
	const platform = await makePlatform();
	const slow = await makeEnvironment( platform, { GATE: barrier.url } );
	const quick = await makeEnvironment( platform );
	await upload(
		platform,
		slow,
		await makeApp( 'response.end();', ASK_GATE )
	);
	await barrier.arrived( 1 );
	const second = await makeApp(
		`fetch( '${ barrier.url }/up' ); response.end( 'up' );`
	);
	await upload( platform, quick, second );
	await barrier.arrived( 2 );
	expect( await statesOf( platform, slow ) ).toEqual( [
		[ 'upload', 'building', 0 ],
	] );
	barrier.open();
	await platform.waitUntilIdle();
} );

async function failWith( zip: Buffer ) {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await wordApp( 'old' ) );
	await uploadAndWait( platform, place, zip );
	expect( await statesOf( platform, place ) ).toEqual( [
		[ 'upload', 'failed', 0 ],
		[ 'upload', 'live', 0 ],
	] );
	expect( await wordsAt( platform, place ) ).toBe( 'old' );
	const failed = await platform.services.builds.find(
		place.environmentId,
		2
	);
	expect( failed.error ).toContain( 'Build 1 stayed live.' );
	expect( await logOf( platform, place, 2 ) ).toContain( failed.error );
	return { platform, place, error: failed.error };
}

test( 'a build that fails in the build script leaves the old release live', async () => {
	const { platform, place, error } = await failWith(
		await makeApp(
			'',
			`console.error( 'no such theme' ); process.exit( 3 );`
		)
	);
	expect( error ).toContain(
		'Build failed: npm run build ended with code 3.'
	);
	expect( error ).toContain( 'no such theme' );
	const url = `${ routeOf( '/v1', place ) }/operations/no_build`;
	expect( await ( await platform.request( url ) ).json() ).toMatchObject( {
		done: true,
		error: { code: 9, message: error },
	} );
	const folder = path.join(
		platform.dataFolder,
		'environments',
		place.environmentId,
		'releases'
	);
	expect( await readdir( folder ) ).toHaveLength( 1 );
} );

test( 'a build that fails at the start leaves the old release live', async () => {
	const { platform, place, error } = await failWith(
		await makeApp( '', '', {
			'server.mjs': `throw new Error( 'port?' );`,
		} )
	);
	expect( error ).toMatch(
		/^Start failed: npm run start ended with code 1 before it answered\. First error, in server\.mjs, line 1: “port\?”\. /
	);
	const { steps } = await platform.services.builds.find(
		place.environmentId,
		2
	);
	expect( steps.at( -1 ) ).toMatchObject( {
		name: 'start',
		state: 'failed',
	} );
} );

describe( 'a deployment', () => {
	test( 'serves the old release until the new one answers, and removes it then', async () => {
		const barrier = await makeBarrier();
		const { platform, place } = await makePlace(
			{
				limits: { keptReleases: 0 },
			},
			{ GATE: barrier.url }
		);
		await uploadAndWait( platform, place, await wordApp( 'old' ) );
		await upload(
			platform,
			place,
			await makeApp( `response.end( 'new' );`, '', {
				'barrier.mjs': `await fetch( process.env.GATE + '/start' );`,
				'package.json': JSON.stringify( {
					scripts: { start: 'node barrier.mjs && node server.mjs' },
				} ),
			} )
		);
		await barrier.arrived( 1 );
		expect( ( await statesOf( platform, place ) )[ 0 ]?.[ 1 ] ).toBe(
			'deploying'
		);
		expect( await wordsAt( platform, place ) ).toBe( 'old' );
		barrier.open();
		await platform.waitUntilIdle();
		expect( await wordsAt( platform, place ) ).toBe( 'new' );
		const folder = path.join(
			platform.dataFolder,
			'environments',
			place.environmentId
		);
		const { id } = await platform.services.builds.find(
			place.environmentId,
			2
		);
		expect( await readdir( path.join( folder, 'releases' ) ) ).toEqual( [
			id,
		] );
	} );
} );

const COUNT = `
		import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
		const counts = [ '.cache', '.next/cache', '.nuxt', '.wordpress-cache', 'public' ].map( ( folder ) => {
			mkdirSync( folder, { recursive: true } );
			const file = folder + '/count';
			const count = existsSync( file ) ? Number( readFileSync( file ) ) + 1 : 1;
			writeFileSync( file, String( count ) );
			return count;
		} );
		writeFileSync( 'page.txt', counts.join() );
	`;

test( 'cached folders are kept by an upload; those of a failed build are forgotten', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await makeApp( SERVE_PAGE, COUNT ) );
	await upload(
		platform,
		place,
		await makeApp( '', `${ COUNT } process.exit( 1 );` )
	);
	await platform.waitUntilIdle();
	await uploadAndWait( platform, place, await makeApp( SERVE_PAGE, COUNT ) );
	expect( await wordsAt( platform, place ) ).toBe( '2,2,2,2,2' );
} );

test( 'a build’s processes have no variables of the platform', async () => {
	process.env.HEADLESS_TEST_SECRET = 'hush';
	const { platform, place } = await makePlace( {}, { OWN: 'mine' } );
	await upload(
		platform,
		place,
		await makeApp(
			SERVE_PAGE,
			`
				import { writeFileSync } from 'node:fs';
				writeFileSync( 'page.txt', JSON.stringify( process.env ) );
				`
		)
	);
	await platform.waitUntilIdle();
	delete process.env.HEADLESS_TEST_SECRET;
	const variables = JSON.parse( await wordsAt( platform, place ) );
	expect( JSON.stringify( variables ) ).not.toContain( 'hush' );
	expect( variables ).toMatchObject( {
		OWN: 'mine',
		HOME: path.join(
			platform.dataFolder,
			'environments',
			place.environmentId,
			'home'
		),
		WORDPRESS_URL: 'http://127.0.0.1:9',
	} );
	expect( variables ).not.toHaveProperty( 'NODE_CHANNEL_FD' );
} );

test( 'a build’s processes end with their step, also those in the background', async () => {
	const { platform, place } = await makeGated(
		SERVE_PAGE,
		`
				import { spawn } from 'node:child_process';
				import { writeFileSync } from 'node:fs';
				const child = spawn( process.execPath, [ '-e', 'setInterval( () => {}, 1000 )' ], { stdio: 'ignore' } );
				child.unref();
				writeFileSync( 'page.txt', String( child.pid ) );
				`
	);
	await platform.waitUntilIdle();
	const pid = Number( await wordsAt( platform, place ) );
	expect( pid ).toBeGreaterThan( 1 );
	await expect.poll( () => isRunning( pid ) ).toBe( false );
} );

/** Returns whether a process runs; one that has ended and was not yet waited for does not. */
async function isRunning( pid: number ): Promise< boolean > {
	const file = `/proc/${ pid }/stat`;
	if ( ! existsSync( file ) ) {
		return false;
	}
	return ! / Z /.test( await readFile( file, 'utf8' ).catch( () => ' Z ' ) );
}

async function startSlowBuild() {
	const { barrier, platform, place } = await makeGated(
		'response.end();',
		ASK_GATE
	);
	await barrier.arrived( 1 );
	const operations = `${ routeOf( '/v1', place ) }/operations`;
	const cancel = ( id: string ) =>
		platform.request( `${ operations }/${ id }:cancel`, {
			method: 'POST',
		} );
	return { barrier, platform, place, operations, cancel };
}

test( 'canceling removes a queued build, and does not end the running one', async () => {
	const { barrier, platform, place, cancel } = await startSlowBuild();
	await platform.services.triggers.trigger( place, 'rebuild', 'test' );
	expect( ( await cancel( 'no_build' ) ).status ).toBe( 200 );
	barrier.open();
	await platform.waitUntilIdle();
	expect( await statesOf( platform, place ) ).toEqual( [
		[ 'rebuild', 'canceled', 0 ],
		[ 'upload', 'live', 0 ],
	] );
} );

test( 'canceling ends a build while its application does not answer yet', async () => {
	const { barrier, platform, place } = await makeGated(
		`fetch( env.GATE + '/page' ).then( () => response.end() );`
	);
	// The probe of its health: the application is there and has not answered.
	await barrier.arrived( 1 );
	expect( await statesOf( platform, place ) ).toEqual( [
		[ 'upload', 'deploying', 0 ],
	] );
	const { operationId } = await platform.services.builds.find(
		place.environmentId,
		1
	);
	await platform.services.builds.cancel( place, operationId );
	await platform.waitUntilIdle();
	expect( await statesOf( platform, place ) ).toEqual( [
		[ 'upload', 'canceled', 0 ],
	] );
	expect(
		await platform.services.liveReleases.status( place.environmentId )
	).toBe( null );
} );

test( 'a cancellation that is written right before a build goes live ends the build', async () => {
	const { platform, place } = await makePlace();
	const { builds } = platform.services;
	const { fdatasync } = fs;
	let canceled: Promise< void > | null = null;
	const cancelAtLastStep = async () => {
		const build = await builds.newest( place.environmentId );
		if ( ! canceled && build?.steps.at( -1 )?.name === 'live' ) {
			// Its write waits for this one, and the write that goes live comes after it.
			canceled = builds.cancel( place, build.operationId );
			await nextTurn();
		}
	};
	const spy = vi
		.spyOn( fs, 'fdatasync' )
		.mockImplementation( ( handle, done ) => {
			void cancelAtLastStep().then( () => fdatasync( handle, done ) );
		} );
	onTestFinished( () => spy.mockRestore() );
	await uploadAndWait( platform, place, await wordApp( 'new' ) );
	expect( canceled ).not.toBeNull();
	await canceled;
	expect( await statesOf( platform, place ) ).toEqual( [
		[ 'upload', 'canceled', 0 ],
	] );
	expect(
		platform.services.liveReleases.status( place.environmentId )
	).toBeNull();
} );

test( 'canceling comes too late once a build is live', async () => {
	const { barrier, platform, cancel } = await startSlowBuild();
	barrier.open();
	await platform.waitUntilIdle();
	const response = await cancel( 'no_build' );
	expect( response.status ).toBe( 409 );
	expect( await response.json() ).toMatchObject( {
		message: expect.stringContaining( 'is already live' ),
	} );
} );

test( 'visitors get a release as soon as its build reads as live, also while that is forced to the disk', async () => {
	const { platform, place } = await makePlace();
	const zip = await wordApp( 'new' );
	const { fdatasync } = fs;
	const held: ( () => void )[] = [];
	const release = ( calls: ( () => void )[] ) =>
		calls.forEach( ( call ) => call() );
	const spy = vi
		.spyOn( fs, 'fdatasync' )
		.mockImplementation( ( handle, done ) => {
			held.push( () => fdatasync( handle, done ) );
		} );
	onTestFinished( () => {
		spy.mockRestore();
		release( held );
	} );
	const uploaded = upload( platform, place, zip );
	for (;;) {
		const earlier = held.splice( 0 );
		const [ build ] = await platform.services.builds.of(
			place.environmentId
		);
		if ( build?.state === 'live' ) {
			held.push( ...earlier );
			break;
		}
		release( earlier );
		await nextTurn();
	}
	expect( held ).not.toEqual( [] );
	expect( await wordsAt( platform, place ) ).toBe( 'new' );
	expect( ( await uploaded ).status ).toBe( 200 );
} );
