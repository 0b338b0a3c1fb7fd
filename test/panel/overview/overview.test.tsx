import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import type { BootData } from '../../../src/shared/boot.ts';
import type { Status } from '../../../src/shared/wire.ts';
import { App } from './app.tsx';
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
import { fakeServer, type FakeServer, refusal } from '../server.ts';

let server: FakeServer;
let store: StatusStore | null = null;

function notices() {
	return select( noticesStore ).getNotices();
}

async function open( status: Status, over: Partial< BootData > = {} ) {
	server.status = status;
	const boot = someBoot( { preload: { status, settings: null }, ...over } );
	store = new StatusStore( status, { movingMs: 2_000, idleMs: 15_000 } );
	store.start();
	render( <App boot={ boot } store={ store } /> );
	await act( async () => {
		await vi.advanceTimersByTimeAsync( 0 );
	} );
	return userEvent.setup( {
		advanceTimers: ( ms ) => vi.advanceTimersByTimeAsync( ms ),
	} );
}

/** Lets time pass on both machines. */
async function pass( seconds: number ) {
	for ( let passed = 0; passed < seconds; passed += 1 ) {
		server.seconds += 1;
		await act( async () => {
			await vi.advanceTimersByTimeAsync( 1_000 );
		} );
	}
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	server = fakeServer( aStatus() );
} );

afterEach( () => {
	store?.stop();
	notices().forEach( ( { id } ) =>
		dispatch( noticesStore ).removeNotice( id )
	);
	vi.useRealTimers();
} );

const PENDING = ( over: EnvironmentFacts = {} ) =>
	anEnvironment( { state: 'pending', pending: [ aPendingRun() ], ...over } );

