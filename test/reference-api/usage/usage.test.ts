import { describe, expect, test } from 'vitest';
import {
	ACME,
	anEnvironment,
	BLOG,
	fakeUsage,
	NOTHING,
	PRODUCTION_ID,
	settle,
	STAGING_ID,
} from './fake-usage.ts';

const OTHER_ID = '55555555-5555-4555-8555-555555555555';
const DAY_MS = 24 * 60 * 60 * 1000;

test( 'a refresh stores its expected end before it is answered, and none after its end', async () => {
	const { usage, scales, table } = fakeUsage();
	await usage.refresh( 'acme' );
	expect( table.refreshes.get( ACME.id )?.expectedTime ).toEqual(
		new Date( '2026-11-21T08:00:10Z' )
	);
	await settle();
	scales.end( PRODUCTION_ID, 100 );
	await settle();
	expect( ( await usage.report( 'acme' ) ).expectedTime ).not.toBeNull();
	scales.end( STAGING_ID, 20 );
	await usage.waitUntilIdle();
	const report = await usage.report( 'acme' );
	expect( report ).toMatchObject( {
		expectedTime: null,
		refreshTime: new Date( '2026-11-21T08:00:00Z' ),
		storageLimitBytes: 10_000_000_000,
	} );
	expect(
		report.environments.map( ( { days } ) => days.at( -1 )?.fileBytes )
	).toEqual( [ 100, 20 ] );
} );

test( 'a refresh reports the expected time until that time, also when it is done earlier', async () => {
	const { usage, scales, clock } = fakeUsage();
	const range = { firstDate: '2026-11-21', lastDate: '2026-11-21' };
	const shown = async () => {
		const page = await usage.installs( 'acme', range, {
			limit: 10,
			offset: 0,
		} );
		const { expectedTime } = await usage.install( BLOG, range );
		return [
			page.expectedTime,
			page.installs[ 0 ]?.expectedTime,
			expectedTime,
		].map( ( time ) => time?.toISOString() ?? null );
	};
	expect( await shown() ).toEqual( [ null, null, null ] );
	await usage.refresh( 'acme' );
	await settle();
	scales.end( PRODUCTION_ID, 1 );
	scales.end( STAGING_ID, 1 );
	await usage.waitUntilIdle();
	const time = '2026-11-21T08:00:10.000Z';
	expect( await shown() ).toEqual( [ time, time, time ] );
	clock.time += 9999;
	expect( await shown() ).toEqual( [ time, time, time ] );
	clock.time += 1;
	expect( await shown() ).toEqual( [ null, null, null ] );
	// One that takes longer than expected stays expected.
	await usage.refresh( 'acme' );
	clock.time += 60_000;
	expect( await shown() ).not.toContain( null );
	await usage.close();
} );

test( 'a refresh expects what the last one took', async () => {
	const { usage, scales, clock, table } = fakeUsage();
	await usage.refresh( 'acme' );
	await settle();
	clock.time += 42_000;
	scales.end( PRODUCTION_ID, 1 );
	scales.end( STAGING_ID, 1 );
	await usage.waitUntilIdle();
	await usage.refresh( 'acme' );
	expect( table.refreshes.get( ACME.id )?.expectedTime?.getTime() ).toBe(
		clock.time + 42_000
	);
	await usage.close();
} );

test( 'requests for a refresh join the one that waits or runs', async () => {
	const { usage, scales } = fakeUsage();
	await Promise.all( [
		usage.refresh( 'acme' ),
		usage.refresh( 'acme' ),
		usage.refresh( 'acme' ),
	] );
	await settle();
	scales.end( PRODUCTION_ID, 1 );
	await settle();
	await usage.refresh( 'acme' );
	await usage.refreshInstall( BLOG );
	await settle();
	scales.end( STAGING_ID, 1 );
	await settle();
	// The install was asked for on its own when one of its environments was done already.
	expect( scales.begun ).toEqual( [
		PRODUCTION_ID,
		STAGING_ID,
		PRODUCTION_ID,
	] );
	scales.end( PRODUCTION_ID, 2 );
	await usage.waitUntilIdle();
	await usage.refresh( 'acme' );
	await settle();
	expect( scales.begun ).toHaveLength( 5 );
	await usage.close();
} );

test( 'a refresh measures two side by side, not more', async () => {
	const { usage, scales, environments } = fakeUsage();
	environments.push( anEnvironment( OTHER_ID, 'Preview' ) );
	await usage.refresh( 'acme' );
	await settle();
	expect( scales.begun ).toEqual( [ PRODUCTION_ID, STAGING_ID ] );
	scales.end( STAGING_ID, 1 );
	await settle();
	expect( scales.begun ).toEqual( [ PRODUCTION_ID, STAGING_ID, OTHER_ID ] );
	await usage.close();
} );

