import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import type { BootData } from '../../../src/shared/boot.ts';
import type { EnvironmentStatus } from '../../../src/shared/wire.ts';
import { App } from './app.tsx';
import {
	NOW_MS,
	aBuild,
	aPendingRun,
	aReason,
	aRun,
	aStatus,
	anEnvironment,
	at,
	someBoot,
	type EnvironmentFacts,
} from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

let server: FakeServer;
let store: StatusStore;

function notices() {
	return select( noticesStore ).getNotices();
}

async function open(
	environment: EnvironmentStatus,
	over: Partial< BootData > = {}
) {
	const status = aStatus( environment );
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

/** The steps that are shown, the present one marked, what is to come in brackets. */
function steps(): string[] {
	return screen
		.getAllByRole( 'listitem' )
		.filter( ( { parentElement } ) => parentElement?.tagName === 'OL' )
		.map( ( step ) => {
			const text = step.textContent ?? '';
			const words =
				step.className === 'is-upcoming' ? `(${ text })` : text;
			return step.getAttribute( 'aria-current' ) ? `> ${ words }` : words;
		} );
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	server = fakeServer( aStatus() );
} );

afterEach( () => {
	store.stop();
	notices().forEach( ( { id } ) =>
		dispatch( noticesStore ).removeNotice( id )
	);
	vi.useRealTimers();
} );

const HELD = ( over: EnvironmentFacts = {} ) =>
	anEnvironment( {
		state: 'held',
		hold: true,
		pending: [ aPendingRun( { held: true, dueAt: null, changes: 7 } ) ],
		...over,
	} );

describe( 'changes that are held', () => {
	test( 'are counted, with who made them, the newest three and how many more', async () => {
		await open( HELD() );
		screen.getByText( '7 pending changes' );
		screen.getByText( 'Held. Press Rebuild to deploy.' );
		screen.getByRole( 'link', { name: 'Summer collection' } );
		screen.getByText( 'and 4 more changes' );
		screen.getByRole( 'button', { name: 'Rebuild' } );
	} );

	test( 'are all listed after a press on what stands for the others', async () => {
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
		const button = screen.getByRole( 'button', {
			name: 'and 4 more changes',
		} );
		await user.click( button );
		screen.getByRole( 'link', { name: 'Post 4' } );
		screen.getByText( 'and 2 more changes' );
		await user.click(
			screen.getByRole( 'button', { name: 'Show fewer' } )
		);
		expect( screen.queryByRole( 'link', { name: 'Post 4' } ) ).toBeNull();
		expect( button.ownerDocument.activeElement ).toBe( button );
	} );

	test( 'go at once after Stop holding, whose button says how many, and the focus stays in the card', async () => {
		const user = await open( HELD() );
		server.on( 'POST', '/environments/production/release', () => {
			server.status = aStatus(
				anEnvironment( {
					state: 'pending',
					pending: [ aPendingRun() ],
				} )
			);
			return {};
		} );
		await user.click(
			screen.getByRole( 'button', {
				name: 'Stop holding and deploy 7 changes',
			} )
		);
		expect( notices()[ 0 ]?.content ).toBe(
			'7 changes are deployed now. New changes deploy automatically again.'
		);
		expect(
			screen.queryByRole( 'button', { name: /Stop holding/ } )
		).toBeNull();
		const headline = screen.getByRole( 'heading', { name: /Rebuild in/ } );
		expect( headline.ownerDocument.activeElement ).toBe( headline );
	} );

	test( 'stay held when that fails: the server’s words, no success', async () => {
		const user = await open( HELD() );
		server.on( 'POST', '/release', () => {
			throw refusal( 409, 'x', 'wp-config.php sets this.' );
		} );
		await user.click(
			screen.getByRole( 'button', { name: /Stop holding/ } )
		);
		expect( notices().map( ( { status } ) => status ) ).toEqual( [
			'error',
		] );
		expect( notices()[ 0 ]?.content ).toBe( 'wp-config.php sets this.' );
		screen.getByText( '7 pending changes' );
	} );

	test( 'are let go by nobody who may not rebuild', async () => {
		const user = await open( HELD( { can: [ 'purgeCache' ] } ), {
			can: { view: true, manage: false, actions: [ 'purgeCache' ] },
		} );
		expect(
			screen.queryByRole( 'button', { name: /Stop holding/ } )
		).toBeNull();
		await user.click(
			screen.getByRole( 'button', { name: /More actions/ } )
		);
		expect(
			screen.queryByRole( 'menuitem', { name: /Stop holding/ } )
		).toBeNull();
	} );

	test( 'are spoken of although none wait', async () => {
		await open( anEnvironment( { hold: true } ) );
		screen.getByText( 'Held. Press Rebuild to deploy.' );
	} );
} );

