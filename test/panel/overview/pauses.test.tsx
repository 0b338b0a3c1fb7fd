import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Status } from '../../../src/shared/wire.ts';
import {
	anEnvironment,
	aPendingRun,
	aResponse,
	aRun,
	aStatus,
	at,
	REMEDY,
	someBoot,
} from '../fixtures.ts';
import { notices } from '../panel-page.tsx';
import { button, dialog, focused, link, queryButton } from '../queries.ts';
import { open, pass, server, setUpOverview } from './overview-page.ts';

setUpOverview();

const MESSAGE =
	'The host no longer accepts the webhook URL; it was probably regenerated in the portal.';

const RETRYING = ( over: Partial< Status[ 'environments' ][ 0 ] > = {} ) =>
	anEnvironment( {
		status: 'retrying',
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

test( 'a retried run shows why it is retried, when, and where to fix it', async () => {
	await open( aStatus( RETRYING( { remedy: REMEDY } ) ) );
	screen.getByText( /^Retrying in 5 min$/ );
	screen.getByText(
		'3 changes by Maria Lindqvist and Jonas Weber. 1 attempt failed.'
	);
	screen.getByText( `${ MESSAGE } ${ REMEDY }` );
	expect(
		link( 'Replace the webhook URL' ).getAttribute( 'href' )
	).toContain( 'replace=production' );
	button( 'Rebuild now' );
	expect( queryButton( 'Retry' ) ).toBeNull();
} );

test( 'a retried run shows only the server’s message to users who may not replace the webhook URL', async () => {
	const { can } = someBoot();
	await open( aStatus( RETRYING() ), {
		can: { ...can, manage: false },
	} );
	screen.getByText( MESSAGE );
	expect(
		screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
	).toBeNull();
} );

test( 'a retried run shows what the user can do about a pause', async () => {
	const remedy = 'Ask an administrator to resume the environment.';
	const { can } = someBoot();
	await open(
		aStatus(
			anEnvironment( {
				status: 'paused',
				paused: {
					reason: 'person',
					since: null,
					nextAttemptAt: null,
				},
				remedy,
			} )
		),
		{ can: { ...can, manage: false } }
	);
	screen.getByText( remedy );
} );

test( 'a retried run shows the next attempt during a pause after a rejected token', async () => {
	await open(
		aStatus(
			RETRYING( {
				status: 'paused',
				paused: {
					reason: 'token',
					since: at( -60 ),
					nextAttemptAt: at( 3600 ),
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
	'a retried run shows what to do during a pause with the reason “%s” without a pending run',
	async ( reason, text ) => {
		await open(
			aStatus(
				anEnvironment( {
					status: 'paused',
					paused: { reason, since: null, nextAttemptAt: null },
				} )
			)
		);
		screen.getByText( text );
		link( 'Replace the webhook URL' );
	}
);

test( 'a retried run does not ask for a new URL on a copy of the site', async () => {
	await open(
		aStatus(
			RETRYING( {
				status: 'paused',
				paused: {
					reason: 'copy',
					since: null,
					nextAttemptAt: null,
				},
			} )
		)
	);
	expect( screen.queryByText( MESSAGE ) ).toBeNull();
	expect(
		screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
	).toBeNull();
} );

test( 'a retried run can be sent immediately, or canceled', async () => {
	const user = await open( aStatus( RETRYING() ) );
	server.on( 'POST', '/pending/build/now', () =>
		aResponse(
			aRun( { status: 'retrying' } ),
			`${ MESSAGE } The next attempt is automatic.`
		)
	);
	await user.click( button( 'Rebuild now' ) );
	expect( notices() ).toMatchObject( [
		{
			status: 'info',
			content: `${ MESSAGE } The next attempt is automatic.`,
			// The state says the same, and is spoken.
			spokenMessage: null,
		},
	] );
	button( 'Cancel' );
} );

test( 'a retried run is sent automatically after another user replaced the URL', async () => {
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

const PAUSED = (
	reason: 'copy' | 'person' | 'constant' | 'disabled' | 'no_curl',
	since: string | null,
	confirmed = false
) =>
	anEnvironment( {
		status: 'paused',
		paused: {
			reason,
			since,
			nextAttemptAt: null,
			...( reason === 'copy' ? { copy: { confirmed } } : {} ),
		},
		pending: [ aPendingRun( { dueAt: null } ) ],
	} );
const MOVED = { name: 'This site moved' };

test( 'a pause of a copy can be confirmed with one click', async () => {
	const user = await open( aStatus( PAUSED( 'copy', null ) ) );
	server.on( 'POST', '/confirm-copy', () => ( { message: 'Done.' } ) );
	await user.click( button( 'This is a copy' ) );
	expect( server.callsOf( 'POST', '/confirm-copy' ) ).toHaveLength( 1 );
	expect( notices() ).toMatchObject( [ { status: 'success' } ] );
} );

test( 'a pause of a copy ends only after a confirmation', async () => {
	const user = await open( aStatus( PAUSED( 'copy', null ) ) );
	server.on( 'POST', '/confirm-move', () => ( { message: 'Done.' } ) );
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

test( 'a pause of a copy is shown once for all environments', async () => {
	const both = aStatus(
		PAUSED( 'copy', null ),
		anEnvironment( { ...PAUSED( 'copy', null ), id: 's', label: 'S' } )
	);
	const user = await open( both );
	server.on( 'POST', '/confirm-', () => {
		server.status = aStatus( anEnvironment() );
		return { message: 'Done.' };
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
		server.callsOf( 'POST', '/confirm-copy' ).map( ( { path } ) => path )
	).toEqual( [
		expect.stringContaining( '/production/' ),
		expect.stringContaining( '/s/' ),
	] );
	expect( focused()?.className ).toBe( 'headless-deploy-cards' );
} );

test( 'a pause of a confirmed copy only offers to deploy from this site', async () => {
	await open( aStatus( PAUSED( 'copy', at( -60 ), true ) ) );
	screen.getByRole( 'button', MOVED );
	expect( queryButton( /This is a copy/ ) ).toBeNull();
} );

test.each( [
	[ 'constant', 'Paused: wp-config.php has an error' ],
	[ 'disabled', 'Paused in wp-config.php' ],
	[ 'no_curl', 'Paused: PHP’s cURL extension is missing' ],
] as const )(
	'a pause with the reason %s shows why, and offers no button that the server would reject',
	async ( reason, headline ) => {
		await open( aStatus( PAUSED( reason, null ) ) );
		screen.getByText( headline );
		for ( const name of [ 'Rebuild', 'Clean Rebuild', 'Purge Cache' ] ) {
			expect( button( name ).getAttribute( 'aria-disabled' ) ).toBe(
				'true'
			);
		}
	}
);

test( 'a pause by a user ends with a button that names the number of changes', async () => {
	const user = await open( aStatus( PAUSED( 'person', at( -60 ) ) ) );
	screen.getByText( /^Since 13:59\./ );
	server.on( 'POST', '/resume', () => ( { message: 'Done.' } ) );
	await user.click( button( 'Resume and deploy 3 changes' ) );
	expect( server.callsOf( 'POST', '/resume' ) ).toHaveLength( 1 );
} );

test( 'a pause has no buttons for users who may not manage', async () => {
	const { can } = someBoot();
	await open( aStatus( PAUSED( 'copy', null ) ), {
		can: { ...can, manage: false },
	} );
	expect( queryButton( /copy|moved/ ) ).toBeNull();
} );
