import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { BootData } from '../../../src/shared/boot.ts';
import { MORE_CHANGES } from '../../../src/live/labels/change-count.ts';
import type { EnvironmentStatus } from '../../../src/shared/wire.ts';
import {
	aBuild,
	aPendingRun,
	aReason,
	aRun,
	aStatus,
	anEnvironment,
	at,
	type EnvironmentFacts,
} from '../fixtures.ts';
import { advance, notices } from '../panel-page.tsx';
import { button, focused, link, queryButton } from '../queries.ts';
import { refusal } from '../server.ts';
import {
	open as openOverview,
	server,
	setUpOverview,
} from './overview-page.ts';

setUpOverview();

function open(
	environment: EnvironmentStatus,
	boot: Partial< BootData > = {}
) {
	return openOverview( aStatus( environment ), boot );
}

/** The steps, with the current one marked and upcoming ones in parentheses. */
function steps(): string[] {
	return screen
		.getAllByRole( 'listitem' )
		.filter( ( { parentElement } ) => parentElement?.tagName === 'OL' )
		.map( ( step ) => {
			const text = step.textContent ?? '';
			const marked =
				step.className === 'is-upcoming' ? `(${ text })` : text;
			return step.getAttribute( 'aria-current' )
				? `> ${ marked }`
				: marked;
		} );
}

const HELD = ( over: EnvironmentFacts = {} ) =>
	anEnvironment( {
		status: 'held',
		hold: true,
		headline: { text: 'Held · 7 pending changes' },
		detail: { text: 'Press Rebuild to deploy.' },
		pending: [ aPendingRun( { held: true, dueAt: null, changes: 7 } ) ],
		...over,
	} );

test( 'held changes are counted, with their authors, the newest three and the number of others', async () => {
	await open( HELD() );
	screen.getByText( 'Held · 7 pending changes' );
	screen.getByText( 'Press Rebuild to deploy.' );
	link( 'Summer collection' );
	screen.getByText( 'and 4 more changes' );
	button( 'Rebuild' );
} );

test( 'more pending changes than the server counts are said to be more', async () => {
	const user = await open(
		HELD( {
			pending: [
				aPendingRun( {
					held: true,
					dueAt: null,
					changes: MORE_CHANGES,
					reasons: Array.from( { length: 5 }, () => aReason() ),
				} ),
			],
			pendingChanges: MORE_CHANGES,
		} )
	);
	await user.click( button( 'and 997+ more changes' ) );
	screen.getByText( 'and 995+ more changes' );
	await user.click( button( 'Clean Rebuild' ) );
	screen.getByText( /It includes the 1,000\+ pending changes/ );
} );

test( 'held changes are all listed after a click on the number of others', async () => {
	const reasons = Array.from( { length: 5 }, ( _, index ) =>
		aReason( { title: `Post ${ index }`, link: `/post-${ index }` } )
	);
	const user = await open(
		HELD( {
			pending: [
				aPendingRun( {
					held: true,
					dueAt: null,
					changes: 7,
					reasons,
				} ),
			],
		} )
	);
	expect( screen.queryByRole( 'link', { name: 'Post 4' } ) ).toBeNull();
	const more = button( 'and 4 more changes' );
	await user.click( more );
	link( 'Post 4' );
	screen.getByText( 'and 2 more changes' );
	await user.click( button( 'Show fewer' ) );
	expect( screen.queryByRole( 'link', { name: 'Post 4' } ) ).toBeNull();
	expect( focused() ).toBe( more );
} );

test( 'held changes are deployed after Stop holding, and the focus stays in the card', async () => {
	const user = await open( HELD() );
	server.on( 'POST', '/environments/production/release', () => {
		server.status = aStatus(
			anEnvironment( {
				status: 'pending',
				pending: [ aPendingRun() ],
			} )
		);
		return { message: 'Deploying 7 changes.' };
	} );
	await user.click( button( 'Stop holding and deploy 7 changes' ) );
	expect( notices()[ 0 ]?.content ).toBe( 'Deploying 7 changes.' );
	expect( queryButton( /Stop holding/ ) ).toBeNull();
	const headline = screen.getByRole( 'heading', { name: /Rebuild in/ } );
	expect( focused() ).toBe( headline );
} );

test( 'held changes stay held when the server rejects it, with the server’s message and no success', async () => {
	const user = await open( HELD() );
	server.on( 'POST', '/release', () => {
		throw refusal( 409, 'x', 'wp-config.php sets this.' );
	} );
	await user.click( button( /Stop holding/ ) );
	expect( notices().map( ( { status } ) => status ) ).toEqual( [ 'error' ] );
	expect( notices()[ 0 ]?.content ).toBe( 'wp-config.php sets this.' );
	screen.getByText( 'Held · 7 pending changes' );
} );

