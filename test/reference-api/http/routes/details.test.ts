import { expect, test } from 'vitest';
import type { EnvironmentPath } from '../../../../src/reference-api/model/hosting.ts';
import {
	basic,
	json,
	makeApp,
	makePlace,
	PASSWORD,
	routeOf,
	uploadAndWait,
	visit,
	wordApp,
	WORDPRESS,
} from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';

async function read(
	platform: TestPlatform,
	place: EnvironmentPath,
	rest: string
) {
	const url = `${ routeOf( '/_local', place ) }/${ rest }`;
	const response = await platform.request( url );
	expect( [ url, response.status ] ).toEqual( [ url, 200 ] );
	return response.json();
}

test( 'variables are compared with those of the live release, by value and without showing one', async () => {
	const { platform, place } = await makePlace(
		{},
		{ SAME: 'hush one', CHANGED: 'hush two', GONE: 'hush three' }
	);
	await uploadAndWait( platform, place, await wordApp( 'one' ) );
	const before = await read( platform, place, 'variables' );
	expect( before ).toMatchObject( { live: 1, waiting: [] } );
	await platform.services.environmentSettings.setVariables( place, {
		set: [
			{ key: 'SAME', value: 'hush one' },
			{ key: 'CHANGED', value: 'hush four' },
			{ key: 'ADDED', value: 'hush five' },
		],
		remove: [ 'GONE' ],
	} );
	const after = await read( platform, place, 'variables' );
	expect( after ).toMatchObject( {
		live: 1,
		comingBuild: null,
		waiting: [
			{ key: 'CHANGED', change: 'changed' },
			{ key: 'ADDED', change: 'added' },
			{ key: 'GONE', change: 'deleted' },
		],
	} );
	expect( after.variables ).toContainEqual( {
		key: 'ADDED',
		setTime: expect.any( String ),
		isReserved: false,
	} );
	expect( JSON.stringify( after ) ).not.toContain( 'hush' );
	const restored = [ { key: 'GONE', value: 'hush three' } ];
	await platform.services.environmentSettings.setVariables( place, {
		set: restored,
		remove: [],
	} );
	const { waiting } = await read( platform, place, 'variables' );
	expect( waiting ).toHaveLength( 2 );
} );

test( 'variables of the platform are listed with what is known of their values', async () => {
	const { platform, place } = await makePlace();
	const { platformVariables, live, waiting } = await read(
		platform,
		place,
		'variables'
	);
	expect( { live, waiting } ).toEqual( { live: null, waiting: [] } );
	expect( platformVariables ).toContainEqual( {
		key: 'WORDPRESS_URL',
		value: WORDPRESS,
		phase: 'both',
		isDefault: true,
	} );
	expect( platformVariables ).toContainEqual( {
		key: 'PORT',
		value: null,
		phase: 'run',
		isDefault: false,
	} );
} );

test( 'variables name the build that applies the changes', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await wordApp( 'one' ) );
	await platform.services.environmentSettings.setVariables( place, {
		set: [ { key: 'NEW', value: 'x' } ],
		remove: [],
	} );
	const builds = `${ routeOf( '/_local', place ) }/builds`;
	const started = await platform.request(
		builds,
		json( { action: 'rebuild' } )
	);
	expect( await started.json() ).toMatchObject( { number: 2 } );
	const { comingBuild } = await read( platform, place, 'variables' );
	expect( comingBuild ).toBe( 2 );
	await platform.waitUntilIdle();
	expect( await read( platform, place, 'variables' ) ).toMatchObject( {
		live: 2,
		comingBuild: null,
		waiting: [],
	} );
} );

