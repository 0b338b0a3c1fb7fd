import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Install } from '../../../../src/reference-api/model/hosting.ts';
import {
	json,
	makeEnvironment,
	makePlatform,
	upload,
	visit,
	wordApp,
} from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const NOW = new Date( '2026-11-21T08:00:00Z' );

type Options = Parameters< typeof makePlatform >[ 0 ];

async function start( options: Options = {} ) {
	const platform = await makePlatform( { now: () => NOW, ...options } );
	const [ account ] = await platform.services.catalog.accounts();
	const [ install ] = await platform.services.installs.all();
	if ( ! account || ! install ) {
		throw new Error( 'The platform has no account or install.' );
	}
	return { platform, account, install };
}

async function bodyOf( platform: TestPlatform, url: string ) {
	const answer = await platform.request( url );
	expect( [ url, answer.status ] ).toEqual( [ url, 200 ] );
	return answer.json();
}

/** Asks until a condition holds; the platform tells of each change. */
async function until(
	{ services }: TestPlatform,
	condition: () => Promise< boolean >
): Promise< void > {
	for (;;) {
		const change = Promise.withResolvers< void >();
		// Watched before it is asked, so that no change in between is missed.
		const stop = services.changes.watch( () => change.resolve() );
		try {
			if ( await condition() ) {
				return;
			}
			await change.promise;
		} finally {
			stop();
		}
	}
}

const refresh = ( platform: TestPlatform, url: string ) =>
	platform.request( `${ url }/usage/refresh_disk_usage`, { method: 'POST' } );

test( 'accounts and installs tell their UUIDs', async () => {
	const { platform, account, install } = await start();
	const { id, name } = account;
	expect( await bodyOf( platform, '/accounts' ) ).toEqual( {
		previous: null,
		next: null,
		count: 1,
		results: [ { id, name } ],
	} );
	expect( await bodyOf( platform, `/accounts/${ id }` ) ).toEqual( {
		id,
		name,
	} );
	const item = { id: install.id, name: 'blog', account: { id } };
	expect( await bodyOf( platform, '/installs' ) ).toEqual( {
		previous: null,
		next: null,
		count: 1,
		results: [ item ],
	} );
	expect( await bodyOf( platform, `/installs/${ install.id }` ) ).toEqual(
		item
	);
} );

test( 'a refresh answers only null, and the usage contains the expected time of its end', async () => {
	let now = NOW;
	const { platform, account } = await start( { now: () => now } );
	await makeEnvironment( platform );
	const url = `/accounts/${ account.id }`;
	const answer = await refresh( platform, url );
	expect( [
		answer.status,
		answer.headers.get( 'content-type' ),
		await answer.text(),
	] ).toEqual( [ 200, 'application/json; charset=utf-8', 'null' ] );
	const usage = () => bodyOf( platform, `${ url }/usage` );
	await until(
		platform,
		async () => ( await usage() ).last_account_storage_refresh_time !== null
	);
	const expected = new Date( NOW.getTime() + 10_000 );
	expect( await usage() ).toMatchObject( {
		environment_metrics: [
			{ storage_refresh_expected_time: expected.toISOString() },
		],
		account_storage_refresh_expected_time: expected.toISOString(),
	} );
	now = expected;
	expect( await usage() ).toMatchObject( {
		environment_metrics: [
			{
				environment_name: 'blog',
				storage_refresh_expected_time: null,
				metrics: { length: 30 },
			},
		],
		total_size: '1',
		next_page_token: null,
		all_environments_included: true,
		account_storage_refresh_expected_time: null,
		last_account_storage_refresh_time: NOW.toISOString(),
	} );
} );

test( 'the limits come from the settings', async () => {
	const { platform, account } = await start( {
		limits: { visitorLimit: 5, storageLimitGigabytes: 6 },
	} );
	expect(
		await bodyOf( platform, `/accounts/${ account.id }/limits` )
	).toEqual( { visitors: 5, storage: 6, bandwidth: 50 } );
} );

