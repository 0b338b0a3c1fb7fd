import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addresses } from '../../../src/hosting/addresses.ts';
import { layersOf } from '../../../src/hosting/usage/usage-layers.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import type { DiskUsage } from '../../../src/shared/platform-api.generated.ts';
import { anEnvironment, PATH } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

vi.mock( '../../../src/hosting/charts/drawing.tsx', () => ( {
	default: () => 'chart',
} ) );

type Environment = DiskUsage[ 'environments' ][ number ];

const MB = 1e6;
const AT = addresses.accountUsage( PATH.account );

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost().on(
		'GET',
		'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary',
		anEnvironment()
	);
} );

/** @param sizes Of each day; null: not measured. */
function anUsage( ...sizes: ( number | null )[] ) {
	const last = sizes.findLast( ( size ) => size !== null ) ?? null;
	const [ first = null ] = sizes;
	return {
		fileBytes: last,
		databaseBytes: null,
		totalBytes: last ?? 0,
		changeBytes: first === null ? null : ( last ?? 0 ) - first,
		expectedTime: null,
		days: sizes.map( ( fileBytes, index ) => ( {
			date: `2026-11-${ String( index + 1 ).padStart( 2, '0' ) }`,
			fileBytes,
			databaseBytes: null,
		} ) ),
	};
}

function environment( displayName: string, ...sizes: ( number | null )[] ) {
	return {
		id: displayName === 'Production' ? PATH.environment : displayName,
		appId: 'shop',
		displayName,
		install: 'blog',
		countsDatabase: true,
		...anUsage( ...sizes ),
	} satisfies Environment;
}

function answerUsage( usage: Partial< DiskUsage > = {} ): void {
	server.on( 'GET', '/_local/accounts/{account}/usage', {
		storageLimitBytes: 10 * 1024 ** 3,
		refreshTime: null,
		expectedTime: null,
		environments: [
			environment( 'Staging', 100 * MB, 150 * MB ),
			environment( 'Production', 400 * MB, 300 * MB ),
		],
		installs: [ { name: 'blog', ...anUsage( 500 * MB, 450 * MB ) } ],
		...usage,
	} );
}

async function rowsOfTable(): Promise< ( string | null )[] > {
	const table = within(
		await screen.findByRole( 'table', { name: 'Disk usage' } )
	);
	return table
		.getAllByRole( 'row' )
		.slice( 1 )
		.map( ( { textContent } ) => textContent?.trim() ?? '' );
}

test( 'says what an account uses, of how much, and how it grew', async () => {
	answerUsage();
	openScreen( AT, server );
	expect( await screen.findByText( '450 MB' ) ).toBeTruthy();
	expect( screen.getByText( '50 MB less than 30 days ago' ) ).toBeTruthy();
	expect( screen.getByText( /of 10 GiB/ ).textContent ).toContain(
		'in 2 environments'
	);
	expect( await rowsOfTable() ).toEqual( [
		'shop / Production300 MB–−100 MB300 MB',
		'shop / Staging150 MB–+50 MB150 MB',
	] );
} );

test( 'shows the use by install', async () => {
	answerUsage();
	const { user } = openScreen( AT, server );
	await user.selectOptions( await screen.findByLabelText( 'Show by' ), [
		'WordPress install',
	] );
	expect( await rowsOfTable() ).toEqual( [ 'blog450 MB–−50 MB450 MB' ] );
} );

test( 'adds up a database that two environments share once', async () => {
	const production = environment( 'Production', 300 * MB, 300 * MB );
	const withDatabase = {
		...production,
		databaseBytes: 50 * MB,
		totalBytes: 350 * MB,
		changeBytes: 0,
		days: production.days.map( ( day ) => ( {
			...day,
			databaseBytes: 50 * MB,
		} ) ),
	};
	answerUsage( {
		environments: [
			withDatabase,
			{
				...withDatabase,
				id: 'staging',
				displayName: 'Staging',
				countsDatabase: false,
			},
		],
	} );
	openScreen( AT, server );
	expect( await screen.findByText( '650 MB' ) ).toBeTruthy();
	expect( screen.getByText( 'as much as 30 days ago' ) ).toBeTruthy();
	expect( await rowsOfTable() ).toEqual( [
		'shop / Production300 MB50 MBsame350 MB',
		'shop / Staging300 MB50 MBsame350 MB',
	] );
} );

test( 'begins with the environment that the screen is about', async () => {
	answerUsage( {
		environments: [
			environment( 'Staging', null, 150 * MB ),
			environment( 'Production', null, 100 * MB ),
		],
	} );
	openScreen( addresses.environment( PATH, 'usage' ), server );
	expect( await screen.findByText( 'measured since Nov 2' ) ).toBeTruthy();
	expect( screen.getByText( /250 MB of 10 GiB/ ) ).toBeTruthy();
	expect( ( await rowsOfTable() )[ 0 ] ).toBe(
		'shop / Production100 MB–new100 MB'
	);
} );

test( 'says of an environment when it was measured itself, not when another one was', async () => {
	answerUsage( {
		environments: [
			environment( 'Staging', 150 * MB, 150 * MB ),
			environment( 'Production', null, null ),
		],
	} );
	openScreen( addresses.environment( PATH, 'usage' ), server );
	expect( await screen.findByText( 'not measured yet' ) ).toBeTruthy();
} );

test( 'counts environments in an account that has none yet', async () => {
	answerUsage( { environments: [], installs: [] } );
	openScreen( AT, server );
	expect( await screen.findByText( /in 0 environments/ ) ).toBeTruthy();
} );

