import '../panel/browser.ts';
import { speak } from '@wordpress/a11y';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Status } from '../../src/shared/wire.ts';
import {
	aDecision,
	anEnvironment,
	aPendingRun,
	aResponse,
	aStatus,
	at,
	NOW_MS,
	someBoot,
} from '../panel/fixtures.ts';
import { fakeServer, refusal, type FakeServer } from '../panel/server.ts';

vi.mock( '@wordpress/api-fetch', () => ( { default: vi.fn() } ) );
vi.mock( '@wordpress/a11y', () => ( { speak: vi.fn() } ) );

const QUIET = aStatus( anEnvironment() );
const PENDING = aStatus(
	anEnvironment( { status: 'pending', pending: [ aPendingRun() ] } )
);
/** What `Admin\Admin_Bar` and `Admin\Dashboard_Widget` print. */
const PAGE = `
	<ul><li id="wp-admin-bar-headless-deploy" class="headless-deploy-bar--good">
		<a class="ab-item" href="#panel"><span class="ab-label">as printed</span></a>
		<ul id="wp-admin-bar-headless-deploy-environment-production">
			<li id="wp-admin-bar-headless-deploy-state-production"><a class="ab-item" href="#panel"><span class="headless-deploy-headline">as printed</span></a></li>
			<li id="wp-admin-bar-headless-deploy-rebuild-production"><a class="ab-item" href="#panel">Rebuild</a></li>
			<li id="wp-admin-bar-headless-deploy-cancel-production" class="headless-deploy-hidden"><a class="ab-item" href="#panel"></a></li>
			<li id="wp-admin-bar-headless-deploy-purge-production"><a class="ab-item" href="#panel">Purge Cache</a></li>
		</ul>
	</li></ul>
	<div id="wpbody-content"><div class="wrap"><h1>Dashboard</h1>
		<ul><li data-headless-deploy="production">
			<span class="dashicons dashicons-yes headless-deploy-icon headless-deploy-icon--accepted"></span>
			<span class="headless-deploy-headline">as printed</span>
			<p class="headless-deploy-widget__remedy"></p>
			<a class="button" href="#panel" data-headless-deploy-action="rebuild" aria-label="Rebuild: Production">Rebuild</a>
		</li></ul>
	</div></div>`;
let server: FakeServer;

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	vi.resetModules();
	vi.mocked( speak ).mockClear();
	document.body.innerHTML = PAGE;
} );

afterEach( () => {
	delete window.headlessDeploy;
	delete window.wp;
	delete window.jQuery;
	document.body.innerHTML = '';
	vi.useRealTimers();
} );

async function load( status: Status ) {
	server = fakeServer( status );
	window.headlessDeploy = someBoot( { preload: { status, settings: null } } );
	await import( '../../src/admin-bar/index.ts' );
	window.dispatchEvent( new Event( 'load' ) );
	await vi.advanceTimersByTimeAsync( 0 );
}

function textOf( selector: string ): string {
	return document.querySelector( selector )?.textContent ?? '';
}

async function click( selector: string ) {
	document.querySelector< HTMLElement >( selector )?.click();
	await vi.advanceTimersByTimeAsync( 0 );
}

const REBUILD = '#wp-admin-bar-headless-deploy-rebuild-production .ab-item';

test( 'sends no request while no run is active', async () => {
	await load( QUIET );
	await vi.advanceTimersByTimeAsync( 600_000 );
	expect( server.calls ).toEqual( [] );
} );

test( 'counts the time of a printed status by the server’s clock, without a request', async () => {
	const live = aStatus(
		anEnvironment( {
			headline: { text: 'Live %s', at: at( 0 ) },
			next: null,
		} )
	);
	// The clock of this machine is an hour ahead.
	vi.setSystemTime( NOW_MS + 3_600_000 );
	await load( live );
	await vi.advanceTimersByTimeAsync( 5_000 );
	expect( textOf( '.ab-label' ) ).toBe( 'Production · Live 5 s ago' );
	await vi.advanceTimersByTimeAsync( 70_000 );
	expect( textOf( '.ab-label' ) ).toBe( 'Production · Live 1 min ago' );
	await vi.advanceTimersByTimeAsync( 3_600_000 );
	expect( textOf( '.ab-label' ) ).toBe( 'Production · Live 1 h ago' );
	expect( server.calls ).toEqual( [] );
} );

