import '../panel/browser.ts';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusStore } from '../../src/panel/live/status-store.ts';
import { HeadlessDeployPlugin } from '../../src/editor/plugin.tsx';
import type { BootData } from '../../src/shared/boot.ts';
import type { EnvironmentStatus } from '../../src/shared/wire.ts';
import {
	aDecision,
	aFailedRun,
	anEnvironment,
	aPendingRun,
	aResponse,
	aRun,
	aStatus,
	at,
	NOW_MS,
	someBoot,
	someUndeployed,
	type EnvironmentFacts,
} from '../panel/fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../panel/server.ts';
import { type EditorState, NEW_POST, editorStore } from './editor-double.ts';

vi.mock( '@wordpress/api-fetch', () => ( {
	default: Object.assign( vi.fn(), { use: vi.fn() } ),
} ) );
vi.mock(
	'../../src/editor/wp-editor.ts',
	() => import( './editor-double.ts' )
);

const WAITING = ( over: EnvironmentFacts = {} ) =>
	anEnvironment( { state: 'pending', pending: [ aPendingRun() ], ...over } );

let server: FakeServer;
let store: StatusStore;

function notices() {
	return select( noticesStore ).getNotices();
}

async function setEditor( state: Partial< EditorState > ) {
	await act( async () => {
		void dispatch( editorStore ).set( state );
		await vi.advanceTimersByTimeAsync( 0 );
	} );
}

async function pass( seconds: number ) {
	for ( let passed = 0; passed < seconds; passed += 1 ) {
		server.seconds += 1;
		await act( async () => {
			await vi.advanceTimersByTimeAsync( 1_000 );
		} );
	}
}

async function open(
	over: Partial< BootData > = {},
	...others: EnvironmentStatus[]
) {
	const status = aStatus( anEnvironment(), ...others );
	server.status = status;
	store = new StatusStore( status, { movingMs: 2_000, idleMs: null } );
	store.start();
	const boot = someBoot( { preload: { status, settings: null }, ...over } );
	render( <HeadlessDeployPlugin boot={ boot } store={ store } /> );
	await pass( 1 );
	return userEvent.setup( {
		advanceTimers: ( ms ) => vi.advanceTimersByTimeAsync( ms ),
	} );
}

/** Publishes the post; the server then knows of it. */
async function publish(
	after: EnvironmentStatus,
	...others: EnvironmentStatus[]
) {
	await setEditor( { isSaving: true, editedStatus: 'publish' } );
	server.status = aStatus( after, ...others );
	await setEditor( { isSaving: false, succeeded: true, status: 'publish' } );
}

function steps() {
	return screen
		.getAllByRole( 'listitem' )
		.map( ( item ) =>
			( item.textContent ?? '' ).replace( /\d+ s/, 'N s' )
		);
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	server = fakeServer( aStatus() );
	void dispatch( editorStore ).set( NEW_POST );
} );

afterEach( () => {
	store.stop();
	notices().forEach(
		( { id } ) => void dispatch( noticesStore ).removeNotice( id )
	);
	vi.useRealTimers();
} );