describe( 'a card', () => {
	test( 'says who changed what, and counts down', async () => {
		await open( aStatus( PENDING() ) );
		expect( screen.getByRole( 'timer' ).textContent ).toMatch(
			/^Rebuild in [78]\ss$/
		);
		screen.getByText( '3 changes by Maria Lindqvist and Jonas Weber' );
		screen.getByRole( 'link', { name: 'Summer collection' } );
		await pass( 3 );
		expect( screen.getByRole( 'timer' ).textContent ).toMatch(
			/^Rebuild in [45]\ss$/
		);
	} );

	test( 'lets the server send when the countdown is over, and says so at once', async () => {
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
		'says in words that it is %s',
		async ( _, environment, words ) => {
			await open( aStatus( environment ) );
			screen.getByText( words );
		}
	);

	test( 'offers only what the person may press', async () => {
		await open( aStatus( anEnvironment( { can: [ 'purgeCache' ] } ) ) );
		screen.getByRole( 'button', { name: 'Purge Cache' } );
		expect(
			screen.queryByRole( 'button', { name: 'Rebuild' } )
		).toBeNull();
		expect(
			screen.queryByRole( 'button', { name: 'Clean Rebuild' } )
		).toBeNull();
	} );

	test( 'has no button at all for those who only look', async () => {
		await open( aStatus( PENDING( { can: [] } ) ), {
			can: { view: true, manage: false, actions: [] },
		} );
		expect(
			screen
				.getAllByRole( 'button' )
				.map( ( button ) => button.getAttribute( 'aria-label' ) )
		).toEqual( [ 'More actions for Production' ] );
	} );

	test( 'has one button for a run that counts down, and Cancel', async () => {
		await open( aStatus( PENDING() ) );
		screen.getByRole( 'button', { name: 'Rebuild now' } );
		screen.getByRole( 'button', { name: 'Cancel' } );
		expect(
			screen.queryByRole( 'button', { name: 'Rebuild' } )
		).toBeNull();
	} );

	test( 'tells of changes that have no title of their own in one sentence each', async () => {
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

	test( 'never offers a Clean Rebuild twice while one counts down', async () => {
		await open(
			aStatus(
				anEnvironment( {
					state: 'pending',
					pending: [ aPendingRun( { action: 'cleanRebuild' } ) ],
				} )
			)
		);
		screen.getByRole( 'button', { name: 'Clean Rebuild now' } );
		expect(
			screen.queryByRole( 'button', { name: 'Clean Rebuild' } )
		).toBeNull();
	} );
} );

const MESSAGE =
	'The host no longer accepts the webhook URL; it was probably regenerated in the portal.';

describe( 'a run that is tried again', () => {
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

	test( 'says why, when it is tried again, and where it is mended', async () => {
		await open( aStatus( RETRYING( { remedy: REMEDY } ) ) );
		screen.getByText( /^Retrying in 5 min$/ );
		screen.getByText( '3 changes by Maria Lindqvist and Jonas Weber' );
		screen.getByText( `${ MESSAGE } ${ REMEDY }` );
		expect(
			screen
				.getByRole( 'link', { name: 'Replace the webhook URL' } )
				.getAttribute( 'href' )
		).toContain( 'replace=production' );
		screen.getByRole( 'button', { name: 'Rebuild now' } );
		expect(
			screen.queryByRole( 'button', { name: 'Try again' } )
		).toBeNull();
	} );

	test( 'shows those who may not replace the webhook URL the server’s words alone', async () => {
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

	test( 'says in a pause because of the token when it is tried next', async () => {
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
		screen.getByRole( 'button', { name: 'Rebuild now' } );
	} );

	test.each( [
		[ 'token', /The host no longer accepts the webhook URL/ ],
		[ 'key', /The host no longer accepts the webhook URL/ ],
	] as const )(
		'in a pause because of the %s says what to do when no run waits, too',
		async ( reason, words ) => {
			await open(
				aStatus(
					anEnvironment( {
						state: 'paused',
						paused: { reason, since: null, nextTryAt: null },
					} )
				)
			);
			screen.getByText( words );
			screen.getByRole( 'link', { name: 'Replace the webhook URL' } );
		}
	);

	test( 'on a copy asks for no token: nothing would go out with it', async () => {
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

	test( 'is sent at once by a press, or ended by Cancel', async () => {
		const user = await open( aStatus( RETRYING() ) );
		server.on( 'POST', '/pending/build/now', () =>
			aResponse(
				aRun( { status: 'retrying' } ),
				`${ MESSAGE } It is tried again by itself.`
			)
		);
		await user.click(
			screen.getByRole( 'button', { name: 'Rebuild now' } )
		);
		expect( notices() ).toMatchObject( [
			{
				status: 'info',
				content: `${ MESSAGE } It is tried again by itself.`,
				// The state says the same, and is spoken.
				spokenMessage: null,
			},
		] );
		screen.getByRole( 'button', { name: 'Cancel' } );
	} );

	test( 'goes when somebody has pasted a new URL, without a press', async () => {
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

	test( 'of a copy is kept by one press', async () => {
		const user = await open( aStatus( PAUSED( 'copy', null ) ) );
		server.on( 'POST', '/confirm-copy', () => ( { etag: '1' } ) );
		await user.click(
			screen.getByRole( 'button', {
				name: 'This is a copy',
			} )
		);
		expect( server.callsOf( 'POST', '/confirm-copy' ) ).toHaveLength( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'of a copy is ended only after a question that says what it leads to', async () => {
		const user = await open( aStatus( PAUSED( 'copy', null ) ) );
		server.on( 'POST', '/confirm-move', () => ( { etag: '1' } ) );
		await user.click( screen.getByRole( 'button', MOVED ) );
		const dialog = screen.getByRole( 'dialog', {
			name: 'Deploy to Production from this site?',
		} );
		within( dialog ).getByText( /rebuild the original’s front end/ );
		within( dialog ).getByText( /the 3 changes that were saved here/ );
		expect( server.callsOf( 'POST', '/confirm-move' ) ).toHaveLength( 0 );
		await user.click(
			within( dialog ).getByRole( 'button', {
				name: 'Deploy from this site',
			} )
		);
		expect( server.callsOf( 'POST', '/confirm-move' ) ).toHaveLength( 1 );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
	} );

	test( 'of a copy is asked about once for all environments', async () => {
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
		const dialog = screen.getByRole( 'dialog', {
			name: 'Deploy to Production and S from this site?',
		} );
		within( dialog ).getByText( /the 6 changes that were saved here/ );
		await user.keyboard( '{Escape}' );
		await pass( 1 );
		await user.click(
			screen.getByRole( 'button', {
				name: 'This is a copy',
			} )
		);
		await pass( 1 );
		expect(
			server
				.callsOf( 'POST', '/confirm-copy' )
				.map( ( { path } ) => path )
		).toEqual( [
			expect.stringContaining( '/production/' ),
			expect.stringContaining( '/s/' ),
		] );
		expect( document.querySelector( ':focus' )?.className ).toBe(
			'headless-deploy-cards'
		);
	} );

	test( 'of a known copy offers the move alone', async () => {
		await open( aStatus( PAUSED( 'copy', at( -60 ), true ) ) );
		screen.getByRole( 'button', MOVED );
		expect(
			screen.queryByRole( 'button', { name: /This is a copy/ } )
		).toBeNull();
	} );

	test.each( [
		[ 'constant', 'Paused: wp-config.php has an error' ],
		[ 'disabled', 'Paused in wp-config.php' ],
		[ 'no_curl', 'Paused: PHP’s cURL extension is missing' ],
	] as const )(
		'because of %s says why, and offers no button that the server would refuse',
		async ( reason, headline ) => {
			await open( aStatus( PAUSED( reason, null ) ) );
			screen.getByText( headline );
			for ( const name of [
				'Rebuild',
				'Clean Rebuild',
				'Purge Cache',
			] ) {
				expect(
					screen
						.getByRole( 'button', { name } )
						.getAttribute( 'aria-disabled' )
				).toBe( 'true' );
			}
		}
	);

	test( 'of a person is ended by a button that says how much it sends', async () => {
		const user = await open( aStatus( PAUSED( 'person', at( -60 ) ) ) );
		screen.getByText( /^Since 13:59\./ );
		server.on( 'POST', '/resume', () => ( {} ) );
		await user.click(
			screen.getByRole( 'button', {
				name: 'Resume and deploy 3 changes',
			} )
		);
		expect( server.callsOf( 'POST', '/resume' ) ).toHaveLength( 1 );
	} );

	test( 'offers none of it to those who do not manage', async () => {
		const { can } = someBoot();
		await open( aStatus( PAUSED( 'copy', null ) ), {
			can: { ...can, manage: false },
		} );
		expect(
			screen.queryByRole( 'button', { name: /copy|moved/ } )
		).toBeNull();
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

	test( 'shows others no lines that they cannot use', async () => {
		await open( LATE( {} ) );
		screen.getByText( /^WP-Cron last ran/ );
		expect( screen.queryByText( /crontab/ ) ).toBeNull();
	} );

	test( 'says what is overdue, and that cron is switched off', async () => {
		await open(
			LATE( { overdueSince: at( -1200 ), wpCronDisabled: true } )
		);
		screen.getByText( /A run was due 20 min ago\..*DISABLE_WP_CRON/ );
	} );
} );

describe( 'a press', () => {
	test.each( [
		[ 'Rebuild', anEnvironment() ],
		[ 'Purge Cache', anEnvironment() ],
		[ 'Rebuild now', PENDING() ],
		[
			'Try again',
			anEnvironment( { state: 'failed', last: aFailedRun() } ),
		],
	] )(
		'of %s says Sending at once, though the host takes its time',
		async ( name, environment ) => {
			const user = await open( aStatus( environment ) );
			const never = () => new Promise( () => {} );
			server.on( 'POST', '/runs', never );
			server.on( 'POST', '/pending/build/now', never );
			server.on( 'POST', '/retry', never );
			const before = screen.getAllByRole( 'heading', { level: 3 } )[ 0 ];
			expect( before?.textContent ).not.toBe( 'Sending' );
			await user.click( screen.getByRole( 'button', { name } ) );
			expect( before?.textContent ).toBe( 'Sending' );
			screen.getByText( name === 'Purge Cache' ? name : 'Rebuild', {
				selector: 'p',
			} );
		}
	);

	test( 'of Cancel never says Sending', async () => {
		const user = await open( aStatus( PENDING() ) );
		server.on(
			'POST',
			'/pending/build/cancel',
			() => new Promise( () => {} )
		);
		await user.click( screen.getByRole( 'button', { name: 'Cancel' } ) );
		expect( screen.queryByText( 'Sending' ) ).toBeNull();
	} );

	test( 'of somebody who was logged out says that', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		server.on( 'POST', '/runs', () => {
			throw refusal(
				403,
				'rest_cookie_invalid_nonce',
				'Cookie check failed'
			);
		} );
		await user.click( screen.getByRole( 'button', { name: 'Rebuild' } ) );
		expect( notices() ).toMatchObject( [
			{
				status: 'error',
				content:
					'You were logged out. Log in again, then continue here. Nothing was lost.',
			},
		] );
		screen.getByRole( 'heading', { name: 'Accepted by the host' } );
	} );

	test( 'twice sends once', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		let answer: ( value: unknown ) => void = () => {};
		server.on(
			'POST',
			'/runs',
			() => new Promise( ( resolve ) => ( answer = resolve ) )
		);
		const button = screen.getByRole( 'button', { name: 'Rebuild' } );
		await user.dblClick( button );
		expect( server.callsOf( 'POST', '/runs' ) ).toHaveLength( 1 );
		expect( button.getAttribute( 'aria-disabled' ) ).toBe( 'true' );
		expect( button.ownerDocument.activeElement ).toBe( button );
		await act( async () => answer( aResponse( aRun() ) ) );
		await pass( 1 );
		expect( notices() ).toMatchObject( [
			{
				status: 'success',
				content: 'Rebuild of Production was accepted.',
			},
		] );
	} );

	test( 'of Purge Cache says that it is done: there is nothing to wait for', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		const run = aRun( { action: 'purgeCache', lane: 'cache' } );
		server.on( 'POST', '/runs', () => aResponse( run ) );
		await user.click(
			screen.getByRole( 'button', { name: 'Purge Cache' } )
		);
		await pass( 1 );
		expect( notices() ).toMatchObject( [
			{ content: 'Cache of Production purged.' },
		] );
	} );

	test( 'that fails says why, and shows no success', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		server.on( 'POST', '/runs', () => aResponse( aFailedRun() ) );
		await user.click( screen.getByRole( 'button', { name: 'Rebuild' } ) );
		expect( notices() ).toMatchObject( [
			{ status: 'error', content: aFailedRun().message },
		] );
	} );

	test( 'that is refused shows the server’s words, and no success', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		server.on( 'POST', '/runs', () => {
			throw refusal(
				403,
				'headless_deploy_forbidden',
				'Ask an administrator.'
			);
		} );
		await user.click(
			screen.getByRole( 'button', { name: 'Purge Cache' } )
		);
		expect( notices() ).toMatchObject( [
			{ status: 'error', content: 'Ask an administrator.' },
		] );
	} );

	test( 'during a run says that it comes right after', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		server.on( 'POST', '/runs', () =>
			aResponse( null, 'Runs right after the current one.' )
		);
		await user.click( screen.getByRole( 'button', { name: 'Rebuild' } ) );
		expect( notices() ).toMatchObject( [
			{ status: 'info', content: 'Runs right after the current one.' },
		] );
	} );

	test( 'of Rebuild now sends the pending run', async () => {
		const user = await open( aStatus( PENDING() ) );
		server.on( 'POST', '/pending/build/now', () => aResponse( aRun() ) );
		await user.click(
			screen.getByRole( 'button', { name: 'Rebuild now' } )
		);
		expect( server.callsOf( 'POST', '/pending/build/now' ) ).toHaveLength(
			1
		);
	} );

	test( 'of Cancel gives up the pending run, and the focus stays in the card', async () => {
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
		await user.click( screen.getByRole( 'button', { name: 'Cancel' } ) );
		await pass( 1 );
		expect(
			server.callsOf( 'POST', '/pending/build/cancel' )
		).toHaveLength( 1 );
		screen.getAllByText( 'Canceled: 2 changes by Maria.' );
		const headline = screen.getByRole( 'heading', {
			name: '2 changes are not on the site',
		} );
		expect( headline.ownerDocument.activeElement ).toBe( headline );
	} );

	test( 'of Undo makes canceled changes pending again, beside Rebuild', async () => {
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
		screen.getByRole( 'button', { name: 'Rebuild' } );
		server.on( 'POST', '/pending/build/undo', () => {
			server.status = aStatus( PENDING() );
			return aDecision( 'They are pending again.' );
		} );
		await user.click( screen.getByRole( 'button', { name: 'Undo' } ) );
		await pass( 1 );
		expect( server.callsOf( 'POST', '/pending/build/undo' ) ).toHaveLength(
			1
		);
		screen.getByRole( 'button', { name: 'Cancel' } );
	} );

	test( 'of Undo is not offered to those who may not rebuild, nor for changes that failed', async () => {
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
		expect( screen.queryByRole( 'button', { name: 'Undo' } ) ).toBeNull();
	} );

	test( 'of Cancel says whose changes it stops', async () => {
		await open( aStatus( PENDING() ) );
		expect( screen.getByRole( 'button', { name: 'Cancel' } ).title ).toBe(
			'Not deployed if you cancel: 3 changes by Maria Lindqvist and Jonas Weber.'
		);
	} );

	test( 'that canceled is not called a press of the action', async () => {
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

	test( 'tells how long the answer took that counts, not how long others were waited for', async () => {
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

	test( 'that builds says when the host accepted it, not when its build was seen first', async () => {
		const last = aRun( {
			status: 'building',
			trackedAt: at( -1 ),
			finishedAt: at( -30 ),
		} );
		await open( aStatus( anEnvironment( { state: 'building', last } ) ) );
		screen.getByText( /^Rebuild · Building, .* · 30 s ago$/ );
	} );

	test( 'that reached no host has no answer', async () => {
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

	test( 'of Clean Rebuild asks first', async () => {
		const user = await open( aStatus( PENDING() ) );
		server.on( 'POST', '/runs', () =>
			aResponse( aRun( { action: 'cleanRebuild' } ) )
		);
		await user.click(
			screen.getByRole( 'button', { name: 'Clean Rebuild' } )
		);
		expect( server.callsOf( 'POST', '/runs' ) ).toHaveLength( 0 );
		const dialog = screen.getByRole( 'dialog', {
			name: 'Clean Rebuild of Production?',
		} );
		within( dialog ).getByText( /It includes the 3 pending changes/ );
		await user.click(
			within( dialog ).getByRole( 'button', { name: 'Clean Rebuild' } )
		);
		expect( server.callsOf( 'POST', '/runs' ) ).toMatchObject( [
			{ data: { action: 'cleanRebuild' } },
		] );
	} );

	test( 'of Cancel in that question sends nothing', async () => {
		const user = await open( aStatus( anEnvironment() ) );
		await user.click(
			screen.getByRole( 'button', { name: 'Clean Rebuild' } )
		);
		const dialog = screen.getByRole( 'dialog' );
		await user.click(
			within( dialog ).getByRole( 'button', { name: 'Cancel' } )
		);
		expect( screen.queryByRole( 'dialog' ) ).toBeNull();
		expect( server.callsOf( 'POST', '' ) ).toHaveLength( 0 );
	} );
} );

describe( 'a failure', () => {
	const FAILED = () =>
		aStatus( anEnvironment( { state: 'failed', last: aFailedRun() } ) );

	test( 'leads an administrator to the field for a new token', async () => {
		await open( FAILED() );
		const link = screen.getByRole( 'link', {
			name: 'Replace the webhook URL',
		} );
		expect( link.getAttribute( 'href' ) ).toContain(
			'tab=connections&replace=production'
		);
	} );

	test( 'shows others the reason and Try again, but no settings', async () => {
		await open( FAILED(), {
			can: { view: true, manage: false, actions: [ 'rebuild' ] },
		} );
		screen.getByText( aFailedRun().message );
		screen.getByRole( 'button', { name: 'Try again' } );
		expect(
			screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
		).toBeNull();
		expect(
			screen.queryByRole( 'link', { name: 'Connections' } )
		).toBeNull();
	} );

	test( 'that a new token does not mend offers none', async () => {
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

	test( 'is tried again by its run', async () => {
		const user = await open( FAILED() );
		server.on( 'POST', '/runs/41/retry', () =>
			aResponse( aRun( { id: 42 } ) )
		);
		await user.click( screen.getByRole( 'button', { name: 'Try again' } ) );
		expect( server.callsOf( 'POST', '/runs/41/retry' ) ).toHaveLength( 1 );
	} );
} );

test( 'a press hides what was wrong with the run before it, and its steps', async () => {
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
	await user.click( screen.getByRole( 'button', { name: 'Rebuild' } ) );
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

	test( 'is read again when a purge has ended beside the build that the headline is about', async () => {
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

	test( 'is read again when another run was canceled', async () => {
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

	test( 'says of a build that was canceled at the host that it was canceled', async () => {
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
		'leads from a failed build to its log at the host: %s',
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

	test( 'says while it builds that the host does not answer any more', async () => {
		const last = aRun( {
			status: 'building',
			errorCode: 'headless_deploy_build_unseen',
			message: 'The API of the host does not answer at the moment.',
		} );
		await open( aStatus( anEnvironment( { state: 'building', last } ) ) );
		const why = screen.getByText( /does not answer at the moment/ );
		expect( why.closest( '.is-warning' ) ).not.toBeNull();
	} );

	test( 'leads from each run, and from the last one of a card, to all that is known of it', async () => {
		server.on( 'GET', '/runs', () => ( {
			runs: [ aFailedRun( { id: 7 } ) ],
		} ) );
		const last = aRun( { id: 6, action: 'purgeCache' } );
		await open( aStatus( anEnvironment( { last } ) ) );
		const to = ( name: RegExp ) =>
			screen.getByRole( 'link', { name } ).getAttribute( 'href' );
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
		'after a failure and %s shows as many Retry buttons as are of use',
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

	test( 'is read again when a run ends, and not before', async () => {
		await open( aStatus( anEnvironment() ) );
		await pass( 31 );
		expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 1 );
		server.status = aStatus(
			anEnvironment( { last: aRun( { id: 42 } ) } )
		);
		await pass( 16 );
		expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 2 );
	} );

	test( 'is read again when a run was tried in vain', async () => {
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

	test( 'names the schedule that asked for a run', async () => {
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

	test( 'says so when it cannot be read', async () => {
		server.on( 'GET', '/runs', () => {
			throw refusal( 500, 'x', 'The table is missing.' );
		} );
		await open( aStatus( anEnvironment() ) );
		screen.getByText( 'The table is missing.' );
	} );
} );

describe( 'the page', () => {
	test( 'says what to do when nothing is connected', async () => {
		await open( aStatus() );
		const link = screen.getByRole( 'link', {
			name: 'Connect a front end',
		} );
		expect( link.getAttribute( 'href' ) ).toContain( 'tab=connections' );
	} );

	test( 'sends nobody without the right to a screen that is closed to them', async () => {
		await open( aStatus(), {
			can: { view: true, manage: false, actions: [] },
		} );
		screen.getByText( /An administrator can connect it/ );
		expect(
			screen.queryByRole( 'link', { name: 'Connect a front end' } )
		).toBeNull();
	} );

	test( 'says that one was logged out, where to log in, and goes on after that', async () => {
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
		const link = screen.getByRole( 'link', { name: /^Log in/ } );
		expect( link.getAttribute( 'href' ) ).toBe(
			`${ window.location.origin }/blog/wp-login.php`
		);
		expect( link.getAttribute( 'target' ) ).toBe( '_blank' );
		server.on( 'GET', '/status', () => Response.json( answered ) );
		await user.click( screen.getByRole( 'button', { name: 'Try now' } ) );
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
	] )(
		'tells of a week with %o how much became how little',
		async ( week, words ) => {
			await open( aStatus( anEnvironment( { week } ) ) );
			expect(
				screen.queryByText( /this week/ )?.textContent ?? null
			).toBe( words );
		}
	);

	test( 'takes back what a press said for want of a connection when it is there again', async () => {
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
		await user.click( screen.getByRole( 'button', { name: 'Rebuild' } ) );
		await pass( 5 );
		screen.getByText( /Status last read/ );
		expect( notices() ).toHaveLength( 1 );
		isLost = false;
		await pass( 31 );
		expect( screen.queryByText( /Status last read/ ) ).toBeNull();
		expect( notices() ).toHaveLength( 0 );
	} );

	test( 'tells when the connection is lost, stops its countdowns, and goes on by itself', async () => {
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

	test( 'is a line of its own with a Cancel, and the build stays the headline', async () => {
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
		await user.click( screen.getByRole( 'button', { name: 'Cancel' } ) );
		expect(
			server.callsOf( 'POST', '/pending/cache/cancel' )
		).toHaveLength( 1 );
	} );

	test( 'stands below the last build, which a repair in the portal made live', async () => {
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
