import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
	Answer,
	JournalRequest,
} from '../../../src/shared/platform-api.generated.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { shortUrl } from '../../../src/hosting/requests/request-list.tsx';
import { aSession, timeAfter } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

function aRequest( request: Partial< JournalRequest > = {} ): JournalRequest {
	return {
		number: 1,
		at: timeAfter( -60 ),
		method: 'GET',
		url: '/v1/accounts/acme/apps',
		status: 200,
		caller: 'ci',
		tookMs: 12,
		reason: '',
		fault: '',
		requestHeaders: {},
		requestBody: '',
		responseHeaders: {},
		responseBody: '',
		...request,
	};
}

/** Requests with these numbers, newest first. */
function numbered( ...numbers: readonly number[] ): JournalRequest[] {
	return numbers.map( ( number ) =>
		aRequest( { number, url: `/v1/request-${ number }` } )
	);
}

function hostWith(
	requests: () => JournalRequest[],
	journal: Partial< Answer< 'listRequests' > > = {}
): FakeHost {
	return new FakeHost()
		.on( 'GET', '/_local/session', aSession() )
		.on( 'GET', '/_local/requests', () => ( {
			requests: requests(),
			counts: { all: requests().length, errors: 10, faults: 7 },
			isPaused: false,
			capacity: 1000,
			...journal,
		} ) )
		.on( 'PUT', '/_local/requests', { isPaused: true } )
		.on( 'DELETE', '/_local/requests', null );
}

function listed(): string[] {
	return screen
		.queryAllByRole( 'link', { name: /request-/ } )
		.map( ( { textContent } ) => textContent.replace( /.*request-/, '' ) );
}

test( 'keeps the rows in place while new requests arrive, until the user shows them', async () => {
	let requests = numbered( 2, 1 );
	const server = hostWith( () => requests );
	const { user, makeStale } = openScreen( '/requests', server );
	await screen.findByText( /request-2/ );
	requests = numbered( 4, 3, 2, 1 );
	makeStale( { topic: 'requests' } );
	const button = await screen.findByRole( 'button', {
		name: 'Show 2 new requests',
	} );
	expect( listed() ).toEqual( [ '2', '1' ] );
	await user.click( button );
	expect( listed() ).toEqual( [ '4', '3', '2', '1' ] );
} );

test( 'fills an empty list when the first request arrives', async () => {
	let requests: JournalRequest[] = [];
	const { makeStale } = openScreen(
		'/requests',
		hostWith( () => requests )
	);
	await screen.findByText( /^No requests/ );
	requests = numbered( 1 );
	makeStale( { topic: 'requests' } );
	await screen.findByText( /request-1/ );
} );

test( 'asks for the filter, the search and the page of the address', async () => {
	const server = hostWith( () => numbered( 3 ) );
	openScreen( '/requests?only=errors&search=acme&before=9', server );
	await screen.findByText( /request-3/ );
	expect(
		server.calls.some(
			( { path } ) =>
				path ===
				'/_local/requests?only=errors&search=acme&before=9&limit=51'
		)
	).toBe( true );
	expect(
		screen.getByRole( 'link', { name: 'Newest' } ).getAttribute( 'href' )
	).toBe( '/requests?only=errors&search=acme' );
} );

test( 'searches after Enter, from the newest request on', async () => {
	const server = hostWith( () => numbered( 3 ) );
	const { user, address } = openScreen( '/requests?before=9', server );
	await user.type(
		await screen.findByRole( 'searchbox' ),
		'webhook:rebuild{Enter}'
	);
	expect( address() ).toBe( '/requests?search=webhook%3Arebuild' );
} );

test( 'links to the older requests when there are more than a page', async () => {
	const numbers = Array.from( { length: 51 }, ( _, index ) => 100 - index );
	openScreen(
		'/requests',
		hostWith( () => numbered( ...numbers ) )
	);
	const older = await screen.findByRole( 'link', { name: 'Older' } );
	expect( older.getAttribute( 'href' ) ).toBe( '/requests?before=51' );
	expect( listed() ).toHaveLength( 50 );
} );

test( 'pauses and clears the journal', async () => {
	const server = hostWith( () => numbered( 1 ) );
	const { user } = openScreen( '/requests', server );
	await user.click( await screen.findByRole( 'button', { name: 'Pause' } ) );
	await screen.findByText( /^Paused\. /, { selector: 'div' } );
	await user.click( screen.getByRole( 'button', { name: 'Clear' } ) );
	await screen.findByText( 'Requests cleared.', { selector: 'div' } );
	expect(
		server.calls
			.filter( ( { method } ) => method !== 'GET' )
			.map( ( { method, body } ) => [ method, body ] )
	).toEqual( [
		[ 'PUT', { isPaused: true } ],
		[ 'DELETE', undefined ],
	] );
} );

test( 'shows a request with its headers, bodies, reason and fault rule', async () => {
	const server = hostWith( () => [] ).on(
		'GET',
		'/_local/requests/{number}',
		aRequest( {
			status: 400,
			reason: 'appId is not valid.',
			fault: 'Half an answer',
			requestHeaders: { 'user-agent': 'curl' },
			requestBody: '{"region":"regions/UK"}',
			responseBody: '{"message":"cut',
		} )
	);
	openScreen( '/requests/1', server );
	await screen.findByText( 'appId is not valid.', { exact: false } );
	expect( screen.getByText( 'Response 400 after 12 ms.' ) ).toBeTruthy();
	expect( screen.getByText( /Fault rule “Half an answer”/ ) ).toBeTruthy();
	expect( screen.getByText( 'user-agent' ) ).toBeTruthy();
	const body = screen.getByRole( 'region', { name: 'Request: Body' } );
	expect( body.textContent ).toBe( '{\n  "region": "regions/UK"\n}' );
	const response = screen.getByRole( 'region', { name: 'Response: Body' } );
	expect( within( response ).getByText( '{"message":"cut' ) ).toBeTruthy();
} );

test( 'says that a request is no longer kept', async () => {
	const server = hostWith( () => [] ).on(
		'GET',
		'/_local/requests/{number}',
		new PlatformError( 'This request is not in the journal.', 404 )
	);
	openScreen( '/requests/9', server );
	await screen.findByText( 'This request is not in the journal.' );
} );

test.each( [
	[
		'/wh/v1/accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55/webhooks/webhook:rebuild?token=••••x7Q=',
		'…/webhooks/webhook:rebuild?token=••••x7Q=',
	],
	[
		'/v1/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55/builds',
		'/v1/environments/0b8e…/builds',
	],
] )( 'shortens the URL %s', ( url, short ) => {
	expect( shortUrl( url ) ).toBe( short );
} );

test( 'offers readers of the platform no changes', async () => {
	const server = hostWith( () => numbered( 1 ) ).on(
		'GET',
		'/_local/session',
		aSession( { role: 'read' } )
	);
	openScreen( '/requests', server );
	await screen.findByText( /request-1/ );
	expect( screen.queryByRole( 'button', { name: 'Clear' } ) ).toBe( null );
} );
