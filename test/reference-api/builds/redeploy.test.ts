/**
 * Which source a build is made from, over time: failed uploads, rebuilds and redeploys.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import { makeBarrier } from '../test-barrier.ts';
import {
	makeApp,
	makeEnvironment,
	makePlatform,
	routeOf,
	upload,
	visit,
	wordApp,
	makePlace,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const ASK_GATE = `await fetch( process.env.GATE + '/build' );`;

/** An application whose build fails until the variable FIXED is set. */
function brokenApp(): Promise< Buffer > {
	return makeApp(
		`response.end( 'fixed' );`,
		`if ( ! process.env.FIXED ) { throw new Error( 'the build is broken' ); }`
	);
}

interface Deployed {
	platform: TestPlatform;
	place: EnvironmentPath;
	/** Uploads a zip and waits for its build. */
	bring: ( zip: Buffer ) => Promise< void >;
	/** Deploys a build again, over the API, and waits. */
	again: ( number: number ) => Promise< Response >;
	/** What visitors read. */
	page: () => Promise< string >;
	/** Number, trigger and state of each build, newest first. */
	builds: () => Promise< [ number, string, string ][] >;
}

async function makeDeployed(
	options: Parameters< typeof makePlatform >[ 0 ] = {}
): Promise< Deployed > {
	const { platform, place } = await makePlace( options );
	const { services } = platform;
	return {
		platform,
		place,
		bring: async ( zip ) => {
			expect( ( await upload( platform, place, zip ) ).status ).toBe(
				200
			);
			await platform.waitUntilIdle();
		},
		again: async ( number ) => {
			const { id } = await services.builds.find(
				place.environmentId,
				number
			);
			const answer = await platform.request(
				`${ routeOf( '/v1', place ) }/builds/${ id }:redeploy`,
				{ method: 'POST' }
			);
			await platform.waitUntilIdle();
			return answer;
		},
		page: async () => ( await visit( platform, place ) ).text(),
		builds: async () => {
			const all = await services.builds.of( place.environmentId );
			return all.map( ( { number, trigger, state } ) => [
				number,
				trigger,
				state,
			] );
		},
	};
}

async function callWebhook( { platform, place }: Deployed ): Promise< void > {
	const { urls } = await platform.services.webhooks.create( place, 'test' );
	const answer = await fetch( urls.rebuild, { method: 'POST' } );
	expect( answer.status ).toBe( 200 );
	await platform.waitUntilIdle();
}

test( 'a failed upload stops nothing: webhooks rebuild what is live, and any build that was live can be deployed again', async () => {
	const deployed = await makeDeployed();
	const { bring, again, page, builds } = deployed;
	await bring( await wordApp( 'one' ) );
	await bring( await wordApp( 'two' ) );
	await bring( await brokenApp() );
	expect( await builds() ).toEqual( [
		[ 3, 'upload', 'failed' ],
		[ 2, 'upload', 'live' ],
		[ 1, 'upload', 'succeeded' ],
	] );
	await callWebhook( deployed );
	expect( ( await builds() )[ 0 ] ).toEqual( [ 4, 'rebuild', 'live' ] );
	expect( await page() ).toBe( 'two' );

	const answer = await again( 1 );
	expect( answer.status ).toBe( 200 );
	expect( await answer.json() ).toMatchObject( {
		name: expect.stringMatching( /operations\/[0-9a-f-]{36}$/ ),
		done: false,
	} );
	expect( ( await builds() )[ 0 ] ).toEqual( [ 5, 'redeploy', 'live' ] );
	expect( await page() ).toBe( 'one' );
	await callWebhook( deployed );
	expect( ( await builds() )[ 0 ] ).toEqual( [ 6, 'rebuild', 'live' ] );
	expect( await page() ).toBe( 'one' );
} );

test( 'a redeploy names the build and the user, and takes the variables of today', async () => {
	const { platform, place, bring, again, page } = await makeDeployed();
	await bring( await wordApp( 'one' ) );
	await bring( await brokenApp() );
	await platform.services.environmentSettings.setVariables( place, {
		set: [ { key: 'FIXED', value: 'yes' } ],
		remove: [],
	} );
	await again( 2 );
	expect( await page() ).toBe( 'fixed' );
	const build = await platform.services.builds.find( place.environmentId, 3 );
	expect( build.startedBy ).toBe( 'redeploy of build 2 by sam' );
} );

test( 'before anything was live, a rebuild tries the newest upload again', async () => {
	const { platform, place, bring, builds, page } = await makeDeployed();
	await bring( await brokenApp() );
	await platform.services.environmentSettings.setVariables( place, {
		set: [ { key: 'FIXED', value: 'yes' } ],
		remove: [],
	} );
	await platform.services.triggers.trigger( place, 'rebuild', 'test' );
	await platform.waitUntilIdle();
	expect( ( await builds() )[ 0 ] ).toEqual( [ 2, 'rebuild', 'live' ] );
	expect( await page() ).toBe( 'fixed' );
} );

