import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BootData } from '../../../src/shared/boot.ts';
import type { Status } from '../../../src/shared/wire.ts';
import {
	aBuild,
	aDecision,
	aFailedRun,
	anEnvironment,
	aPendingRun,
	aReason,
	aResponse,
	aRun,
	aStatus,
	at,
	GONE,
	NOW_MS,
	someBoot,
	someUndeployed,
	type EnvironmentFacts,
	REMEDY,
} from '../fixtures.ts';
import { advance, notices, openPanel } from '../panel-page.tsx';
import { button, dialog, focused, link, queryButton } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

let server: FakeServer;

async function open( status: Status, over: Partial< BootData > = {} ) {
	server.status = status;
	return openPanel( { status, boot: over, pollMs: 15_000 } );
}

/** Lets time pass on both machines. */
async function pass( seconds: number ) {
	for ( let passed = 0; passed < seconds; passed += 1 ) {
		server.seconds += 1;
		await advance( 1_000 );
	}
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	server = fakeServer( aStatus() );
} );

afterEach( () => {
	vi.useRealTimers();
} );

const PENDING = ( over: EnvironmentFacts = {} ) =>
	anEnvironment( { state: 'pending', pending: [ aPendingRun() ], ...over } );

describe( 'a card', () => {
	test( 'shows the changes and their authors, and counts down', async () => {
		await open( aStatus( PENDING() ) );
		expect( screen.getByRole( 'timer' ).textContent ).toMatch(
			/^Rebuild in [78]\ss$/
		);
		screen.getByText( '3 changes by Maria Lindqvist and Jonas Weber' );
		link( 'Summer collection' );
		await pass( 3 );
		expect( screen.getByRole( 'timer' ).textContent ).toMatch(
			/^Rebuild in [45]\ss$/
		);
	} );

	test( 'dispatches when the countdown ends, and shows it immediately', async () => {
		await open( aStatus( PENDING() ) );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 0 );
		server.on( 'POST', '/dispatch', () => {
			server.status = aStatus( anEnvironment() );
			return {};
		} );
		await pass( 10 );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
		screen.getByText( 'Accepted by the host' );
	} );

	test.each( [
		[ 'accepted', anEnvironment(), 'Accepted by the host' ],
		[
			'live',
			anEnvironment( {
				headline: { text: 'Live %s', at: at( -40 ) },
			} ),
			'Live 40 s ago',
		],
		[
			'live for long',
			anEnvironment( {
				headline: { text: 'Live %s', at: at( -300 ) },
				next: {
					from: at( 0 ),
					symbol: 'good',
					headline: { text: 'Up to date' },
					detail: { text: '' },
				},
			} ),
			'Up to date',
		],
		[
			'retrying',
			anEnvironment( {
				state: 'retrying',
				pending: [
					aPendingRun( {
						nextAttemptAt: at( 40 ),
						headline: { text: 'Retrying in %s', until: at( 40 ) },
					} ),
				],
			} ),
			/Retrying in (39|40) s/,
		],
	] as const )(
		'shows the status of an environment that is %s',
		async ( _, environment, text ) => {
			await open( aStatus( environment ) );
			screen.getByText( text );
		}
	);

	test( 'offers only the actions that the user may run', async () => {
		await open( aStatus( anEnvironment( { can: [ 'purgeCache' ] } ) ) );
		button( 'Purge Cache' );
		expect( queryButton( 'Rebuild' ) ).toBeNull();
		expect( queryButton( 'Clean Rebuild' ) ).toBeNull();
	} );

	test( 'has no buttons for users without the permission', async () => {
		await open( aStatus( PENDING( { can: [] } ) ), {
			can: { view: true, manage: false, actions: [] },
		} );
		expect(
			screen
				.getAllByRole( 'button' )
				.map( ( button ) => button.getAttribute( 'aria-label' ) )
		).toEqual( [ 'More actions for Production' ] );
	} );

	test( 'has one button for a pending run, and Cancel', async () => {
		await open( aStatus( PENDING() ) );
		button( 'Rebuild now' );
		button( 'Cancel' );
		expect( queryButton( 'Rebuild' ) ).toBeNull();
	} );

	test( 'describes changes without a title in one sentence each', async () => {
		const by = { title: '', link: '' };
		const pending = [
			aPendingRun( {
				changes: 4,
				reasons: [
					aReason( {
						event: 'scheduled',
						text: 'Schedule “Nightly”',
						title: 'Nightly',
						link: '',
						user: { id: 0, name: '' },
					} ),
					aReason( {
						event: 'changed',
						text: 'Menu “Main” changed',
						title: 'Main',
					} ),
					aReason( { ...by, text: 'Site title changed' } ),
					aReason(),
					aReason(),
				],
			} ),
		];
		await open( aStatus( anEnvironment( { state: 'pending', pending } ) ) );
		const [ list ] = screen.getAllByRole( 'list' );
		expect(
			within( list as HTMLElement )
				.getAllByRole( 'listitem' )
				.map( ( { textContent } ) =>
					textContent?.replace( /\d+ s ago/, '2 s ago' )
				)
		).toEqual( [
			'Schedule “Nightly”2 s ago',
			'Menu “Main” changedBy Maria Lindqvist, 2 s ago',
			'Site title changedBy Maria Lindqvist, 2 s ago',
			'and 2 more changes',
		] );
	} );

	test( 'never offers a second Clean Rebuild while one is pending', async () => {
		await open(
			aStatus(
				anEnvironment( {
					state: 'pending',
					pending: [ aPendingRun( { action: 'cleanRebuild' } ) ],
				} )
			)
		);
		button( 'Clean Rebuild now' );
		expect( queryButton( 'Clean Rebuild' ) ).toBeNull();
	} );
} );