test( 'a refresh that fails for one environment keeps the others, ends and is reported', async () => {
	const { usage, scales, errors } = fakeUsage();
	await usage.refresh( 'acme' );
	await settle();
	scales.end( PRODUCTION_ID, new Error( 'EIO: the disk is broken' ) );
	scales.end( STAGING_ID, 7 );
	await usage.waitUntilIdle();
	const report = await usage.report( 'acme' );
	expect( report.expectedTime ).toBeNull();
	expect( report.refreshTime ).toBeNull();
	expect(
		report.environments.map( ( { days } ) => days.at( -1 )?.fileBytes )
	).toEqual( [ null, 7 ] );
	expect( String( errors[ 0 ] ) ).toContain( 'the disk is broken' );
} );

test( 'a refresh of an unknown account is refused', async () => {
	const { usage } = fakeUsage();
	await expect( usage.refresh( 'unknown' ) ).rejects.toMatchObject( {
		status: 404,
		message: expect.stringContaining( '"unknown"' ),
	} );
} );

test( 'a refresh is refused when there are too many in a minute, those of installs count for their account', async () => {
	const { usage, clock } = fakeUsage( {
		limits: { storageLimitGigabytes: 1, usageRefreshesPerMinute: 2 },
	} );
	await usage.refresh( 'acme' );
	clock.time += 20_000;
	await usage.refreshInstall( BLOG );
	await expect( usage.refresh( 'acme' ) ).rejects.toMatchObject( {
		status: 429,
		headers: { 'retry-after': '40' },
	} );
	clock.time += 40_000;
	await usage.refresh( 'acme' );
	await usage.close();
} );

test( 'a refresh of an install measures the install’s own folder where it is known', async () => {
	const { usage, scales, table } = fakeUsage( {
		installFolders: { blog: '/srv/blog' },
	} );
	await usage.refreshInstall( BLOG );
	await settle();
	expect( scales.begun ).toEqual( [ BLOG.id, PRODUCTION_ID ] );
	expect( table.refreshes.get( ACME.id ) ).toBeUndefined();
	expect( table.refreshes.get( BLOG.id )?.expectedTime ).not.toBeNull();
	await usage.close();
} );

describe( 'a crash while it measures', () => {
	test( 'leads to another measurement at the next start', async () => {
		const { usage, make, scales, table } = fakeUsage();
		await usage.refresh( 'acme' );
		await settle();
		await usage.close();
		expect( table.refreshes.get( ACME.id )?.isOpen ).toBe( true );
		const next = make();
		await next.start();
		await settle();
		expect( scales.begun ).toHaveLength( 4 );
		scales.end( PRODUCTION_ID, 1 );
		scales.end( STAGING_ID, 1 );
		await next.waitUntilIdle();
		expect( table.refreshes.get( ACME.id )?.isOpen ).toBe( false );
		await next.close();
	} );

	test( 'leaves nothing of an account or install that was deleted since', async () => {
		const { usage, table } = fakeUsage();
		await table.saveRefresh( {
			scopeId: OTHER_ID,
			isOpen: true,
			expectedTime: new Date(),
			finishTime: null,
			durationMs: null,
		} );
		await usage.start();
		expect( table.refreshes.size ).toBe( 0 );
		await usage.close();
	} );
} );

describe( 'each day', () => {
	test( 'every account is measured once, without being asked', async () => {
		const { usage, scales, clock } = fakeUsage();
		const tick = async () => {
			await usage.tick();
			await settle();
			scales.end( PRODUCTION_ID, 1 );
			scales.end( STAGING_ID, 1 );
			await usage.waitUntilIdle();
			return scales.begun.length;
		};
		expect( await tick() ).toBe( 2 );
		clock.time += 60_000;
		expect( await tick() ).toBe( 2 );
		clock.time = Date.parse( '2026-11-22T00:00:01Z' );
		expect( await tick() ).toBe( 4 );
		// The machine was off for a week.
		clock.time += 7 * DAY_MS;
		expect( await tick() ).toBe( 6 );
		expect( await tick() ).toBe( 6 );
	} );

	test( 'a measurement that a user requested counts', async () => {
		const { usage, make, scales } = fakeUsage();
		await usage.refresh( 'acme' );
		await settle();
		scales.end( PRODUCTION_ID, 1 );
		scales.end( STAGING_ID, 1 );
		await usage.waitUntilIdle();
		await make().tick();
		await settle();
		expect( scales.begun ).toHaveLength( 2 );
	} );

	test( 'one that fails is not tried each minute', async () => {
		const { usage, scales, clock, errors } = fakeUsage();
		await usage.tick();
		await settle();
		scales.end( PRODUCTION_ID, new Error( 'EIO' ) );
		scales.end( STAGING_ID, new Error( 'EIO' ) );
		await usage.waitUntilIdle();
		clock.time += 60_000;
		await usage.tick();
		await settle();
		expect( scales.begun ).toHaveLength( 2 );
		expect( errors ).toHaveLength( 1 );
	} );

	test( 'days older than 13 months are forgotten', async () => {
		const { usage, table } = fakeUsage();
		const traffic = { ...NOTHING, visits: 1 };
		await table.addTraffic( '2025-10-20', PRODUCTION_ID, traffic );
		await table.addTraffic( '2025-10-21', PRODUCTION_ID, traffic );
		await usage.tick();
		expect(
			[ ...table.rows.values() ].map( ( { date } ) => date )
		).toEqual( [ '2025-10-21' ] );
		await usage.close();
	} );
} );

