import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addresses } from '../../../src/hosting/addresses.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import type { CacheReport } from '../../../src/shared/platform-api.generated.ts';
import { anEnvironment, PATH, timeAfter } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

vi.mock( '../../../src/hosting/charts/drawing.tsx', () => ( {
	default: () => 'chart',
} ) );

const LOCAL =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}';
const GROUPS = `${ LOCAL }/cache/groups` as const;
const ENVIRONMENT =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}';
const AT = addresses.environment( PATH, 'cache' );

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost()
		.on( 'GET', `${ LOCAL }/summary`, anEnvironment() )
		.on( 'GET', GROUPS, { total: 0, groups: [] } );
} );

const REPORT: CacheReport = {
	hits: 3,
	misses: 1,
	entries: 2,
	bytes: 31e6,
	maxBytes: 67e6,
	purgedAt: null,
	minutes: [
		{ at: timeAfter( -120 ), hits: 1, misses: 1 },
		{ at: timeAfter( -60 ), hits: 2, misses: 0 },
	],
	purges: [],
	invalidations: [],
	notCached: [],
};

function answerReport( report: Partial< CacheReport > = {} ): void {
	server.on( 'GET', `${ LOCAL }/cache`, { ...REPORT, ...report } );
}

test( 'says how many requests the cache answered, and what it stores', async () => {
	answerReport();
	openScreen( AT, server );
	expect( await screen.findByText( '75 %' ) ).toBeTruthy();
	expect( screen.getByText( /3 of 4 requests/ ).textContent ).toContain(
		'2 pages stored, 31 MB of 67 MB'
	);
} );

test.each( [
	[ 'never says 100 % while one was missed', 999, 1, '99 %' ],
	[ 'never says 0 % while one was answered', 1, 999, '1 %' ],
	[ 'says 0 % if none was answered', 0, 4, '0 %' ],
] )( '%s', async ( _name, hits, misses, expected ) => {
	answerReport( { minutes: [ { at: timeAfter( -60 ), hits, misses } ] } );
	openScreen( AT, server );
	expect( await screen.findByText( expected ) ).toBeTruthy();
} );

test.each( [
	[ 'No requests yet. Open the site once.', 0 ],
	[ 'No requests in the last hour.', 9 ],
] )( 'says without requests: %s', async ( text, hits ) => {
	answerReport( { hits, misses: 0, minutes: [] } );
	openScreen( AT, server );
	expect( await screen.findByText( text ) ).toBeTruthy();
} );

test( 'lists each minute for everyone who cannot see the chart', async () => {
	answerReport();
	const { user } = openScreen( AT, server );
	await user.click( await screen.findByText( 'Show all values' ) );
	const table = within(
		screen.getByRole( 'region', { name: 'Requests per minute' } )
	);
	await waitFor( () =>
		expect(
			table
				.getAllByRole( 'row' )
				.map( ( { children } ) =>
					[ ...children ].map( ( { textContent } ) => textContent )
				)
				.slice( 1 )
				.map( ( [ , ...values ] ) => values )
		).toEqual( [
			[ '2', '0' ],
			[ '1', '1' ],
		] )
	);
} );

test( 'says when and by whom the cache was purged', async () => {
	answerReport( {
		purges: [
			{ at: '2026-11-21T14:50:00Z', by: 'webhook', entries: 7 },
			{
				at: '2026-11-21T15:16:00Z',
				by: 'with build 42',
				entries: 0,
			},
		],
	} );
	openScreen( AT, server );
	expect(
		await screen.findByText(
			'Purged at 14:50 by webhook. Purged at 15:16 with build 42.'
		)
	).toBeTruthy();
} );

test( 'says what is not cached, and why', async () => {
	answerReport( {
		notCached: [
			{
				path: '/cart',
				reason: 'The response sets a cookie',
				requests: 12,
			},
		],
	} );
	openScreen( AT, server );
	const row = ( await screen.findByText( '/cart' ) ).closest( 'tr' );
	expect( row?.textContent ).toBe( '/cartThe response sets a cookie12' );
} );

test( 'purges the cache and says how many pages the host removed', async () => {
	answerReport();
	server.on( 'POST', `${ ENVIRONMENT }:clearCache`, () => {
		answerReport( {
			purges: [ { at: timeAfter( 0 ), by: 'sam', entries: 7 } ],
		} );
		return {};
	} );
	const { user } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Purge Cache' } )
	);
	await screen.findByText( 'Cache purged. 7 pages removed.' );
} );

