import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import { makeGate } from '../test-barrier.ts';
import {
	makeApp,
	makeEnvironment,
	makePlatform,
	upload,
	visit,
	wordApp,
	WORDPRESS,
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
		const { hosting } = await makePlatform();
		await expect( hosting.apps( 'amce' ) ).rejects.toMatchObject( {
			status: 404,
			message: 'No account “amce”. There is “acme”.',
		} );
	} );

	test( 'an app', async () => {
		const { hosting } = await makePlatform();
		await expect(
			hosting.deleteApp( 'acme', 'store' )
		).rejects.toMatchObject( {
			message: 'No app “store” in account acme. There are none.',
		} );
		await hosting.createApp( 'acme', 'storefront', 'regions/UK' );
		await expect(
			hosting.environments( 'acme', 'store' )
		).rejects.toMatchObject( {
			status: 404,
			message: 'No app “store” in account acme. There is “storefront”.',
		} );
	} );

	test( 'an environment', async () => {
		const platform = await makePlatform();
		const place = await makeEnvironment( platform );
		await expect(
			platform.hosting.environment( { ...place, environmentId: 'x' } )
		).rejects.toMatchObject( {
			status: 404,
			message: `No environment “x” in app shop. There is “Production” (${ place.environmentId }).`,
		} );
	} );

	test( 'an install', async () => {
		const platform = await makePlatform();
		const place = await makeEnvironment( platform );
		await expect(
			platform.hosting.linkInstall( place, 'other' )
		).rejects.toMatchObject( {
			status: 400,
			message: expect.stringContaining(
				'No WordPress install “other”. There is “blog”.'
			),
		} );
	} );
} );

test( 'a webhook URL of an environment that is not there tells strangers nothing', async () => {
	const platform = await makePlatform();
	await makeEnvironment( platform );
	const response = await fetch(
		`${ platform.url }/wh/v1/accounts/acme/apps/none/environments/x/webhooks/webhook:rebuild?token=x`,
		{ method: 'POST' }
	);
	expect( response.status ).toBe( 404 );
	expect( await response.text() ).not.toContain( 'shop' );
} );

describe( 'installs', () => {
	test( 'of --wordpress belong to the first named account', async () => {
		const { hosting } = await makePlatform( {
			accounts: [ 'zoo', 'acme' ],
		} );
		expect( await hosting.installs() ).toMatchObject( [
			{ accountName: 'zoo', name: 'blog', url: WORDPRESS },
		] );
	} );

	test( 'of a platform without accounts belong to the first that is made', async () => {
		const { hosting } = await makePlatform( { accounts: [] } );
		expect( await hosting.installs() ).toMatchObject( [
			{ accountName: '', name: 'blog' },
		] );
		await hosting.createAccount( 'late' );
		await hosting.createAccount( 'early' );
		expect( await hosting.installs() ).toMatchObject( [
			{ accountName: 'late', name: 'blog' },
		] );
	} );

	test( 'keep id and account when their address changes', async () => {
		const { hosting } = await makePlatform();
		await hosting.createAccount( 'other' );
		const [ before ] = await hosting.installs();
		const changed = await hosting.saveInstall( {
			accountName: 'other',
			name: 'blog',
			url: 'http://127.0.0.1:8/',
		} );
		expect( changed ).toEqual( { ...before, url: 'http://127.0.0.1:8' } );
		expect( await hosting.installs() ).toEqual( [ changed ] );
	} );

	test( 'are not made in an account that is not there', async () => {
		const { hosting } = await makePlatform();
		await expect(
			hosting.saveInstall( {
				accountName: 'none',
				name: 'new',
				url: WORDPRESS,
			} )
		).rejects.toMatchObject( { status: 404 } );
	} );

	test( 'stay while an environment is linked to them', async () => {
		const platform = await makePlatform();
		const { hosting } = platform;
		const place = await makeEnvironment( platform );
		await expect( hosting.deleteInstall( 'blog' ) ).rejects.toMatchObject( {
			status: 409,
			message: expect.stringContaining( '“Production” of app shop' ),
		} );
		await hosting.saveInstall( {
			accountName: 'acme',
			name: 'new',
			url: WORDPRESS,
		} );
		const linked = await hosting.linkInstall( place, 'new' );
		expect( linked.wpEnvironment ).toBe( 'new' );
		await hosting.deleteInstall( 'blog' );
		await expect( hosting.deleteInstall( 'blog' ) ).rejects.toMatchObject( {
			status: 404,
		} );
	} );
} );