test( 'held changes cannot be released by a user who may not rebuild', async () => {
	const user = await open( HELD( { can: [ 'purgeCache' ] } ), {
		can: { view: true, manage: false, actions: [ 'purgeCache' ] },
	} );
	expect( queryButton( /Stop holding/ ) ).toBeNull();
	await user.click( button( /More actions/ ) );
	expect(
		screen.queryByRole( 'menuitem', { name: /Stop holding/ } )
	).toBeNull();
} );

test( 'held changes are mentioned although there are none', async () => {
	await open( anEnvironment( { hold: true } ) );
	screen.getByText( 'Changes are held. Press Rebuild to deploy.' );
} );

test( 'the menu of a card holds changes', async () => {
	const user = await open( anEnvironment() );
	server.on( 'POST', '/environments/production/hold', () => ( {
		message: 'New changes are held.',
	} ) );
	await user.click( button( 'More actions for Production' ) );
	await user.click(
		screen.getByRole( 'menuitem', { name: 'Hold changes' } )
	);
	expect(
		server.callsOf( 'POST', '/environments/production/hold' )
	).toHaveLength( 1 );
	expect( notices()[ 0 ]?.content ).toBe( 'New changes are held.' );
} );

test( 'the menu of a card links to the other screens', async () => {
	const user = await open( anEnvironment() );
	await user.click( button( /More actions/ ) );
	const links = [ 'Activity', 'Automation', 'Connection' ].map( ( name ) =>
		screen.getByRole( 'menuitem', { name } ).getAttribute( 'href' )
	);
	expect( links ).toEqual( [
		expect.stringMatching( /tab=activity&environment=production$/ ),
		expect.stringMatching( /tab=automation/ ),
		expect.stringMatching( /tab=connections/ ),
	] );
} );

test( 'the menu of a card offers an editor only the permitted screens', async () => {
	const user = await open( anEnvironment(), {
		can: { view: true, manage: false, actions: [ 'rebuild' ] },
	} );
	await user.click( button( /More actions/ ) );
	expect(
		screen
			.getAllByRole( 'menuitem' )
			.map( ( { textContent } ) => textContent )
	).toEqual( [ 'Hold changes', 'Activity' ] );
} );

const BUILDING = aRun( {
	status: 'building',
	build: aBuild(),
} );

test( 'an active run shows the next steps while it is sent', async () => {
	await open(
		anEnvironment( {
			status: 'sending',
			sending: [
				aRun( {
					status: 'sending',
					createdAt: at( -3 ),
					finishedAt: null,
					attempts: [],
				} ),
			],
		} )
	);
	expect( steps() ).toEqual( [
		'> Send to Production · 3 s',
		'(Accepted by the host)',
		'(Live)',
	] );
} );

test( 'an active run shows how long it has been building, and the usual duration', async () => {
	server.on( 'GET', '/runs?environment=production', () => ( {
		runs: [ 100, 118, 900 ].map( ( seconds, id ) =>
			aRun( {
				id,
				status: 'live',
				durationMs: seconds * 1_000,
			} )
		),
	} ) );
	await open(
		anEnvironment( {
			status: 'building',
			lastRun: BUILDING,
			nextCheckAt: at( 4 ),
		} )
	);
	expect( steps() ).toEqual( [
		'Sent to Production · 13:58',
		'> Building · 1 min 12 s, usually about 2 min',
		'(Live)',
	] );
} );

test( 'the steps of an active run leave out what is unknown', async () => {
	server.on( 'GET', '/runs?environment=production', () => {
		throw refusal( 500, 'x', 'The log cannot be read.' );
	} );
	await open( anEnvironment( { status: 'building', lastRun: BUILDING } ) );
	expect( steps()[ 1 ] ).toBe( '> Building · 1 min 12 s' );
	expect( screen.queryByText( 'The log cannot be read.' ) ).toBeNull();
} );

test( 'an active run waits for the live check as long as it runs', async () => {
	await open( anEnvironment( { nextCheckAt: at( 4 ) } ) );
	expect( steps().at( -1 ) ).toBe( '> Live · not confirmed yet' );
	server.status = aStatus( anEnvironment() );
	await advance( 8_000 );
	expect( screen.queryByText( /not confirmed yet/ ) ).toBeNull();
	screen.getByText( 'Accepted by the host' );
} );

test( 'an active run is requested once at the time that the server sent', async () => {
	server.on( 'POST', '/dispatch', () => {
		server.status = aStatus(
			anEnvironment( {
				lastRun: aRun( { status: 'live', trackedAt: at( 4 ) } ),
			} )
		);
		return {};
	} );
	await open( anEnvironment( { nextCheckAt: at( 4 ) } ) );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 0 );
	server.seconds = 5;
	await advance( 6_000 );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
	screen.getByText( /^Live \d s ago$/ );
} );

test( 'the result of a run is live, with the deployed changes and the duration', async () => {
	await open(
		anEnvironment( {
			lastRun: aRun( {
				changes: 1,
				status: 'live',
				trackedAt: at( -12 ),
				durationMs: 108_000,
			} ),
		} )
	);
	screen.getByText( 'Live 12 s ago' );
	screen.getByText( 'On the site: 4 changes by Jonas Weber.' );
	screen.getByText( 'Rebuild · Live · 12 s ago' );
	screen.getByText( 'Took 1 min 48 s.' );
} );

