import '../browser.ts';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { speak } from '@wordpress/a11y';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import { App } from '../overview/app.tsx';
import {
	aFailedRun,
	anEnvironment,
	aResponse,
	aRun,
	aStatus,
	NOW_MS,
	someBoot,
} from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

vi.mock( '@wordpress/api-fetch', () => ( { default: vi.fn() } ) );
vi.mock( '@wordpress/a11y', () => ( { speak: vi.fn() } ) );

let server: FakeServer;
let store: StatusStore;

function notices() {
	return select( noticesStore ).getNotices();
}

async function openAndPress( action: string | RegExp ) {
	const status = server.status;
	const boot = someBoot( { preload: { status, settings: null } } );
	store = new StatusStore( status, { movingMs: 2_000, idleMs: 5_000 } );
	store.start();
	render( <App boot={ boot } store={ store } /> );
	await act( async () => {
		await vi.advanceTimersByTimeAsync( 0 );
	} );
	expect( speak ).not.toHaveBeenCalled();
	const user = userEvent.setup( {
		advanceTimers: ( ms ) => vi.advanceTimersByTimeAsync( ms ),
	} );
	await user.click(
		screen.getAllByRole( 'button', { name: action } )[ 0 ] as HTMLElement
	);
	await act( async () => {
		await vi.advanceTimersByTimeAsync( 1_000 );
	} );
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	vi.mocked( speak ).mockClear();
	server = fakeServer( aStatus( anEnvironment() ) );
} );

afterEach( () => {
	store.stop();
	notices().forEach( ( { id } ) =>
		dispatch( noticesStore ).removeNotice( id )
	);
	vi.useRealTimers();
} );

test( 'a success is spoken once: by the state, not by the snackbar too', async () => {
	const last = aRun( { id: 42 } );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus( anEnvironment( { last } ) );
		return aResponse( last );
	} );
	await openAndPress( 'Rebuild' );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		'Production: Accepted by the host',
		'polite'
	);
	expect( notices() ).toMatchObject( [
		{ status: 'success', spokenMessage: null },
	] );
} );

test( 'a failure is spoken once, at once, with the reason', async () => {
	const last = aFailedRun( { id: 42 } );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus( anEnvironment( { state: 'failed', last } ) );
		return aResponse( last );
	} );
	await openAndPress( 'Rebuild' );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		`Production: Failed: the webhook URL was rejected. ${ last.message }`,
		'assertive'
	);
	expect( notices() ).toMatchObject( [
		{ status: 'error', spokenMessage: null },
	] );
} );

test( 'what changes no state is spoken by the snackbar', async () => {
	server.on( 'POST', '/runs', () => {
		throw refusal( 403, 'headless_deploy_forbidden', 'Ask somebody.' );
	} );
	await openAndPress( 'Rebuild' );
	expect( speak ).not.toHaveBeenCalled();
	expect( notices() ).toMatchObject( [ { spokenMessage: 'Ask somebody.' } ] );
} );

test( 'that a run is live is spoken, too', async () => {
	const last = aRun( { id: 42 } );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus( anEnvironment( { last } ) );
		return aResponse( last );
	} );
	await openAndPress( 'Rebuild' );
	vi.mocked( speak ).mockClear();
	server.status = aStatus(
		anEnvironment( {
			last: aRun( {
				id: 42,
				status: 'live',
				trackedAt: last.createdAt,
			} ),
		} )
	);
	await act( async () => {
		await vi.advanceTimersByTimeAsync( 10_000 );
	} );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		expect.stringMatching( /^Production: (?:Live|Up to date)/ ),
		'polite'
	);
} );

test( 'what happens on two environments at once is spoken together', async () => {
	const staging = anEnvironment( { id: 'staging', label: 'Staging' } );
	const last = aRun( { id: 42 } );
	server.status = aStatus( anEnvironment(), staging );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus( anEnvironment( { last } ), {
			...anEnvironment( {
				id: 'staging',
				label: 'Staging',
				last: aFailedRun( { id: 43 } ),
				state: 'failed',
			} ),
		} );
		return aResponse( last );
	} );
	await openAndPress( /^Rebuild.*Production|^Rebuild$/ );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		expect.stringMatching( /^Production: .+\. Staging: Failed/ ),
		'assertive'
	);
} );

test( 'that a build can no longer be seen is spoken, though it is still building', async () => {
	const last = aRun( { status: 'building' } );
	server = fakeServer(
		aStatus( anEnvironment( { state: 'building', last } ) )
	);
	server.on( 'POST', '/runs', () => {
		const errorCode = 'headless_deploy_build_unseen';
		const unseen = { ...last, errorCode, message: 'No answer.' };
		server.status = aStatus(
			anEnvironment( { state: 'building', last: unseen } )
		);
		return aResponse( null );
	} );
	await openAndPress( 'Rebuild' );
	expect( speak ).toHaveBeenCalledWith(
		'Production: Building. No answer.',
		'polite'
	);
} );
