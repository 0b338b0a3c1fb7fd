import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BootData } from '../../src/shared/boot.ts';
import type { EnvironmentStatus } from '../../src/shared/wire.ts';
import {
	aPlan,
	aDecision,
	aFailedRun,
	anEnvironment,
	aPendingRun,
	aResponse,
	aRun,
	aStatus,
	at,
	someBoot,
	someUndeployed,
	type EnvironmentFacts,
} from '../panel/fixtures.ts';
import { advance, notices, setupUser } from '../panel/panel-page.tsx';
import { button, focused } from '../panel/queries.ts';
import { type FakeServer, refusal } from '../panel/server.ts';
import { EditorPage, START } from './editor-page.tsx';

const PENDING = ( over: EnvironmentFacts = {} ) =>
	anEnvironment( { status: 'pending', pending: [ aPendingRun() ], ...over } );

let editor: EditorPage;
let server: FakeServer;

async function open(
	boot: Partial< BootData > = {},
	...others: EnvironmentStatus[]
) {
	const environments = [ anEnvironment(), ...others ];
	await editor.open( { panel: 'post', environments, boot } );
	return setupUser();
}

/** Publishes the post; after that the server knows `environments`. */
function publish( ...environments: EnvironmentStatus[] ) {
	return editor.save( 'publish', ...environments );
}

/** Clicks an action of a notice. */
async function clickAction( action: unknown ) {
	( action as { onClick: () => void } ).onClick();
	await advance();
}

function steps() {
	return screen
		.getAllByRole( 'listitem' )
		.map( ( item ) =>
			( item.textContent ?? '' ).replace( /\d+ s/, 'N s' )
		);
}

beforeEach( () => {
	vi.useFakeTimers( START );
	editor = new EditorPage();
	( { server } = editor );
} );

afterEach( () => {
	editor.close();
	vi.useRealTimers();
} );

