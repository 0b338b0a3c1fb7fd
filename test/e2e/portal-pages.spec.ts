/** Every page of the portal: accessibility, browser errors and width, and what works without JavaScript. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { PASSWORD } from '../reference-api/portal/portal-app.ts';
import { axeViolations } from './axe.ts';
import { startStates } from './portal-states.ts';
import { watch } from './browser-errors.ts';

const WIDTHS = [ 320, 900 ];

/** Pages that use every color; all pages share one style sheet. */
const DARK_PAGES = [ 'Overview', 'Builds', 'Build, running', 'Settings' ];

/** Rules about colors and sizes; the structure of a page is the same in dark colors. */
const DARK_RULES = [
	'color-contrast',
	'link-in-text-block',
	'scrollable-region-focusable',
];

let portal: Awaited< ReturnType< typeof startStates > >;

test.beforeAll( async () => {
	portal = await startStates();
} );

test.afterAll( () => portal.app.close() );

async function signIn( page: Page ): Promise< void > {
	await page.goto( `${ portal.url }/portal/sign-in` );
	await page.getByLabel( 'API user ID' ).fill( 'sam' );
	await page.getByLabel( 'API password' ).fill( PASSWORD );
	await page.getByRole( 'button', { name: 'Sign in' } ).click();
	await page.getByRole( 'navigation', { name: 'Main' } ).waitFor();
}

/** Lists the widths at which a page is wider than its window. */
async function widthsThatScroll( page: Page ): Promise< string[] > {
	const wide: string[] = [];
	for ( const width of WIDTHS ) {
		await page.setViewportSize( { width, height: 800 } );
		const scrolls = await page.evaluate(
			() => document.documentElement.scrollWidth > innerWidth
		);
		if ( scrolls ) {
			wide.push( `wider than ${ width } pixels` );
		}
	}
	return wide;
}

test( 'violates no rule of axe in light and dark, and is never wider than the window', async ( {
	page,
	context,
} ) => {
	const browserErrors = watch( context );
	// The pages show that faults are on.
	portal.faults.onCount = 2;
	const found: string[] = [];
	const check = async ( name: string ): Promise< void > => {
		const note = ( lines: string[] ) =>
			found.push( ...lines.map( ( line ) => `${ name }: ${ line }` ) );
		await page.setViewportSize( { width: 1280, height: 800 } );
		note( await axeViolations( page ) );
		if ( DARK_PAGES.includes( name ) ) {
			await page.emulateMedia( { colorScheme: 'dark' } );
			note( await axeViolations( page, { runOnly: DARK_RULES } ) );
			await page.emulateMedia( { colorScheme: 'light' } );
		}
		note( await widthsThatScroll( page ) );
		await expect( page.locator( 'h1' ), name ).toHaveCount( 1 );
		expect(
			await page.locator( '.main-nav [aria-current]' ).count(),
			name
		).toBeLessThan( 2 );
	};
	await page.goto( `${ portal.url }/portal/sign-in` );
	await check( 'Sign in' );
	await signIn( page );
	for ( const [ name, address ] of Object.entries( portal.pages ) ) {
		await page.goto( portal.url + address );
		await check( name );
	}
	portal.faults.onCount = 0;
	expect( found ).toEqual( [] );
	expect( browserErrors ).toEqual( [] );
} );

test( 'violates no rule of axe in an open menu and an open dialog', async ( {
	page,
} ) => {
	await signIn( page );
	await page.goto( portal.url + portal.pages.Builds );
	await page.locator( 'summary', { hasText: 'Account' } ).click();
	expect( await axeViolations( page ) ).toEqual( [] );
	await page.keyboard.press( 'Escape' );
	await page.getByRole( 'link', { name: 'Clean rebuild' } ).click();
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	expect( await axeViolations( page ) ).toEqual( [] );
} );

test.describe( 'without JavaScript', () => {
	test.use( { javaScriptEnabled: false } );

	test( 'refreshes a running build, and starts one by a form', async ( {
		page,
	} ) => {
		await signIn( page );
		await page.goto( portal.url + portal.pages[ 'Build, running' ] );
		expect( await page.content() ).toContain( 'http-equiv="refresh"' );
		await expect( page.getByText( 'Creating an optimized' ) ).toBeVisible();
		await expect(
			page.getByRole( 'button', { name: 'Copy log' } )
		).toBeHidden();
		await page.goto( portal.url + portal.pages.Builds );
		await expect(
			page.getByLabel( 'Choose a zip to deploy' )
		).toBeVisible();
		await page.getByRole( 'link', { name: 'Clean rebuild' } ).click();
		await page.getByRole( 'button', { name: 'Clean rebuild' } ).click();
		await expect( page.getByText( 'Build 45 is queued.' ) ).toBeVisible();
		expect( portal.hosting.calls ).toContain(
			'cleanRebuild: portal, by sam'
		);
	} );

	test( 'uploads a zip by its form', async ( { page } ) => {
		await signIn( page );
		await page.goto( portal.url + portal.pages.Builds );
		await page.getByLabel( 'Choose a zip to deploy' ).setInputFiles( {
			name: 'site.zip',
			mimeType: 'application/zip',
			buffer: Buffer.from( 'zip' ),
		} );
		await page
			.locator( 'main' )
			.getByRole( 'button', { name: 'Upload zip' } )
			.click();
		await expect( page.getByText( /^Uploaded\. Build \d+/ ) ).toBeVisible();
	} );
} );