describe( 'shell variables', () => {
	const clock = { time: Date.UTC( 2030, 0, 1 ) };
	const now = () => new Date( clock.time );

	test( 'are set and removed, each with its time', async () => {
		const platform = await makePlatform( { now } );
		const { hosting } = platform;
		const place = await makeEnvironment( platform, {
			OLD: '1',
			GONE: '2',
		} );
		const made = now();
		clock.time += 1000;
		const changed = await hosting.setVariables( place, {
			set: [ { key: 'NEW', value: 'x' } ],
			remove: [ 'GONE' ],
		} );
		expect( changed.shellVariables ).toEqual( [
			{ key: 'OLD', value: '1', setTime: made },
			{ key: 'NEW', value: 'x', setTime: now() },
		] );
		expect( changed.variablesTime ).toEqual( now() );
		expect( await hosting.environment( place ) ).toEqual( changed );
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
	] )( 'stay as they are with %j', async ( changes, status, words ) => {
		const platform = await makePlatform();
		const { hosting } = platform;
		const place = await makeEnvironment( platform, { OLD: '1' } );
		const before = await hosting.environment( place );
		await expect(
			hosting.setVariables( place, changes )
		).rejects.toMatchObject( {
			status,
			message: expect.stringContaining( words ),
		} );
		expect( await hosting.environment( place ) ).toEqual( before );
	} );

	test( 'were never set where there were none', async () => {
		const platform = await makePlatform();
		const place = await makeEnvironment( platform );
		expect( await platform.hosting.environment( place ) ).toMatchObject( {
			shellVariables: [],
			variablesTime: null,
			purgeOnDeploy: true,
		} );
	} );
} );

test( 'whether a deploy purges is kept', async () => {
	const platform = await makePlatform();
	const place = await makeEnvironment( platform );
	await platform.hosting.setPurgeOnDeploy( place, false );
	expect( await platform.hosting.environment( place ) ).toMatchObject( {
		purgeOnDeploy: false,
	} );
} );