test( 'returns lists in pages with the URLs of the previous and the next page', async () => {
	const { platform } = await start( { accounts: [ 'acme', 'b', 'c' ] } );
	const first = await bodyOf( platform, '/v1/accounts?limit=1' );
	expect( first ).toMatchObject( {
		previous: null,
		next: '/v1/accounts?limit=1&offset=1',
		count: 3,
		results: [ { name: 'acme' } ],
	} );
	const second = await bodyOf( platform, first.next );
	expect( second ).toMatchObject( {
		previous: '/v1/accounts?limit=1&offset=0',
		next: '/v1/accounts?limit=1&offset=2',
		results: [ { name: 'b' } ],
	} );
	expect( await bodyOf( platform, second.next ) ).toMatchObject( {
		next: null,
		results: [ { name: 'c' } ],
	} );
} );

async function makeWordPress(): Promise< string > {
	const folder = await temporaryFolder();
	const database = path.join( folder, 'wp-content', 'database' );
	await mkdir( database, { recursive: true } );
	await writeFile( path.join( folder, 'index.php' ), 'x'.repeat( 300 ) );
	await writeFile( path.join( database, '.ht.sqlite' ), 'x'.repeat( 4000 ) );
	return folder;
}

const latest = async ( platform: TestPlatform, { id }: Install ) => {
	const usage = await bodyOf( platform, `/installs/${ id }/usage` );
	const { storage_file_bytes: files, storage_database_bytes: database } =
		usage.metrics_rollup;
	return [
		usage.install_name,
		files.latest?.value,
		database.latest?.value,
		usage.storage_refresh_expected_time,
	];
};

test( 'an install that lies on this machine is measured with its database', async () => {
	const { platform, install } = await start( {
		installFolders: { blog: await makeWordPress() },
	} );
	const answer = await refresh( platform, `/installs/${ install.id }` );
	expect( await answer.text() ).toBe( 'null' );
	await until(
		platform,
		async () => ( await latest( platform, install ) )[ 2 ] === '4000'
	);
	expect( await latest( platform, install ) ).toEqual( [
		'blog',
		'300',
		'4000',
		'2026-11-21T08:00:10.000Z',
	] );
} );

test( 'an install that lies on this machine is listed with the environments that are linked to it, also after a restart', async () => {
	const { platform, account, install } = await start( {
		installFolders: { blog: await makeWordPress() },
	} );
	const { environmentId } = await makeEnvironment( platform );
	const logs = path.join(
		platform.dataFolder,
		'environments',
		environmentId,
		'logs'
	);
	await writeFile( path.join( logs, 'x.log' ), 'x'.repeat( 50 ) );
	await refresh( platform, `/accounts/${ account.id }` );
	await until( platform, async () => {
		const { expectedTime } = await platform.services.usage.report( 'acme' );
		return expectedTime === null;
	} );
	await platform.close();
	const again = await start( { dataFolder: platform.dataFolder } );
	expect( await latest( again.platform, install ) ).toEqual( [
		'blog',
		'350',
		'4000',
		'2026-11-21T08:00:10.000Z',
	] );
	const usage = await again.platform.services.usage.report( 'acme' );
	expect( usage.environments[ 0 ]?.days.at( -1 ) ).toMatchObject( {
		date: '2026-11-21',
		fileBytes: 50,
		databaseBytes: 4000,
	} );
} );

test( 'a body is not looked at, whatever its kind', async () => {
	const { platform, account } = await start();
	const url = `/accounts/${ account.id }/usage/refresh_disk_usage`;
	const answer = await platform.request( url, json( {} ) );
	expect( [ answer.status, await answer.text() ] ).toEqual( [ 200, 'null' ] );
} );

test( 'the traffic of visitors is reported, also after a restart', async () => {
	const { platform } = await start( { now: () => new Date() } );
	const where = await makeEnvironment( platform );
	const release = await wordApp( 'hello' );
	expect( ( await upload( platform, where, release ) ).status ).toBe( 200 );
	await platform.waitUntilIdle();
	for ( let time = 0; time < 3; time++ ) {
		expect( await ( await visit( platform, where ) ).text() ).toBe(
			'hello'
		);
	}
	await platform.close();
	const again = await start( {
		dataFolder: platform.dataFolder,
		now: () => new Date(),
	} );
	const usage = await again.platform.services.usage.report( 'acme' );
	const today = usage.environments[ 0 ]?.days.at( -1 );
	expect( today ).toMatchObject( { requests: 3, originRequests: 1 } );
	expect( today?.visits ).toBeGreaterThanOrEqual( 1 );
	expect( today?.edgeBytes ).toBeGreaterThanOrEqual( 15 );
	expect( today?.originBytes ).toBeGreaterThanOrEqual( 5 );
} );