test( 'a cache group is listed by a part of its name, and invalidated by a user', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait(
		platform,
		place,
		await makeApp(
			`response.setHeader( 'cache-control', 's-maxage=600' );
			response.setHeader( 'cache-groups', '"post-list", "post-1"' );
			response.end();`
		)
	);
	await visit( platform, place, '/1' );
	await visit( platform, place, '/2' );
	expect( await read( platform, place, 'cache/groups' ) ).toMatchObject( {
		total: 2,
	} );
	const filtered = 'cache/groups?filter=-list';
	expect( await read( platform, place, filtered ) ).toEqual( {
		total: 1,
		groups: [ { name: 'post-list', entries: 2 } ],
	} );
	const url = `${ routeOf( '/_local', place ) }/cache/groups/invalidate`;
	const invalidated = await platform.request(
		url,
		json( { group: 'post-list' } )
	);
	expect( ( await invalidated.json() ).invalidations ).toMatchObject( [
		{
			by: 'by sam',
			total: 1,
			groups: [ { name: 'post-list', entries: 2 } ],
		},
	] );
	const { headers } = await visit( platform, place, '/1' );
	expect( headers.get( 'x-cache' ) ).toBe( 'MISS' );
} );

test( 'a build that a user starts has the user’s name, and joins the queued one', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await wordApp( 'one' ) );
	const builds = `${ routeOf( '/_local', place ) }/builds`;
	const start = async ( action: string ) => {
		const response = await platform.request( builds, json( { action } ) );
		expect( response.status ).toBe( 200 );
		return response.json();
	};
	expect( await start( 'cleanRebuild' ) ).toMatchObject( {
		number: 2,
		trigger: 'cleanRebuild',
		startedBy: 'clean rebuild by sam',
	} );
	await start( 'rebuild' );
	await start( 'rebuild' );
	await platform.waitUntilIdle();
	const { buildCount } = await read( platform, place, 'summary' );
	expect( buildCount ).toBeLessThanOrEqual( 3 );
} );

test( 'a build that a user starts is refused before the first upload, and for other actions', async () => {
	const { platform, place } = await makePlace();
	const builds = `${ routeOf( '/_local', place ) }/builds`;
	const early = await platform.request(
		builds,
		json( { action: 'rebuild' } )
	);
	expect( early.status ).toBe( 422 );
	for ( const action of [ 'purgeCache', 'upload', '', 7, null ] ) {
		const response = await platform.request( builds, json( { action } ) );
		expect( [ action, response.status ] ).toEqual( [ action, 400 ] );
	}
} );

test( 'the cache report counts requests, and says why responses were not stored', async () => {
	const { platform, place } = await makePlace();
	const app = await makeApp( `
		response.setHeader( 'cache-control', 's-maxage=600' );
		if ( request.url === '/private' ) response.setHeader( 'set-cookie', 'a=b' );
		response.end();
	` );
	await uploadAndWait( platform, place, app );
	for ( const url of [ '/', '/', '/private' ] ) {
		await ( await visit( platform, place, url ) ).text();
	}
	const report = await read( platform, place, 'cache' );
	expect( report ).toMatchObject( {
		hits: 1,
		misses: 2,
		entries: 1,
		purgedAt: expect.any( String ),
		purges: [
			{ at: expect.any( String ), by: 'with build 1', entries: 0 },
		],
		notCached: [
			{
				path: '/private',
				reason: expect.stringContaining( 'Set-Cookie' ),
				requests: 1,
			},
		],
	} );
	expect( report.minutes ).toHaveLength( 60 );
} );

test( 'the output of the application is read in parts, like a log', async () => {
	const { platform, place } = await makePlace();
	expect( await read( platform, place, 'output' ) ).toEqual( {
		text: '',
		nextOffset: 0,
	} );
	await uploadAndWait(
		platform,
		place,
		await makeApp( "console.log( 'visited' ); response.end();" )
	);
	const first = await read( platform, place, 'output' );
	await visit( platform, place );
	await expect
		.poll( async () => {
			const part = `output?offset=${ first.nextOffset }`;
			return ( await read( platform, place, part ) ).text;
		} )
		.toContain( 'visited' );
	const all = await read( platform, place, 'output' );
	const end = await read(
		platform,
		place,
		`output?offset=${ all.nextOffset }`
	);
	expect( end ).toEqual( { text: '', nextOffset: all.nextOffset } );
	const beyond = await read( platform, place, 'output?offset=999999999' );
	expect( beyond ).toEqual( all );
} );