describe( 'traffic', () => {
	const traffic = {
		visits: 1,
		requests: 10,
		originRequests: 4,
		edgeBytes: 1000,
		originBytes: 400,
	};

	test( 'traffic is added up by day', async () => {
		const { usage, counted, clock, table } = fakeUsage();
		for ( const time of [
			'2026-11-21T23:58:30Z',
			'2026-11-21T23:59:30Z',
			'2026-11-22T00:00:30Z',
		] ) {
			clock.time = Date.parse( time );
			counted.set( PRODUCTION_ID, traffic );
			await usage.tick();
		}
		expect(
			table.rows.get( `${ PRODUCTION_ID } 2026-11-21` )
		).toMatchObject( {
			visits: 2,
			requests: 20,
			originRequests: 8,
			edgeBytes: 2000,
			originBytes: 800,
		} );
		expect(
			table.rows.get( `${ PRODUCTION_ID } 2026-11-22` )
		).toMatchObject( traffic );
		await usage.close();
	} );

	test( 'traffic is written when the platform ends', async () => {
		const { usage, counted, table } = fakeUsage();
		counted.set( PRODUCTION_ID, traffic );
		await usage.close();
		expect( [ ...table.rows.values() ] ).toMatchObject( [ traffic ] );
	} );

	test( 'traffic makes no rows where there was none', async () => {
		const { usage, counted, table } = fakeUsage();
		counted.set( PRODUCTION_ID, NOTHING );
		await usage.close();
		expect( table.rows.size ).toBe( 0 );
	} );

	test( 'traffic that could not be written is written with the next', async () => {
		const { usage, counted, table, errors } = fakeUsage();
		counted.set( PRODUCTION_ID, traffic );
		table.failure = new Error( 'The disk is full.' );
		await expect( usage.tick() ).rejects.toThrow( 'The disk is full.' );
		counted.set( PRODUCTION_ID, traffic );
		counted.set( STAGING_ID, traffic );
		await usage.close();
		expect( errors ).toEqual( [] );
		expect(
			[ ...table.rows.values() ].map( ( { requests } ) => requests )
		).toEqual( [ 20, 10 ] );
	} );
} );

test( 'the report of an account has every day once, also those of which nothing is known', async () => {
	const { usage, table } = fakeUsage();
	await table.addTraffic( '2026-11-19', PRODUCTION_ID, {
		...NOTHING,
		visits: 3,
	} );
	const range = { firstDate: '2026-11-18', lastDate: '2026-11-20' };
	const { environments } = await usage.report( 'acme', range );
	expect(
		environments[ 0 ]?.days.map( ( { date, visits, fileBytes } ) => [
			date,
			visits,
			fileBytes,
		] )
	).toEqual( [
		[ '2026-11-18', 0, null ],
		[ '2026-11-19', 3, null ],
		[ '2026-11-20', 0, null ],
	] );
} );

test( 'the report of an account contains the install’s database with each environment that is linked to it', async () => {
	const { usage, table } = fakeUsage();
	await table.setStorage( '2026-11-21', new Date(), {
		subjectId: BLOG.id,
		fileBytes: 500,
		databaseBytes: 200,
	} );
	await table.setStorage( '2026-11-21', new Date(), {
		subjectId: PRODUCTION_ID,
		fileBytes: 10,
		databaseBytes: null,
	} );
	const { environments } = await usage.report( 'acme' );
	expect(
		environments.map( ( { days } ) => {
			const { fileBytes, databaseBytes } = days.at( -1 ) ?? {};
			return { fileBytes, databaseBytes };
		} )
	).toEqual( [
		{ fileBytes: 10, databaseBytes: 200 },
		{ fileBytes: null, databaseBytes: 200 },
	] );
} );

test( 'the report of an account contains an environment when only its install is measured', async () => {
	const { usage } = fakeUsage();
	await usage.refreshInstall( BLOG );
	const report = await usage.report( 'acme' );
	expect( report.expectedTime ).toBeNull();
	expect( report.environments[ 0 ]?.expectedTime ).not.toBeNull();
	await usage.close();
} );
