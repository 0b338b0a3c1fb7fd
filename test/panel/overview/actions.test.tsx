import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
	aDecision,
	aFailedRun,
	anEnvironment,
	aPendingRun,
	aResponse,
	aRun,
	aStatus,
	at,
	someUndeployed,
	aBuild,
} from '../fixtures.ts';
import { notices } from '../panel-page.tsx';
import { button, dialog, focused, link, queryButton } from '../queries.ts';
import { refusal } from '../server.ts';
import { open, pass, PENDING, server, setUpOverview } from './overview-page.ts';

setUpOverview();

test.each( [
	[ 'Rebuild', anEnvironment() ],
	[ 'Purge Cache', anEnvironment() ],
	[ 'Rebuild now', PENDING() ],
	[ 'Retry', anEnvironment( { status: 'failed', lastRun: aFailedRun() } ) ],
] )(
	'%s shows Sending immediately, before the host answers',
	async ( name, environment ) => {
		const user = await open( aStatus( environment ) );
		const never = () => new Promise( () => {} );
		server.on( 'POST', '/runs', never );
		server.on( 'POST', '/pending/build/now', never );
		server.on( 'POST', '/retry', never );
		const before = screen.getAllByRole( 'heading', { level: 3 } )[ 0 ];
		expect( before?.textContent ).not.toBe( 'Sending' );
		await user.click( button( name ) );
		expect( before?.textContent ).toBe( 'Sending' );
		screen.getByText( name === 'Purge Cache' ? name : 'Rebuild', {
			selector: 'p',
		} );
	}
);

test( 'an action shows a status that is newer than the button, although the answer takes longer', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	server.on( 'POST', '/runs', () => new Promise( () => {} ) );
	await user.click( button( 'Rebuild' ) );
	const [ headline ] = screen.getAllByRole( 'heading', { level: 3 } );
	expect( headline?.textContent ).toBe( 'Sending' );
	server.status = aStatus(
		anEnvironment( {
			status: 'building',
			lastRun: aRun( {
				status: 'building',
				trackedAt: at( 0 ),
			} ),
		} )
	);
	await pass( 16 );
	expect( headline?.textContent ).toBe( 'Building' );
} );

test( 'Cancel never shows Sending', async () => {
	const user = await open( aStatus( PENDING() ) );
	server.on( 'POST', '/pending/build/cancel', () => new Promise( () => {} ) );
	await user.click( button( 'Cancel' ) );
	expect( screen.queryByText( 'Sending' ) ).toBeNull();
} );

test( 'an action shows that the session has ended', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	server.on( 'POST', '/runs', () => {
		throw refusal(
			403,
			'rest_cookie_invalid_nonce',
			'Cookie check failed'
		);
	} );
	await user.click( button( 'Rebuild' ) );
	expect( notices() ).toMatchObject( [
		{
			status: 'error',
			content:
				'You were logged out, so Rebuild was not started. Log in again, then start it here.',
		},
	] );
	screen.getByRole( 'heading', { name: 'Accepted by the host' } );
} );

test( 'an action says that it is not known whether the run was started after a lost connection', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	server.on( 'POST', '/runs', () => {
		throw {
			code: 'fetch_error',
			message: 'You are probably offline.',
		};
	} );
	await user.click( button( 'Purge Cache' ) );
	expect( notices() ).toMatchObject( [
		{
			status: 'error',
			content:
				'The connection to WordPress was lost. It is not known whether Purge Cache was started. Check Activity before you start it again.',
		},
	] );
} );

test( 'an action says that nothing was started while the browser is offline', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	vi.spyOn( window.navigator, 'onLine', 'get' ).mockReturnValue( false );
	server.on( 'POST', '/runs', () => {
		throw { code: 'offline_error', message: 'Unable to connect.' };
	} );
	await user.click( button( 'Rebuild' ) );
	expect( notices() ).toMatchObject( [
		{
			content: 'This browser is offline, so Rebuild was not started.',
		},
	] );
	vi.restoreAllMocks();
} );