describe( 'after publishing', () => {
	test( 'counts down immediately after publishing, and says that the front end does not have the post yet', async () => {
		await open();
		await publish( PENDING() );
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

	test( 'a published post goes from sending to accepted, with a link to the page', async () => {
		await open();
		await publish( PENDING() );
		server.on( 'POST', '/dispatch', () => {
			server.status = aStatus(
				anEnvironment( {
					status: 'sending',
					sending: [ aRun( { id: 42, status: 'sending' } ) ],
				} )
			);
			return {};
		} );
		await editor.pass( 9 );
		screen.getByRole( 'heading', { name: 'Sending' } );
		server.status = aStatus(
			anEnvironment( { lastRun: aRun( { id: 42 } ) } )
		);
		await editor.pass( 3 );
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

	test( 'does not confuse an earlier run with the one of the published post', async () => {
		await open();
		await publish( anEnvironment() );
		expect(
			screen.queryByRole( 'link', { name: 'View on the site' } )
		).toBeNull();
		expect( screen.queryAllByRole( 'listitem' ) ).toEqual( [] );
	} );

	test( 'shows why it failed, with Try again and a notice', async () => {
		const user = await open();
		await publish( PENDING() );
		server.status = aStatus(
			anEnvironment( {
				status: 'failed',
				lastRun: aFailedRun( { id: 42 } ),
			} )
		);
		await editor.pass( 3 );
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
				anEnvironment( { lastRun: aRun( { id: 43 } ) } )
			);
			return aResponse( aRun( { id: 43 } ) );
		} );
		await user.click( button( 'Retry' ) );
		await editor.pass( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'shows why it is retried, and offers to retry immediately', async () => {
		const user = await open();
		await publish( PENDING() );
		const message = 'The host answered with an error.';
		server.status = aStatus(
			anEnvironment( {
				status: 'retrying',
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
		await editor.pass( 3 );
		screen.getByText( message );
		expect( notices() ).toMatchObject( [
			{
				status: 'warning',
				content: `Production · Retrying. ${ message }`,
				actions: [ { label: 'Retry' } ],
			},
		] );
		server.on( 'POST', '/pending/build/now', () => {
			server.status = aStatus(
				anEnvironment( { lastRun: aRun( { id: 43 } ) } )
			);
			return aResponse( aRun( { id: 43 } ) );
		} );
		await user.click( button( 'Rebuild now' ) );
		await editor.pass( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	const REFUSED = ( over: Partial< EnvironmentStatus > = {} ) =>
		anEnvironment( {
			status: 'retrying',
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

	test( 'links an administrator at the first rejection to the field for a new URL', async () => {
		await open();
		await publish( PENDING() );
		server.status = aStatus( REFUSED() );
		await editor.pass( 3 );
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
					{ label: 'Retry' },
				],
			},
		] );
	} );

	test( 'shows other users at the first rejection the server’s message', async () => {
		const { can } = someBoot();
		await open( { can: { ...can, manage: false } } );
		await publish( PENDING() );
		server.status = aStatus( REFUSED() );
		await editor.pass( 3 );
		screen.getByText( 'Paste a new URL.' );
		expect(
			screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
		).toBeNull();
		expect( notices() ).toMatchObject( [
			{
				content: expect.stringContaining( 'Paste a new URL.' ),
				actions: [ { label: 'Retry' } ],
			},
		] );
	} );

	test( 'shows at the second rejection that it is paused, until it is sent', async () => {
		await open();
		await publish( PENDING() );
		server.status = aStatus( REFUSED() );
		await editor.pass( 3 );
		server.status = aStatus(
			REFUSED( {
				status: 'paused',
				paused: {
					reason: 'token',
					since: at( 300 ),
					nextAttemptAt: at( 3900 ),
				},
			} )
		);
		await editor.pass( 16 );
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
		await editor.pass( 16 );
		expect( notices() ).toEqual( [] );
	} );

	async function update( changed: boolean | null ) {
		await editor.set( { status: 'publish', editedStatus: 'publish' } );
		await editor.set( { isSaving: true } );
		await editor.set( { isSaving: false, succeeded: true, changed } );
		await editor.pass( 1 );
	}

	test( 'does not say that nothing is sent while an earlier change is pending', async () => {
		await open();
		server.status = aStatus( PENDING() );
		await update( false );
		expect( notices() ).toEqual( [] );
	} );

	test( 'says that nothing changed while changes are held', async () => {
		await open();
		server.status = aStatus(
			anEnvironment( {
				status: 'held',
				pending: [ aPendingRun( { held: true, dueAt: null } ) ],
			} )
		);
		await update( false );
		expect( notices() ).toHaveLength( 1 );
	} );

	test( 'offers no Rebuild anyway to users who may not rebuild', async () => {
		await open();
		server.status = aStatus( anEnvironment( { can: [] } ) );
		await update( false );
		expect( notices() ).toMatchObject( [ { actions: [] } ] );
	} );

	test( 'says that nothing changed, and rebuilds anyway on request', async () => {
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
		await clickAction( action );
		expect( server.callsOf( 'POST', '/runs' ) ).toMatchObject( [
			{ data: { action: 'rebuild' } },
		] );
	} );

	test.each( [ true, null ] )(
		'shows no notice after a save whose answer says %s',
		async ( changed ) => {
			await open();
			await update( changed );
			expect( notices() ).toEqual( [] );
		}
	);

	test( 'does not say that a run was sent if it did not reach the host', async () => {
		await open();
		await publish( PENDING() );
		server.status = aStatus(
			anEnvironment( {
				status: 'failed',
				lastRun: aFailedRun( { id: 42, httpStatus: 0 } ),
			} )
		);
		await editor.pass( 3 );
		expect( steps() ).toEqual( [
			'Send to Production · failed',
			'Accepted by the host',
			'Live',
		] );
	} );

	async function failByItself( over: EnvironmentFacts = {} ) {
		const user = await open();
		await publish( PENDING() );
		server.status = aStatus(
			anEnvironment( {
				status: 'failed',
				lastRun: aFailedRun( { id: 42 } ),
				...over,
			} )
		);
		await editor.pass( 3 );
		return user;
	}

	/** Clicks “Retry” in the error notice. */
	async function retryInNotice() {
		const [ notice ] = notices().filter(
			( { status } ) => status === 'error'
		);
		const action = notice?.actions.find(
			( { label } ) => label === 'Retry'
		);
		await clickAction( action );
	}

	test( 'offers Try again in the notice, and shows immediately that it is sent', async () => {
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
		await retryInNotice();
		expect( notices() ).toMatchObject( [
			{ status: 'error' },
			{ status: 'info', content: 'Production: Sending' },
		] );
		server.status = aStatus(
			anEnvironment( { lastRun: aRun( { id: 43 } ) } )
		);
		answer();
		await editor.pass( 1 );
		expect( server.callsOf( 'POST', '/retry' ) ).toHaveLength( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'shows in the notice that the retry failed too', async () => {
		await failByItself();
		const again = aFailedRun( {
			id: 43,
			cause: 'manual',
			errorCode: 'headless_deploy_timeout',
			headline: { text: 'Failed: the host did not respond in time' },
		} );
		server.on( 'POST', '/runs/42/retry', () => {
			server.status = aStatus(
				anEnvironment( { status: 'failed', lastRun: again } )
			);
			return aResponse( again );
		} );
		await retryInNotice();
		await editor.pass( 1 );
		expect( notices() ).toContainEqual(
			expect.objectContaining( {
				id: 'headless-deploy-production',
				content: expect.stringContaining(
					'Failed: the host did not respond in time'
				),
			} )
		);
	} );

	test( 'offers no Try again in the notice to users who may not retry', async () => {
		await failByItself( { can: [] } );
		expect( notices() ).toMatchObject( [
			{
				status: 'error',
				actions: [ { label: 'Replace the webhook URL' } ],
			},
		] );
	} );

	test( 'shows Sending immediately after a click, and keeps the button', async () => {
		const user = await open();
		await publish( PENDING() );
		server.on(
			'POST',
			'/pending/build/now',
			() => new Promise( () => {} )
		);
		const rebuild = button( 'Rebuild now' );
		await user.click( rebuild );
		screen.getByRole( 'heading', { name: 'Sending' } );
		expect( steps()[ 0 ] ).toBe( 'Send to Production' );
		expect( focused() ).toBe( rebuild );
	} );

	test( 'says that the session ended', async () => {
		await open();
		await publish( PENDING() );
		server.on( 'GET', '/status', () => {
			throw refusal( 401, 'rest_not_logged_in', 'No.' );
		} );
		await editor.pass( 3 );
		screen.getByText( /You were logged out\. Log in again/ );
		screen.getByRole( 'link', { name: /^Log in/ } );
	} );

	test( 'does not attribute an earlier failure to this save', async () => {
		await open(
			{},
			anEnvironment( {
				id: 'staging',
				label: 'Staging',
				status: 'failed',
				lastRun: aFailedRun(),
			} )
		);
		expect( notices() ).toEqual( [] );
	} );

	test( 'sends a run once immediately if the user may', async () => {
		const user = await open();
		await publish( PENDING() );
		server.on(
			'POST',
			'/pending/build/now',
			() => new Promise( () => {} )
		);
		await user.dblClick( button( 'Rebuild now' ) );
		expect( server.callsOf( 'POST', '/pending/build/now' ) ).toHaveLength(
			1
		);
	} );

	test( 'cancels a pending run', async () => {
		const user = await open();
		await publish( PENDING() );
		server.on( 'POST', '/pending/build/cancel', () => {
			server.status = aStatus(
				anEnvironment( {
					status: 'canceled',
					undeployed: [ someUndeployed( { changes: 1 } ) ],
				} )
			);
			return aDecision( 'Canceled.' );
		} );
		await user.click( button( 'Cancel' ) );
		await editor.pass( 1 );
		screen.getByRole( 'heading', { name: /not on the site/ } );
		button( 'Rebuild' );
		server.on( 'POST', '/pending/build/undo', () => {
			server.status = aStatus( PENDING() );
			return aDecision( 'They are pending again.' );
		} );
		await user.click( button( 'Undo' ) );
		await editor.pass( 1 );
		button( 'Rebuild now' );
	} );

	test( 'shows why it could not be canceled, and no success', async () => {
		const user = await open();
		await publish( PENDING() );
		server.on( 'POST', '/pending/build/cancel', () => {
			throw refusal(
				409,
				'headless_deploy_already_sending',
				'It is being sent already.'
			);
		} );
		await user.click( button( 'Cancel' ) );
		expect( notices() ).toMatchObject( [
			{ status: 'error', content: 'It is being sent already.' },
		] );
	} );

	test( 'shows an author the countdown without buttons', async () => {
		await open();
		await publish( PENDING( { can: [] } ) );
		screen.getByRole( 'timer' );
		expect( screen.queryAllByRole( 'button' ) ).toEqual( [] );
	} );

	test( 'shows other environments in one line each', async () => {
		const staging = anEnvironment( { id: 'staging', label: 'Staging' } );
		await open( {}, staging );
		await publish( PENDING(), staging );
		screen.getByText( 'Staging · Accepted by the host' );
	} );

	test( 'says that a post type is not observed', async () => {
		await open( { postTypes: [ 'page' ] } );
		screen.getByText(
			'Nothing is sent: changes to this content type are ignored.'
		);
	} );

	test( 'says that a post type that does not count is refreshed', async () => {
		const text = 'Production is refreshed 1 s after you publish.';
		const only = aPlan( { sources: [ 'refreshOnly' ], publish: text } );
		await editor.open( {
			panel: 'post',
			environments: [ anEnvironment( { plans: [ aPlan(), only ] } ) ],
			boot: { refreshOnlyTypes: [ 'post' ] },
		} );
		screen.getByText( text );
	} );

	test( 'shows nothing if no front end is connected', async () => {
		await editor.open( { panel: 'post' } );
		expect( screen.queryByRole( 'region' ) ).toBeNull();
	} );
} );

const requestCount = () => server.callsOf( 'GET', '/status' ).length;
const dispatchesAfterLeaving = () => {
	window.dispatchEvent( new Event( 'pagehide' ) );
	return server.callsOf( 'POST', '/dispatch' ).length;
};

test( 'a save of a public post requests the status when it ends', async () => {
	await open();
	const before = requestCount();
	await publish( anEnvironment() );
	expect( requestCount() ).toBe( before + 1 );
} );

test.each( [
	[ 'of a draft', { isSaving: true }, {} ],
	[
		'that WordPress makes automatically',
		{ isSaving: true, isAutosaving: true, status: 'publish' },
		{ status: 'publish' },
	],
	[
		'of a post type that is not observed',
		{ isSaving: true, postType: 'acf-field-group', status: 'publish' },
		{},
	],
] as const )( '%s requests nothing', async ( _, during, after ) => {
	await open();
	const before = requestCount();
	await editor.set( during );
	await editor.set( {
		isSaving: false,
		isAutosaving: false,
		succeeded: true,
		...after,
	} );
	expect( requestCount() ).toBe( before );
	expect( dispatchesAfterLeaving() ).toBe( 0 );
} );

test( 'a save that is running when the tab is closed sends one deferred dispatch', async () => {
	await open();
	await editor.set( { isSaving: true, editedStatus: 'publish' } );
	expect( dispatchesAfterLeaving() ).toBe( 1 );
	expect( dispatchesAfterLeaving() ).toBe( 1 );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toMatchObject( [
		{ data: { leaving: true }, keepalive: true },
	] );
} );

test( 'a save that failed sends no deferred dispatch', async () => {
	await open();
	await editor.set( { isSaving: true, editedStatus: 'publish' } );
	await editor.set( { isSaving: false, succeeded: false } );
	expect( dispatchesAfterLeaving() ).toBe( 0 );
} );

test( 'a save whose run was already sent sends no deferred dispatch', async () => {
	await open();
	await publish( anEnvironment( { lastRun: aRun( { id: 42 } ) } ) );
	expect( dispatchesAfterLeaving() ).toBe( 0 );
} );