test( 'requests the status after a Quick Edit, and after no other request of jQuery', async () => {
	let onAjaxComplete: (
		event: object,
		request: object,
		settings: object
	) => void = () => {};
	window.jQuery = () => ( {
		on: ( _type, listener ) => ( onAjaxComplete = listener ),
	} );
	await load( QUIET );
	onAjaxComplete( {}, {}, { data: 'interval=60&action=heartbeat' } );
	onAjaxComplete( {}, {}, {} );
	await vi.advanceTimersByTimeAsync( 0 );
	expect( server.calls ).toEqual( [] );
	server.status = PENDING;
	onAjaxComplete(
		{},
		{},
		{ data: 'post_title=A&action=inline-save&post_ID=4' }
	);
	await vi.advanceTimersByTimeAsync( 1_000 );
	expect( textOf( '.ab-label' ) ).toMatch( /^Production · Rebuild in \d s$/ );
} );

test( 'does nothing on a page without the plugin’s data', async () => {
	server = fakeServer( QUIET );
	await import( '../../src/admin-bar/index.ts' );
	expect( server.calls ).toEqual( [] );
} );

test( 'counts down everywhere, sends the due run, and shows its result', async () => {
	await load( PENDING );
	await vi.advanceTimersByTimeAsync( 1_000 );
	for ( const place of [
		'#wp-admin-bar-headless-deploy-state-production .headless-deploy-headline',
		'[data-headless-deploy] .headless-deploy-headline',
	] ) {
		expect( textOf( place ) ).toMatch( /^Rebuild in \d s$/ );
	}
	expect( textOf( '.ab-label' ) ).toMatch( /^Production · Rebuild in \d s$/ );
	expect( textOf( REBUILD ) ).toBe( 'Rebuild now' );
	expect( document.querySelector( '.dashicons-clock' ) ).not.toBeNull();
	server.on( 'POST', '/dispatch', () => {
		server.status = QUIET;
		return {};
	} );
	server.seconds = 12;
	await vi.advanceTimersByTimeAsync( 15_000 );
	expect( server.callsOf( 'POST', '/dispatch' ) ).toHaveLength( 1 );
	expect( textOf( REBUILD ) ).toBe( 'Rebuild' );
	const requestCount = server.calls.length;
	await vi.advanceTimersByTimeAsync( 600_000 );
	expect( server.calls ).toHaveLength( requestCount );
} );

test( 'starts a run once, and shows and announces the result', async () => {
	await load( QUIET );
	let answer: ( value: unknown ) => void = () => {};
	server.on(
		'POST',
		'/runs',
		() => new Promise( ( resolve ) => ( answer = resolve ) )
	);
	await click( REBUILD );
	await click( REBUILD );
	expect( server.callsOf( 'POST', '/runs' ) ).toHaveLength( 1 );
	expect( textOf( '.ab-label' ) ).toBe( 'Production · Sending' );
	expect(
		document.querySelector( REBUILD )?.getAttribute( 'aria-disabled' )
	).toBe( 'true' );
	answer( aResponse( null, 'It runs <b>right after</b>.' ) );
	await vi.advanceTimersByTimeAsync( 0 );
	expect( textOf( '.wrap h1 + .notice p' ) ).toBe(
		'It runs <b>right after</b>.'
	);
	expect( speak ).toHaveBeenCalledWith(
		'It runs <b>right after</b>.',
		'polite'
	);
	expect( server.callsOf( 'GET', '/status' ).length ).toBeGreaterThan( 0 );
} );

test( 'shows a status that is newer than the button, although the answer takes longer', async () => {
	await load( QUIET );
	server.on( 'POST', '/runs', () => new Promise( () => {} ) );
	await click( REBUILD );
	expect( textOf( '.ab-label' ) ).toBe( 'Production · Sending' );
	const { pageStore } = await import( '../../src/live/page-store.ts' );
	const store = pageStore( window.headlessDeploy ?? null, {
		movingMs: null,
		idleMs: null,
	} );
	server.status = aStatus(
		anEnvironment( {
			status: 'building',
			headline: { text: 'Building' },
		} )
	);
	await store.refresh();
	expect( textOf( '.ab-label' ) ).toBe( 'Production · Building' );
	expect(
		document.querySelector( REBUILD )?.getAttribute( 'aria-disabled' )
	).toBe( 'true' );
} );

test( 'loads the status after a request of another tab, and notifies other tabs of its own requests', async () => {
	await load( QUIET );
	window.localStorage.clear();
	server.status = PENDING;
	window.dispatchEvent(
		new StorageEvent( 'storage', { key: 'another-plugin' } )
	);
	await vi.advanceTimersByTimeAsync( 1_000 );
	expect( server.calls ).toEqual( [] );
	window.dispatchEvent(
		new StorageEvent( 'storage', { key: 'headless-deploy-request' } )
	);
	await vi.advanceTimersByTimeAsync( 1_000 );
	expect( textOf( '.ab-label' ) ).toMatch( /^Production · Rebuild in \d s$/ );
	expect( window.localStorage ).toHaveLength( 0 );
	server.on( 'POST', '/now', () => aResponse( null, 'Now.' ) );
	await click( REBUILD );
	expect( window.localStorage ).toHaveLength( 1 );
} );

