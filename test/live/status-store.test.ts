import apiFetch from '@wordpress/api-fetch';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StatusStore } from '../../src/live/status-store.ts';
import {
	anEnvironment,
	aPendingRun,
	aStatus,
	at,
	NOW_MS,
} from '../panel/fixtures.ts';
import { fakeServer, type FakeServer } from '../panel/server.ts';

const PENDING = aStatus(
	anEnvironment( { status: 'pending', pending: [ aPendingRun() ] } )
);
const RESTING = aStatus( anEnvironment() );
const PACE = { movingMs: 2_000, idleMs: 15_000 };

let server: FakeServer;
let store: StatusStore;
let visibility: DocumentVisibilityState;

function show( state: DocumentVisibilityState ) {
	visibility = state;
	document.dispatchEvent( new Event( 'visibilitychange' ) );
}

async function pass( seconds: number ) {
	for ( let passed = 0; passed < seconds; passed += 1 ) {
		server.seconds += 1;
		await vi.advanceTimersByTimeAsync( 1_000 );
	}
}

function requestCount() {
	return server.callsOf( 'GET', '/status' ).length;
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	visibility = 'visible';
	vi.spyOn( document, 'visibilityState', 'get' ).mockImplementation(
		() => visibility
	);
	server = fakeServer( RESTING );
	store = new StatusStore( RESTING, PACE );
} );

afterEach( () => {
	store.stop();
	vi.useRealTimers();
	vi.restoreAllMocks();
} );

const HELD = aStatus( anEnvironment( { status: 'held', hold: true } ) );

test( 'the status is requested once a minute while changes are held, also on pages that do not poll otherwise', async () => {
	server.status = HELD;
	store = new StatusStore( HELD, { ...PACE, idleMs: null } );
	store.start();
	await pass( 59 );
	expect( requestCount() ).toBe( 1 );
	server.status = PENDING;
	await pass( 2 );
	expect( store.getSnapshot().status ).toEqual( PENDING );
} );

const RETRYING = ( seconds: number ) =>
	aStatus(
		anEnvironment( {
			status: 'retrying',
			pending: [ aPendingRun( { nextAttemptAt: at( seconds ) } ) ],
		} )
	);

test.each( [
	[ 'not every 2 s while the next attempt is an hour away', PACE, 3600, 2 ],
	[
		'every 15 s then on pages that do not poll otherwise',
		{ ...PACE, idleMs: null },
		3600,
		2,
	],
	[ 'every 2 s when the next attempt is near', PACE, 40, 15 ],
	[
		'never on pages without polling',
		{ movingMs: null, idleMs: null },
		3600,
		0,
	],
] )( 'the status is requested %s', async ( _, pace, seconds, times ) => {
	server.status = RETRYING( seconds );
	store = new StatusStore( server.status, pace );
	store.start();
	await pass( 0 );
	const before = requestCount();
	await pass( 30 );
	expect( requestCount() - before ).toBe( times );
} );

test( 'the status is requested every 2 s during a run, every 15 s otherwise', async () => {
	store.start();
	await pass( 30 );
	expect( requestCount() ).toBe( 3 );
	server.status = aStatus( anEnvironment( { status: 'building' } ) );
	await store.refresh();
	const before = requestCount();
	await pass( 10 );
	expect( requestCount() - before ).toBe( 5 );
} );

test.each( [
	[ 'no run is active', RESTING ],
	[
		'a build is running',
		aStatus( anEnvironment( { status: 'building' } ) ),
	],
] )(
	'the status is requested once a minute while the page is hidden and %s, and immediately when it is visible again',
	async ( _, status ) => {
		server.status = status;
		store.start();
		await pass( 1 );
		show( 'hidden' );
		await pass( 59 );
		expect( requestCount() ).toBe( 1 );
		await pass( 121 );
		expect( requestCount() ).toBe( 4 );
		show( 'visible' );
		await pass( 1 );
		expect( requestCount() ).toBe( 5 );
	}
);

test( 'the status is never requested by a hidden page without polling', async () => {
	store = new StatusStore( RESTING, { movingMs: 2_000, idleMs: null } );
	store.start();
	await pass( 1 );
	show( 'hidden' );
	await pass( 600 );
	expect( requestCount() ).toBe( 1 );
} );