test( 'an action says that it is not known whether a run was canceled after a lost connection', async () => {
	const user = await open( aStatus( PENDING() ) );
	server.on( 'POST', '/pending/build/cancel', () => {
		throw { code: 'invalid_json', message: 'Not valid JSON.' };
	} );
	await user.click( button( 'Cancel' ) );
	expect( notices() ).toMatchObject( [
		{
			content:
				'The connection to WordPress was lost. It is not known whether the change was made. Check the status before you repeat it.',
		},
	] );
} );

test( 'an action is sent once after a double click', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	let answer: ( value: unknown ) => void = () => {};
	server.on(
		'POST',
		'/runs',
		() => new Promise( ( resolve ) => ( answer = resolve ) )
	);
	const rebuild = button( 'Rebuild' );
	await user.dblClick( rebuild );
	expect( server.callsOf( 'POST', '/runs' ) ).toHaveLength( 1 );
	expect( rebuild.getAttribute( 'aria-disabled' ) ).toBe( 'true' );
	expect( focused() ).toBe( rebuild );
	await act( async () => answer( aResponse( aRun() ) ) );
	await pass( 1 );
	expect( notices() ).toMatchObject( [
		{
			status: 'success',
			content: 'Rebuild of Production was accepted.',
		},
	] );
} );

test( 'Purge Cache shows that it is done', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	const run = aRun( { action: 'purgeCache', lane: 'cache' } );
	server.on( 'POST', '/runs', () => aResponse( run ) );
	await user.click( button( 'Purge Cache' ) );
	await pass( 1 );
	expect( notices() ).toMatchObject( [
		{ content: 'Cache of Production purged.' },
	] );
} );

test( 'Refresh sends held changes of its lane', async () => {
	const user = await open(
		aStatus(
			anEnvironment( {
				can: [ 'rebuild', 'purgeCache', 'refresh' ],
				pending: [
					aPendingRun( {
						lane: 'refresh',
						action: 'refresh',
						held: true,
						dueAt: null,
					} ),
				],
			} )
		)
	);
	server.on( 'POST', '/runs', () =>
		aResponse( aRun( { action: 'refresh', lane: 'refresh' } ) )
	);
	await user.click( button( 'Refresh' ) );
	expect( server.callsOf( 'POST', '/runs' )[ 0 ]?.data ).toEqual( {
		action: 'refresh',
	} );
} );

test( 'a refresh that counts down does not replace Purge Cache', async () => {
	await open(
		aStatus(
			anEnvironment( {
				can: [ 'rebuild', 'purgeCache', 'refresh' ],
				pending: [
					aPendingRun( { lane: 'refresh', action: 'refresh' } ),
				],
			} )
		)
	);
	button( 'Refresh now' );
	button( 'Purge Cache' );
} );

test( 'an action shows why it failed, and no success', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	server.on( 'POST', '/runs', () => aResponse( aFailedRun() ) );
	await user.click( button( 'Rebuild' ) );
	expect( notices() ).toMatchObject( [
		{ status: 'error', content: aFailedRun().message },
	] );
} );

test( 'an action shows the server’s message if it was rejected, and no success', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	server.on( 'POST', '/runs', () => {
		throw refusal(
			403,
			'headless_deploy_forbidden',
			'Ask an administrator.'
		);
	} );
	await user.click( button( 'Purge Cache' ) );
	expect( notices() ).toMatchObject( [
		{ status: 'error', content: 'Ask an administrator.' },
	] );
} );

test( 'during a run shows that it follows', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	server.on( 'POST', '/runs', () =>
		aResponse( null, 'Runs right after the current one.' )
	);
	await user.click( button( 'Rebuild' ) );
	expect( notices() ).toMatchObject( [
		{ status: 'info', content: 'Runs right after the current one.' },
	] );
} );

