/** Every page of the portal: accessibility, width, focus and browser errors. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { watch } from './browser-errors.ts';
import { showPortalPage, waitForPortalPage } from './portal-navigation.ts';
import { startStates } from './portal-states.ts';

/** The smallest phone, the width between the layouts, and a wide screen. */
const WIDTHS = [ 320, 900, 1920 ];

/** Pages that use all colors; the pages share their style sheets. */
const DARK_PAGES = [
	'Overview',
	'Build, failed',
	'Variables',
	'Cache',
	'Requests',
	'API users',
	'API',
];

/** Pages whose layout at 360 pixels is another one. */
const NARROW_PAGES = [ 'Overview', 'Requests', 'API' ];

/** Rules about colors; the structure of a page is the same in dark colors. */
const COLOR_RULES = [ 'color-contrast', 'link-in-text-block' ];

let portal: Awaited< ReturnType< typeof startStates > >;

test.beforeAll( async () => {
	portal = await startStates();
} );

test.afterAll( () => portal.close() );

/** Lists the widths at which a page is wider than its window. */
async function widthsThatScroll( page: Page ): Promise< string[] > {
	const wide: string[] = [];
	for ( const width of WIDTHS ) {
		await page.setViewportSize( { width, height: 800 } );
		// Charts follow the window a moment later.
		const fits = await page
			.waitForFunction(
				( limit ) => document.documentElement.scrollWidth <= limit,
				width,
				{ timeout: 2_000 }
			)
			.catch( () => null );
		if ( ! fits ) {
			wide.push( `wider than ${ width } pixels` );
		}
	}
	await page.setViewportSize( { width: 1440, height: 900 } );
	return wide;
}

/** Checks a page in light and dark, wide and narrow, where they differ. */
async function violations( page: Page, name: string ): Promise< string[] > {
	// The frame is the same on all pages.
	const include = [ name === 'Overview' ? 'html' : 'main' ];
	const found = await axeViolations( page, { include } );
	if ( DARK_PAGES.includes( name ) ) {
		await page.emulateMedia( { colorScheme: 'dark' } );
		found.push(
			...( await axeViolations( page, { include, only: COLOR_RULES } ) )
		);
		await page.emulateMedia( { colorScheme: 'light' } );
	}
	if ( NARROW_PAGES.includes( name ) ) {
		await page.setViewportSize( { width: 360, height: 800 } );
		found.push( ...( await axeViolations( page, { include } ) ) );
	}
	found.push( ...( await widthsThatScroll( page ) ) );
	return found.map( ( line ) => `${ name }: ${ line }` );
}

test( 'violates no rule of axe in light and dark, and is never wider than the window', async ( {
	page,
	context,
} ) => {
	const browserErrors = watch( context, [
		/status of 401.*_local\/session\)/,
	] );
	await page.goto( `${ portal.url }/portal` );
	await page.getByLabel( 'User ID' ).waitFor();
	const found = await violations( page, 'Sign in' );
	await page.goto( portal.portalLink() );
	for ( const [ name, address ] of Object.entries( portal.pages ) ) {
		await showPortalPage( page, address );
		found.push( ...( await violations( page, name ) ) );
		const current = page.locator( '.portal-nav [aria-current]' );
		expect( await current.count(), name ).toBeLessThan( 2 );
	}
	expect( found ).toEqual( [] );
	expect( browserErrors ).toEqual( [] );
} );

test( 'violates no rule of axe in an open menu and an open dialog', async ( {
	page,
} ) => {
	await page.goto( portal.portalLink() );
	await showPortalPage( page, portal.pages.Builds ?? '' );
	await page.getByRole( 'button', { name: /^Account/ } ).click();
	await page.getByRole( 'menu' ).waitFor();
	expect( await axeViolations( page ) ).toEqual( [] );
	await page.keyboard.press( 'Escape' );
	await page.getByRole( 'button', { name: 'Clean Rebuild' } ).click();
	await page.getByRole( 'dialog' ).waitFor();
	expect( await axeViolations( page ) ).toEqual( [] );
} );

test( 'shows the current tab of an environment, and its buttons above each of them, on a phone', async ( {
	page,
} ) => {
	await page.setViewportSize( { width: 360, height: 800 } );
	await page.goto( portal.portalLink() );
	const tabs = [ 'Builds', 'Settings', 'Variables', 'Cache', 'Disk usage' ];
	for ( const tab of [ 'Overview', ...tabs ] ) {
		await showPortalPage( page, portal.pages[ tab ] ?? '' );
		const buttons = page.locator( '.hd-head :is(a, button)' );
		await expect( buttons, tab ).toHaveText( [
			'Visit site',
			'Rebuild',
			'Upload zip',
		] );
		for ( const button of await buttons.all() ) {
			await expect( button, tab ).toBeInViewport( { ratio: 1 } );
		}
		await expect(
			page.locator( '.hd-tabs [aria-current]' ),
			tab
		).toBeInViewport( { ratio: 1 } );
	}
	await showPortalPage( page, portal.pages.API ?? '' );
	await expect( page.locator( '.portal-nav [aria-current]' ) ).toBeInViewport(
		{ ratio: 1 }
	);
} );

/** Loads a page, whose focus then is where the browser puts it. */
async function load( page: Page, address: string ): Promise< void > {
	await page.goto( portal.url + address );
	await waitForPortalPage( page, address );
}

/** Whether the focused element shows that it has the focus. */
function isFocusVisible( page: Page ): Promise< boolean > {
	return page.evaluate( () => {
		const { activeElement } = document;
		if ( ! activeElement ) {
			return false;
		}
		const { outlineStyle, outlineWidth, boxShadow } =
			getComputedStyle( activeElement );
		const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px';
		return hasOutline || boxShadow !== 'none';
	} );
}

test( 'the portal is operated by keyboard: skip link, navigation, tabs, then the content', async ( {
	page,
} ) => {
	await page.goto( portal.portalLink() );
	await load( page, portal.pages.Builds ?? '' );
	const names: string[] = [];
	const hidden: string[] = [];
	for ( let count = 0; count < 20; count++ ) {
		await page.keyboard.press( 'Tab' );
		const focused = page.locator( ':focus' );
		const name = ( await focused.textContent() ) ?? '';
		names.push( name.trim() );
		if ( ! ( await isFocusVisible( page ) ) ) {
			hidden.push( name );
		}
	}
	expect( names ).toEqual( [
		...[ 'Skip to the content', 'Headless Deploy' ],
		...[ 'Apps', 'Disk usage', 'Requests', 'Faults', 'API' ],
		...[ 'Account acme', 'See rules', 'acme', 'storefront' ],
		...[ 'Visit site', 'Rebuild', 'Upload zip' ],
		...[ 'Overview', 'Builds', 'Settings', 'Variables', 'Cache' ],
		'Disk usage',
	] );
	expect( hidden ).toEqual( [] );

	await load( page, portal.pages.Settings ?? '' );
	await page.keyboard.press( 'Tab' );
	await page.keyboard.press( 'Enter' );
	await expect( page.getByRole( 'main' ) ).toBeFocused();
} );