test( 'hides an environment that was removed, and the menu when none is left', async () => {
	const other = anEnvironment( { id: 'staging', label: 'Staging' } );
	const hidden = ( id: string ) =>
		document
			.getElementById( id )
			?.classList.contains( 'headless-deploy-hidden' );
	const BAR = 'wp-admin-bar-headless-deploy';
	await load( PENDING );
	await vi.advanceTimersByTimeAsync( 0 );
	expect( hidden( `${ BAR }-environment-production` ) ).toBe( false );
	server.status = aStatus( other );
	await vi.advanceTimersByTimeAsync( 20_000 );
	expect( hidden( `${ BAR }-environment-production` ) ).toBe( true );
	expect( hidden( BAR ) ).toBe( false );
	server.status = { ...aStatus( other ), environments: [] };
	window.dispatchEvent( new Event( 'online' ) );
	await vi.advanceTimersByTimeAsync( 1_000 );
	expect( hidden( BAR ) ).toBe( true );
} );

test( 'changes its text once a minute after the first minute', async () => {
	await load(
		aStatus(
			anEnvironment( {
				status: 'building',
				headline: { text: 'Building, %s', since: at( 0 ) },
			} )
		)
	);
	const seen = new Set< string >();
	for ( let second = 0; second < 185; second += 1 ) {
		server.seconds += 1;
		await vi.advanceTimersByTimeAsync( 1_000 );
		seen.add( textOf( '.ab-label' ) );
	}
	const texts = [ ...seen ].filter( ( text ) => ! / \d+ s$/.test( text ) );
	expect( texts ).toEqual( [
		'Production · Building, 1 min',
		'Production · Building, 2 min',
		'Production · Building, 3 min',
	] );
} );

test( 'says that it is not known whether the run was started after a lost connection', async () => {
	await load( QUIET );
	server.on( 'POST', '/runs', () => {
		throw { code: 'fetch_error', message: 'You are probably offline.' };
	} );
	await click( REBUILD );
	expect( textOf( '.notice-error p' ) ).toBe(
		'The connection to WordPress was lost. It is not known whether Rebuild was started. Check Activity before you start it again.'
	);
} );

test( 'sends a pending run immediately', async () => {
	await load( PENDING );
	server.on( 'POST', '/now', () => aResponse( null, 'Now.' ) );
	await click( '[data-headless-deploy-action]' );
	expect( server.callsOf( 'POST', '/pending/build/now' ) ).toHaveLength( 1 );
} );

const CANCEL = '#wp-admin-bar-headless-deploy-cancel-production';

test( 'cancels a pending run, and moves the focus to the status', async () => {
	await load( PENDING );
	await vi.advanceTimersByTimeAsync( 1_000 );
	expect( textOf( CANCEL ) ).toBe( 'Cancel Rebuild' );
	expect( document.querySelector( CANCEL )?.className ).toBe( '' );
	server.on( 'POST', '/pending/build/cancel', () => {
		server.status = QUIET;
		return aDecision( 'Canceled: 3 changes by Maria.' );
	} );
	document.querySelector< HTMLElement >( `${ CANCEL } .ab-item` )?.focus();
	await click( `${ CANCEL } .ab-item` );
	expect( server.callsOf( 'POST', '/pending/build/cancel' ) ).toHaveLength(
		1
	);
	expect( server.callsOf( 'POST', '/runs' ) ).toHaveLength( 0 );
	expect( textOf( '.notice-success p' ) ).toBe(
		'Canceled: 3 changes by Maria.'
	);
	expect( document.querySelector( CANCEL )?.className ).toBe(
		'headless-deploy-hidden'
	);
	expect(
		document.querySelector(
			'#wp-admin-bar-headless-deploy-state-production > :focus'
		)
	).not.toBeNull();
} );

test( 'stops the countdown while the connection is lost', async () => {
	await load(
		aStatus(
			anEnvironment( {
				status: 'pending',
				pending: [ aPendingRun( { dueAt: at( 55 ) } ) ],
			} )
		)
	);
	server.on( 'GET', '/status', () => {
		throw new TypeError( 'Failed to fetch' );
	} );
	await vi.advanceTimersByTimeAsync( 20_000 );
	const stopped = textOf( '.ab-label' );
	expect( stopped ).toMatch( /Rebuild in \d+ s$/ );
	await vi.advanceTimersByTimeAsync( 3_000 );
	expect( textOf( '.ab-label' ) ).toBe( stopped );
} );

