import { expect, test } from 'vitest';
import {
	basic,
	makeApp,
	makeEnvironment,
	makePlace,
	PASSWORD,
	routeOf,
	uploadAndWait,
	visit,
	wordApp,
	WORDPRESS,
} from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';

async function read( platform: TestPlatform, url: string ) {
	const response = await platform.request( url );
	expect( [ url, response.status ] ).toEqual( [ url, 200 ] );
	return response.json();
}

test( 'an environment without code has no builds, no application and no measurement', async () => {
	const { platform, place } = await makePlace();
	const url = `${ routeOf( '/_local', place ) }/summary`;
	const summary = await read( platform, url );
	expect( summary ).toEqual( {
		id: place.environmentId,
		accountName: 'acme',
		appId: 'shop',
		region: 'regions/UK',
		displayName: 'Production',
		createTime: expect.any( String ),
		url: expect.stringMatching( /^http:\/\/localhost:\d+$/ ),
		install: { name: 'blog', url: WORDPRESS },
		rootDirectory: '',
		purgeOnDeploy: true,
		served: null,
		running: null,
		queued: null,
		newest: null,
		buildCount: 0,
		usualMilliseconds: {
			upload: null,
			rebuild: null,
			cleanRebuild: null,
			redeploy: null,
		},
		application: null,
		cache: { hits: 0, misses: 0, purgeTime: null },
		disk: null,
	} );
} );

test( 'what is served and what happened last are two facts', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await wordApp( 'one' ) );
	await visit( platform, place );
	await uploadAndWait(
		platform,
		place,
		await makeApp( '', 'process.exit( 1 )' )
	);
	await platform.services.usage.refresh( 'acme' );
	const summary = `${ routeOf( '/_local', place ) }/summary`;
	await expect
		.poll( async () => ( await read( platform, summary ) ).disk )
		.toEqual( {
			bytes: expect.any( Number ),
			measureTime: expect.any( String ),
		} );
	expect( await read( platform, summary ) ).toMatchObject( {
		served: { number: 1, state: 'live' },
		newest: { number: 2, state: 'failed' },
		running: null,
		buildCount: 2,
		usualMilliseconds: { upload: expect.any( Number ), rebuild: null },
		application: { state: 'up', restarts: 0, lastOutput: '' },
		cache: { hits: 0, misses: 1, purgeTime: expect.any( String ) },
	} );
} );

test( 'the output of an application that ended is shown while it is down', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait(
		platform,
		place,
		await makeApp(
			"response.end( '' ); if ( request.url === '/end' ) { console.log( 'last words' ); process.exit( 3 ); }"
		)
	);
	await visit( platform, place, '/end' );
	const summary = `${ routeOf( '/_local', place ) }/summary`;
	await expect
		.poll( async () => ( await read( platform, summary ) ).application )
		.toMatchObject( {
			state: 'down',
			lastOutput: expect.stringContaining( 'last words' ),
			lastExit: { code: 3 },
		} );
} );

test( 'one request lists all applications with the summaries of their environments', async () => {
	const { platform, place } = await makePlace();
	await makeEnvironment( platform );
	await platform.services.catalog.createApp(
		'acme',
		'empty',
		'regions/US-C'
	);
	const { apps } = await read( platform, '/_local/accounts/acme/apps' );
	expect( apps ).toMatchObject( [
		{
			appId: 'shop',
			region: 'regions/UK',
			environments: [
				{ displayName: 'Production' },
				{ displayName: 'Copy 1' },
			],
		},
		{ appId: 'empty', region: 'regions/US-C', environments: [] },
	] );
	const url = `${ routeOf( '/_local', place ) }/summary`;
	expect( apps[ 0 ].environments[ 0 ] ).toEqual(
		await read( platform, url )
	);
} );

test( 'what does not exist is answered 404, and another account 403', async () => {
	const { platform, place } = await makePlace();
	const url = `${ routeOf( '/_local', place ) }/summary`;
	for ( const wrong of [
		'/_local/accounts/none/apps',
		url.replace( 'shop', 'none' ),
		url.replace( place.environmentId, 'none' ),
	] ) {
		expect( ( await platform.request( wrong ) ).status ).toBe( 404 );
	}
	await platform.services.users.create(
		{ id: 'guest', name: '', role: 'none', password: PASSWORD },
		'test'
	);
	const headers = { authorization: basic( 'guest' ) };
	expect( ( await platform.request( url, { headers } ) ).status ).toBe( 403 );
} );
