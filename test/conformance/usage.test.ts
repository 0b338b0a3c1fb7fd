/** Interface 4.5 and facts 3: disk usage. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wordApp } from '../reference-api/test-platform.ts';
import { createEnvironment, deploy, expectOk, refusal } from './steps.ts';
import { openTarget, LOCAL, until } from './target.ts';
import type {
	AccountUsage,
	Answer,
} from '../../src/shared/platform-api.generated.ts';
import type { Target } from './target.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const INT64 = /^\d+$/;
const DAY_MS = 24 * 60 * 60 * 1000;

let target: Target;
let id: string;

beforeAll( async () => {
	target = await openTarget();
	const { results } = await expectOk< Answer< 'listAccountIds' > >(
		await target.requestUsage( '/accounts' )
	);
	id = results.find( ( { name } ) => name === target.account )?.id ?? '';
	const place = await createEnvironment( target );
	await deploy( target, place, await wordApp( 'one' ) );
} );

afterAll( () => target.close() );

const usage = ( query = '', of = id ) =>
	target.requestUsage( `/accounts/${ of }/usage${ query }` );

const refresh = ( of = id ) =>
	target.requestUsage( `/accounts/${ of }/usage/refresh_disk_usage`, {
		method: 'POST',
	} );

const freshUsage = () =>
	until(
		async () => expectOk< AccountUsage >( await usage() ),
		( record ) => record.account_storage_refresh_expected_time === null
	);

describe( '4.5 refresh disk usage', () => {
	test( '4.5 success is HTTP 200 and the body is null', async () => {
		const response = await refresh();
		expect( response.status ).toBe( 200 );
		expect( response.headers.get( 'content-type' ) ).toContain(
			'application/json'
		);
		expect( await response.text() ).toBe( 'null' );
	} );

	test( '4.5 the expected time is populated after the request, until that time at least, and null again when it is done', async () => {
		await freshUsage();
		await refresh();
		const during = await expectOk< AccountUsage >( await usage() );
		const after = await freshUsage();
		expect(
			Date.parse( during.account_storage_refresh_expected_time ?? '' )
		).not.toBeNaN();
		expect( after.last_account_storage_refresh_time ).not.toBeNull();
	} );

	test( '4.5 several requests result in a single recalculation', async () => {
		const answers = await Promise.all( [
			refresh(),
			refresh(),
			refresh(),
		] );
		expect( answers.map( ( { status } ) => status ) ).toEqual( [
			200, 200, 200,
		] );
		const { last_account_storage_refresh_time: first } = await freshUsage();
		const again = await expectOk< AccountUsage >( await usage() );
		expect( again.last_account_storage_refresh_time ).toBe( first );
	} );

	test( 'facts 3: the sibling of an install answers null too', async () => {
		const { results } = await expectOk< Answer< 'listAccountIds' > >(
			await target.requestUsage( '/installs' )
		);
		const install = results.find( ( { name } ) => name === target.install );
		const response = await target.requestUsage(
			`/installs/${ install?.id }/usage/refresh_disk_usage`,
			{ method: 'POST' }
		);
		expect( response.status ).toBe( 200 );
		expect( await response.text() ).toBe( 'null' );
	} );

	test( '7 an account that does not exist is 404', async () => {
		for ( const response of [
			await refresh( UNKNOWN_ID ),
			await usage( '', UNKNOWN_ID ),
		] ) {
			const message = await refusal( response, 404 );
			if ( LOCAL ) {
				expect( message ).toBe( 'Not Found' );
			}
		}
	} );

	test( '4.5 account_id has the format uuid: anything else is 400', async () => {
		await refusal( await refresh( 'acme' ), 400 );
		await refusal( await usage( '', 'acme' ), 400 );
	} );

	test( '5.3 a refresh without credentials is 401, with the example of the facts', async () => {
		for ( const as of [ null, { user: 'none', password: 'wrong' } ] ) {
			const response = await target.requestUsage(
				`/accounts/${ id }/usage/refresh_disk_usage`,
				{ method: 'POST' },
				as
			);
			expect( response.headers.get( 'www-authenticate' ) ).toMatch(
				/^Basic/
			);
			const message = await refusal( response, 401 );
			if ( LOCAL ) {
				expect( message ).toBe( 'Bad Credentials' );
			}
		}
	} );

	test( '4.5 GET of the refresh is not a refresh', async () => {
		const response = await target.requestUsage(
			`/accounts/${ id }/usage/refresh_disk_usage`
		);
		expect( [ 404, 405 ] ).toContain( response.status );
	} );

	test.runIf( LOCAL )(
		'facts 3: the same paths are served with and without the version',
		async () => {
			for ( const base of [ '', '/v1' ] ) {
				const url = `${ base }/accounts/${ id }/usage`;
				const record = await target.requestUsage( url );
				expect( record.status ).toBe( 200 );
				const refreshed = await target.requestUsage(
					`${ url }/refresh_disk_usage`,
					{ method: 'POST' }
				);
				expect( await refreshed.text() ).toBe( 'null' );
			}
		}
	);
} );

describe( 'facts 3: the usage record', () => {
	test( 'facts 3: the usage record has its six fields', async () => {
		expect( await expectOk( await usage() ) ).toMatchObject( {
			environment_metrics: expect.any( Array ),
			total_size: expect.stringMatching( INT64 ),
			all_environments_included: true,
		} );
		const record = await expectOk< AccountUsage >( await usage() );
		for ( const field of [
			'next_page_token',
			'last_account_storage_refresh_time',
			'account_storage_refresh_expected_time',
		] ) {
			expect( record ).toHaveProperty( field );
		}
	} );

	test( 'facts 3: each environment has its days, every int64 a JSON string', async () => {
		await refresh();
		const { environment_metrics: all } = await freshUsage();
		expect( all.length ).toBeGreaterThan( 0 );
		for ( const { environment_name: name, metrics } of all ) {
			expect( name ).toEqual( expect.any( String ) );
			for ( const {
				date,
				storage_update_time: time,
				...figures
			} of metrics ) {
				expect( date ).toMatch( /^\d{4}-\d\d-\d\d/ );
				expect(
					time === null ||
						! Number.isNaN( Date.parse( String( time ) ) )
				).toBe( true );
				for ( const figure of Object.values( figures ) ) {
					expect( figure === null || INT64.test( figure ) ).toBe(
						true
					);
				}
			}
		}
	} );

	test( 'facts 3: the days have the named metrics', async () => {
		const { environment_metrics: all } = await freshUsage();
		expect( Object.keys( all[ 0 ]?.metrics[ 0 ] ?? {} ).sort() ).toEqual(
			expect.arrayContaining( [
				'billable_visits',
				'date',
				'network_cdn_bytes',
				'network_origin_bytes',
				'network_total_bytes',
				'request_origin_count',
				'storage_database_bytes',
				'storage_file_bytes',
				'storage_update_time',
				'visit_count',
			] )
		);
	} );

	test( 'facts 3: storage in the rollup has only latest, traffic only average and sum', async () => {
		await refresh();
		const { environment_metrics: all } = await freshUsage();
		for ( const { metrics_rollup: rollup } of all ) {
			for ( const [ metric, parts ] of Object.entries( rollup ) ) {
				const allowed = metric.startsWith( 'storage_' )
					? [ 'latest' ]
					: [ 'average', 'sum' ];
				expect( Object.keys( parts ?? {} ).toSorted() ).toEqual(
					allowed
				);
			}
		}
	} );

	test( 'facts 3: the usage record without dates has the last 30 days', async () => {
		const { environment_metrics: all } = await expectOk< AccountUsage >(
			await usage()
		);
		expect( all[ 0 ]?.metrics ).toHaveLength( 30 );
	} );

	test( 'facts 3: the usage record with both dates has those days', async () => {
		const dayAgo = ( days: number ) =>
			new Date( Date.now() - days * DAY_MS ).toISOString().slice( 0, 10 );
		const { environment_metrics: all } = await expectOk< AccountUsage >(
			await usage(
				`?first_date=${ dayAgo( 3 ) }&last_date=${ dayAgo( 1 ) }`
			)
		);
		expect( all[ 0 ]?.metrics ).toHaveLength( 3 );
	} );

	test.each( [
		[ 'first_date', 'last_date' ],
		[ 'last_date', 'first_date' ],
	] )(
		'facts 3: %s alone is 400 with the documented message',
		async ( name, missing ) => {
			const message = await refusal(
				await usage(
					`?${ name }=${ new Date().toISOString().slice( 0, 10 ) }`
				),
				400,
				missing
			);
			expect( message ).toBe(
				'Must provide or omit both first_date and last_date.'
			);
		}
	);

	test.each( [
		'?first_date=2001-01-01&last_date=2001-01-02',
		'?first_date=2026-13-01&last_date=2026-13-02',
		'?first_date=x&last_date=y',
		'?limit=0',
		'?limit=1001',
		'?limit=x',
		'?offset=x',
		'?offset=-1',
	] )( 'facts 3: %s is 400', async ( query ) => {
		const [ field ] = new URLSearchParams( query ).keys();
		await refusal( await usage( query ), 400, field );
	} );

	test( 'facts 3: limit cuts pages, and next_page_token is the offset of the next one', async () => {
		const whole = await expectOk< AccountUsage >( await usage() );
		const seen: string[] = [];
		let token: string | null = '0';
		while ( token !== null ) {
			const page: AccountUsage = await expectOk< AccountUsage >(
				await usage( `?limit=1&offset=${ token }` )
			);
			seen.push(
				...page.environment_metrics.map(
					( item ) => item.environment_name
				)
			);
			expect( page.total_size ).toBe( whole.total_size );
			token = page.next_page_token === '' ? null : page.next_page_token;
		}
		expect( seen ).toEqual(
			whole.environment_metrics.map( ( item ) => item.environment_name )
		);
	} );
} );

describe( 'facts 3: limits, accounts and installs', () => {
	test( 'facts 3: GET limits answers visitors, storage and bandwidth', async () => {
		expect(
			await expectOk(
				await target.requestUsage( `/accounts/${ id }/limits` )
			)
		).toMatchObject( {
			visitors: expect.any( Number ),
			storage: expect.any( Number ),
			bandwidth: expect.any( Number ),
		} );
	} );

	test( 'facts 3: GET accounts gives the UUIDs', async () => {
		const page = await expectOk< Answer< 'listAccountIds' > >(
			await target.requestUsage( '/accounts' )
		);
		expect( page ).toMatchObject( {
			previous: null,
			count: expect.any( Number ),
		} );
		expect( page ).toHaveProperty( 'next' );
		expect( page.results.map( ( { name } ) => name ) ).toContain(
			target.account
		);
	} );

	test( 'facts 3: GET installs gives the UUIDs of installs and their accounts', async () => {
		const page = await expectOk< Answer< 'listAccountIds' > >(
			await target.requestUsage( '/installs' )
		);
		const install = page.results.find(
			( { name } ) => name === target.install
		);
		expect( install ).toMatchObject( {
			id: expect.stringMatching( /^[0-9a-f-]{36}$/ ),
			account: { id },
		} );
	} );

	test( 'facts 3: the usage API takes the UUID, the headless API the name', async () => {
		await refusal(
			await target.requestUsage( `/accounts/${ target.account }/limits` ),
			400
		);
		await refusal(
			await target.request( `/v1/accounts/${ id }/apps` ),
			404
		);
	} );
} );
