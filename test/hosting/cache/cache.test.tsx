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
const ENVIRONMENT =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}';
const AT = addresses.environment( PATH, 'cache' );

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost().on( 'GET', `${ LOCAL }/summary`, anEnvironment() );
} );

function answerReport( report: Partial< CacheReport > = {} ): void {
	server.on( 'GET', `${ LOCAL }/cache`, {
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
		...report,
	} );
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

test( 'purges the cache and says how many pages the host dropped', async () => {
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
	await screen.findByText( 'Cache purged. 7 pages dropped.' );
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
	openScreen( AT, server, { mayWrite: () => false } );
	expect( await screen.findByText( /Your role is read-only/ ) ).toBeTruthy();
	expect(
		screen.queryByRole( 'button', { name: 'Purge Cache' } )
	).toBeNull();
	expect( screen.getByRole< HTMLInputElement >( 'checkbox' ).disabled ).toBe(
		true
	);
} );
