import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StatusStore } from '../../src/live/status-store.ts';
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
import { button } from '../panel/queries.ts';
import { setupUser } from '../panel/panel-page.tsx';
import { fakeServer, type FakeServer } from '../panel/server.ts';

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

/** The JSON that PHP prints for a post that was saved ten seconds ago. */
function printedPost( over: Record< string, unknown > = {} ): string {
	return JSON.stringify( {
		source: 'content',
		status: 'publish',
		date: '2026-11-20T09:00:00',
		isDateAhead: false,
		mayPublish: true,
		permalink: 'http://wordpress.test/hello/',
		savedAt: at( -10 ),
		schedule: null,
		...over,
	} );
}

async function open( environment: EnvironmentStatus, post = printedPost() ) {
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
	return setupUser();
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

const PENDING = anEnvironment( {
	status: 'pending',
	pending: [ aPendingRun() ],
} );

test( 'the meta box of the classic editor counts down, and sends the run on request', async () => {
	const user = await open( PENDING );
	screen.getByText( /^Rebuild in \d s$/ );
	expect( steps()[ 0 ] ).toMatch( /^Send to Production · in \d s$/ );
	await pass( 2 );
	screen.getByText( /^Rebuild in [56] s$/ );
	server.on( 'POST', '/pending/build/now', () => {
		server.status = aStatus(
			anEnvironment( {
				status: 'building',
				lastRun: aRun( {
					id: 42,
					status: 'building',
					createdAt: at( 2 ),
				} ),
			} )
		);
		return aResponse( null, 'Sent.' );
	} );
	await user.click( button( 'Rebuild now' ) );
	await pass( 1 );
	screen.getByRole( 'heading', { name: /^Building/ } );
} );

test( 'the meta box of the classic editor cancels the run of named authors, and undoes it', async () => {
	const user = await open( PENDING );
	const cancel = button( 'Cancel' );
	expect( cancel.title ).toContain( 'Maria Lindqvist and Jonas Weber' );
	server.on( 'POST', '/pending/build/cancel', () => {
		server.status = aStatus(
			anEnvironment( {
				status: 'canceled',
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
	button( 'Undo' );
	button( 'Rebuild' );
} );

test( 'the meta box of the classic editor shows the steps of the run of the post, and links to its page', async () => {
	await open(
		anEnvironment( {
			lastRun: aRun( {
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

test( 'the meta box of the classic editor shows only the status if no run includes the post', async () => {
	await open(
		anEnvironment( {
			lastRun: aRun( { status: 'live', createdAt: at( -600 ) } ),
		} )
	);
	expect( steps() ).toEqual( [] );
	screen.getByText( 'The front end is rebuilt 10 s after you save.' );
} );

test( 'the meta box of the classic editor shows what publishing a draft deploys, and that a post type is not observed', async () => {
	await open(
		anEnvironment(),
		printedPost( { status: 'draft', savedAt: null } )
	);
	screen.getByText( 'Production is rebuilt 10 s after you publish.' );
} );

test( 'the meta box of the classic editor shows that a post type is not observed', async () => {
	await open( anEnvironment(), printedPost( { source: null } ) );
	screen.getByText(
		'Nothing is sent: changes to this content type are ignored.'
	);
	expect( steps() ).toEqual( [] );
} );