const MESSAGE =
	'The host no longer accepts the webhook URL; it was probably regenerated in the portal.';

describe( 'a retried run', () => {
	const RETRYING = ( over: Partial< Status[ 'environments' ][ 0 ] > = {} ) =>
		anEnvironment( {
			state: 'retrying',
			pending: [
				aPendingRun( {
					attempt: 1,
					nextAttemptAt: at( 300 ),
					attemptedAt: at( -1 ),
					errorCode: 'headless_deploy_token_refused',
					message: MESSAGE,
				} ),
			],
			...over,
		} );

	test( 'shows why it is retried, when, and where to fix it', async () => {
		await open( aStatus( RETRYING( { remedy: REMEDY } ) ) );
		screen.getByText( /^Retrying in 5 min$/ );
		screen.getByText( '3 changes by Maria Lindqvist and Jonas Weber' );
		screen.getByText( `${ MESSAGE } ${ REMEDY }` );
		expect(
			link( 'Replace the webhook URL' ).getAttribute( 'href' )
		).toContain( 'replace=production' );
		button( 'Rebuild now' );
		expect( queryButton( 'Try again' ) ).toBeNull();
	} );

	test( 'shows only the server’s message to users who may not replace the webhook URL', async () => {
		const { can } = someBoot();
		await open( aStatus( RETRYING() ), {
			can: { ...can, manage: false },
		} );
		screen.getByText( MESSAGE );
		expect(
			screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
		).toBeNull();
	} );

	test( 'shows what the user can do about a pause', async () => {
		const remedy = 'Ask an administrator to resume it.';
		const { can } = someBoot();
		await open(
			aStatus(
				anEnvironment( {
					state: 'paused',
					paused: { reason: 'person', since: null, nextTryAt: null },
					remedy,
				} )
			),
			{ can: { ...can, manage: false } }
		);
		screen.getByText( remedy );
	} );

	test( 'shows the next attempt during a pause after a rejected token', async () => {
		await open(
			aStatus(
				RETRYING( {
					state: 'paused',
					paused: {
						reason: 'token',
						since: at( -60 ),
						nextTryAt: at( 3600 ),
					},
				} )
			)
		);
		screen.getByText( 'Paused: the webhook URL was rejected' );
		screen.getByText( /Next automatic attempt at \d\d:\d\d\./ );
		screen.getByText( MESSAGE );
		button( 'Rebuild now' );
	} );

	test.each( [
		[ 'token', /The host no longer accepts the webhook URL/ ],
		[ 'key', /The host no longer accepts the webhook URL/ ],
	] as const )(
		'shows what to do during a pause with the reason “%s” without a pending run',
		async ( reason, text ) => {
			await open(
				aStatus(
					anEnvironment( {
						state: 'paused',
						paused: { reason, since: null, nextTryAt: null },
					} )
				)
			);
			screen.getByText( text );
			link( 'Replace the webhook URL' );
		}
	);

	test( 'does not ask for a new URL on a copy of the site', async () => {
		await open(
			aStatus(
				RETRYING( {
					state: 'paused',
					paused: { reason: 'copy', since: null, nextTryAt: null },
				} )
			)
		);
		expect( screen.queryByText( MESSAGE ) ).toBeNull();
		expect(
			screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
		).toBeNull();
	} );

	test( 'can be sent immediately, or canceled', async () => {
		const user = await open( aStatus( RETRYING() ) );
		server.on( 'POST', '/pending/build/now', () =>
			aResponse(
				aRun( { status: 'retrying' } ),
				`${ MESSAGE } It is tried again by itself.`
			)
		);
		await user.click( button( 'Rebuild now' ) );
		expect( notices() ).toMatchObject( [
			{
				status: 'info',
				content: `${ MESSAGE } It is tried again by itself.`,
				// The state says the same, and is spoken.
				spokenMessage: null,
			},
		] );
		button( 'Cancel' );
	} );

	test( 'is sent automatically after another user replaced the URL', async () => {
		await open( aStatus( RETRYING() ) );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 0 );
		server.status = aStatus(
			RETRYING( {
				pending: [ aPendingRun( { attempt: 1, dueAt: at( 0 ) } ) ],
			} )
		);
		server.on( 'POST', '/dispatch', () => {
			server.status = aStatus( anEnvironment() );
			return {};
		} );
		await pass( 20 );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
		screen.getByText( 'Accepted by the host' );
	} );
} );

