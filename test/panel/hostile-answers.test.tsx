import './browser.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusStore } from '../../src/panel/live/status-store.ts';
import type { BootData } from '../../src/shared/boot.ts';
import { App } from './app.tsx';
import { anEnvironment, aStatus, NOW_MS, someBoot } from './fixtures.ts';

const LOGIN_PAGE = '<!DOCTYPE html><html><body>Log in</body></html>';

/** What a proxy, a login plugin or a broken plugin answers in WordPress's place. */
const ANSWERS: Record< string, () => Response > = {
	'a page of a proxy': () =>
		new Response( '<html>502 Bad Gateway</html>', { status: 502 } ),
	'a login page as a success': () => new Response( LOGIN_PAGE ),
	noRun: () => new Response( '' ),
	'no content': () => new Response( null, { status: 204 } ),
	'another plugin’s error': () =>
		new Response( '{"code":17,"message":{"a":["b"]},"data":"none"}', {
			status: 500,
		} ),
	null: () => new Response( 'null' ),
	'an empty object': () => new Response( '{}' ),
	'a list': () => new Response( '[]' ),
	'a text': () => new Response( '"maintenance"' ),
	'environments without anything': () =>
		new Response( '{"environments":[{}]}' ),
	'wrong types': () =>
		new Response(
			'{"environments":{},"runs":{},"schedules":7,"run":3,"message":{"a":1}}'
		),
};

/** Words of the machine, which help nobody. */
const NOT_FOR_PEOPLE =
	/Unexpected|JSON at|not valid JSON$|undefined|null|\[object|is not a function|not iterable|Cannot read|TypeError/;

const TABS: BootData[ 'tab' ][] = [
	'overview',
	'activity',
	'automation',
	'connections',
];

let store: StatusStore | null = null;

async function settle( ms = 0 ) {
	await act( async () => {
		await vi.advanceTimersByTimeAsync( ms );
	} );
}

async function open( tab: BootData[ 'tab' ], isPreloaded: boolean ) {
	const status = isPreloaded ? aStatus( anEnvironment() ) : null;
	store = new StatusStore( status, { movingMs: 2_000, idleMs: 5_000 } );
	store.start();
	const preload = { status: status ?? aStatus(), settings: null };
	const boot = someBoot( { tab, preload } );
	render( <App boot={ boot } store={ store } /> );
	await settle( 10_000 );
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	window.history.replaceState( null, '', '/wp-admin/admin.php' );
	vi.spyOn( console, 'error' ).mockImplementation( () => {} );
} );

afterEach( () => {
	store?.stop();
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
} );

describe.each( Object.keys( ANSWERS ) )( 'Answered with %s', ( name ) => {
	beforeEach( () => {
		vi.stubGlobal(
			'fetch',
			vi.fn( async () => ANSWERS[ name ]?.() )
		);
	} );

	test.each( TABS )( '%s says what to do', async ( tab ) => {
		await open( tab, false );
		const words = document.body.textContent ?? '';
		expect( words ).toMatch( /\w+ \w+ .*\./ );
		expect( words ).not.toMatch( NOT_FOR_PEOPLE );
		expect(
			screen.queryAllByRole( 'button' ).length > 0 ||
				words.includes( 'Reload the page' )
		).toBe( true );
	} );

	test( 'a page that never had a status says so, and shows none of an earlier time', async () => {
		await open( 'overview', false );
		expect( document.body.textContent ).toContain(
			'The status could not be loaded.'
		);
		expect( document.body.textContent ).not.toMatch(
			/at that time|No connection/
		);
	} );

	test( 'the state that is known stays, and a press says what became of it', async () => {
		await open( 'overview', true );
		expect( screen.getByText( 'Production' ) ).toBeTruthy();
		expect( screen.getByText( /Status last read: / ) ).toBeTruthy();
		fireEvent.click( screen.getByRole( 'button', { name: 'Rebuild' } ) );
		await settle();
		expect(
			screen.getByText( /Check the status, then try again/ )
		).toBeTruthy();
		expect( document.body.textContent ).not.toMatch( NOT_FOR_PEOPLE );
	} );
} );

test( 'A run that cannot be drawn takes no more than the screen away, and says so', async () => {
	const state = JSON.stringify( aStatus( anEnvironment() ) );
	vi.stubGlobal(
		'fetch',
		vi.fn(
			async ( url: string ) =>
				new Response(
					url.includes( 'status' ) ? state : '{"runs":[{}]}'
				)
		)
	);
	await open( 'activity', true );
	screen.getByText( /Reload the page/ );
} );