describe( 'after publishing', () => {
	test( 'counts down at once, and says that the front end does not have it yet', async () => {
		await open();
		await publish( WAITING() );
		expect( screen.getByRole( 'timer' ).textContent ).toMatch(
			/Rebuild in [5-8] s/
		);
		expect( steps() ).toEqual( [
			'Send to Production · in N s',
			'Accepted by the host',
			'Live',
		] );
		screen.getByText(
			/Published in WordPress, not yet on www\.acme\.example/
		);
	} );

	test( 'goes from sending to accepted, with the way to the page', async () => {
		await open();
		await publish( WAITING() );
		server.on( 'POST', '/dispatch', () => {
			server.status = aStatus(
				anEnvironment( {
					state: 'sending',
					sending: [ aRun( { id: 42, status: 'sending' } ) ],
				} )
			);
			return {};
		} );
		await pass( 9 );
		screen.getByRole( 'heading', { name: 'Sending' } );
		server.status = aStatus(
			anEnvironment( { last: aRun( { id: 42 } ) } )
		);
		await pass( 3 );
		screen.getByRole( 'heading', { name: 'Accepted by the host' } );
		expect( steps() ).toEqual( [
			'Sent to Production · 13:58',
			'Accepted by the host',
			'Live · not confirmed',
		] );
		const link = screen.getByRole( 'link', { name: 'View on the site' } );
		expect( link.getAttribute( 'href' ) ).toBe(
			'https://www.acme.example/summer-collection/'
		);
	} );

	test( 'does not take an earlier run for this one', async () => {
		await open();
		await publish( anEnvironment() );
		expect(
			screen.queryByRole( 'link', { name: 'View on the site' } )
		).toBeNull();
		expect( screen.queryAllByRole( 'listitem' ) ).toEqual( [] );
	} );

	test( 'shows why it failed, with Try again, and a notice in the editor', async () => {
		const user = await open();
		await publish( WAITING() );
		server.status = aStatus(
			anEnvironment( {
				state: 'failed',
				last: aFailedRun( { id: 42 } ),
			} )
		);
		await pass( 3 );
		screen.getByRole( 'heading', {
			name: 'Failed: the webhook URL was rejected',
		} );
		screen.getByText( aFailedRun().message );
		expect( steps() ).toEqual( [
			'Send to Production · failed',
			'Rejected by the host',
			'Live',
		] );
		expect( notices() ).toMatchObject( [
			{
				status: 'error',
				content: expect.stringContaining(
					'Failed: the webhook URL was rejected'
				),
			},
		] );
		server.on( 'POST', '/runs/42/retry', () => {
			server.status = aStatus(
				anEnvironment( { last: aRun( { id: 43 } ) } )
			);
			return aResponse( aRun( { id: 43 } ) );
		} );
		await user.click( screen.getByRole( 'button', { name: 'Try again' } ) );
		await pass( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'tells why it is tried again, and offers to try at once', async () => {
		const user = await open();
		await publish( WAITING() );
		const message = 'The host answered with an error.';
		server.status = aStatus(
			anEnvironment( {
				state: 'retrying',
				pending: [
					aPendingRun( {
						attempt: 1,
						nextAttemptAt: at( 30 ),
						errorCode: 'headless_deploy_service_error',
						message,
					} ),
				],
			} )
		);
		await pass( 3 );
		screen.getByText( message );
		expect( notices() ).toMatchObject( [
			{
				status: 'warning',
				content: `Production · Retrying. ${ message }`,
				actions: [ { label: 'Try again' } ],
			},
		] );
		server.on( 'POST', '/pending/build/now', () => {
			server.status = aStatus(
				anEnvironment( { last: aRun( { id: 43 } ) } )
			);
			return aResponse( aRun( { id: 43 } ) );
		} );
		await user.click(
			screen.getByRole( 'button', { name: 'Rebuild now' } )
		);
		await pass( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	const REFUSED = ( over: Partial< EnvironmentStatus > = {} ) =>
		anEnvironment( {
			state: 'retrying',
			pending: [
				aPendingRun( {
					attempt: 1,
					nextAttemptAt: at( 300 ),
					errorCode: 'headless_deploy_token_refused',
					message: 'Paste a new URL.',
				} ),
			],
			...over,
		} );

	test( 'leads an administrator at the first refusal to the field for a new token', async () => {
		await open();
		await publish( WAITING() );
		server.status = aStatus( REFUSED() );
		await pass( 3 );
		screen.getByRole( 'heading', { name: 'Retrying in 5 min' } );
		screen.getByText( 'Paste a new URL.' );
		const link = screen.getByRole( 'link', {
			name: 'Replace the webhook URL',
		} );
		expect( link.getAttribute( 'href' ) ).toContain(
			'tab=connections&replace=production'
		);
		expect( notices() ).toMatchObject( [
			{
				actions: [
					{
						label: 'Replace the webhook URL',
						url: expect.stringContaining( 'replace=production' ),
					},
					{ label: 'Try again' },
				],
			},
		] );
	} );

	test( 'tells others at the first refusal what the server words for them', async () => {
		const { can } = someBoot();
		await open( { can: { ...can, manage: false } } );
		await publish( WAITING() );
		server.status = aStatus( REFUSED() );
		await pass( 3 );
		screen.getByText( 'Paste a new URL.' );
		expect(
			screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
		).toBeNull();
		expect( notices() ).toMatchObject( [
			{
				content: expect.stringContaining( 'Paste a new URL.' ),
				actions: [ { label: 'Try again' } ],
			},
		] );
	} );

	test( 'says at the second refusal that it is paused, and takes it back when it goes', async () => {
		await open();
		await publish( WAITING() );
		server.status = aStatus( REFUSED() );
		await pass( 3 );
		server.status = aStatus(
			REFUSED( {
				state: 'paused',
				paused: {
					reason: 'token',
					since: at( 300 ),
					nextTryAt: at( 3900 ),
				},
			} )
		);
		await pass( 16 );
		screen.getByText( 'Paste a new URL.' );
		screen.getByText( /Next automatic attempt at/ );
		expect( notices() ).toMatchObject( [
			{
				content: expect.stringContaining(
					'Paused: the webhook URL was rejected.'
				),
			},
		] );
		server.status = aStatus( anEnvironment() );
		await pass( 16 );
		expect( notices() ).toEqual( [] );
	} );

	async function update( changed: boolean | null ) {
		await setEditor( { status: 'publish', editedStatus: 'publish' } );
		await setEditor( { isSaving: true } );
		await setEditor( { isSaving: false, succeeded: true, changed } );
		await pass( 1 );
	}

	test( 'does not say that nothing is sent while an earlier change is', async () => {
		await open();
		server.status = aStatus( WAITING() );
		await update( false );
		expect( notices() ).toEqual( [] );
	} );

	test( 'says that nothing changed where changes are held', async () => {
		await open();
		server.status = aStatus(
			anEnvironment( {
				state: 'held',
				pending: [ aPendingRun( { held: true, dueAt: null } ) ],
			} )
		);
		await update( false );
		expect( notices() ).toHaveLength( 1 );
	} );

	test( 'offers no Rebuild anyway to those who may not press', async () => {
		await open();
		server.status = aStatus( anEnvironment( { can: [] } ) );
		await update( false );
		expect( notices() ).toMatchObject( [ { actions: [] } ] );
	} );

	test( 'says that nothing changed, and rebuilds anyway if that is wanted', async () => {
		await open();
		await update( false );
		const [ notice ] = notices();
		expect( notice ).toMatchObject( {
			status: 'info',
			content: 'Nothing changed, so nothing was sent.',
		} );
		const [ action ] = notice?.actions ?? [];
		expect( action?.label ).toBe( 'Rebuild anyway' );
		server.on( 'POST', '/runs', () => aResponse( aRun( { id: 43 } ) ) );
		await act( async () => {
			( action as unknown as { onClick: () => void } ).onClick();
			await vi.advanceTimersByTimeAsync( 0 );
		} );
		expect( server.callsOf( 'POST', '/runs' ) ).toMatchObject( [
			{ data: { action: 'rebuild' } },
		] );
	} );

	test.each( [ true, null ] )(
		'says nothing of a save of which the answer says %s',
		async ( changed ) => {
			await open();
			await update( changed );
			expect( notices() ).toEqual( [] );
		}
	);

	test( 'does not call sent what never reached the host', async () => {
		await open();
		await publish( WAITING() );
		server.status = aStatus(
			anEnvironment( {
				state: 'failed',
				last: aFailedRun( { id: 42, httpStatus: 0 } ),
			} )
		);
		await pass( 3 );
		expect( steps() ).toEqual( [
			'Send to Production · failed',
			'Accepted by the host',
			'Live',
		] );
	} );

	async function failByItself( over: EnvironmentFacts = {} ) {
		const user = await open();
		await publish( WAITING() );
		server.status = aStatus(
			anEnvironment( {
				state: 'failed',
				last: aFailedRun( { id: 42 } ),
				...over,
			} )
		);
		await pass( 3 );
		return user;
	}

	/** What the editor does when the action of our only error notice is pressed. */
	async function pressInNotice() {
		const [ notice ] = notices().filter(
			( { status } ) => status === 'error'
		);
		const action = notice?.actions.find(
			( { label } ) => label === 'Try again'
		);
		await act( async () => {
			( action as unknown as { onClick: () => void } ).onClick();
			await vi.advanceTimersByTimeAsync( 0 );
		} );
	}

	test( 'offers Try again in the notice, and shows at once that it is sent', async () => {
		await failByItself();
		let answer: () => void = () => {};
		server.on(
			'POST',
			'/runs/42/retry',
			() =>
				new Promise( ( resolve ) => {
					answer = () => resolve( aResponse( aRun( { id: 43 } ) ) );
				} )
		);
		await pressInNotice();
		expect( notices() ).toMatchObject( [
			{ status: 'error' },
			{ status: 'info', content: 'Production: Sending' },
		] );
		server.status = aStatus(
			anEnvironment( { last: aRun( { id: 43 } ) } )
		);
		answer();
		await pass( 1 );
		expect( server.callsOf( 'POST', '/retry' ) ).toHaveLength( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'tells in the notice that trying again failed too', async () => {
		await failByItself();
		const again = aFailedRun( {
			id: 43,
			cause: 'manual',
			errorCode: 'headless_deploy_timeout',
			headline: { text: 'Failed: the host did not respond in time' },
		} );
		server.on( 'POST', '/runs/42/retry', () => {
			server.status = aStatus(
				anEnvironment( { state: 'failed', last: again } )
			);
			return aResponse( again );
		} );
		await pressInNotice();
		await pass( 1 );
		expect( notices() ).toContainEqual(
			expect.objectContaining( {
				id: 'headless-deploy-production',
				content: expect.stringContaining(
					'Failed: the host did not respond in time'
				),
			} )
		);
	} );

	test( 'offers no Try again in the notice to those who may not press', async () => {
		await failByItself( { can: [] } );
		expect( notices() ).toMatchObject( [
			{
				status: 'error',
				actions: [ { label: 'Replace the webhook URL' } ],
			},
		] );
	} );

	test( 'says Sending as soon as something is pressed, and keeps the button', async () => {
		const user = await open();
		await publish( WAITING() );
		server.on(
			'POST',
			'/pending/build/now',
			() => new Promise( () => {} )
		);
		const button = screen.getByRole( 'button', { name: 'Rebuild now' } );
		await user.click( button );
		screen.getByRole( 'heading', { name: 'Sending' } );
		expect( steps()[ 0 ] ).toBe( 'Send to Production' );
		expect( button.ownerDocument.activeElement ).toBe( button );
	} );

	test( 'says that one was logged out', async () => {
		await open();
		await publish( WAITING() );
		server.on( 'GET', '/status', () => {
			throw refusal( 401, 'rest_not_logged_in', 'No.' );
		} );
		await pass( 3 );
		screen.getByText( /You were logged out\. Log in again/ );
		screen.getByRole( 'link', { name: /^Log in/ } );
	} );

	test( 'does not blame this publish for a failure of before', async () => {
		await open(
			{},
			anEnvironment( {
				id: 'staging',
				label: 'Staging',
				state: 'failed',
				last: aFailedRun(),
			} )
		);
		expect( notices() ).toEqual( [] );
	} );

	test( 'sends now once, and cancels, for those who may', async () => {
		const user = await open();
		await publish( WAITING() );
		server.on(
			'POST',
			'/pending/build/now',
			() => new Promise( () => {} )
		);
		await user.dblClick(
			screen.getByRole( 'button', { name: 'Rebuild now' } )
		);
		expect( server.callsOf( 'POST', '/pending/build/now' ) ).toHaveLength(
			1
		);
	} );

	test( 'cancels', async () => {
		const user = await open();
		await publish( WAITING() );
		server.on( 'POST', '/pending/build/cancel', () => {
			server.status = aStatus(
				anEnvironment( {
					state: 'canceled',
					undeployed: [ someUndeployed( { changes: 1 } ) ],
				} )
			);
			return aDecision( 'Canceled.' );
		} );
		await user.click( screen.getByRole( 'button', { name: 'Cancel' } ) );
		await pass( 1 );
		screen.getByRole( 'heading', { name: /not on the site/ } );
		screen.getByRole( 'button', { name: 'Rebuild' } );
		server.on( 'POST', '/pending/build/undo', () => {
			server.status = aStatus( WAITING() );
			return aDecision( 'They are pending again.' );
		} );
		await user.click( screen.getByRole( 'button', { name: 'Undo' } ) );
		await pass( 1 );
		screen.getByRole( 'button', { name: 'Rebuild now' } );
	} );

	test( 'shows a refused cancel, and no success', async () => {
		const user = await open();
		await publish( WAITING() );
		server.on( 'POST', '/pending/build/cancel', () => {
			throw refusal(
				409,
				'headless_deploy_in_flight',
				'It is being sent already.'
			);
		} );
		await user.click( screen.getByRole( 'button', { name: 'Cancel' } ) );
		expect( notices() ).toMatchObject( [
			{ status: 'error', content: 'It is being sent already.' },
		] );
	} );

	test( 'shows an author the countdown without buttons', async () => {
		await open();
		await publish( WAITING( { can: [] } ) );
		screen.getByRole( 'timer' );
		expect( screen.queryAllByRole( 'button' ) ).toEqual( [] );
	} );

	test( 'names other environments in one line each', async () => {
		const staging = anEnvironment( { id: 'staging', label: 'Staging' } );
		await open( {}, staging );
		await publish( WAITING(), staging );
		screen.getByText( 'Staging: Accepted by the host' );
	} );

	test( 'says that a type which is not watched sends nothing', async () => {
		await open( { postTypes: [ 'page' ] } );
		screen.getByText(
			'Nothing is sent: changes to this content type are ignored.'
		);
	} );

	test( 'shows nothing where no front end is connected', async () => {
		server.status = aStatus();
		store = new StatusStore( aStatus(), { movingMs: null, idleMs: null } );
		render( <HeadlessDeployPlugin boot={ someBoot() } store={ store } /> );
		expect( screen.queryByRole( 'region' ) ).toBeNull();
	} );
} );

describe( 'a save', () => {
	const asked = () => server.callsOf( 'GET', '/status' ).length;
	const left = () => {
		window.dispatchEvent( new Event( 'pagehide' ) );
		return server.callsOf( 'POST', '/dispatch' ).length;
	};

	test( 'of a public post asks for the state as soon as it is over', async () => {
		await open();
		const before = asked();
		await publish( anEnvironment() );
		expect( asked() ).toBe( before + 1 );
	} );

	test.each( [
		[ 'of a draft', { isSaving: true }, {} ],
		[
			'by itself',
			{ isSaving: true, isAutosaving: true, status: 'publish' },
			{ status: 'publish' },
		],
		[
			'of a type that is not watched',
			{ isSaving: true, postType: 'acf-field-group', status: 'publish' },
			{},
		],
	] as const )( '%s asks for nothing', async ( _, during, after ) => {
		await open();
		const before = asked();
		await setEditor( during );
		await setEditor( {
			isSaving: false,
			isAutosaving: false,
			succeeded: true,
			...after,
		} );
		expect( asked() ).toBe( before );
		expect( left() ).toBe( 0 );
	} );

	test( 'that is under way is told to the server when the tab is closed, once', async () => {
		await open();
		await setEditor( { isSaving: true, editedStatus: 'publish' } );
		expect( left() ).toBe( 1 );
		expect( left() ).toBe( 1 );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toMatchObject( [
			{ data: { leaving: true }, keepalive: true },
		] );
	} );

	test( 'that failed tells nothing', async () => {
		await open();
		await setEditor( { isSaving: true, editedStatus: 'publish' } );
		await setEditor( { isSaving: false, succeeded: false } );
		expect( left() ).toBe( 0 );
	} );

	test( 'whose run was sent already tells nothing', async () => {
		await open();
		await publish( anEnvironment( { last: aRun( { id: 42 } ) } ) );
		expect( left() ).toBe( 0 );
	} );
} );