describe( 'the menu of a card', () => {
	test( 'holds changes', async () => {
		const user = await open( anEnvironment() );
		server.on( 'POST', '/environments/production/hold', () => ( {} ) );
		await user.click(
			screen.getByRole( 'button', {
				name: 'More actions for Production',
			} )
		);
		await user.click(
			screen.getByRole( 'menuitem', { name: 'Hold changes' } )
		);
		expect(
			server.callsOf( 'POST', '/environments/production/hold' )
		).toHaveLength( 1 );
		expect( notices()[ 0 ]?.content ).toBe(
			'Held. Press Rebuild to deploy.'
		);
	} );

	test( 'leads to the other screens by real links', async () => {
		const user = await open( anEnvironment() );
		await user.click(
			screen.getByRole( 'button', { name: /More actions/ } )
		);
		const links = [ 'Activity', 'Automation', 'Connection' ].map(
			( name ) =>
				screen.getByRole( 'menuitem', { name } ).getAttribute( 'href' )
		);
		expect( links ).toEqual( [
			expect.stringMatching( /tab=activity&environment=production$/ ),
			expect.stringMatching( /tab=automation/ ),
			expect.stringMatching( /tab=connections/ ),
		] );
	} );

	test( 'offers an editor what an editor may see', async () => {
		const user = await open( anEnvironment(), {
			can: { view: true, manage: false, actions: [ 'rebuild' ] },
		} );
		await user.click(
			screen.getByRole( 'button', { name: /More actions/ } )
		);
		expect(
			screen
				.getAllByRole( 'menuitem' )
				.map( ( { textContent } ) => textContent )
		).toEqual( [ 'Hold changes', 'Activity' ] );
	} );
} );

const BUILDING = aRun( {
	status: 'building',
	build: aBuild(),
} );

describe( 'a run on its way', () => {
	test( 'shows what is to come while it is sent', async () => {
		await open(
			anEnvironment( {
				state: 'sending',
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
			'> Sending · 3 s',
			'(Accepted by the host)',
			'(Live)',
		] );
	} );

	test( 'says how long it builds, and how long that usually takes', async () => {
		server.on( 'GET', '/runs?environment=production', () => ( {
			runs: [ 100, 118, 900 ].map( ( seconds, id ) =>
				aRun( {
					id,
					status: 'live',
					trackedAt: at( -120 + seconds ),
				} )
			),
		} ) );
		await open(
			anEnvironment( {
				state: 'building',
				last: BUILDING,
				nextCheckAt: at( 4 ),
			} )
		);
		expect( steps() ).toEqual( [
			'Sent · 13:58',
			'Accepted by the host · 0.4 s',
			'> Building · 1 min 12 s, usually about 2 min',
			'(Live)',
		] );
	} );

	test( 'leaves out what nobody knows', async () => {
		server.on( 'GET', '/runs?environment=production', () => {
			throw refusal( 500, 'x', 'The log cannot be read.' );
		} );
		await open( anEnvironment( { state: 'building', last: BUILDING } ) );
		expect( steps()[ 2 ] ).toBe( '> Building · 1 min 12 s' );
		expect( screen.queryByText( 'The log cannot be read.' ) ).toBeNull();
	} );

	test( 'waits for the site as long as somebody looks, and no longer', async () => {
		await open( anEnvironment( { nextCheckAt: at( 4 ) } ) );
		expect( steps().at( -1 ) ).toBe( '> Live · not confirmed yet' );
		server.status = aStatus( anEnvironment() );
		await act( async () => {
			await vi.advanceTimersByTimeAsync( 8_000 );
		} );
		expect( screen.queryByText( /not confirmed yet/ ) ).toBeNull();
		screen.getByText( 'Accepted by the host' );
	} );

	test( 'is looked at when the server says, by one request', async () => {
		server.on( 'POST', '/dispatch', () => {
			server.status = aStatus(
				anEnvironment( {
					last: aRun( { status: 'live', trackedAt: at( 4 ) } ),
				} )
			);
			return {};
		} );
		await open( anEnvironment( { nextCheckAt: at( 4 ) } ) );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 0 );
		server.seconds = 5;
		await act( async () => {
			await vi.advanceTimersByTimeAsync( 6_000 );
		} );
		expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
		screen.getByText( /^Live \d s ago$/ );
	} );
} );

