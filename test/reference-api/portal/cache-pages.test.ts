import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { aCacheReport, at } from './fake-hosting.ts';
import { filled, wordsOf } from './page-text.ts';
import { ENVIRONMENT_URL, portalApp } from './portal-app.ts';

const PAGE = `${ ENVIRONMENT_URL }/cache`;

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
} );

function minutesOf( ...counts: [ hits: number, misses: number ][] ) {
	return counts.map( ( [ hits, misses ], index ) => ( {
		at: new Date( at( '13:09:00' ).getTime() + index * 60_000 ),
		hits,
		misses,
	} ) );
}

async function words(): Promise< string > {
	return wordsOf( ( await portal.get( PAGE ) ).body );
}

async function send( rest: string, fields = {} ): Promise< string > {
	const { statusCode, headers } = await portal.post(
		PAGE + rest,
		filled( fields )
	);
	expect( statusCode ).toBe( 303 );
	return wordsOf( ( await portal.get( String( headers.location ) ) ).body );
}

describe( 'the page of the cache', () => {
	test( 'says how much the cache answered in the last hour', async () => {
		portal.hosting.report = aCacheReport( {
			hits: 9999,
			entries: 1204,
			bytes: 38e6,
			minutes: minutesOf( [ 1000, 50 ], [ 1231, 92 ] ),
		} );
		const said = await words();
		expect( said ).toContain( '94 % answered from the cache, last hour' );
		expect( said ).toContain(
			'2,231 of 2,373 requests 1,204 pages kept, 38 MB of 67 MB'
		);
	} );

	test.each( [
		[ 1, 100_000, '1 %' ],
		[ 100_000, 1, '99 %' ],
		[ 5, 0, '100 %' ],
		[ 0, 5, '0 %' ],
	] )(
		'%d of the cache and %d of the app are %s',
		async ( hits, misses, ratio ) => {
			portal.hosting.report = aCacheReport( {
				hits,
				misses,
				minutes: minutesOf( [ hits, misses ] ),
			} );
			expect( await words() ).toMatch(
				new RegExp( `[^\\d]${ ratio } answered` )
			);
		}
	);

	test( 'tells purges in its chart’s name and in the numbers', async () => {
		portal.hosting.report = aCacheReport( {
			minutes: minutesOf( [ 1, 1 ], [ 0, 0 ], [ 2, 0 ] ),
			purges: [
				{ at: at( '13:10:30' ), by: 'portal, by sam' },
				{ at: at( '13:11:00' ), by: 'with build 42' },
				{ at: at( '13:11:10' ), by: 'webhook' },
			],
		} );
		const { body } = await portal.get( PAGE );
		expect( body ).toContain(
			'aria-label="Requests of the last hour: 75 % of 4 answered from the cache. Purged at 13:10 by sam. Purged at 13:11 with build 42. Purged at 13:11 by webhook."'
		);
		expect( wordsOf( body ) ).toContain(
			'13:09 1 1 13:10 0 0 by sam 13:11 2 0 with build 42, by webhook'
		);
	} );

	test( 'says what to do before the first request, and that an hour was quiet', async () => {
		expect( await words() ).toContain(
			'– answered from the cache, last hour'
		);
		expect( await words() ).toContain(
			'No requests yet. Open the site once.'
		);
		portal.hosting.report = aCacheReport( {
			hits: 3,
			minutes: minutesOf( [ 0, 0 ] ),
		} );
		expect( await words() ).toContain( 'No requests in the last hour.' );
	} );

	test( 'lists what was not cached, and why', async () => {
		portal.hosting.report = aCacheReport( {
			notCached: [
				{
					path: '/cart<b>',
					reason: 'The response sets a cookie (Set-Cookie)',
					requests: 1061,
				},
			],
		} );
		const { body } = await portal.get( PAGE );
		expect( body ).toContain( '/cart&lt;b&gt;' );
		expect( wordsOf( body ) ).toContain(
			'The response sets a cookie (Set-Cookie) 1,061'
		);
	} );
} );

describe( 'the forms of the cache', () => {
	test( 'purge, and say how many were dropped', async () => {
		portal.hosting.report = aCacheReport( { entries: 1204 } );
		expect( await send( '/purge' ) ).toContain(
			'Cache purged, 1,204 pages dropped.'
		);
		expect( portal.hosting.calls ).toEqual( [
			'purgeCache: portal, by sam',
		] );
	} );

	test( 'turn the purge of deploys off and on', async () => {
		expect( await words() ).toContain( 'On Turn off' );
		expect( await send( '/deploy', { on: 'no' } ) ).toContain(
			'Deploys leave the cache as it is from now on.'
		);
		expect( await words() ).toContain( 'Off Turn on' );
		await send( '/deploy', { on: 'yes' } );
		expect( portal.hosting.calls ).toEqual( [
			'purge on deploy false',
			'purge on deploy true',
		] );
	} );

	test( 'refuse a form that says neither', async () => {
		const { statusCode } = await portal.post(
			`${ PAGE }/deploy`,
			filled( { on: 'maybe' } )
		);
		expect( statusCode ).toBe( 400 );
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test( 'show a refusal on the page', async () => {
		portal.hosting.refusal = new HostingError( 409, 'Not now.' );
		const { statusCode, body } = await portal.post( `${ PAGE }/purge` );
		expect( statusCode ).toBe( 409 );
		expect( body ).toMatch( /role="alert"[\s\S]+Not now\./ );
		expect( body ).toContain( 'Not cached, and why' );
	} );
} );
