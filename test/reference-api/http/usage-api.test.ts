import { describe, expect, test } from 'vitest';
import {
	accountRecord,
	installRecord,
} from '../../../src/reference-api/http/usage-api.ts';
import {
	anEnvironment,
	BLOG,
	fakeUsage,
	PRODUCTION_ID,
	STAGING_ID,
} from '../usage/fake-usage.ts';

const RANGE = { firstDate: '2026-11-20', lastDate: '2026-11-21' };
const ALL = { limit: 100, offset: 0 };
const MORNING = new Date( '2026-11-20T03:10:00Z' );

const traffic = ( average: string, sum: string ) => ( {
	average,
	sum,
} );
const storage = ( value: string ) => ( {
	latest: { date: '2026-11-20', value },
} );

async function measured() {
	const known = fakeUsage();
	const { table } = known;
	const store = ( date: string, subjectId: string, fileBytes: number ) =>
		table.setStorage( date, MORNING, {
			subjectId,
			fileBytes,
			databaseBytes: subjectId === BLOG.id ? 5000 : null,
		} );
	await store( '2026-11-20', PRODUCTION_ID, 100 );
	await store( '2026-11-20', STAGING_ID, 20 );
	await store( '2026-11-20', BLOG.id, 3 );
	for ( const id of [ PRODUCTION_ID, STAGING_ID ] ) {
		await table.addTraffic( '2026-11-21', id, {
			visits: 1,
			requests: 10,
			originRequests: 3,
			edgeBytes: 1001,
			originBytes: 400,
		} );
	}
	return known;
}

describe( 'the record of an account', () => {
	test( 'the record of an account has an entry for each install, the sum of what is linked to it', async () => {
		const { usage } = await measured();
		const page = await usage.installs( 'acme', RANGE, ALL );
		expect( accountRecord( page ) ).toEqual( {
			environment_metrics: [
				{
					environment_name: 'blog',
					metrics: [
						{
							date: '2026-11-21',
							visit_count: '2',
							billable_visits: '2',
							network_origin_bytes: '800',
							network_cdn_bytes: '2002',
							network_total_bytes: '2802',
							request_origin_count: '6',
							storage_file_bytes: null,
							storage_database_bytes: null,
							storage_update_time: null,
						},
						{
							date: '2026-11-20',
							visit_count: '0',
							billable_visits: '0',
							network_origin_bytes: '0',
							network_cdn_bytes: '0',
							network_total_bytes: '0',
							request_origin_count: '0',
							storage_file_bytes: '123',
							storage_database_bytes: '5000',
							storage_update_time: MORNING,
						},
					],
					metrics_rollup: {
						visit_count: traffic( '1', '2' ),
						billable_visits: traffic( '1', '2' ),
						network_origin_bytes: traffic( '400', '800' ),
						network_cdn_bytes: traffic( '1001', '2002' ),
						network_total_bytes: traffic( '1401', '2802' ),
						request_origin_count: traffic( '3', '6' ),
						storage_file_bytes: storage( '123' ),
						storage_database_bytes: storage( '5000' ),
					},
					storage_refresh_expected_time: null,
				},
			],
			total_size: '1',
			next_page_token: null,
			all_environments_included: true,
			last_account_storage_refresh_time: null,
			account_storage_refresh_expected_time: null,
		} );
	} );

	test( 'the record of an account contains null, not 0, for a database that this machine does not have', async () => {
		const { usage, table } = fakeUsage();
		await table.setStorage( '2026-11-21', MORNING, {
			subjectId: PRODUCTION_ID,
			fileBytes: 0,
			databaseBytes: null,
		} );
		const page = await usage.installs( 'acme', RANGE, ALL );
		const [ entry ] = accountRecord( page ).environment_metrics;
		expect( entry?.metrics[ 0 ] ).toMatchObject( {
			storage_file_bytes: '0',
			storage_database_bytes: null,
		} );
		expect( entry?.metrics_rollup.storage_database_bytes ).toEqual( {
			latest: null,
		} );
	} );

	test( 'the record of an account contains when a refresh of the account is expected to end, for each install too', async () => {
		const { usage } = fakeUsage();
		await usage.refresh( 'acme' );
		const record = accountRecord(
			await usage.installs( 'acme', RANGE, ALL )
		);
		const expected = new Date( '2026-11-21T08:00:10Z' );
		expect( record.account_storage_refresh_expected_time ).toEqual(
			expected
		);
		expect(
			record.environment_metrics[ 0 ]?.storage_refresh_expected_time
		).toEqual( expected );
		await usage.close();
	} );

	test( 'the record of an account comes in pages', async () => {
		const { usage, installs } = fakeUsage();
		for ( const name of [ 'docs', 'shop' ] ) {
			installs.push( { ...BLOG, id: `${ name }-id`, name } );
		}
		const namesAt = async ( offset: number ) => {
			const record = accountRecord(
				await usage.installs( 'acme', RANGE, { limit: 2, offset } )
			);
			return [
				record.environment_metrics.map(
					( one ) => one.environment_name
				),
				record.total_size,
				record.next_page_token,
			];
		};
		expect( await namesAt( 0 ) ).toEqual( [
			[ 'blog', 'docs' ],
			'3',
			'2',
		] );
		expect( await namesAt( 2 ) ).toEqual( [ [ 'shop' ], '3', null ] );
		expect( await namesAt( 4 ) ).toEqual( [ [], '3', null ] );
	} );

	test( 'the record of an account counts only the linked environments of an install of another account', async () => {
		const { usage, accounts, installs, environments, table } = fakeUsage();
		accounts.push( { name: 'other', id: 'other-id' } );
		installs.push( {
			...BLOG,
			id: 'others-id',
			accountName: 'other',
			name: 'others',
		} );
		environments.push( anEnvironment( 'preview-id', 'Preview', 'others' ) );
		for ( const [ subjectId, fileBytes ] of [
			[ 'others-id', 7000 ],
			[ 'preview-id', 8 ],
		] as const ) {
			await table.setStorage( '2026-11-21', MORNING, {
				subjectId,
				fileBytes,
				databaseBytes: null,
			} );
		}
		const latestOf = async ( accountName: string ) => {
			const page = await usage.installs( accountName, RANGE, ALL );
			return accountRecord( page ).environment_metrics.map( ( one ) => [
				one.environment_name,
				one.metrics_rollup.storage_file_bytes.latest?.value,
			] );
		};
		expect( await latestOf( 'acme' ) ).toEqual( [
			[ 'blog', undefined ],
			[ 'others', '8' ],
		] );
		expect( await latestOf( 'other' ) ).toEqual( [ [ 'others', '7000' ] ] );
	} );
} );

test( 'the record of an install has its name and the same figures', async () => {
	const { usage } = await measured();
	const record = installRecord( await usage.install( BLOG, RANGE ) );
	expect( record ).toMatchObject( {
		install_name: 'blog',
		metrics: [ { date: '2026-11-21' }, { storage_file_bytes: '123' } ],
		storage_refresh_expected_time: null,
	} );
	await expect(
		usage.install( { ...BLOG, name: 'gone' }, RANGE )
	).rejects.toMatchObject( { status: 404, message: 'Not Found' } );
} );