test( 'the summary of the webhooks has the end of the token and the last calls, also refused ones', async () => {
	const { platform, place } = await makePlace();
	expect( await read( platform, place, 'webhooks/summary' ) ).toEqual( {
		exists: false,
		createTime: null,
		createdBy: '',
		tokenEnd: '',
		lastCalls: {},
	} );
	const { urls } = await platform.services.webhooks.create( place, 'sam' );
	await fetch( urls.purgeCache, { method: 'POST' } );
	await fetch( urls.rebuild.replace( /token=.*/, 'token=wrong' ), {
		method: 'POST',
	} );
	const summary = await read( platform, place, 'webhooks/summary' );
	const at = expect.any( String );
	expect( summary ).toEqual( {
		exists: true,
		createTime: at,
		createdBy: 'sam',
		tokenEnd: urls.rebuild.slice( -4 ),
		lastCalls: {
			purgeCache: { at, status: 200, reason: '' },
			rebuild: { at, status: 403, reason: 'invalid token' },
		},
	} );
} );

test( 'readers may see the summary of the webhooks, which has no URL', async () => {
	const { platform, place } = await makePlace();
	const { urls } = await platform.services.webhooks.create( place, 'sam' );
	await platform.services.users.create(
		{ id: 'reader', name: '', role: 'read', password: PASSWORD },
		'test'
	);
	const headers = { authorization: basic( 'reader' ) };
	const webhooks = `${ routeOf( '/_local', place ) }/webhooks`;
	const secret = await platform.request( webhooks, { headers } );
	expect( secret.status ).toBe( 403 );
	const open = await platform.request( `${ webhooks }/summary`, {
		headers,
	} );
	expect( open.status ).toBe( 200 );
	const token = urls.rebuild.split( 'token=' )[ 1 ] ?? '';
	expect( await open.text() ).not.toContain( token );
} );

test( 'an install lists the environments that are linked to it, of the user’s accounts only', async () => {
	const { platform, place } = await makePlace( {
		accounts: [ 'acme', 'globex' ],
	} );
	const installs = async ( user: string ) => {
		const response = await platform.request( '/_local/installs', {
			headers: { authorization: basic( user ) },
		} );
		return ( await response.json() ).installs;
	};
	expect( await installs( 'sam' ) ).toMatchObject( [
		{
			name: 'blog',
			environments: [
				{
					id: place.environmentId,
					accountName: 'acme',
					appId: 'shop',
					displayName: 'Production',
				},
			],
		},
	] );
	await platform.services.installs.save( {
		accountName: 'globex',
		name: 'news',
		url: WORDPRESS,
	} );
	await platform.services.environmentSettings.change( place, {
		wpEnvironment: 'news',
	} );
	await platform.services.users.create(
		{
			id: 'guest',
			name: '',
			role: 'none',
			password: PASSWORD,
			accounts: [ { account: 'globex', role: 'read' } ],
		},
		'test'
	);
	expect( await installs( 'guest' ) ).toMatchObject( [
		{ name: 'news', environments: [] },
	] );
} );

test( 'the journal counts the requests that a fault rule would match', async () => {
	const { platform } = await makePlace();
	await platform.request( '/v1/regions' );
	await platform.request( '/v1/accounts/acme/apps' );
	const count = async ( query: string ) => {
		const url = `/_local/requests/matches?${ query }`;
		return ( await platform.request( url ) ).json();
	};
	await expect
		.poll( () => count( 'path=/v1/*&method=GET' ) )
		.toEqual( { matching: 2, all: 2 } );
	expect( await count( 'path=/v1/regions' ) ).toMatchObject( {
		matching: 1,
	} );
	expect( await count( 'action=rebuild' ) ).toMatchObject( { matching: 0 } );
} );