test( 'a rebuild that waits for an upload builds that upload once it is live', async () => {
	const barrier = await makeBarrier();
	const { platform, place, bring, page } = await makeDeployed();
	await bring( await wordApp( 'one' ) );
	await platform.services.environmentSettings.setVariables( place, {
		set: [ { key: 'GATE', value: barrier.url } ],
		remove: [],
	} );
	const slow = await makeApp( `response.end( 'slow' );`, ASK_GATE );
	await upload( platform, place, slow );
	await barrier.arrived( 1 );
	await platform.services.triggers.trigger( place, 'rebuild', 'test' );
	barrier.open();
	await platform.waitUntilIdle();
	expect( await page() ).toBe( 'slow' );
} );

test( 'an upload that a stop of the platform interrupts is not lost to a rebuild that waits', async () => {
	const barrier = await makeBarrier();
	const first = await makeDeployed();
	const { platform, place } = first;
	await first.bring( await wordApp( 'one' ) );
	await platform.services.environmentSettings.setVariables( place, {
		set: [ { key: 'GATE', value: barrier.url } ],
		remove: [],
	} );
	const slow = await makeApp( `response.end( 'slow' );`, ASK_GATE );
	await upload( platform, place, slow );
	await barrier.arrived( 1 );
	await platform.services.triggers.trigger( place, 'cleanRebuild', 'test' );
	await platform.close();
	barrier.open();
	const { dataFolder } = platform;
	const next = await makePlatform( { dataFolder } );
	await next.waitUntilIdle();
	expect( await ( await visit( next, place ) ).text() ).toBe( 'slow' );
	const builds = await next.services.builds.of( place.environmentId );
	expect( builds.map( ( { state } ) => state ) ).toEqual( [
		'superseded',
		'live',
		'succeeded',
	] );
} );

test( 'a build that runs, one without code, and one of another environment cannot be deployed again', async () => {
	const { platform, bring, again, place } = await makeDeployed();
	await bring( await wordApp( 'one' ) );
	const other = await makeEnvironment( platform );
	const { id } = await platform.services.builds.find(
		place.environmentId,
		1
	);
	await expect(
		platform.services.builds.redeploy( other, id, 'test' )
	).rejects.toMatchObject( { status: 404 } );
	const barrier = await makeBarrier();
	await platform.services.environmentSettings.setVariables( place, {
		set: [ { key: 'GATE', value: barrier.url } ],
		remove: [],
	} );
	await upload(
		platform,
		place,
		await makeApp( 'response.end();', ASK_GATE )
	);
	await barrier.arrived( 1 );
	const running = await platform.services.builds.find(
		place.environmentId,
		2
	);
	await expect(
		platform.services.builds.redeploy( place, running.id, 'test' )
	).rejects.toMatchObject( {
		status: 409,
		message:
			'Build 2 has not ended. Wait until it ends, then deploy it again.',
	} );
	const { triggers, builds } = platform.services;
	await triggers.trigger( place, 'rebuild', 'test' );
	await triggers.trigger( place, 'cleanRebuild', 'test' );
	const canceled = await builds.find( place.environmentId, 4 );
	const cancellation = await platform.request(
		`${ routeOf( '/v1', place ) }/operations/${ canceled.operationId }:cancel`,
		{ method: 'POST' }
	);
	expect( cancellation.status ).toBe( 200 );
	barrier.open();
	await platform.waitUntilIdle();
	expect( await ( await again( 3 ) ).json() ).toMatchObject( {
		message:
			'A newer build replaced build 3 before it started. Deploy that build instead.',
	} );
	expect( await ( await again( 4 ) ).json() ).toMatchObject( {
		message: 'Build 4 ended before it had code. Deploy another build.',
	} );
	expect( ( await again( 1 ) ).status ).toBe( 200 );
} );

test( 'keeps the sources of the newest builds that were live, however often they were rebuilt, and refuses older ones', async () => {
	const deployed = await makeDeployed( {
		limits: { keptSources: 1, keptBuilds: 2 },
	} );
	const { platform, place, bring, again, page, builds } = deployed;
	for ( const word of [ 'one', 'two', 'three' ] ) {
		await bring( await wordApp( word ) );
	}
	await callWebhook( deployed );
	await callWebhook( deployed );
	// Two are remembered, and the one that can be deployed again.
	expect( await builds() ).toEqual( [
		[ 5, 'rebuild', 'live' ],
		[ 4, 'rebuild', 'succeeded' ],
		[ 2, 'upload', 'succeeded' ],
	] );
	const sources = path.join(
		platform.dataFolder,
		'environments',
		place.environmentId,
		'sources'
	);
	expect( await readdir( sources ) ).toHaveLength( 2 );
	await again( 2 );
	expect( await page() ).toBe( 'two' );
} );

test( 'says that the code of a build is no longer kept', async () => {
	const { bring, again } = await makeDeployed( {
		limits: { keptSources: 0 },
	} );
	await bring( await wordApp( 'one' ) );
	await bring( await wordApp( 'two' ) );
	const answer = await again( 1 );
	expect( answer.status ).toBe( 409 );
	expect( await answer.json() ).toMatchObject( {
		message:
			'The code of build 1 is no longer stored (see the limit keptSources). Upload it again.',
	} );
} );
