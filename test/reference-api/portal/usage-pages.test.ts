import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { at, aUsageDay, ENVIRONMENT_ID } from './fake-hosting.ts';
import { wordsOf } from './page-text.ts';
import { ENVIRONMENT_URL, portalApp } from './portal-app.ts';

const PAGES = [ `${ ENVIRONMENT_URL }/usage`, '/portal/accounts/acme/usage' ];
const [ ENVIRONMENT_PAGE = '', ACCOUNT_PAGE = '' ] = PAGES;
const DATES = [ '2026-10-21', '2026-11-20' ];
const MB = 1e6;

let portal: Awaited< ReturnType< typeof portalApp > >;

function anUsage(
	id: string,
	displayName: string,
	sizes: ( number | null )[]
) {
	return {
		environmentId: id,
		appId: 'storefront',
		displayName,
		wpEnvironment: 'acmeprod',
		expectedTime: null,
		days: DATES.map( ( date, index ) => {
			const size = sizes[ index ] ?? null;
			return aUsageDay( {
				date,
				fileBytes: size === null ? null : size * MB,
				databaseBytes: size === null ? null : 100 * MB,
			} );
		} ),
	};
}

beforeEach( async () => {
	portal = await portalApp();
	Object.assign( portal.hosting.accountUsage, {
		refreshTime: at( '03:10:00' ),
		environments: [
			anUsage( 'staging-id', 'Staging', [ null, 700 ] ),
			anUsage( ENVIRONMENT_ID, 'Production', [ 420, 512 ] ),
		],
	} );
} );

async function words( page: string ): Promise< string > {
	const { statusCode, body } = await portal.get( page );
	expect( statusCode ).toBe( 200 );
	return wordsOf( body );
}

describe( 'the pages of disk usage', () => {
	test( 'tell of an environment and its account', async () => {
		const said = await words( ENVIRONMENT_PAGE );
		expect( said ).toContain(
			'612 MB this environment, 92 MB more than 30 days ago'
		);
		expect( said ).toContain( '1.4 of 10 GB in this account' );
	} );

	test( 'tell of an account', async () => {
		const said = await words( ACCOUNT_PAGE );
		expect( said ).toContain(
			'1.4 GB this account, 892 MB more than 30 days ago'
		);
		expect( said ).toContain( 'of 10 GB in 2 environments' );
	} );

	test( 'hold every number', async () => {
		const said = await words( ENVIRONMENT_PAGE );
		expect( said ).toContain(
			'storefront / Production 512 MB 100 MB +92 MB 612 MB'
		);
		expect( said ).toContain(
			'storefront / Staging 700 MB 100 MB new 800 MB'
		);
		expect( said ).toContain( '21 Oct 520 MB 0 MB' );
	} );

	test( 'put this environment, else the largest, at the bottom', async () => {
		const finding = async ( page: string ) =>
			/aria-label="(Disk usage,[^"]+)"/.exec(
				( await portal.get( page ) ).body
			)?.[ 1 ];
		expect( await finding( ENVIRONMENT_PAGE ) ).toMatch(
			/now\. storefront \/ Production 612 MB, storefront \/ Staging 800 MB\.$/
		);
		expect( await finding( ACCOUNT_PAGE ) ).toMatch(
			/now\. storefront \/ Staging 800 MB, storefront \/ Production 612 MB\.$/
		);
	} );

	test( 'bear that nothing was measured, and that there is nothing', async () => {
		Object.assign( portal.hosting.accountUsage, { refreshTime: null } );
		portal.hosting.accountUsage.environments.forEach( ( { days } ) =>
			days.forEach( ( day ) =>
				Object.assign( day, { fileBytes: null, databaseBytes: null } )
			)
		);
		for ( const page of PAGES ) {
			expect( await words( page ) ).toContain(
				'Not measured yet. Refresh'
			);
			expect( ( await portal.get( page ) ).body ).not.toMatch(
				/<svg class="chart|NaN/
			);
		}
		portal.hosting.accountUsage.environments = [];
		expect( await words( ACCOUNT_PAGE ) ).toContain( 'in 0 environments' );
	} );

	test( 'say since when it is known, and draw nothing of nothing', async () => {
		portal.hosting.accountUsage.environments = [
			anUsage( ENVIRONMENT_ID, 'Production', [ null, 512 ] ),
		];
		expect( await words( ENVIRONMENT_PAGE ) ).toContain(
			'612 MB this environment, measured since 20 Nov'
		);
		expect( await words( ACCOUNT_PAGE ) ).toContain(
			'612 MB this account, measured since 20 Nov'
		);
		portal.hosting.accountUsage.environments.forEach( ( { days } ) =>
			days.forEach( ( day ) =>
				Object.assign( day, { fileBytes: 0, databaseBytes: null } )
			)
		);
		const { body } = await portal.get( ENVIRONMENT_PAGE );
		expect( wordsOf( body ) ).toContain( '0 MB this environment' );
		expect( body ).not.toContain( '<svg class="chart' );
	} );

	test( 'say less and as much too', async () => {
		portal.hosting.accountUsage.environments = [
			anUsage( ENVIRONMENT_ID, 'Production', [ 420, 400 ] ),
		];
		expect( await words( ENVIRONMENT_PAGE ) ).toContain(
			'20 MB less than 30 days ago'
		);
		expect( await words( ENVIRONMENT_PAGE ) ).toContain( '−20 MB' );
		portal.hosting.accountUsage.environments = [
			anUsage( ENVIRONMENT_ID, 'Production', [ 400, 400 ] ),
		];
		expect( await words( ENVIRONMENT_PAGE ) ).toContain(
			'as much as 30 days ago'
		);
	} );
} );

