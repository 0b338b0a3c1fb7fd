import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type {
	EnvironmentPath,
	ShellVariable,
} from '../../../src/reference-api/model/hosting.ts';
import { makeBarrier } from '../test-barrier.ts';
import {
	makeApp,
	makeEnvironment,
	makePlatform,
	upload,
	visit,
	wordApp,
	WORDPRESS,
	makePlace,
	uploadAndWait,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const NEW = {
	displayName: 'Staging',
	branch: 'uploadable',
	wpEnvironment: 'blog',
	shellVariables: [],
};

function folderOf( platform: TestPlatform, place: EnvironmentPath ): string {
	return path.join(
		platform.dataFolder,
		'environments',
		place.environmentId
	);
}

describe( 'what is not there is refused with what there is:', () => {
	test( 'an account', async () => {
		const { services } = await makePlatform();
		await expect( services.catalog.apps( 'amce' ) ).rejects.toMatchObject( {
			status: 404,
			message: 'The account “amce” does not exist. There is “acme”.',
		} );
	} );

	test( 'an app', async () => {
		const { services } = await makePlatform();
		await expect(
			services.deletion.app( 'acme', 'store' )
		).rejects.toMatchObject( {
			message:
				'The app “store” does not exist in account acme. There are none.',
		} );
		await services.catalog.createApp( 'acme', 'storefront', 'regions/UK' );
		await expect(
			services.catalog.environments( 'acme', 'store' )
		).rejects.toMatchObject( {
			status: 404,
			message:
				'The app “store” does not exist in account acme. There is “storefront”.',
		} );
	} );

	test( 'an environment', async () => {
		const { platform, place } = await makePlace();
		await expect(
			platform.services.catalog.environment( {
				...place,
				environmentId: 'x',
			} )
		).rejects.toMatchObject( {
			status: 404,
			message: `The environment “x” does not exist in app shop. There is “Production” (${ place.environmentId }).`,
		} );
	} );

	test( 'an install', async () => {
		const { platform, place } = await makePlace();
		await expect(
			platform.services.environmentSettings.change( place, {
				wpEnvironment: 'other',
			} )
		).rejects.toMatchObject( {
			status: 400,
			message: expect.stringContaining(
				'The WordPress install “other” does not exist. There is “blog”.'
			),
		} );
	} );
} );

test( 'a webhook URL of an environment that does not exist tells unknown callers nothing', async () => {
	const platform = await makePlatform();
	await makeEnvironment( platform );
	const response = await fetch(
		`${ platform.url }/wh/v1/accounts/acme/apps/none/environments/x/webhooks/webhook:rebuild?token=x`,
		{ method: 'POST' }
	);
	expect( response.status ).toBe( 404 );
	expect( await response.text() ).not.toContain( 'shop' );
} );

test( 'installs of --wordpress belong to the first named account', async () => {
	const { services } = await makePlatform( {
		accounts: [ 'zoo', 'acme' ],
	} );
	expect( await services.installs.all() ).toMatchObject( [
		{ accountName: 'zoo', name: 'blog', url: WORDPRESS },
	] );
} );

test( 'installs of a platform without accounts belong to the first that is made', async () => {
	const { services } = await makePlatform( { accounts: [] } );
	expect( await services.installs.all() ).toMatchObject( [
		{ accountName: '', name: 'blog' },
	] );
	await services.catalog.createAccount( 'late' );
	await services.catalog.createAccount( 'early' );
	expect( await services.installs.all() ).toMatchObject( [
		{ accountName: 'late', name: 'blog' },
	] );
} );

test( 'installs keep id and account when their address changes', async () => {
	const { services } = await makePlatform();
	await services.catalog.createAccount( 'other' );
	const [ before ] = await services.installs.all();
	const changed = await services.installs.save( {
		accountName: 'other',
		name: 'blog',
		url: 'http://127.0.0.1:8/',
	} );
	expect( changed ).toEqual( { ...before, url: 'http://127.0.0.1:8' } );
	expect( await services.installs.all() ).toEqual( [ changed ] );
} );

test( 'installs are not created in an account that does not exist', async () => {
	const { services } = await makePlatform();
	await expect(
		services.installs.save( {
			accountName: 'none',
			name: 'new',
			url: WORDPRESS,
		} )
	).rejects.toMatchObject( { status: 404 } );
} );

test( 'installs stay while an environment is linked to them', async () => {
	const platform = await makePlatform();
	const { services } = platform;
	const place = await makeEnvironment( platform );
	await expect( services.installs.delete( 'blog' ) ).rejects.toMatchObject( {
		status: 409,
		message: expect.stringContaining( '“Production” of app shop' ),
	} );
	await services.installs.save( {
		accountName: 'acme',
		name: 'new',
		url: WORDPRESS,
	} );
	const linked = await services.environmentSettings.change( place, {
		wpEnvironment: 'new',
	} );
	expect( linked.wpEnvironment ).toBe( 'new' );
	await services.installs.delete( 'blog' );
	await expect( services.installs.delete( 'blog' ) ).rejects.toMatchObject( {
		status: 404,
	} );
} );

const clock = { time: Date.UTC( 2030, 0, 1 ) };
const now = () => new Date( clock.time );

test( 'shell variables are set and removed, each with its time', async () => {
	const platform = await makePlatform( { now } );
	const { services } = platform;
	const place = await makeEnvironment( platform, {
		OLD: '1',
		GONE: '2',
	} );
	const made = now();
	clock.time += 1000;
	const changed = await services.environmentSettings.setVariables( place, {
		set: [ { key: 'NEW', value: 'x' } ],
		remove: [ 'GONE' ],
	} );
	expect( changed.shellVariables ).toEqual( [
		{ key: 'OLD', value: '1', setTime: made },
		{ key: 'NEW', value: 'x', setTime: now() },
	] );
	expect( changed.variablesTime ).toEqual( now() );
	expect( await services.catalog.environment( place ) ).toEqual( changed );
} );

test.each( [
	[ { set: [ { key: '1A', value: '' } ], remove: [] }, 400, 'digit' ],
	[
		{
			set: [
				{ key: 'A', value: '' },
				{ key: 'A', value: '' },
			],
			remove: [],
		},
		400,
		'twice',
	],
	[ { set: [], remove: [ 'NONE' ] }, 404, 'There is “OLD”.' ],
] )(
	'shell variables stay as they are with %j',
	async ( changes, status, expected ) => {
		const platform = await makePlatform();
		const { services } = platform;
		const place = await makeEnvironment( platform, { OLD: '1' } );
		const before = await services.catalog.environment( place );
		await expect(
			services.environmentSettings.setVariables( place, changes )
		).rejects.toMatchObject( {
			status,
			message: expect.stringContaining( expected ),
		} );
		expect( await services.catalog.environment( place ) ).toEqual( before );
	}
);

test.each( [
	[ 'PORT', 'the application gets a free port' ],
	[ 'PATH', 'it begins with the commands of the uploaded code' ],
	[ 'HOME', 'each environment has a home folder of its own' ],
	[ 'npm_config_cache', 'the cache of npm' ],
	[ 'NPM_CONFIG_CACHE', 'the cache of npm' ],
	[ 'HEADLESS_METADATA', 'it describes the environment' ],
	[ 'HEADLESS_METADATA_BUILD_ID', 'it describes the environment' ],
] )(
	'shell variables that applications would not get are refused with the reason: %s',
	async ( key, reason ) => {
		const { platform, place } = await makePlace();
		const { catalog, environmentSettings } = platform.services;
		const refusal = ( field: string ) => ( {
			status: 400,
			message: expect.stringContaining(
				`The shell variable ${ key } cannot be set, because the platform sets it: ${ reason }`
			),
			field,
		} );
		const variables = [
			{ key: 'API_KEY', value: 'x' },
			{ key, value: '1' },
		];
		await expect(
			catalog.createEnvironment( 'acme', 'shop', {
				...NEW,
				shellVariables: variables,
			} )
		).rejects.toMatchObject( refusal( 'shellVariables.1.key' ) );
		await expect(
			environmentSettings.setVariables( place, {
				set: variables,
				remove: [],
			} )
		).rejects.toMatchObject( refusal( 'set.1.key' ) );
		expect(
			( await catalog.environment( place ) ).shellVariables.map(
				( variable ) => variable.key
			)
		).not.toContain( 'API_KEY' );
	}
);

test( 'shell variables that an older version stored and applications do not get stay until they are deleted', async () => {
	const { platform, place } = await makePlace();
	const { environmentSettings } = platform.services;
	const database = new DatabaseSync(
		path.join( platform.dataFolder, 'platform.db' )
	);
	database
		.prepare( 'UPDATE environments SET shellVariables = ?' )
		.run( '[{"key":"PORT","value":"1","setTime":0}]' );
	database.close();
	const change = ( set: ShellVariable[], remove: string[] ) =>
		environmentSettings.setVariables( place, { set, remove } );
	await change( [ { key: 'API_KEY', value: 'x' } ], [] );
	const { shellVariables } = await change( [], [ 'PORT' ] );
	expect( shellVariables.map( ( { key } ) => key ) ).toEqual( [ 'API_KEY' ] );
} );

test( 'an environment without shell variables has no time of their last change', async () => {
	const { platform, place } = await makePlace();
	expect(
		await platform.services.catalog.environment( place )
	).toMatchObject( {
		shellVariables: [],
		variablesTime: null,
		purgeOnDeploy: true,
	} );
} );

test( 'a deleted environment is removed with its address and its files', async () => {
	const platform = await makePlatform();
	const { services } = platform;
	const place = await makeEnvironment( platform );
	await uploadAndWait( platform, place, await wordApp( 'word' ) );
	const address = services.edges.url(
		await services.catalog.environment( place )
	);
	await services.webhooks.create( place, 'sam' );
	await services.deletion.environment( place );
	await expect( services.catalog.environment( place ) ).rejects.toMatchObject(
		{
			status: 404,
		}
	);
	expect( await services.builds.of( place.environmentId ) ).toEqual( [] );
	await expect( fetch( address ) ).rejects.toThrow();
	expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
	await expect(
		services.deletion.environment( place )
	).rejects.toMatchObject( { status: 404 } );
} );

test( 'a deleted environment ends its running build', async () => {
	const barrier = await makeBarrier();
	const { platform, place } = await makePlace( {}, { GATE: barrier.url } );
	const zip = await makeApp(
		'response.end();',
		`await fetch( process.env.GATE + '/build' );`
	);
	await upload( platform, place, zip );
	await barrier.arrived( 1 );
	await platform.services.deletion.environment( place );
	expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
	await platform.waitUntilIdle();
	expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
	barrier.open();
} );

test( 'a deleted environment does not change the other environments', async () => {
	const platform = await makePlatform();
	const gone = await makeEnvironment( platform );
	const place = await makeEnvironment( platform );
	await uploadAndWait( platform, place, await wordApp( 'word' ) );
	await platform.services.deletion.environment( gone );
	expect( await ( await visit( platform, place ) ).text() ).toBe( 'word' );
} );

test( 'a deleted environment whose files a crash left is cleared away at the next start', async () => {
	const first = await makePlatform();
	const place = await makeEnvironment( first );
	await first.close();
	const folder = folderOf( first, place );
	const database = new DatabaseSync(
		path.join( first.dataFolder, 'platform.db' )
	);
	database.exec( 'DELETE FROM environments' );
	database.close();
	expect( existsSync( folder ) ).toBe( true );
	await makePlatform( { dataFolder: first.dataFolder } );
	expect( existsSync( folder ) ).toBe( false );
} );

test( 'a deleted app is removed with all of its environments', async () => {
	const platform = await makePlatform();
	const { services } = platform;
	const places = [
		await makeEnvironment( platform ),
		await makeEnvironment( platform ),
	];
	await services.deletion.app( 'acme', 'shop' );
	expect( await services.catalog.apps( 'acme' ) ).toEqual( [] );
	for ( const place of places ) {
		expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
	}
	await expect(
		services.catalog.createEnvironment( 'acme', 'shop', NEW )
	).rejects.toMatchObject( { status: 404 } );
	await services.catalog.createApp( 'acme', 'shop', 'regions/UK' );
	expect( await services.catalog.environments( 'acme', 'shop' ) ).toEqual(
		[]
	);
} );

test( 'one of two environments that are created at once with one name is rejected and leaves nothing', async () => {
	const platform = await makePlatform();
	const { services, dataFolder } = platform;
	await services.catalog.createApp( 'acme', 'shop', 'regions/UK' );
	await services.catalog.createApp( 'acme', 'magazine', 'regions/UK' );
	await services.catalog.createEnvironment( 'acme', 'magazine', NEW );
	const results = await Promise.allSettled( [
		services.catalog.createEnvironment( 'acme', 'shop', NEW ),
		services.catalog.createEnvironment( 'acme', 'shop', {
			...NEW,
			displayName: NEW.displayName.toUpperCase(),
		} ),
	] );
	expect( results.map( ( { status } ) => status ).sort() ).toEqual( [
		'fulfilled',
		'rejected',
	] );
	const refused = results.find( ( { status } ) => status === 'rejected' );
	expect( refused ).toMatchObject( {
		reason: {
			status: 409,
			message: expect.stringMatching(
				/^shop already has “.+”\. Choose another name\.$/
			),
		},
	} );
	expect(
		readdirSync( path.join( dataFolder, 'environments' ) )
	).toHaveLength( 2 );
} );

test( 'an upload to an environment that is deleted during the upload is rejected, and leaves no files', async () => {
	const { platform, place } = await makePlace();
	const zip = await wordApp( 'word' );
	const [ response ] = await Promise.all( [
		upload( platform, place, zip ),
		platform.services.deletion.environment( place ),
	] );
	expect( [ 200, 404 ] ).toContain( response.status );
	await platform.waitUntilIdle();
	expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
} );

describe( 'the last call of a webhook tells why it was refused:', () => {
	async function callWith(
		platform: TestPlatform,
		place: EnvironmentPath,
		change: ( url: string ) => string = ( url ) => url
	) {
		const { urls } = await platform.services.webhooks.create(
			place,
			'sam'
		);
		await fetch( change( urls.rebuild ), { method: 'POST' } );
		return ( await platform.services.webhooks.find( place ) )?.lastCalls
			.rebuild;
	}

	test( 'an old token', async () => {
		const { platform, place } = await makePlace();
		expect(
			await callWith( platform, place, ( url ) => `${ url }x` )
		).toMatchObject( { status: 403, reason: 'invalid token' } );
		const { urls } = await platform.services.webhooks.create(
			place,
			'sam'
		);
		await fetch( urls.purgeCache );
		await fetch( urls.purgeCache, { method: 'POST' } );
		const set = await platform.services.webhooks.find( place );
		expect( set?.lastCalls ).toMatchObject( {
			rebuild: { status: 403 },
			purgeCache: { status: 200, reason: '' },
		} );
	} );

	test( 'no code uploaded', async () => {
		const { platform, place } = await makePlace();
		expect( await callWith( platform, place ) ).toMatchObject( {
			status: 422,
			reason: 'no code uploaded',
		} );
	} );

	test( 'too many builds', async () => {
		const { platform, place } = await makePlace( {
			limits: { buildsPerMinute: 1 },
		} );
		await uploadAndWait( platform, place, await wordApp( 'word' ) );
		expect( await callWith( platform, place ) ).toMatchObject( {
			status: 429,
			reason: 'too many builds',
		} );
	} );
} );

test( 'calls a listener after each change until it is removed', async () => {
	const { services } = await makePlatform();
	let told = 0;
	const stop = services.changes.watch( () => told++ );
	await services.catalog.createAccount( 'one' );
	expect( told ).toBe( 1 );
	stop();
	await services.catalog.createAccount( 'two' );
	expect( told ).toBe( 1 );
} );