test( 'the result of a run is a failure if the build failed, with the host’s message and without Retry', async () => {
	const lastRun = aRun( {
		status: 'failed',
		accepted: true,
		trackedAt: at( -5 ),
		errorCode: 'headless_deploy_build_failed',
		message: 'The host could not build the site.',
		build: aBuild( {
			startedAt: at( -60 ),
			finishedAt: at( -5 ),
			message: 'npm run build ended with 1.',
		} ),
	} );
	await open( anEnvironment( { status: 'failed', lastRun } ) );
	screen.getByRole( 'heading', {
		name: 'The build failed',
	} );
	const [ notice ] = screen
		.getAllByText( 'The host could not build the site.' )
		.map( ( text ) => text.closest( '.components-notice' ) );
	expect( notice?.className ).toContain( 'is-error' );
	within( notice as HTMLElement ).getByText( 'npm run build ended with 1.' );
	expect( queryButton( 'Retry' ) ).toBeNull();
	screen.getByText( 'Rebuild · The build failed · 5 s ago' );
} );

test( 'the result of a run is unknown without a front-end URL, which an administrator can add', async () => {
	await open( anEnvironment( { frontEndUrl: '', lacksAddress: true } ) );
	expect( link( 'Add the front-end URL' ).getAttribute( 'href' ) ).toContain(
		'tab=connections'
	);
} );

test( 'the result of a run is unknown without a front-end URL, which other users cannot add', async () => {
	await open( anEnvironment( { frontEndUrl: '', lacksAddress: true } ), {
		can: { view: true, manage: false, actions: [] },
	} );
	expect(
		screen.queryByRole( 'link', { name: 'Add the front-end URL' } )
	).toBeNull();
} );

test( 'shows the usual duration of a Clean Rebuild in its confirmation', async () => {
	const ofAction = ( action: 'rebuild' | 'cleanRebuild', seconds: number ) =>
		aRun( {
			action,
			status: 'live',
			durationMs: seconds * 1_000,
		} );
	server.on( 'GET', '/runs?environment=production', () => ( {
		runs: [ ofAction( 'cleanRebuild', 350 ), ofAction( 'rebuild', 118 ) ],
	} ) );
	const user = await open( anEnvironment() );
	await user.click( button( 'Clean Rebuild' ) );
	const question = screen.getByRole( 'dialog' );
	expect( question.textContent ).toContain(
		'This takes longer than a Rebuild: about 6 min instead of 2 min.'
	);
	within( question ).getByText( 'about 6 min' );
} );

describe( 'a URL that requests a Clean Rebuild', () => {
	afterEach( () => window.history.replaceState( null, '', '/' ) );

	test( 'opens the confirmation once, and sends nothing automatically', async () => {
		window.history.replaceState( null, '', '/?clean-rebuild=production' );
		await open( anEnvironment() );
		screen.getByRole( 'dialog', { name: 'Clean Rebuild of Production?' } );
		expect( window.location.search ).toBe( '' );
		expect( server.callsOf( 'POST', '/' ) ).toEqual( [] );
	} );

	test.each( [
		[ 'another environment', '/?clean-rebuild=staging', {} ],
		[
			'a user without the permission',
			'/?clean-rebuild=production',
			{ can: [ 'rebuild' as const ] },
		],
	] )( 'opens no confirmation for %s', async ( _, address, over ) => {
		window.history.replaceState( null, '', address );
		await open( anEnvironment( over ) );
		expect( screen.queryByRole( 'dialog' ) ).toBeNull();
	} );
} );

const many = [ 'a', 'b', 'c', 'd', 'e', 'f', 'g' ].map( ( id ) =>
	anEnvironment( {
		id,
		label: `Site ${ id }`,
		status: id === 'f' ? 'failed' : 'upToDate',
	} )
);

test( 'more than six environments are rows by urgency, and each opens its card', async () => {
	const user = await openOverview( aStatus( ...many ) );
	const names = screen
		.getAllByRole( 'heading', { name: /^Site/ } )
		.map( ( { textContent } ) => textContent );
	expect( names[ 0 ] ).toBe( 'Site f' );
	expect( names ).toHaveLength( 7 );
	expect( queryButton( /^Rebuild/ ) ).toBeNull();
	await user.click( button( 'Show Site f' ) );
	button( /^Rebuild/ );
	await user.click( button( 'Hide Site f' ) );
	expect( queryButton( /^Rebuild/ ) ).toBeNull();
} );

test( 'more than six environments are cards if there are six or fewer', async () => {
	await openOverview( aStatus( ...many.slice( 0, 6 ) ) );
	expect( queryButton( /^Show/ ) ).toBeNull();
	expect(
		screen.getAllByRole( 'button', { name: /^Rebuild/ } )
	).toHaveLength( 6 );
} );