test( 'shows in the widget what the user can do', async () => {
	await load( PENDING );
	server.status = aStatus(
		anEnvironment( { remedy: 'Paste a webhook URL under Connections.' } )
	);
	await vi.advanceTimersByTimeAsync( 6_000 );
	expect( textOf( '.headless-deploy-widget__remedy' ) ).toBe(
		'Paste a webhook URL under Connections.'
	);
} );

test( 'offers no Cancel to users who may not start the pending action', async () => {
	await load(
		aStatus(
			anEnvironment( {
				status: 'pending',
				pending: [ aPendingRun() ],
				can: [ 'purgeCache' ],
			} )
		)
	);
	await vi.advanceTimersByTimeAsync( 1_000 );
	expect( document.querySelector( CANCEL )?.className ).toBe(
		'headless-deploy-hidden'
	);
} );

test( 'shows why a run that is being sent cannot be canceled', async () => {
	await load( PENDING );
	server.on( 'POST', '/pending/build/cancel', () => {
		throw refusal(
			409,
			'headless_deploy_already_sending',
			'It is being sent.'
		);
	} );
	await click( `${ CANCEL } .ab-item` );
	expect( textOf( '.notice-error p' ) ).toBe( 'It is being sent.' );
} );

test( 'announces assertively why a run was rejected, and can start it again', async () => {
	await load( QUIET );
	server.on( 'POST', '/runs', () => {
		throw refusal( 403, 'headless_deploy_copy', 'This is a copy.' );
	} );
	await click( REBUILD );
	expect( textOf( '.notice-error p' ) ).toBe( 'This is a copy.' );
	expect( speak ).toHaveBeenCalledWith( 'This is a copy.', 'assertive' );
	await click( REBUILD );
	expect( server.callsOf( 'POST', '/runs' ) ).toHaveLength( 2 );
	expect( document.querySelectorAll( '.notice-error' ) ).toHaveLength( 1 );
} );

test( 'shows the result below the admin bar on the front end', async () => {
	document.querySelector( '#wpbody-content' )?.remove();
	await load( QUIET );
	server.on( 'POST', '/runs', () => aResponse( null, 'Yes.' ) );
	await click( REBUILD );
	expect( textOf( '.headless-deploy-toast p' ) ).toBe( 'Yes.' );
	await vi.advanceTimersByTimeAsync( 8_000 );
	expect( document.querySelector( '.headless-deploy-toast' ) ).toBeNull();
} );

test( 'registers the commands that the user may run', async () => {
	const registered: {
		name: string;
		callback: ( options: { close: () => void } ) => void;
	}[] = [];
	window.wp = {
		data: {
			dispatch: ( store ) =>
				store === 'core/commands'
					? {
							registerCommand: ( command ) =>
								registered.push( command as never ),
						}
					: null,
		},
	};
	await load(
		aStatus(
			anEnvironment( { can: [ 'rebuild', 'purgeCache', 'refresh' ] } )
		)
	);
	expect( registered.map( ( { name } ) => name ) ).toEqual( [
		'headless-deploy/rebuild-production',
		'headless-deploy/refresh-production',
		'headless-deploy/purge-production',
		'headless-deploy/open-panel',
	] );
	server.on( 'POST', '/runs', () => aResponse( null, 'Yes.' ) );
	const close = vi.fn();
	registered[ 2 ]?.callback( { close } );
	await vi.advanceTimersByTimeAsync( 0 );
	expect( close ).toHaveBeenCalledOnce();
	expect( server.callsOf( 'POST', '/runs' )[ 0 ]?.data ).toEqual( {
		action: 'purgeCache',
	} );
} );

test( 'shares the status store of the panel or the editor', async () => {
	server = fakeServer( PENDING );
	window.headlessDeploy = someBoot( {
		preload: { status: PENDING, settings: null },
	} );
	const { pageStore } = await import( '../../src/live/page-store.ts' );
	const { readBoot } = await import( '../../src/live/boot.ts' );
	pageStore( readBoot(), { movingMs: 60_000, idleMs: null } );
	await import( '../../src/admin-bar/index.ts' );
	await vi.advanceTimersByTimeAsync( 0 );
	expect( server.callsOf( 'GET', '/status' ) ).toHaveLength( 1 );
} );

test( 'follows the status that the editor or the panel of the page requests', async () => {
	await load( QUIET );
	const { pageStore } = await import( '../../src/live/page-store.ts' );
	const store = pageStore( window.headlessDeploy ?? null, {
		movingMs: 2_000,
		idleMs: null,
	} );
	await vi.advanceTimersByTimeAsync( 0 );
	server.status = PENDING;
	await store.refresh();
	await vi.advanceTimersByTimeAsync( 0 );
	expect( textOf( '#wp-admin-bar-headless-deploy .ab-label' ) ).toMatch(
		/Rebuild in/
	);
	store.stop();
} );