test( 'Rebuild now sends the pending run', async () => {
	const user = await open( aStatus( PENDING() ) );
	server.on( 'POST', '/pending/build/now', () => aResponse( aRun() ) );
	await user.click( button( 'Rebuild now' ) );
	expect( server.callsOf( 'POST', '/pending/build/now' ) ).toHaveLength( 1 );
} );

test( 'Cancel cancels the pending run, and the focus stays in the card', async () => {
	const user = await open( aStatus( PENDING() ) );
	server.on( 'POST', '/pending/build/cancel', () => {
		server.status = aStatus(
			anEnvironment( {
				status: 'canceled',
				undeployed: [ someUndeployed() ],
			} )
		);
		return aDecision( 'Canceled: 2 changes by Maria.' );
	} );
	await user.click( button( 'Cancel' ) );
	await pass( 1 );
	expect( server.callsOf( 'POST', '/pending/build/cancel' ) ).toHaveLength(
		1
	);
	screen.getAllByText( 'Canceled: 2 changes by Maria.' );
	const headline = screen.getByRole( 'heading', {
		name: '2 changes are not on the site',
	} );
	expect( focused() ).toBe( headline );
} );

test( 'Undo makes canceled changes pending again, beside Rebuild', async () => {
	const user = await open(
		aStatus(
			anEnvironment( {
				status: 'canceled',
				undeployed: [ someUndeployed() ],
			} )
		)
	);
	screen.getByText( /^Canceled by Maria Lindqvist: 2 changes by / );
	screen.getByText( 'About us' );
	button( 'Rebuild' );
	server.on( 'POST', '/pending/build/undo', () => {
		server.status = aStatus( PENDING() );
		return aDecision( 'They are pending again.' );
	} );
	await user.click( button( 'Undo' ) );
	await pass( 1 );
	expect( server.callsOf( 'POST', '/pending/build/undo' ) ).toHaveLength( 1 );
	button( 'Cancel' );
} );

test( 'Undo is not offered to users who may not rebuild, nor for failed changes', async () => {
	const left = someUndeployed( { canceled: 0 } );
	const failed = anEnvironment( {
		status: 'failed',
		lastRun: aFailedRun(),
		undeployed: [ left ],
	} );
	const canceled = anEnvironment( {
		id: 'staging',
		can: [ 'purgeCache' ],
		status: 'canceled',
		undeployed: [ someUndeployed() ],
	} );
	await open( aStatus( failed, canceled ) );
	expect( screen.getAllByText( 'About us' ) ).toHaveLength( 2 );
	expect( queryButton( 'Undo' ) ).toBeNull();
} );

test( 'Cancel names the authors of the changes', async () => {
	await open( aStatus( PENDING() ) );
	expect( button( 'Cancel' ).title ).toBe(
		'Not deployed if you cancel: 3 changes by Maria Lindqvist and Jonas Weber.'
	);
} );

test( 'Cancel shows no success of the action', async () => {
	await open(
		aStatus(
			anEnvironment( {
				lastRun: aRun( {
					status: 'canceled',
					cause: 'manual',
					causeLabel: 'Canceled by Jonas Weber',
				} ),
			} )
		)
	);
	screen.getByText( /Canceled by Jonas Weber/ );
} );

test( 'an action shows the duration of the accepted attempt, not of the earlier ones', async () => {
	const attempt = {
		at: at( -60 ),
		httpStatus: 0,
		error: '',
		headline: 'Accepted by the host',
	};
	await open(
		aStatus(
			anEnvironment( {
				lastRun: aRun( {
					attempts: [
						{ ...attempt, durationMs: 15_000 },
						{ ...attempt, durationMs: 400, httpStatus: 200 },
					],
				} ),
			} )
		)
	);
	screen.getByText( 'Response after 0.4 s on attempt 2.' );
} );

test( 'an action counts the time of a build once', async () => {
	const lastRun = aRun( {
		status: 'building',
		build: aBuild( { startedAt: at( -30 ) } ),
	} );
	await open( aStatus( anEnvironment( { status: 'building', lastRun } ) ) );
	screen.getByText( 'Rebuild · Building, 30 s' );
} );