describe( 'a deleted environment', () => {
	test( 'is gone with its address and its files', async () => {
		const platform = await makePlatform();
		const { hosting } = platform;
		const place = await makeEnvironment( platform );
		await upload( platform, place, await wordApp( 'word' ) );
		await platform.idle();
		const address = hosting.edgeUrl( await hosting.environment( place ) );
		await hosting.createWebhooks( place, 'sam' );
		await hosting.deleteEnvironment( place );
		await expect( hosting.environment( place ) ).rejects.toMatchObject( {
			status: 404,
		} );
		expect( await hosting.builds( place.environmentId ) ).toEqual( [] );
		await expect( fetch( address ) ).rejects.toThrow();
		expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
		await expect(
			hosting.deleteEnvironment( place )
		).rejects.toMatchObject( { status: 404 } );
	} );

	test( 'takes the build that runs with it', async () => {
		const gate = await makeGate();
		const platform = await makePlatform();
		const place = await makeEnvironment( platform, { GATE: gate.url } );
		const zip = await makeApp(
			'response.end();',
			`await fetch( process.env.GATE + '/build' );`
		);
		await upload( platform, place, zip );
		await gate.arrived( 1 );
		await platform.hosting.deleteEnvironment( place );
		expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
		await platform.idle();
		expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
		gate.open();
	} );

	test( 'leaves the others alone', async () => {
		const platform = await makePlatform();
		const gone = await makeEnvironment( platform );
		const place = await makeEnvironment( platform );
		await upload( platform, place, await wordApp( 'word' ) );
		await platform.idle();
		await platform.hosting.deleteEnvironment( gone );
		expect( await ( await visit( platform, place ) ).text() ).toBe(
			'word'
		);
	} );

	test( 'whose files a crash left is cleared away at the next start', async () => {
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
} );

test( 'a deleted app is gone with all of its environments', async () => {
	const platform = await makePlatform();
	const { hosting } = platform;
	const places = [
		await makeEnvironment( platform ),
		await makeEnvironment( platform ),
	];
	await hosting.deleteApp( 'acme', 'shop' );
	expect( await hosting.apps( 'acme' ) ).toEqual( [] );
	for ( const place of places ) {
		expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
	}
	await expect(
		hosting.createEnvironment( 'acme', 'shop', NEW )
	).rejects.toMatchObject( { status: 404 } );
	await hosting.createApp( 'acme', 'shop', 'regions/UK' );
	expect( await hosting.environments( 'acme', 'shop' ) ).toEqual( [] );
} );

test( 'of two environments of one name that are made at once, one is refused and leaves nothing', async () => {
	const platform = await makePlatform();
	const { hosting, dataFolder } = platform;
	await hosting.createApp( 'acme', 'shop', 'regions/UK' );
	await hosting.createApp( 'acme', 'magazine', 'regions/UK' );
	await hosting.createEnvironment( 'acme', 'magazine', NEW );
	const results = await Promise.allSettled( [
		hosting.createEnvironment( 'acme', 'shop', NEW ),
		hosting.createEnvironment( 'acme', 'shop', {
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

test( 'an upload to an environment that is deleted meanwhile is refused, and leaves nothing', async () => {
	const platform = await makePlatform();
	const place = await makeEnvironment( platform );
	const zip = await wordApp( 'word' );
	const [ response ] = await Promise.all( [
		upload( platform, place, zip ),
		platform.hosting.deleteEnvironment( place ),
	] );
	expect( [ 200, 404 ] ).toContain( response.status );
	await platform.idle();
	expect( existsSync( folderOf( platform, place ) ) ).toBe( false );
} );

describe( 'the last call of a webhook tells why it was refused:', () => {
	async function callWith(
		platform: TestPlatform,
		place: EnvironmentPath,
		change: ( url: string ) => string = ( url ) => url
	) {
		const { urls } = await platform.hosting.createWebhooks( place, 'sam' );
		await fetch( change( urls.rebuild ), { method: 'POST' } );
		return ( await platform.hosting.webhooks( place ) )?.lastCalls.rebuild;
	}

	test( 'an old token', async () => {
		const platform = await makePlatform();
		const place = await makeEnvironment( platform );
		expect(
			await callWith( platform, place, ( url ) => `${ url }x` )
		).toMatchObject( { status: 403, reason: 'invalid token' } );
	} );

	test( 'no code uploaded', async () => {
		const platform = await makePlatform();
		const place = await makeEnvironment( platform );
		expect( await callWith( platform, place ) ).toMatchObject( {
			status: 422,
			reason: 'no code uploaded',
		} );
	} );

	test( 'too many builds', async () => {
		const platform = await makePlatform( {
			limits: { buildsPerMinute: 1 },
		} );
		const place = await makeEnvironment( platform );
		await upload( platform, place, await wordApp( 'word' ) );
		await platform.idle();
		expect( await callWith( platform, place ) ).toMatchObject( {
			status: 429,
			reason: 'too many builds',
		} );
	} );
} );

test( 'whoever watches is told of each change, until they stop', async () => {
	const { hosting } = await makePlatform();
	let told = 0;
	const stop = hosting.watch( () => told++ );
	await hosting.createAccount( 'one' );
	expect( told ).toBe( 1 );
	stop();
	await hosting.createAccount( 'two' );
	expect( told ).toBe( 1 );
} );