describe( 'Refresh', () => {
	test.each( [
		[ 'Measured today at 03:10', at( '03:10:00' ), null ],
		[
			'Measured Thu 19 Nov, 03:10',
			new Date( '2026-11-19T03:10:00' ),
			null,
		],
		[
			'Measuring, fresh at about 14:10, in 1 min 20 s',
			at( '03:10:00' ),
			at( '14:10:20' ),
		],
		[
			'Still measuring, longer than expected.',
			at( '03:10:00' ),
			at( '14:08:00' ),
		],
	] )( 'says “%s”', async ( said, refreshTime, expectedTime ) => {
		Object.assign( portal.hosting.accountUsage, {
			refreshTime,
			expectedTime,
		} );
		for ( const page of PAGES ) {
			expect( await words( page ) ).toContain( said );
		}
	} );

	test( 'waits while it measures, and refreshes the page without the script', async () => {
		expect( ( await portal.get( ENVIRONMENT_PAGE ) ).body ).not.toMatch(
			/aria-disabled|http-equiv="refresh"/
		);
		portal.hosting.accountUsage.expectedTime = at( '14:10:00' );
		expect( ( await portal.get( ENVIRONMENT_PAGE ) ).body ).toMatch(
			/http-equiv="refresh"[\s\S]+<button aria-disabled="true"/
		);
	} );

	test( 'asks for a measurement of the account and comes back', async () => {
		for ( const page of PAGES ) {
			const { statusCode, headers } = await portal.post(
				`${ page }/refresh`
			);
			expect( [ statusCode, headers.location ] ).toEqual( [ 303, page ] );
		}
		expect( portal.hosting.calls ).toEqual( [
			'refresh usage of acme',
			'refresh usage of acme',
		] );
	} );

	test( 'shows a refusal on its page', async () => {
		for ( const page of PAGES ) {
			portal.hosting.refusal = new HostingError(
				429,
				'Too often. Wait 20 s.'
			);
			const { statusCode, body } = await portal.post(
				`${ page }/refresh`
			);
			expect( statusCode ).toBe( 429 );
			expect( body ).toMatch( /role="alert"[\s\S]+Wait 20 s\./ );
		}
	} );

	test( 'of an environment that does not exist measures nothing', async () => {
		const { statusCode } = await portal.post(
			'/portal/accounts/acme/apps/storefront/environments/none/usage/refresh'
		);
		expect( statusCode ).toBe( 404 );
		expect( portal.hosting.calls ).toEqual( [] );
	} );
} );