describe( 'a pause', () => {
	const PAUSED = (
		reason: 'copy' | 'person' | 'constant' | 'disabled' | 'no_curl',
		since: string | null,
		confirmed = false
	) =>
		anEnvironment( {
			state: 'paused',
			paused: {
				reason,
				since,
				nextTryAt: null,
				...( reason === 'copy' ? { copy: { confirmed } } : {} ),
			},
			pending: [ aPendingRun( { dueAt: null } ) ],
		} );
	const MOVED = { name: 'This site moved' };

	test( 'of a copy can be confirmed with one click', async () => {
		const user = await open( aStatus( PAUSED( 'copy', null ) ) );
		server.on( 'POST', '/confirm-copy', () => ( { etag: '1' } ) );
		await user.click( button( 'This is a copy' ) );
		expect( server.callsOf( 'POST', '/confirm-copy' ) ).toHaveLength( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'of a copy ends only after a confirmation', async () => {
		const user = await open( aStatus( PAUSED( 'copy', null ) ) );
		server.on( 'POST', '/confirm-move', () => ( { etag: '1' } ) );
		await user.click( screen.getByRole( 'button', MOVED ) );
		screen.getByRole( 'dialog', {
			name: 'Deploy to Production from this site?',
		} );
		dialog().getByText( /rebuild the original’s front end/ );
		dialog().getByText( /the 3 changes that were saved here/ );
		expect( server.callsOf( 'POST', '/confirm-move' ) ).toHaveLength( 0 );
		await user.click(
			dialog().getByRole( 'button', {
				name: 'Deploy from this site',
			} )
		);
		expect( server.callsOf( 'POST', '/confirm-move' ) ).toHaveLength( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'of a copy is shown once for all environments', async () => {
		const both = aStatus(
			PAUSED( 'copy', null ),
			anEnvironment( { ...PAUSED( 'copy', null ), id: 's', label: 'S' } )
		);
		const user = await open( both );
		server.on( 'POST', '/confirm-', () => {
			server.status = aStatus( anEnvironment() );
			return { etag: '1' };
		} );
		await user.click( screen.getByRole( 'button', MOVED ) );
		screen.getByRole( 'dialog', {
			name: 'Deploy to Production and S from this site?',
		} );
		dialog().getByText( /the 6 changes that were saved here/ );
		await user.keyboard( '{Escape}' );
		await pass( 1 );
		await user.click( button( 'This is a copy' ) );
		await pass( 1 );
		expect(
			server
				.callsOf( 'POST', '/confirm-copy' )
				.map( ( { path } ) => path )
		).toEqual( [
			expect.stringContaining( '/production/' ),
			expect.stringContaining( '/s/' ),
		] );
		expect( focused()?.className ).toBe( 'headless-deploy-cards' );
	} );

	test( 'of a confirmed copy only offers to deploy from this site', async () => {
		await open( aStatus( PAUSED( 'copy', at( -60 ), true ) ) );
		screen.getByRole( 'button', MOVED );
		expect( queryButton( /This is a copy/ ) ).toBeNull();
	} );

	test.each( [
		[ 'constant', 'Paused: wp-config.php has an error' ],
		[ 'disabled', 'Paused in wp-config.php' ],
		[ 'no_curl', 'Paused: PHP’s cURL extension is missing' ],
	] as const )(
		'with the reason %s shows why, and offers no button that the server would reject',
		async ( reason, headline ) => {
			await open( aStatus( PAUSED( reason, null ) ) );
			screen.getByText( headline );
			for ( const name of [
				'Rebuild',
				'Clean Rebuild',
				'Purge Cache',
			] ) {
				expect( button( name ).getAttribute( 'aria-disabled' ) ).toBe(
					'true'
				);
			}
		}
	);

	test( 'by a user ends with a button that names the number of changes', async () => {
		const user = await open( aStatus( PAUSED( 'person', at( -60 ) ) ) );
		screen.getByText( /^Since 13:59\./ );
		server.on( 'POST', '/resume', () => ( {} ) );
		await user.click( button( 'Resume and deploy 3 changes' ) );
		expect( server.callsOf( 'POST', '/resume' ) ).toHaveLength( 1 );
	} );

	test( 'has no buttons for users who may not manage', async () => {
		const { can } = someBoot();
		await open( aStatus( PAUSED( 'copy', null ) ), {
			can: { ...can, manage: false },
		} );
		expect( queryButton( /copy|moved/ ) ).toBeNull();
	} );
} );

describe( 'a late scheduler', () => {
	const LATE = ( over: Partial< Status[ 'scheduler' ] > ): Status => {
		const status = aStatus( PENDING() );
		return {
			...status,
			scheduler: { ...status.scheduler, healthy: false, ...over },
		};
	};

	test( 'is explained, with the line for a system cron', async () => {
		const command = '* * * * * wp headless-deploy dispatch';
		const request = '* * * * * curl -fsS https://wordpress.test';
		await open(
			LATE( {
				lastRunAt: at( -47 * 60 ),
				systemCron: { command, request },
			} )
		);
		screen.getByText( /^WP-Cron last ran 47 min ago/ );
		// One line each, so that the one that is wanted is selected by a click.
		screen.getByText( command );
		screen.getByText( request );
	} );

	test( 'shows no line to users who cannot use it', async () => {
		await open( LATE( {} ) );
		screen.getByText( /^WP-Cron last ran/ );
		expect( screen.queryByText( /crontab/ ) ).toBeNull();
	} );

	test( 'shows what is overdue, and that WP-Cron is disabled', async () => {
		await open(
			LATE( { overdueSince: at( -1200 ), wpCronDisabled: true } )
		);
		screen.getByText( /A run was due 20 min ago\..*DISABLE_WP_CRON/ );
	} );
} );

describe( 'an action', () => {
	test.each( [
		[ 'Rebuild', anEnvironment() ],
		[ 'Purge Cache', anEnvironment() ],
		[ 'Rebuild now', PENDING() ],
		[
			'Try again',
			anEnvironment( { state: 'failed', last: aFailedRun() } ),
		],
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

	test( 'Cancel never shows Sending', async () => {
		const user = await open( aStatus( PENDING() ) );
		server.on(
			'POST',
			'/pending/build/cancel',
			() => new Promise( () => {} )
		);
		await user.click( button( 'Cancel' ) );
		expect( screen.queryByText( 'Sending' ) ).toBeNull();
	} );

	test( 'shows that the session has ended', async () => {
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
					'You were logged out. Log in again, then continue here. Nothing was lost.',
			},
		] );
		screen.getByRole( 'heading', { name: 'Accepted by the host' } );
	} );

	test( 'is sent once after a double click', async () => {
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

	test( 'shows why it failed, and no success', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		server.on( 'POST', '/runs', () => aResponse( aFailedRun() ) );
		await user.click( button( 'Rebuild' ) );
		expect( notices() ).toMatchObject( [
			{ status: 'error', content: aFailedRun().message },
		] );
	} );

	test( 'shows the server’s message if it was rejected, and no success', async () => {
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
		expect( server.callsOf( 'POST', '/pending/build/now' ) ).toHaveLength(
			1
		);
	} );

	test( 'Cancel cancels the pending run, and the focus stays in the card', async () => {
		const user = await open( aStatus( PENDING() ) );
		server.on( 'POST', '/pending/build/cancel', () => {
			server.status = aStatus(
				anEnvironment( {
					state: 'canceled',
					undeployed: [ someUndeployed() ],
				} )
			);
			return aDecision( 'Canceled: 2 changes by Maria.' );
		} );
		await user.click( button( 'Cancel' ) );
		await pass( 1 );
		expect(
			server.callsOf( 'POST', '/pending/build/cancel' )
		).toHaveLength( 1 );
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
					state: 'canceled',
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
		expect( server.callsOf( 'POST', '/pending/build/undo' ) ).toHaveLength(
			1
		);
		button( 'Cancel' );
	} );

	test( 'Undo is not offered to users who may not rebuild, nor for failed changes', async () => {
		const left = someUndeployed( { canceled: 0 } );
		const failed = anEnvironment( {
			state: 'failed',
			last: aFailedRun(),
			undeployed: [ left ],
		} );
		const canceled = anEnvironment( {
			id: 'staging',
			can: [ 'purgeCache' ],
			state: 'canceled',
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
					last: aRun( {
						status: 'canceled',
						cause: 'manual',
						causeLabel: 'Canceled by Jonas Weber',
					} ),
				} )
			)
		);
		screen.getByText( /Canceled by Jonas Weber/ );
	} );

	test( 'shows the duration of the accepted attempt, not of the earlier ones', async () => {
		const attempt = {
			at: at( -60 ),
			httpStatus: 0,
			error: '',
			headline: 'Accepted by the host',
		};
		await open(
			aStatus(
				anEnvironment( {
					last: aRun( {
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

	test( 'shows when the host accepted it, not when its build was first observed', async () => {
		const last = aRun( {
			status: 'building',
			trackedAt: at( -1 ),
			finishedAt: at( -30 ),
		} );
		await open( aStatus( anEnvironment( { state: 'building', last } ) ) );
		screen.getByText( /^Rebuild · Building, .* · 30 s ago$/ );
	} );

	test( 'shows no response if it did not reach the host', async () => {
		await open(
			aStatus(
				anEnvironment( {
					state: 'failed',
					last: aFailedRun( { httpStatus: 0 } ),
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
} );

describe( 'a failure', () => {
	const FAILED = () =>
		aStatus( anEnvironment( { state: 'failed', last: aFailedRun() } ) );

	test( 'links an administrator to the field for a new URL', async () => {
		await open( FAILED() );
		expect(
			link( 'Replace the webhook URL' ).getAttribute( 'href' )
		).toContain( 'tab=connections&replace=production' );
	} );

	test( 'shows other users the reason and Retry, but no link to the settings', async () => {
		await open( FAILED(), {
			can: { view: true, manage: false, actions: [ 'rebuild' ] },
		} );
		screen.getByText( aFailedRun().message );
		button( 'Try again' );
		expect(
			screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
		).toBeNull();
		expect(
			screen.queryByRole( 'link', { name: 'Connections' } )
		).toBeNull();
	} );

	test( 'without a token problem does not offer to replace the URL', async () => {
		await open(
			aStatus(
				anEnvironment( {
					state: 'failed',
					last: aFailedRun( {
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

	test( 'is retried by the id of its run', async () => {
		const user = await open( FAILED() );
		server.on( 'POST', '/runs/41/retry', () =>
			aResponse( aRun( { id: 42 } ) )
		);
		await user.click( button( 'Try again' ) );
		expect( server.callsOf( 'POST', '/runs/41/retry' ) ).toHaveLength( 1 );
	} );
} );

test( 'hides the error and the steps of the previous run after an action', async () => {
	const last = aRun( {
		status: 'failed',
		accepted: true,
		errorCode: 'headless_deploy_build_failed',
		message: 'Its build “b1” failed.',
	} );
	const user = await open(
		aStatus( anEnvironment( { state: 'failed', last } ) )
	);
	screen.getByText( 'Its build “b1” failed.' );
	server.on( 'POST', '/runs', () => new Promise( () => {} ) );
	await user.click( button( 'Rebuild' ) );
	screen.getByRole( 'heading', { name: 'Sending' } );
	expect( screen.queryByText( 'Its build “b1” failed.' ) ).toBeNull();
} );

describe( 'recent activity', () => {
	test( 'lists runs, and offers Retry on failed ones only', async () => {
		server.on( 'GET', '/runs', () => ( {
			runs: [
				aFailedRun( { id: 7 } ),
				aRun( { id: 6, action: 'purgeCache' } ),
				aRun( {
					id: 5,
					status: 'live',
					live: GONE,
					trackedAt: at( -5 ),
				} ),
			],
		} ) );
		await open( aStatus( anEnvironment() ) );
		expect( screen.getAllByText( 'Rebuild of Production' ) ).toHaveLength(
			2
		);
		screen.getByText( 'Failed: the webhook URL was rejected' );
		screen.getByText( 'Live' );
		screen.getByText( 'Purge Cache of Production' );
		expect(
			screen.getAllByRole( 'button', { name: 'Retry' } )
		).toHaveLength( 1 );
	} );

	test( 'is reloaded when a cache purge ends beside the build of the headline', async () => {
		const environment = anEnvironment();
		const purge = aRun( {
			id: 42,
			lane: 'cache',
			action: 'purgeCache',
		} );
		await open( aStatus( environment ) );
		server.on( 'GET', '/runs', () => ( {
			runs: [ purge ],
		} ) );
		server.status = aStatus( { ...environment, otherLast: purge } );
		await pass( 16 );
		screen.getByText( 'Purge Cache of Production' );
	} );

	test( 'is reloaded when another run was canceled', async () => {
		const environment = anEnvironment( { state: 'canceled' } );
		await open(
			aStatus( { ...environment, undeployed: [ someUndeployed() ] } )
		);
		const before = server.callsOf( 'GET', '/runs' ).length;
		const undeployed = [ someUndeployed( { run: 43 } ) ];
		server.status = aStatus( { ...environment, undeployed } );
		await pass( 16 );
		expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( before + 1 );
	} );

	test( 'shows that a build was canceled at the host', async () => {
		const last = aRun( {
			status: 'failed',
			accepted: true,
			errorCode: 'headless_deploy_build_canceled',
			message: 'Its build “b1” was canceled there.',
		} );
		server.on( 'GET', '/runs', () => ( { runs: [ last ] } ) );
		await open( aStatus( anEnvironment( { state: 'failed', last } ) ) );
		screen.getByText( 'Rebuild of Production' );
		screen.getByText( /^Rebuild · The build was canceled · / );
		const why = screen.getByText( 'Its build “b1” was canceled there.' );
		expect( why.closest( '.is-error' ) ).toBeNull();
		expect( screen.queryByText( /build failed/ ) ).toBeNull();
	} );

	test.each( [
		[ 'https://portal.test/builds/3', 1 ],
		[ null, 0 ],
	] )(
		'links a failed build to its log at the host: %s',
		async ( page, count ) => {
			const build = aBuild( {
				name: 'b3',
				page,
				startedAt: null,
			} );
			const last = aRun( {
				status: 'failed',
				accepted: true,
				errorCode: 'headless_deploy_build_failed',
				message: 'Its build “3” failed.',
				build,
			} );
			await open( aStatus( anEnvironment( { state: 'failed', last } ) ) );
			const links = screen.queryAllByRole( 'link', {
				name: /^Build log/,
			} );
			expect(
				links.map( ( link ) => link.getAttribute( 'href' ) )
			).toEqual( Array( count ).fill( page ) );
		}
	);

	test( 'shows during a build that the host no longer responds', async () => {
		const last = aRun( {
			status: 'building',
			errorCode: 'headless_deploy_build_unseen',
			message: 'The API of the host does not answer at the moment.',
		} );
		await open( aStatus( anEnvironment( { state: 'building', last } ) ) );
		const why = screen.getByText( /does not answer at the moment/ );
		expect( why.closest( '.is-warning' ) ).not.toBeNull();
	} );

	test( 'links each run, and the last one of a card, to its details', async () => {
		server.on( 'GET', '/runs', () => ( {
			runs: [ aFailedRun( { id: 7 } ) ],
		} ) );
		const last = aRun( { id: 6, action: 'purgeCache' } );
		await open( aStatus( anEnvironment( { last } ) ) );
		const to = ( name: RegExp ) => link( name ).getAttribute( 'href' );
		expect( to( /^Rebuild of Production$/ ) ).toMatch(
			/&tab=activity&run=7$/
		);
		expect( to( /^Purge Cache · Cache purged · / ) ).toMatch(
			/&tab=activity&run=6$/
		);
	} );

	test.each( [
		[ 'a later success', { id: 8 }, 0 ],
		[ 'a later success of the cache', { id: 8, lane: 'cache' }, 1 ],
		[ 'a success elsewhere', { id: 8, environment: 'staging' }, 1 ],
		[ 'an earlier success', { id: 6 }, 1 ],
		[ 'a later cancel', { id: 8, status: 'canceled' }, 1 ],
		[
			'a later build that failed',
			{ id: 8, status: 'failed', accepted: true },
			1,
		],
	] as const )(
		'shows after a failure and %s only useful Retry buttons',
		async ( _, other, count ) => {
			server.on( 'GET', '/runs', () => ( {
				runs: [ aFailedRun( { id: 7 } ), aRun( other ) ].sort(
					( one, two ) => two.id - one.id
				),
			} ) );
			await open( aStatus( anEnvironment() ) );
			screen.getByText( 'Failed: the webhook URL was rejected' );
			expect(
				screen.queryAllByRole( 'button', { name: 'Retry' } )
			).toHaveLength( count );
		}
	);

	test( 'is reloaded when a run ends, and not before', async () => {
		await open( aStatus( anEnvironment() ) );
		await pass( 31 );
		expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 1 );
		server.status = aStatus(
			anEnvironment( { last: aRun( { id: 42 } ) } )
		);
		await pass( 16 );
		expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 2 );
	} );

	test( 'is reloaded after a failed attempt', async () => {
		const tried = ( attempt: number ) =>
			aStatus(
				anEnvironment( {
					state: 'retrying',
					pending: [
						aPendingRun( {
							attempt,
							attemptedAt: at( attempt ),
							nextAttemptAt: at( 600 ),
						} ),
					],
				} )
			);
		await open( tried( 1 ) );
		server.status = tried( 2 );
		await pass( 16 );
		expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 2 );
	} );

	test( 'names the schedule that started a run', async () => {
		server.on( 'GET', '/runs', () => ( {
			runs: [
				aRun( {
					cause: 'schedule',
					causeLabel: 'Schedule “Nightly”',
				} ),
			],
		} ) );
		await open( aStatus( anEnvironment() ) );
		screen.getByText( 'Schedule “Nightly”' );
	} );

	test( 'says that it cannot be read', async () => {
		server.on( 'GET', '/runs', () => {
			throw refusal( 500, 'x', 'The table is missing.' );
		} );
		await open( aStatus( anEnvironment() ) );
		screen.getByText( 'The table is missing.' );
	} );
} );

describe( 'the page', () => {
	test( 'shows what to do while nothing is connected', async () => {
		await open( aStatus() );
		expect(
			link( 'Connect a front end' ).getAttribute( 'href' )
		).toContain( 'tab=connections' );
	} );

	test( 'does not link users to a screen without the permission', async () => {
		await open( aStatus(), {
			can: { view: true, manage: false, actions: [] },
		} );
		screen.getByText( /An administrator can connect it/ );
		expect(
			screen.queryByRole( 'link', { name: 'Connect a front end' } )
		).toBeNull();
	} );

	test( 'shows that the session ended and where to log in, and continues after it', async () => {
		window.history.replaceState(
			null,
			'',
			'/blog/wp-admin/admin.php?page=x'
		);
		const user = await open( aStatus( PENDING() ) );
		const answered = server.status;
		server.on( 'GET', '/status', () => {
			throw new Response(
				JSON.stringify(
					refusal(
						403,
						'rest_cookie_invalid_nonce',
						'Cookie check failed'
					)
				),
				{ status: 403 }
			);
		} );
		await pass( 2 );
		screen.getByText( 'You were logged out.' );
		screen.getByText(
			/Log in again, then continue here\. Nothing was lost\./
		);
		expect( screen.queryByText( /No connection|Cookie/ ) ).toBeNull();
		const logIn = link( /^Log in/ );
		expect( logIn.getAttribute( 'href' ) ).toBe(
			`${ window.location.origin }/blog/wp-login.php`
		);
		expect( logIn.getAttribute( 'target' ) ).toBe( '_blank' );
		server.on( 'GET', '/status', () => Response.json( answered ) );
		await user.click( button( 'Try now' ) );
		await pass( 1 );
		expect( screen.queryByText( 'You were logged out.' ) ).toBeNull();
		window.history.replaceState( null, '', '/' );
	} );

	test.each( [
		[
			{ changes: 23, runs: 3 },
			'20 builds avoided this week: 23 changes, 3 builds',
		],
		[
			{ changes: 2, runs: 1 },
			'1 build avoided this week: 2 changes, 1 build',
		],
		[ { changes: 3, runs: 5 }, '3 changes, 5 builds this week' ],
		[ { changes: 1, runs: 1 }, '1 change, 1 build this week' ],
		[ { changes: 0, runs: 2 }, null ],
		[ { changes: 0, runs: 0 }, null ],
	] )( 'summarizes a week with %o', async ( week, text ) => {
		await open( aStatus( anEnvironment( { week } ) ) );
		expect( screen.queryByText( /this week/ )?.textContent ?? null ).toBe(
			text
		);
	} );

	test( 'removes the error of an action when the connection is restored', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		let isLost = true;
		const lose = () => {
			if ( isLost ) {
				throw { code: 'fetch_error', message: 'Unable to connect.' };
			}
			return Response.json( aStatus( anEnvironment() ) );
		};
		server.on( 'GET', '/status', lose );
		server.on( 'POST', '/runs', lose );
		await user.click( button( 'Rebuild' ) );
		await pass( 5 );
		screen.getByText( /Status last read/ );
		expect( notices() ).toHaveLength( 1 );
		isLost = false;
		await pass( 31 );
		expect( screen.queryByText( /Status last read/ ) ).toBeNull();
		expect( notices() ).toHaveLength( 0 );
	} );

	test( 'shows that the connection is lost, stops its countdowns, and continues automatically', async () => {
		await open( aStatus( PENDING() ) );
		server.on( 'GET', '/status', () => {
			throw { code: 'fetch_error', message: 'You are probably offline.' };
		} );
		await pass( 5 );
		screen.getByText( /Status last read: 14:00/ );
		const stopped = screen.getByRole( 'timer' ).textContent;
		await pass( 2 );
		expect( screen.getByRole( 'timer' ).textContent ).toBe( stopped );
		server.on(
			'GET',
			'/status',
			() => new Response( JSON.stringify( aStatus( anEnvironment() ) ) )
		);
		await pass( 31 );
		expect( screen.queryByText( /Status last read/ ) ).toBeNull();
		screen.getByText( 'Accepted by the host' );
	} );
} );

describe( 'a purge beside a build', () => {
	const BUILDING = anEnvironment( {
		state: 'building',
		last: aRun( { status: 'building' } ),
	} );
	const PURGE = {
		lane: 'cache',
		action: 'purgeCache',
		changes: 1,
	} as const;

	test( 'has its own line with Cancel, and the build stays the headline', async () => {
		const user = await open(
			aStatus( {
				...BUILDING,
				lane: 'build',
				pending: [ aPendingRun( { ...PURGE, reasons: [] } ) ],
				otherLane: {
					symbol: 'scheduled',
					headline: { text: 'Purge Cache in %s', until: at( 8 ) },
					detail: { text: '' },
					next: null,
				},
			} )
		);
		screen.getByRole( 'heading', { name: 'Building' } );
		screen.getByText( /^Purge Cache in \d s$/ );
		server.on( 'POST', '/pending/cache/cancel', () =>
			aResponse( null, 'Canceled.' )
		);
		await user.click( button( 'Cancel' ) );
		expect(
			server.callsOf( 'POST', '/pending/cache/cancel' )
		).toHaveLength( 1 );
	} );

	test( 'is shown below the last build, which a repair in the portal made live', async () => {
		await open(
			aStatus(
				anEnvironment( {
					last: aRun( {
						status: 'live',
						trackedAt: at( -30 ),
						build: aBuild( {
							name: '16',
							origin: 'Build 16, started in the portal',
							startedAt: null,
						} ),
					} ),
					otherLast: aRun( {
						...PURGE,
						id: 44,
						finishedAt: at( -9 ),
					} ),
				} )
			)
		);
		const runs = screen.getAllByText( /^(Rebuild|Purge Cache) · / );
		expect( runs.map( ( { textContent } ) => textContent ) ).toEqual( [
			'Rebuild · Live · 30 s ago',
			'Purge Cache · Cache purged · 9 s ago',
		] );
	} );
} );