test( 'an action shows no response if it did not reach the host', async () => {
	await open(
		aStatus(
			anEnvironment( {
				status: 'failed',
				lastRun: aFailedRun( { httpStatus: 0 } ),
			} )
		)
	);
	expect( screen.queryByText( /answered after/i ) ).toBeNull();
} );

test( 'Clean Rebuild asks for a confirmation', async () => {
	const user = await open( aStatus( PENDING() ) );
	server.on( 'POST', '/runs', () =>
		aResponse( aRun( { action: 'cleanRebuild' } ) )
	);
	await user.click( button( 'Clean Rebuild' ) );
	expect( server.callsOf( 'POST', '/runs' ) ).toHaveLength( 0 );
	screen.getByRole( 'dialog', { name: 'Clean Rebuild of Production?' } );
	dialog().getByText( /It includes the 3 pending changes/ );
	await user.click(
		dialog().getByRole( 'button', { name: 'Clean Rebuild' } )
	);
	expect( server.callsOf( 'POST', '/runs' ) ).toMatchObject( [
		{ data: { action: 'cleanRebuild' } },
	] );
} );

test( 'Cancel in that confirmation sends nothing', async () => {
	const user = await open( aStatus( anEnvironment() ) );
	await user.click( button( 'Clean Rebuild' ) );
	await user.click( dialog().getByRole( 'button', { name: 'Cancel' } ) );
	expect( screen.queryByRole( 'dialog' ) ).toBeNull();
	expect( server.callsOf( 'POST', '' ) ).toHaveLength( 0 );
} );

const FAILED = () =>
	aStatus( anEnvironment( { status: 'failed', lastRun: aFailedRun() } ) );

test( 'a failure links an administrator to the field for a new URL', async () => {
	await open( FAILED() );
	expect(
		link( 'Replace the webhook URL' ).getAttribute( 'href' )
	).toContain( 'tab=connections&replace=production' );
} );

test( 'a failure shows other users the reason and Retry, but no link to the settings', async () => {
	await open( FAILED(), {
		can: { view: true, manage: false, actions: [ 'rebuild' ] },
	} );
	screen.getByText( aFailedRun().message );
	button( 'Retry' );
	expect(
		screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
	).toBeNull();
	expect( screen.queryByRole( 'link', { name: 'Connections' } ) ).toBeNull();
} );

test( 'a failure without a token problem does not offer to replace the URL', async () => {
	await open(
		aStatus(
			anEnvironment( {
				status: 'failed',
				lastRun: aFailedRun( {
					errorCode: 'headless_deploy_timeout',
					needsNewUrl: false,
					headline: {
						text: 'Failed: the host did not respond in time',
					},
					httpStatus: 0,
				} ),
			} )
		)
	);
	screen.getByText( 'Failed: the host did not respond in time' );
	expect(
		screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
	).toBeNull();
} );

test( 'a failure is retried by the id of its run', async () => {
	const user = await open( FAILED() );
	server.on( 'POST', '/runs/41/retry', () =>
		aResponse( aRun( { id: 42 } ) )
	);
	await user.click( button( 'Retry' ) );
	expect( server.callsOf( 'POST', '/runs/41/retry' ) ).toHaveLength( 1 );
} );

test( 'hides the error and the steps of the previous run after an action', async () => {
	const lastRun = aRun( {
		status: 'failed',
		accepted: true,
		errorCode: 'headless_deploy_build_failed',
		message: 'Its build “b1” failed.',
	} );
	const user = await open(
		aStatus( anEnvironment( { status: 'failed', lastRun } ) )
	);
	screen.getByText( 'Its build “b1” failed.' );
	server.on( 'POST', '/runs', () => new Promise( () => {} ) );
	await user.click( button( 'Rebuild' ) );
	screen.getByRole( 'heading', { name: 'Sending' } );
	expect( screen.queryByText( 'Its build “b1” failed.' ) ).toBeNull();
} );
