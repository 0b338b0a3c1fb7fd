import { expect, test } from 'vitest';
import {
	makeEnvironment,
	makePlace,
	uploadAndWait,
	wordApp,
} from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';

const USAGE = '/_local/accounts/acme/usage';

async function read( platform: TestPlatform, query = '' ) {
	const response = await platform.request( USAGE + query );
	expect( response.status ).toBe( 200 );
	return response.json();
}

test( 'before the first measurement there are days without sizes', async () => {
	const { platform, place } = await makePlace( {
		now: () => new Date( '2030-03-01T12:00:00Z' ),
	} );
	const usage = await read( platform );
	expect( usage ).toMatchObject( {
		storageLimitBytes: 10_000_000_000,
		refreshTime: null,
		expectedTime: null,
		environments: [
			{
				id: place.environmentId,
				appId: 'shop',
				displayName: 'Production',
				install: 'blog',
				fileBytes: null,
				databaseBytes: null,
				totalBytes: 0,
				changeBytes: null,
				expectedTime: null,
				countsDatabase: true,
			},
		],
		installs: [ { name: 'blog', totalBytes: 0 } ],
	} );
	const [ environment ] = usage.environments;
	expect( environment.days ).toHaveLength( 30 );
	expect( environment.days.at( -1 ) ).toEqual( {
		date: '2030-03-01',
		fileBytes: null,
		databaseBytes: null,
	} );
} );

test( 'a refresh answers the expected time, and then the sizes by environment and install', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await wordApp( 'one' ) );
	const response = await platform.request( `${ USAGE }/refresh`, {
		method: 'POST',
	} );
	expect( response.status ).toBe( 200 );
	expect( await response.json() ).toMatchObject( {
		environments: [ { id: place.environmentId } ],
	} );
	await platform.services.usage.waitUntilIdle();
	const usage = await read( platform );
	expect( Date.parse( usage.refreshTime ) ).toBeGreaterThan( 0 );
	expect( usage.expectedTime ).toBeNull();
	const [ environment ] = usage.environments;
	expect( environment.fileBytes ).toBeGreaterThan( 0 );
	expect( environment.totalBytes ).toBe( environment.fileBytes );
	expect( usage.installs[ 0 ].totalBytes ).toBe( environment.totalBytes );
} );

test( 'a sum of environments contains the database of a shared install once', async () => {
	const { platform } = await makePlace();
	await makeEnvironment( platform );
	await platform.services.installs.save( {
		accountName: 'acme',
		name: 'shop',
		url: 'http://127.0.0.1:9',
	} );
	await platform.services.catalog.createEnvironment( 'acme', 'shop', {
		displayName: 'Shop',
		branch: 'uploadable',
		wpEnvironment: 'shop',
		shellVariables: [],
	} );
	const { environments } = await read( platform );
	expect( environments ).toMatchObject( [
		{ install: 'blog', countsDatabase: true },
		{ install: 'blog', countsDatabase: false },
		{ install: 'shop', countsDatabase: true },
	] );
} );

test( 'days are given by both or neither, and only of the last 13 months', async () => {
	const { platform } = await makePlace( {
		now: () => new Date( '2030-03-01T12:00:00Z' ),
	} );
	const range = '?first_date=2030-02-27&last_date=2030-03-01';
	const { environments } = await read( platform, range );
	expect( environments[ 0 ].days ).toHaveLength( 3 );
	for ( const query of [
		'?first_date=2030-02-27',
		'?first_date=2030-02-30&last_date=2030-03-01',
		'?first_date=2020-01-01&last_date=2030-03-01',
		'?first_date=x&last_date=y',
	] ) {
		const response = await platform.request( USAGE + query );
		expect( [ query, response.status ] ).toEqual( [ query, 400 ] );
	}
} );
