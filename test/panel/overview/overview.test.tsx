import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Status } from '../../../src/shared/wire.ts';
import {
	anEnvironment,
	aPendingRun,
	aReason,
	aStatus,
	at,
} from '../fixtures.ts';
import { notices } from '../panel-page.tsx';
import { button, link, queryButton } from '../queries.ts';
import { refusal } from '../server.ts';
import { open, pass, PENDING, server, setUpOverview } from './overview-page.ts';

setUpOverview();

test( 'a card shows the changes and their authors, and counts down', async () => {
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

test( 'a card dispatches when the countdown ends, and shows it immediately', async () => {
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
			status: 'retrying',
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
	'a card shows the status of an environment that is %s',
	async ( _, environment, text ) => {
		await open( aStatus( environment ) );
		screen.getByText( text );
	}
);

test( 'a card offers only the actions that the user may run', async () => {
	await open( aStatus( anEnvironment( { can: [ 'purgeCache' ] } ) ) );
	button( 'Purge Cache' );
	expect( queryButton( 'Rebuild' ) ).toBeNull();
	expect( queryButton( 'Clean Rebuild' ) ).toBeNull();
} );

test( 'a card has no buttons for users without the permission', async () => {
	await open( aStatus( PENDING( { can: [] } ) ), {
		can: { view: true, manage: false, actions: [] },
	} );
	expect(
		screen
			.getAllByRole( 'button' )
			.map( ( element ) => element.getAttribute( 'aria-label' ) )
	).toEqual( [ 'More actions for Production' ] );
} );

test( 'a card has one button for a pending run, and Cancel', async () => {
	await open( aStatus( PENDING() ) );
	button( 'Rebuild now' );
	button( 'Cancel' );
	expect( queryButton( 'Rebuild' ) ).toBeNull();
} );

test( 'a card describes changes without a title in one sentence each', async () => {
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
	await open( aStatus( anEnvironment( { status: 'pending', pending } ) ) );
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

test( 'a card never offers a second Clean Rebuild while one is pending', async () => {
	await open(
		aStatus(
			anEnvironment( {
				status: 'pending',
				pending: [ aPendingRun( { action: 'cleanRebuild' } ) ],
			} )
		)
	);
	button( 'Clean Rebuild now' );
	expect( queryButton( 'Clean Rebuild' ) ).toBeNull();
} );

const LATE = ( over: Partial< Status[ 'scheduler' ] > ): Status => {
	const status = aStatus( PENDING() );
	return {
		...status,
		scheduler: {
			...status.scheduler,
			healthy: false,
			late: true,
			...over,
		},
	};
};

test( 'a late scheduler is explained, with the line for a system cron', async () => {
	const command = '* * * * * wp headless-deploy dispatch';
	const request = '* * * * * curl -fsS https://wordpress.test';
	await open(
		LATE( {
			lastRunText: {
				text: 'WP-Cron last ran %s.',
				at: at( -47 * 60 ),
			},
			systemCron: { command, request },
		} )
	);
	screen.getByText( /^WP-Cron last ran 47 min ago/ );
	// One line each, so that the one that is wanted is selected by a click.
	screen.getByText( command );
	screen.getByText( request );
} );

test( 'a late scheduler shows no line to users who cannot use it', async () => {
	await open( LATE( {} ) );
	screen.getByText( /^WP-Cron last ran/ );
	expect( screen.queryByText( /crontab/ ) ).toBeNull();
} );

test( 'a late scheduler shows what is overdue, and that WP-Cron is disabled', async () => {
	await open(
		LATE( {
			overdueSince: at( -1200 ),
			overdue: { text: 'A run was due %s.', at: at( -1200 ) },
			message: 'DISABLE_WP_CRON is set.',
		} )
	);
	screen.getByText( /A run was due 20 min ago\..*DISABLE_WP_CRON/ );
} );

test( 'the page shows what to do while nothing is connected', async () => {
	await open( aStatus() );
	expect( link( 'Connect a front end' ).getAttribute( 'href' ) ).toContain(
		'tab=connections'
	);
} );

test( 'the page does not link users to a screen without the permission', async () => {
	await open( aStatus(), {
		can: { view: true, manage: false, actions: [] },
	} );
	screen.getByText( /An administrator can connect it/ );
	expect(
		screen.queryByRole( 'link', { name: 'Connect a front end' } )
	).toBeNull();
} );

test( 'the page shows that the session ended and where to log in, and continues after it', async () => {
	window.history.replaceState( null, '', '/blog/wp-admin/admin.php?page=x' );
	const user = await open( aStatus( PENDING() ) );
	const answered = server.status;
	for ( const path of [ '/status', '/environments' ] ) {
		server.on( 'GET', path, () => {
			throw refusal(
				403,
				'rest_cookie_invalid_nonce',
				'Cookie check failed'
			);
		} );
	}
	await pass( 2 );
	screen.getByText( 'You were logged out.' );
	screen.getByText( /Log in again, then continue here\./ );
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

test( 'the page removes the error of an action when the connection is restored', async () => {
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

test( 'the page shows that the connection is lost, stops its countdowns, and continues automatically', async () => {
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