test( 'reads the usage API of a host that knows installs only', async () => {
	const id = '0f2a5c1e-6a53-4a39-9f5a-5b5d8d3a3f10';
	const traffic = { average: '0', sum: '0' };
	const storage = { latest: null };
	const day = ( date: string, bytes: string | null ) => ( {
		date,
		storage_file_bytes: bytes,
		storage_database_bytes: null,
		storage_update_time: null,
		visit_count: null,
		billable_visits: null,
		network_origin_bytes: null,
		network_cdn_bytes: null,
		network_total_bytes: null,
		request_origin_count: null,
	} );
	server
		.on( 'GET', '/v1/accounts', {
			previous: null,
			next: null,
			count: 1,
			results: [ { id, name: PATH.account } ],
		} )
		.on( 'GET', '/v1/accounts/{account}/limits', {
			visitors: 0,
			storage: 10,
			bandwidth: 0,
		} )
		.on( 'GET', '/v1/accounts/{account}/usage', {
			environment_metrics: [
				{
					environment_name: 'blog',
					metrics: [
						day( '2026-11-01', '400000000' ),
						day( '2026-11-02', '450000000' ),
					],
					metrics_rollup: {
						visit_count: traffic,
						billable_visits: traffic,
						network_origin_bytes: traffic,
						network_cdn_bytes: traffic,
						network_total_bytes: traffic,
						request_origin_count: traffic,
						storage_file_bytes: storage,
						storage_database_bytes: storage,
					},
					storage_refresh_expected_time: null,
				},
			],
			total_size: '1',
			next_page_token: null,
			all_environments_included: true,
			last_account_storage_refresh_time: null,
			account_storage_refresh_expected_time: null,
		} )
		.on(
			'POST',
			'/v1/accounts/{account}/usage/refresh_disk_usage',
			null as never
		);
	const { user } = openScreen( AT, server, {
		has: ( operation ) =>
			! [ 'readDiskUsage', 'refreshDiskUsage' ].includes( operation ),
	} );
	expect(
		await screen.findByText( '50 MB more than 30 days ago' )
	).toBeTruthy();
	expect( screen.getByText( /of 10 GB/ ).textContent ).toContain(
		'in 1 install'
	);
	expect( await rowsOfTable() ).toEqual( [ 'blog450 MB–+50 MB450 MB' ] );
	await user.click( screen.getByRole( 'button', { name: 'Refresh' } ) );
	await waitFor( () =>
		expect(
			server.callsOf( 'POST', `${ id }/usage/refresh_disk_usage` )
		).toHaveLength( 1 )
	);
} );

const inSeconds = ( seconds: number ) =>
	new Date( Date.now() + seconds * 1000 ).toISOString();

test( 'the measurement says that it never ran', async () => {
	answerUsage();
	openScreen( AT, server );
	expect( await screen.findByText( 'Not measured yet.' ) ).toBeTruthy();
} );

test( 'the measurement says when it is expected to end, then that it is late', async () => {
	vi.useFakeTimers( { shouldAdvanceTime: true } );
	answerUsage( { expectedTime: inSeconds( 42 ) } );
	openScreen( AT, server );
	expect(
		await screen.findByText( /Measuring, done in about 4\d s/ )
	).toBeTruthy();
	await act( () => vi.advanceTimersByTimeAsync( 45_000 ) );
	expect(
		screen.getByText( 'Still measuring, longer than expected' )
	).toBeTruthy();
	vi.useRealTimers();
} );

test( 'the measurement is started by Refresh, and cannot be started twice', async () => {
	answerUsage();
	server.on( 'POST', '/_local/accounts/{account}/usage/refresh', () => {
		answerUsage( { expectedTime: inSeconds( 42 ) } );
		return {} as DiskUsage;
	} );
	const { user } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Refresh' } )
	);
	expect( await screen.findByText( /^Measuring/ ) ).toBeTruthy();
	await user.click( screen.getByRole( 'button', { name: 'Refresh' } ) );
	expect( server.callsOf( 'POST', '/refresh' ) ).toHaveLength( 1 );
} );

test( 'the measurement says why it was refused', async () => {
	answerUsage();
	server.on(
		'POST',
		'/_local/accounts/{account}/usage/refresh',
		new PlatformError( 'Too many measurements.', 429 )
	);
	const { user } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Refresh' } )
	);
	await waitFor( () =>
		expect(
			screen.getAllByText( 'Too many measurements.' ).length
		).toBeGreaterThan( 0 )
	);
} );

describe( 'the layers of the chart', () => {
	const usage = ( name: string, ...sizes: ( number | null )[] ) => ( {
		key: name,
		name,
		...anUsage( ...sizes ),
	} );

	test( 'the layers of the chart begin with the first measured day; gaps have the size of the day before', () => {
		expect(
			layersOf( [
				usage( 'a', null, 1, null ),
				usage( 'b', null, null, 2 ),
			] )
		).toEqual( {
			days: [ '2026-11-02', '2026-11-03' ],
			series: [
				{ name: 'a', values: [ 1, 1 ] },
				{ name: 'b', values: [ null, 2 ] },
			],
		} );
	} );

	test( 'the layers of the chart add up what is smaller than the five largest', () => {
		const names = [ 'a', 'b', 'c', 'd', 'e', 'f', 'g' ];
		const { series } = layersOf(
			names.map( ( name, index ) => usage( name, 10 - index ) )
		);
		expect( series.map( ( { name } ) => name ) ).toEqual( [
			...names.slice( 0, 5 ),
			'2 others',
		] );
		expect( series.at( -1 )?.values ).toEqual( [ 9 ] );
	} );
} );
