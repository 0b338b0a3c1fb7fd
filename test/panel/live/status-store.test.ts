import '../browser.ts';
import apiFetch from '@wordpress/api-fetch';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import {
	anEnvironment,
	aPendingRun,
	aStatus,
	at,
	NOW_MS,
} from '../fixtures.ts';
import { fakeServer, type FakeServer } from '../server.ts';

vi.mock( '@wordpress/api-fetch', () => ( { default: vi.fn() } ) );

const PENDING = aStatus(
	anEnvironment( { state: 'pending', pending: [ aPendingRun() ] } )
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

function asked() {
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

describe( 'the state', () => {
	const HELD = aStatus( anEnvironment( { state: 'held', hold: true } ) );

	test( 'is asked for once a minute while something is held, where else nobody asks: somebody may let it go', async () => {
		server.status = HELD;
		store = new StatusStore( HELD, { ...PACE, idleMs: null } );
		store.start();
		await pass( 59 );
		expect( asked() ).toBe( 1 );
		server.status = PENDING;
		await pass( 2 );
		expect( store.getSnapshot().status ).toEqual( PENDING );
	} );

	const RETRYING = ( seconds: number ) =>
		aStatus(
			anEnvironment( {
				state: 'retrying',
				pending: [ aPendingRun( { nextAttemptAt: at( seconds ) } ) ],
			} )
		);

	test.each( [
		[ 'not every 2 s while a run waits for an hour', PACE, 3600, 2 ],
		[
			'every 15 s then, where else nobody asks',
			{ ...PACE, idleMs: null },
			3600,
			2,
		],
		[ 'every 2 s when its time has come', PACE, 40, 15 ],
		[
			'never by itself on other pages',
			{ movingMs: null, idleMs: null },
			3600,
			0,
		],
	] )( 'is asked for %s', async ( _, pace, seconds, times ) => {
		server.status = RETRYING( seconds );
		store = new StatusStore( server.status, pace );
		store.start();
		await pass( 0 );
		const before = asked();
		await pass( 30 );
		expect( asked() - before ).toBe( times );
	} );

	test( 'is asked for every 2 s while something moves, every 15 s else', async () => {
		store.start();
		await pass( 30 );
		expect( asked() ).toBe( 3 );
		server.status = aStatus( anEnvironment( { state: 'building' } ) );
		await store.refresh();
		const before = asked();
		await pass( 10 );
		expect( asked() - before ).toBe( 5 );
	} );

	test.each( [
		[ 'nothing happens', RESTING ],
		[
			'a build goes on',
			aStatus( anEnvironment( { state: 'building' } ) ),
		],
	] )(
		'is asked for once a minute while the page is hidden and %s, and at once when it is seen again',
		async ( _, status ) => {
			server.status = status;
			store.start();
			await pass( 1 );
			show( 'hidden' );
			await pass( 59 );
			expect( asked() ).toBe( 1 );
			await pass( 121 );
			expect( asked() ).toBe( 4 );
			show( 'visible' );
			await pass( 1 );
			expect( asked() ).toBe( 5 );
		}
	);

	test( 'is never asked for by a hidden page that does not ask by itself', async () => {
		store = new StatusStore( RESTING, { movingMs: 2_000, idleMs: null } );
		store.start();
		await pass( 1 );
		show( 'hidden' );
		await pass( 600 );
		expect( asked() ).toBe( 1 );
	} );

	test( 'costs no body when nothing changed, and stays the same object', async () => {
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

	test( 'is not called lost after a single hiccup', async () => {
		store.start();
		await pass( 1 );
		vi.mocked( apiFetch ).mockImplementationOnce( () =>
			Promise.reject( { code: 'fetch_error', message: 'Offline.' } )
		);
		await store.refresh();
		expect( store.getSnapshot().lost ).toBeNull();
	} );

	test( 'is called lost with the server’s own words when it answers 500', async () => {
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

	test( 'is asked for at once when the machine is back on the network', async () => {
		const BUILDING = aStatus( anEnvironment( { state: 'building' } ) );
		store.start();
		await pass( 1 );
		server.on( 'GET', '/status', () => {
			throw { code: 'fetch_error', message: 'Offline.' };
		} );
		await pass( 60 );
		expect( store.getSnapshot().lost ).not.toBeNull();
		const before = asked();
		server.on( 'GET', '/status', () => Response.json( BUILDING ) );
		window.dispatchEvent( new Event( 'online' ) );
		await vi.advanceTimersByTimeAsync( 0 );
		expect( asked() ).toBe( before + 1 );
		expect( store.getSnapshot() ).toEqual( {
			status: BUILDING,
			lost: null,
		} );
	} );

	test( 'is not asked for by a page that nobody sees, though the network is back', async () => {
		store.start();
		await pass( 1 );
		show( 'hidden' );
		window.dispatchEvent( new Event( 'online' ) );
		await pass( 1 );
		expect( asked() ).toBe( 1 );
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
			'no right without a login',
			() =>
				Response.json(
					{ code: 'rest_forbidden', message: 'Sorry.' },
					{ status: 401 }
				),
		],
	] )(
		'is called lost at the first answer that tells of a logout: %s',
		async ( _, answer ) => {
			store.start();
			await pass( 1 );
			server.on( 'GET', '/status', () => {
				throw answer();
			} );
			await store.refresh();
			expect( store.getSnapshot().lost?.loggedOut ).toBe( true );
		}
	);

	test( 'is asked for once more after the nonce was renewed', async () => {
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
		// The first try, apiFetch's own renewal, and the second try.
		expect( asked() ).toBe( 3 );
	} );
} );

describe( 'what is due while the page is hidden', () => {
	/** What a person who came back would find to be sent by this page alone. */
	function sent() {
		return server
			.callsOf( 'POST', '/dispatch' )
			.filter( ( { data } ) => data === undefined ).length;
	}

	test( 'is sent when its countdown ends', async () => {
		server.status = PENDING;
		server.on( 'POST', '/dispatch', ( { data } ) => {
			server.status = data === undefined ? RESTING : PENDING;
			return {};
		} );
		store.start();
		await pass( 1 );
		show( 'hidden' );
		await pass( 12 );
		expect( sent() ).toBe( 1 );
	} );

	test( 'is sent when it was noted after the page was hidden', async () => {
		store.start();
		await pass( 1 );
		show( 'hidden' );
		server.status = PENDING;
		await pass( 61 );
		expect( sent() ).toBe( 1 );
	} );

	test( 'is sent after the connection was lost and came back', async () => {
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
		const before = sent();
		isOffline = false;
		await pass( 60 );
		expect( sent() ).toBeGreaterThan( before );
	} );

	test( 'is asked for at once when the network is back', async () => {
		server.on( 'GET', '/status', () => {
			throw { code: 'fetch_error', message: 'Offline.' };
		} );
		store.start();
		await pass( 1 );
		show( 'hidden' );
		const before = asked();
		window.dispatchEvent( new Event( 'online' ) );
		await pass( 1 );
		expect( asked() ).toBe( before + 1 );
	} );
} );

describe( 'what is due', () => {
	test( 'is sent by one request, though many answers come before it is gone', async () => {
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

	test( 'is counted by the server’s clock, whatever this machine’s says', async () => {
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

	test( 'is counted to fractions of a second where the server tells them', async () => {
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

	test( 'is told to the server with keepalive when the page is left', async () => {
		server.status = PENDING;
		store.start();
		await pass( 1 );
		window.dispatchEvent( new Event( 'pagehide' ) );
		show( 'hidden' );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toMatchObject( [
			{ data: { leaving: true }, keepalive: true },
		] );
	} );

	test( 'is not sent while it is held', async () => {
		server.status = aStatus(
			anEnvironment( {
				state: 'held',
				pending: [ aPendingRun( { held: true } ) ],
			} )
		);
		store.start();
		await pass( 30 );
		window.dispatchEvent( new Event( 'pagehide' ) );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 0 );
	} );
} );
