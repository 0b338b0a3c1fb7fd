import './browser.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BootData } from '../../src/shared/boot.ts';
import { anEnvironment, aStatus, NOW_MS } from './fixtures.ts';
import { advance, openPanel } from './panel-page.tsx';
import { button } from './queries.ts';

const LOGIN_PAGE = '<!DOCTYPE html><html><body>Log in</body></html>';

/** What a proxy, a login plugin or a broken plugin answers in WordPress's place. */
const ANSWERS: Record< string, () => Response > = {
	'an error page of a proxy': () =>
		new Response( '<html>502 Bad Gateway</html>', { status: 502 } ),
	'a login page as a success': () => new Response( LOGIN_PAGE ),
	nothing: () => new Response( '' ),
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

/** Texts of JavaScript errors, which no user should see. */
const TECHNICAL_TEXT =
	/Unexpected|JSON at|not valid JSON$|undefined|null|\[object|is not a function|not iterable|Cannot read|TypeError/;

const TABS: BootData[ 'tab' ][] = [
	'overview',
	'activity',
	'automation',
	'connections',
];

async function open( tab: BootData[ 'tab' ], isPreloaded: boolean ) {
	const status = isPreloaded ? aStatus( anEnvironment() ) : null;
	await openPanel( { tab, status, pollMs: 5_000 } );
	await advance( 10_000 );
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	window.history.replaceState( null, '', '/wp-admin/admin.php' );
	vi.spyOn( console, 'error' ).mockImplementation( () => {} );
} );

afterEach( () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
} );

describe.each( Object.keys( ANSWERS ) )(
	'when the server answers with %s',
	( name ) => {
		beforeEach( () => {
			vi.stubGlobal(
				'fetch',
				vi.fn( async () => ANSWERS[ name ]?.() )
			);
		} );

		test.each( TABS )(
			'tells the user on the screen %s what to do',
			async ( tab ) => {
				await open( tab, false );
				const text = document.body.textContent ?? '';
				expect( text ).toMatch( /\w+ \w+ .*\./ );
				expect( text ).not.toMatch( TECHNICAL_TEXT );
				expect(
					screen.queryAllByRole( 'button' ).length > 0 ||
						text.includes( 'Reload the page' )
				).toBe( true );
			}
		);

		test( 'says that the status could not be loaded, and shows no earlier one', async () => {
			await open( 'overview', false );
			expect( document.body.textContent ).toContain(
				'The status could not be loaded.'
			);
			expect( document.body.textContent ).not.toMatch(
				/at that time|No connection/
			);
		} );

		test( 'keeps the last known status, and reports the unclear result of an action', async () => {
			await open( 'overview', true );
			expect( screen.getByText( 'Production' ) ).toBeTruthy();
			expect( screen.getByText( /Status last read: / ) ).toBeTruthy();
			fireEvent.click( button( 'Rebuild' ) );
			await advance();
			expect(
				screen.getByText(
					/It is not known whether Rebuild was started/
				)
			).toBeTruthy();
			expect( document.body.textContent ).not.toMatch( TECHNICAL_TEXT );
		} );
	}
);

describe.each( [ 403, 405, 429 ] )(
	'when a firewall answers %i',
	( status ) => {
		const BLOCKED = `A firewall, a security plugin or the web server answered with error ${ status }, so the request did not reach Headless Deploy. Requests to /wp-json/headless-deploy/ must be allowed there.`;

		beforeEach( () => {
			vi.stubGlobal(
				'fetch',
				vi.fn(
					async () =>
						new Response( '<html>Blocked</html>', { status } )
				)
			);
		} );

		test.each( TABS )( 'says so on the screen %s', async ( tab ) => {
			await open( tab, false );
			expect( document.body.textContent ).toContain( BLOCKED );
			expect( document.body.textContent ).not.toMatch(
				/did not respond|logged out/
			);
		} );

		test( 'says so after a button was pressed', async () => {
			await open( 'overview', true );
			fireEvent.click( button( 'Rebuild' ) );
			await advance();
			expect( screen.getAllByText( BLOCKED ).length ).toBeGreaterThan(
				1
			);
			expect( document.body.textContent ).not.toMatch(
				/did not respond/
			);
		} );
	}
);

test( 'replaces only the screen by a message when a run cannot be rendered', async () => {
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