test( 'the status is answered with 304 when nothing changed, and stays the same object', async () => {
	store.start();
	await pass( 1 );
	const known = store.getSnapshot();
	await store.refresh();
	const headers = server
		.callsOf( 'GET', '/status' )
		.map( ( call ) => call.headers );
	expect( headers[ 0 ] ).toEqual( {} );
	expect( headers[ 1 ]?.[ 'If-None-Match' ] ).toBeTruthy();
	expect( store.getSnapshot() ).toBe( known );
} );

test( 'the status is not marked as lost after a single failed request', async () => {
	store.start();
	await pass( 1 );
	vi.mocked( apiFetch ).mockImplementationOnce( () =>
		Promise.reject( { code: 'fetch_error', message: 'Offline.' } )
	);
	await store.refresh();
	expect( store.getSnapshot().lost ).toBeNull();
} );

test( 'the status is marked as lost with the server’s message when it answers 500', async () => {
	store.start();
	await pass( 1 );
	server.on( 'GET', '/status', () => {
		throw new Response(
			JSON.stringify( { code: 'x', message: 'No database.' } ),
			{ status: 500 }
		);
	} );
	await store.refresh();
	await store.refresh();
	expect( store.getSnapshot().lost ).toMatchObject( {
		message: 'No database.',
	} );
} );

test( 'the status is requested immediately when the browser is online again', async () => {
	const BUILDING = aStatus( anEnvironment( { status: 'building' } ) );
	store.start();
	await pass( 1 );
	server.on( 'GET', '/status', () => {
		throw { code: 'fetch_error', message: 'Offline.' };
	} );
	await pass( 60 );
	expect( store.getSnapshot().lost ).not.toBeNull();
	const before = requestCount();
	server.on( 'GET', '/status', () => Response.json( BUILDING ) );
	window.dispatchEvent( new Event( 'online' ) );
	await vi.advanceTimersByTimeAsync( 0 );
	expect( requestCount() ).toBe( before + 1 );
	expect( store.getSnapshot() ).toEqual( {
		status: BUILDING,
		lost: null,
	} );
} );

test( 'the status is not requested by a hidden page when the browser is online again', async () => {
	store.start();
	await pass( 1 );
	show( 'hidden' );
	window.dispatchEvent( new Event( 'online' ) );
	await pass( 1 );
	expect( requestCount() ).toBe( 1 );
} );

test.each( [
	[
		'no new nonce',
		() =>
			Response.json(
				{
					code: 'rest_cookie_invalid_nonce',
					message: 'Cookie check failed',
				},
				{ status: 403 }
			),
	],
	[
		'no permission without a session',
		() =>
			Response.json(
				{ code: 'rest_forbidden', message: 'Sorry.' },
				{ status: 401 }
			),
	],
] )(
	'the status is marked as lost at the first answer that means a logout: %s',
	async ( _, answer ) => {
		store.start();
		await pass( 1 );
		for ( const path of [ '/status', '/environments' ] ) {
			server.on( 'GET', path, () => {
				throw answer();
			} );
		}
		await store.refresh();
		expect( store.getSnapshot().lost?.loggedOut ).toBe( true );
	}
);

test( 'the status is requested once more after the nonce was renewed', async () => {
	let isStale = true;
	server.on( 'GET', '/status', () => {
		if ( isStale ) {
			isStale = false;
			throw new Response(
				JSON.stringify( {
					code: 'rest_cookie_invalid_nonce',
					message: '',
				} ),
				{ status: 403 }
			);
		}
		return new Response( JSON.stringify( PENDING ) );
	} );
	store.start();
	await pass( 1 );
	expect( store.getSnapshot().status ).toEqual( PENDING );
	expect( requestCount() ).toBe( 2 );
	expect( server.callsOf( 'GET', '/environments' ) ).toHaveLength( 1 );
} );

/** Counts the requests that send a due run immediately. */
function dispatchCount() {
	return server
		.callsOf( 'POST', '/dispatch' )
		.filter( ( { data } ) => data === undefined ).length;
}

