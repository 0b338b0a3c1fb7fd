import './browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimAlarm } from '../../src/admin/live/claim-alarm.ts';
import {
	anEnvironment,
	aPendingRun,
	aStatus,
	NOW_MS,
	someBoot,
} from './fixtures.ts';
import { fakeServer, type FakeServer } from './server.ts';

vi.mock( '@wordpress/api-fetch', () => ( { default: vi.fn() } ) );

const PENDING = aStatus(
	anEnvironment( { state: 'pending', pending: [ aPendingRun() ] } )
);
let server: FakeServer;

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	vi.resetModules();
	server = fakeServer( PENDING );
	window.headlessDeploy = someBoot( {
		preload: { status: PENDING, settings: null },
	} );
} );

afterEach( () => {
	delete window.headlessDeployAlarm;
	delete window.headlessDeploy;
	vi.useRealTimers();
} );

async function load() {
	await import( '../../src/admin/alarm.ts' );
	window.dispatchEvent( new Event( 'load' ) );
	await vi.advanceTimersByTimeAsync( 0 );
}

test( 'asks once, sends what is due, and looks what became of it', async () => {
	await load();
	await vi.advanceTimersByTimeAsync( 5_000 );
	expect( server.callsOf( 'GET', '/status' ) ).toHaveLength( 1 );
	server.on( 'POST', '/dispatch', () => {
		server.status = aStatus( anEnvironment() );
		return {};
	} );
	server.seconds = 9;
	await vi.advanceTimersByTimeAsync( 60_000 );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
	expect( server.callsOf( 'GET', '/status' ) ).toHaveLength( 2 );
} );

test( 'leaves it to the panel or the editor where one is on the page', async () => {
	claimAlarm();
	await load();
	await vi.advanceTimersByTimeAsync( 60_000 );
	expect( server.calls ).toHaveLength( 0 );
} );

test( 'is claimed by one script of a page', () => {
	expect( [ claimAlarm(), claimAlarm() ] ).toEqual( [ true, false ] );
} );