test( 'lists the largest groups, and says how many there are', async () => {
	answerReport();
	server.on( 'GET', GROUPS, {
		total: 1234,
		groups: [
			{ name: 'post-list', entries: 2000 },
			{ name: 'post-123', entries: 7 },
		],
	} );
	openScreen( AT, server );
	const row = ( await screen.findByText( 'post-123' ) ).closest( 'tr' );
	expect( row?.textContent ).toBe( 'post-1237Invalidate' );
	expect( screen.getByText( 'The 2 largest of 1,234 groups.' ) ).toBeTruthy();
} );

test( 'says how a page gets into a group when there is none', async () => {
	answerReport();
	openScreen( AT, server );
	expect(
		await screen.findByText( /^No cache groups\. The app names/ )
	).toBeTruthy();
	expect( screen.queryByRole( 'searchbox' ) ).toBeNull();
} );

test( 'lets the host search for groups by a part of the name', async () => {
	answerReport();
	server.on( 'GET', GROUPS, ( { path } ) =>
		path.includes( 'filter=none' )
			? { total: 0, groups: [] }
			: { total: 1, groups: [ { name: 'post-1', entries: 1 } ] }
	);
	const { user } = openScreen( AT, server );
	await user.type( await screen.findByRole( 'searchbox' ), 'none{Enter}' );
	await screen.findByText( 'No group has this text in its name.' );
	await user.clear( screen.getByRole( 'searchbox' ) );
	await screen.findByText( 'post-1' );
} );

test( 'invalidates a group, and says how many pages it had', async () => {
	answerReport();
	server.on( 'GET', GROUPS, {
		total: 1,
		groups: [ { name: 'post-1', entries: 7 } ],
	} );
	server.on( 'POST', `${ GROUPS }/invalidate`, ( { body } ) => {
		expect( body ).toEqual( { group: 'post-1' } );
		return {
			...REPORT,
			invalidations: [
				{
					at: timeAfter( 0 ),
					by: 'by sam',
					total: 1,
					groups: [ { name: 'post-1', entries: 7 } ],
				},
			],
		};
	} );
	const { user } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Invalidate: post-1' } )
	);
	await screen.findByText(
		'Cache group post-1 invalidated. 7 pages are requested again.'
	);
} );

test( 'says which groups were invalidated, and why, the latest first', async () => {
	const at = timeAfter( 0 );
	answerReport( {
		invalidations: [
			{
				at,
				by: 'by sam',
				total: 1,
				groups: [ { name: 'term-7', entries: 0 } ],
			},
			{
				at,
				by: 'by POST /api/refresh',
				total: 12,
				groups: [
					{ name: 'post-123', entries: 1 },
					{ name: 'post-list', entries: 3 },
				],
			},
		],
	} );
	openScreen( AT, server );
	const table = await screen.findByRole( 'table', {
		name: 'Invalidated in the last hour',
	} );
	const rows = within( table ).getAllByRole( 'row' ).slice( 1 );
	expect(
		rows.map( ( { children } ) =>
			[ ...children ].slice( 1 ).map( ( { textContent } ) => textContent )
		)
	).toEqual( [
		[
			'by POST /api/refresh',
			'post-123 (1 page), post-list (3 pages), 10 more',
		],
		[ 'by sam', 'term-7 (0 pages)' ],
	] );
} );

test( 'shows no groups of a host that does not know them', async () => {
	answerReport();
	openScreen( AT, server, {
		has: ( operation ) => operation !== 'listCacheGroups',
	} );
	await screen.findByText( 'Not cached in the last hour' );
	expect( screen.queryByText( 'Cache groups' ) ).toBeNull();
} );

test( 'turns the purge of a deploy off', async () => {
	answerReport();
	server.on(
		'PATCH',
		ENVIRONMENT,
		( { body } ) => new PlatformError( JSON.stringify( body ), 400 )
	);
	const { user } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'checkbox', {
			name: 'A deploy purges the cache',
		} )
	);
	expect(
		( await screen.findAllByText( '{"purgeOnDeploy":false}' ) ).length
	).toBeGreaterThan( 0 );
	expect( screen.getByRole< HTMLInputElement >( 'checkbox' ).checked ).toBe(
		true
	);
} );

test( 'offers no change to a user who may only read', async () => {
	answerReport();
	server.on( 'GET', GROUPS, {
		total: 1,
		groups: [ { name: 'post-1', entries: 7 } ],
	} );
	openScreen( AT, server, { mayWrite: () => false } );
	expect( await screen.findByText( /Your role is read-only/ ) ).toBeTruthy();
	expect(
		screen.queryByRole( 'button', { name: 'Purge Cache' } )
	).toBeNull();
	await screen.findByText( 'post-1' );
	expect( screen.queryByRole( 'button', { name: /Invalidate/ } ) ).toBeNull();
	expect( screen.getByRole< HTMLInputElement >( 'checkbox' ).disabled ).toBe(
		true
	);
} );