test( 'a run that is due while the page is hidden is sent when its countdown ends', async () => {
	server.status = PENDING;
	server.on( 'POST', '/dispatch', ( { data } ) => {
		server.status = data === undefined ? RESTING : PENDING;
		return {};
	} );
	store.start();
	await pass( 1 );
	show( 'hidden' );
	await pass( 12 );
	expect( dispatchCount() ).toBe( 1 );
} );

test( 'a run that is due while the page is hidden is sent when it became known after the page was hidden', async () => {
	store.start();
	await pass( 1 );
	show( 'hidden' );
	server.status = PENDING;
	await pass( 61 );
	expect( dispatchCount() ).toBe( 1 );
} );

test( 'a run that is due while the page is hidden is sent after the connection was lost and restored', async () => {
	server.status = PENDING;
	store.start();
	await pass( 1 );
	show( 'hidden' );
	const offline = () => {
		throw { code: 'fetch_error', message: 'Offline.' };
	};
	let isOffline = true;
	server.on( 'POST', '/dispatch', () => isOffline && offline() );
	server.on( 'GET', '/status', () =>
		isOffline ? offline() : Response.json( PENDING )
	);
	await pass( 30 );
	const before = dispatchCount();
	isOffline = false;
	await pass( 60 );
	expect( dispatchCount() ).toBeGreaterThan( before );
} );

test( 'a run that is due while the page is hidden is requested immediately when the browser is online again', async () => {
	server.on( 'GET', '/status', () => {
		throw { code: 'fetch_error', message: 'Offline.' };
	} );
	store.start();
	await pass( 1 );
	show( 'hidden' );
	const before = requestCount();
	window.dispatchEvent( new Event( 'online' ) );
	await pass( 1 );
	expect( requestCount() ).toBe( before + 1 );
} );

test( 'a due run is sent by one request, although more answers arrive before it is sent', async () => {
	server.status = PENDING;
	store.start();
	let finish: () => void = () => {};
	server.on(
		'POST',
		'/dispatch',
		() => new Promise< void >( ( resolve ) => ( finish = resolve ) )
	);
	await pass( 14 );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
	server.status = RESTING;
	finish();
	await pass( 3 );
	expect( store.getSnapshot().status ).toEqual( RESTING );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
} );

test( 'a due run is shown as sent by the answer to that request', async () => {
	server.status = PENDING;
	store.start();
	server.on( 'POST', '/dispatch', () => RESTING );
	server.on( 'GET', '/status', () => new Promise( () => {} ) );
	await pass( 14 );
	expect( store.getSnapshot().status ).toEqual( RESTING );
} );

test( 'a due run is timed by the server’s clock, whatever the browser’s clock shows', async () => {
	vi.setSystemTime( NOW_MS - 3_600_000 );
	server.status = PENDING;
	server.on( 'POST', '/dispatch', () => {
		server.status = RESTING;
		return {};
	} );
	store.start();
	await pass( 6 );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 0 );
	await pass( 4 );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
} );

test( 'a due run is timed to fractions of a second if the server sends milliseconds', async () => {
	server.on(
		'GET',
		'/status',
		() =>
			new Response( JSON.stringify( RESTING ), {
				headers: {
					Date: new Date( NOW_MS ).toUTCString(),
					'X-Headless-Deploy-Time': String( NOW_MS + 3_900 ),
				},
			} )
	);
	await store.refresh();
	expect( Math.round( store.time.nowMs() - NOW_MS - 3_900 ) ).toBe( 1 );
} );

test( 'a due run is reported with keepalive when the user leaves the page', async () => {
	server.status = PENDING;
	store.start();
	await pass( 1 );
	window.dispatchEvent( new Event( 'pagehide' ) );
	show( 'hidden' );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toMatchObject( [
		{ data: { leaving: true }, keepalive: true },
	] );
} );

test( 'a due run is not sent while it is held', async () => {
	server.status = aStatus(
		anEnvironment( {
			status: 'held',
			pending: [ aPendingRun( { held: true } ) ],
		} )
	);
	store.start();
	await pass( 30 );
	window.dispatchEvent( new Event( 'pagehide' ) );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 0 );
} );