describe( 'what came of a run', () => {
	test( 'is called live with what is on the site, and how long it took', async () => {
		await open(
			anEnvironment( {
				last: aRun( {
					changes: 1,
					status: 'live',
					trackedAt: at( -12 ),
				} ),
			} )
		);
		screen.getByText( 'Live 12 s ago' );
		screen.getByText( 'On the site: 4 changes.' );
		screen.getByText( 'Rebuild · Live · 12 s ago' );
		screen.getByText( 'Took 1 min 48 s.' );
	} );

	test( 'is a failure when the build failed, with the host’s words and without a Retry', async () => {
		const last = aRun( {
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
		await open( anEnvironment( { state: 'failed', last } ) );
		screen.getByRole( 'heading', {
			name: 'Failed: the build was interrupted',
		} );
		const [ notice ] = screen
			.getAllByText( 'The host could not build the site.' )
			.map( ( words ) => words.closest( '.components-notice' ) );
		expect( notice?.className ).toContain( 'is-error' );
		within( notice as HTMLElement ).getByText(
			'npm run build ended with 1.'
		);
		expect(
			screen.queryByRole( 'button', { name: 'Try again' } )
		).toBeNull();
		screen.getByText(
			'Rebuild · Failed: the build was interrupted · 5 s ago'
		);
	} );

	test( 'cannot be seen without an address, which an administrator may add', async () => {
		await open( anEnvironment( { frontEndUrl: '', lacksAddress: true } ) );
		expect(
			screen
				.getByRole( 'link', { name: 'Add the front-end URL' } )
				.getAttribute( 'href' )
		).toContain( 'tab=connections' );
	} );

	test( 'cannot be seen without an address, which others may not add', async () => {
		await open( anEnvironment( { frontEndUrl: '', lacksAddress: true } ), {
			can: { view: true, manage: false, actions: [] },
		} );
		expect(
			screen.queryByRole( 'link', { name: 'Add the front-end URL' } )
		).toBeNull();
	} );
} );

test( 'the question before a Clean Rebuild says how long it takes, as the log knows it', async () => {
	const ofAction = ( action: 'rebuild' | 'cleanRebuild', seconds: number ) =>
		aRun( {
			action,
			status: 'live',
			trackedAt: at( seconds - 120 ),
		} );
	server.on( 'GET', '/runs?environment=production', () => ( {
		runs: [ ofAction( 'cleanRebuild', 350 ), ofAction( 'rebuild', 118 ) ],
	} ) );
	const user = await open( anEnvironment() );
	await user.click( screen.getByRole( 'button', { name: 'Clean Rebuild' } ) );
	const question = screen.getByRole( 'dialog' );
	expect( question.textContent ).toContain(
		'This takes longer than a Rebuild: about 6 min instead of 2 min.'
	);
	within( question ).getByText( 'about 6 min' );
} );

describe( 'an address that asks for a Clean Rebuild', () => {
	afterEach( () => window.history.replaceState( null, '', '/' ) );

	test( 'opens the question, once, and sends nothing by itself', async () => {
		window.history.replaceState( null, '', '/?clean-rebuild=production' );
		await open( anEnvironment() );
		screen.getByRole( 'dialog', { name: 'Clean Rebuild of Production?' } );
		expect( window.location.search ).toBe( '' );
		expect( server.callsOf( 'POST', '/' ) ).toEqual( [] );
	} );

	test.each( [
		[ 'another environment', '/?clean-rebuild=staging', {} ],
		[
			'somebody who may not',
			'/?clean-rebuild=production',
			{ can: [ 'rebuild' as const ] },
		],
	] )( 'asks nothing of %s', async ( _, address, over ) => {
		window.history.replaceState( null, '', address );
		await open( anEnvironment( over ) );
		expect( screen.queryByRole( 'dialog' ) ).toBeNull();
	} );
} );

describe( 'more than six environments', () => {
	const many = [ 'a', 'b', 'c', 'd', 'e', 'f', 'g' ].map( ( id ) =>
		anEnvironment( {
			id,
			label: `Site ${ id }`,
			state: id === 'f' ? 'failed' : 'upToDate',
		} )
	);

	async function openAll( environments: EnvironmentStatus[] ) {
		const status = aStatus( ...environments );
		server.status = status;
		const boot = someBoot( { preload: { status, settings: null } } );
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

	test( 'are rows, trouble first, and each opens its card', async () => {
		const user = await openAll( many );
		const names = screen
			.getAllByRole( 'heading', { name: /^Site/ } )
			.map( ( { textContent } ) => textContent );
		expect( names[ 0 ] ).toBe( 'Site f' );
		expect( names ).toHaveLength( 7 );
		expect(
			screen.queryByRole( 'button', { name: /^Rebuild/ } )
		).toBeNull();
		await user.click(
			screen.getByRole( 'button', { name: 'Show Site f' } )
		);
		screen.getByRole( 'button', { name: /^Rebuild/ } );
		await user.click(
			screen.getByRole( 'button', { name: 'Hide Site f' } )
		);
		expect(
			screen.queryByRole( 'button', { name: /^Rebuild/ } )
		).toBeNull();
	} );

	test( 'and six or fewer are cards', async () => {
		await openAll( many.slice( 0, 6 ) );
		expect( screen.queryByRole( 'button', { name: /^Show/ } ) ).toBeNull();
		expect(
			screen.getAllByRole( 'button', { name: /^Rebuild/ } )
		).toHaveLength( 6 );
	} );
} );
