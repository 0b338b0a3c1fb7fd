import '../panel/browser.ts';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusStore } from '../../src/panel/live/status-store.ts';
import { ClassicBox } from '../../src/editor/classic-box.tsx';
import { readClassicPost } from '../../src/editor/classic-post.ts';
import type { EnvironmentStatus } from '../../src/shared/wire.ts';
import {
	aDecision,
	anEnvironment,
	aPendingRun,
	aResponse,
	aRun,
	aStatus,
	at,
	NOW_MS,
	someBoot,
	someUndeployed,
} from '../panel/fixtures.ts';
import { fakeServer, type FakeServer } from '../panel/server.ts';

vi.mock( '@wordpress/api-fetch', () => ( {
	default: Object.assign( vi.fn(), { use: vi.fn() } ),
} ) );
vi.mock(
	'../../src/editor/wp-editor.ts',
	() => import( './editor-double.ts' )
);

let server: FakeServer;
let store: StatusStore | null = null;

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	server = fakeServer( aStatus() );
} );

afterEach( () => {
	store?.stop();
	vi.useRealTimers();
} );

/**
 * What PHP printed of a post that was saved ten seconds ago.
 *
 * @param over What is other than usual.
 */
function printed( over: Record< string, unknown > = {} ): string {
	return JSON.stringify( {
		isWatched: true,
		status: 'publish',
		date: '2026-11-20T09:00:00',
		isDateAhead: false,
		mayPublish: true,
		permalink: 'http://wordpress.test/hello/',
		savedAt: at( -10 ),
		...over,
	} );
}

async function open( environment: EnvironmentStatus, post = printed() ) {
	const status = aStatus( environment );
	server.status = status;
	const boot = someBoot( { preload: { status, settings: null } } );
	store = new StatusStore( status, { movingMs: 2_000, idleMs: null } );
	store.start();
	render(
		<ClassicBox
			boot={ boot }
			store={ store }
			post={ readClassicPost( post ) }
		/>
	);
	await pass( 0 );
	return userEvent.setup( {
		advanceTimers: ( ms ) => vi.advanceTimersByTimeAsync( ms ),
	} );
}

async function pass( seconds: number ) {
	for ( let passed = 0; passed <= seconds; passed += 1 ) {
		server.seconds += passed === 0 ? 0 : 1;
		await act( async () => {
			await vi.advanceTimersByTimeAsync( passed === 0 ? 0 : 1_000 );
		} );
	}
}

function steps(): ( string | null )[] {
	return [
		...document.querySelectorAll( '.headless-deploy-steps > li' ),
	].map( ( { textContent } ) => textContent );
}

const WAITING = anEnvironment( {
	state: 'pending',
	pending: [ aPendingRun() ],
} );

describe( 'the box of the classic editor', () => {
	test( 'counts down, and sends now', async () => {
		const user = await open( WAITING );
		screen.getByText( /^Rebuild in \d s$/ );
		expect( steps()[ 0 ] ).toMatch( /^Send to Production · in \d s$/ );
		await pass( 2 );
		screen.getByText( /^Rebuild in [56] s$/ );
		server.on( 'POST', '/pending/build/now', () => {
			server.status = aStatus(
				anEnvironment( {
					state: 'building',
					last: aRun( {
						id: 42,
						status: 'building',
						createdAt: at( 2 ),
					} ),
				} )
			);
			return aResponse( null, 'Sent.' );
		} );
		await user.click(
			screen.getByRole( 'button', { name: 'Rebuild now' } )
		);
		await pass( 1 );
		screen.getByRole( 'heading', { name: /^Building/ } );
	} );

	test( 'cancels, says whose changes it stops, and undoes it', async () => {
		const user = await open( WAITING );
		const cancel = screen.getByRole( 'button', { name: 'Cancel' } );
		expect( cancel.title ).toContain( 'Maria Lindqvist and Jonas Weber' );
		server.on( 'POST', '/pending/build/cancel', () => {
			server.status = aStatus(
				anEnvironment( {
					state: 'canceled',
					undeployed: [ someUndeployed() ],
				} )
			);
			return aDecision( 'Canceled.' );
		} );
		await user.click( cancel );
		await pass( 1 );
		screen.getByRole( 'heading', {
			name: '2 changes are not on the site',
		} );
		screen.getByRole( 'button', { name: 'Undo' } );
		screen.getByRole( 'button', { name: 'Rebuild' } );
	} );

	test( 'shows the steps of the run that carries the post, and its page', async () => {
		await open(
			anEnvironment( {
				last: aRun( {
					status: 'live',
					trackedAt: at( -2 ),
					createdAt: at( -8 ),
				} ),
			} )
		);
		expect( steps().at( -1 ) ).toMatch( /^Live · / );
		expect(
			screen.getByRole( 'link', { name: 'View on the site' } )
		).toHaveProperty( 'href', 'https://www.acme.example/hello/' );
	} );

	test( 'shows the state alone where no run carries the post', async () => {
		await open(
			anEnvironment( {
				last: aRun( { status: 'live', createdAt: at( -600 ) } ),
			} )
		);
		expect( steps() ).toEqual( [] );
		screen.getByText( 'The front end is rebuilt 10 s after you save.' );
	} );

	test( 'says what publishing a draft means, and that an unwatched type is not sent', async () => {
		await open(
			anEnvironment(),
			printed( { status: 'draft', savedAt: null } )
		);
		screen.getByText( 'Production is rebuilt 10 s after you publish.' );
	} );

	test( 'says that a type that is not watched is not sent', async () => {
		await open( anEnvironment(), printed( { isWatched: false } ) );
		screen.getByText(
			'Nothing is sent: changes to this content type are ignored.'
		);
		expect( steps() ).toEqual( [] );
	} );
} );
