/**
 * Every page of the portal: no violation that axe knows, no complaint of the browser, nothing wider than the window,
 * in light and dark, on a phone and on a desk; and without JavaScript.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { PASSWORD } from '../reference-api/portal/portal-app.ts';
import { startStates } from './portal-states.ts';
import { watch } from './browser-errors.ts';

const WIDTHS = [ 320, 360, 700, 900, 1280 ];

/** Contrast asks for the colors, layout for the width: two looks have both. */
const LOOKS = [
	{ colorScheme: 'light', width: 1280 },
	{ colorScheme: 'dark', width: 360 },
] as const;

let portal: Awaited< ReturnType< typeof startStates > >;
let axe = '';

test.beforeAll( async () => {
	portal = await startStates();
	const file = createRequire( import.meta.url ).resolve(
		'axe-core/axe.min.js'
	);
	axe = await readFile( file, 'utf8' );
} );

test.afterAll( () => portal.app.close() );

async function signIn( page: Page, user = 'sam' ): Promise< void > {
	await page.goto( `${ portal.url }/portal/sign-in` );
	await page.getByLabel( 'API user ID' ).fill( user );
	await page.getByLabel( 'API password' ).fill( PASSWORD );
	await page.getByRole( 'button', { name: 'Sign in' } ).click();
	await page.getByRole( 'navigation', { name: 'Main' } ).waitFor();
}

/**
 * Lets axe judge a page.
 *
 * @return What it found, in a line each.
 */
async function violations( page: Page ): Promise< string[] > {
	// Evaluated, not added as a script: the portal's policy lets no script in but its own.
	await page.evaluate( axe );
	return page.evaluate( async () => {
		const { axe: judge } = window as unknown as {
			axe: {
				run: () => Promise< {
					violations: {
						id: string;
						nodes: { html: string; failureSummary: string }[];
					}[];
				} >;
			};
		};
		const result = await judge.run();
		return result.violations.flatMap( ( { id, nodes } ) =>
			nodes.map(
				( node ) => `${ id }: ${ node.html } ${ node.failureSummary }`
			)
		);
	} );
}

async function complain( context: BrowserContext ): Promise< string[] > {
	return watch( context );
}

for ( const { colorScheme, width } of LOOKS ) {
	test( `every page, ${ colorScheme }, ${ width } wide`, async ( {
		browser,
	} ) => {
		const context = await browser.newContext( {
			colorScheme,
			viewport: { width, height: 800 },
			reducedMotion: 'reduce',
		} );
		const browserErrors = await complain( context );
		const page = await context.newPage();
		const found: string[] = [];
		portal.faults.onCount = width === 360 ? 2 : 0;
		await page.goto( `${ portal.url }/portal/sign-in` );
		found.push( ...( await violations( page ) ) );
		await signIn( page );
		for ( const [ name, address ] of Object.entries( portal.pages ) ) {
			await page.goto( portal.url + address );
			const wrong = await violations( page );
			found.push( ...wrong.map( ( words ) => `${ name }: ${ words }` ) );
		}
		await context.close();
		expect( found ).toEqual( [] );
		expect( browserErrors ).toEqual( [] );
	} );
}

test( 'no page is wider than its window', async ( { page } ) => {
	await signIn( page );
	const wide: string[] = [];
	for ( const [ name, address ] of Object.entries( portal.pages ) ) {
		await page.goto( portal.url + address );
		for ( const width of WIDTHS ) {
			await page.setViewportSize( { width, height: 800 } );
			const scrolls = await page.evaluate(
				() => document.documentElement.scrollWidth > innerWidth
			);
			if ( scrolls ) {
				wide.push( `${ name }, ${ width }` );
			}
		}
	}
	expect( wide ).toEqual( [] );
} );

test( 'an open menu and an open dialog have no violation', async ( {
	page,
} ) => {
	await signIn( page );
	await page.goto( portal.url + portal.pages.Builds );
	await page.locator( 'summary', { hasText: 'Account' } ).click();
	expect( await violations( page ) ).toEqual( [] );
	await page.keyboard.press( 'Escape' );
	await page.getByRole( 'link', { name: 'Clean rebuild' } ).click();
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	expect( await violations( page ) ).toEqual( [] );
} );

test( 'every page has one heading of the first order, and one item that is current', async ( {
	page,
} ) => {
	await signIn( page );
	for ( const [ name, address ] of Object.entries( portal.pages ) ) {
		await page.goto( portal.url + address );
		await expect( page.locator( 'h1' ), name ).toHaveCount( 1 );
		expect(
			await page.locator( '.main-nav [aria-current]' ).count(),
			name
		).toBeLessThan( 2 );
	}
} );

test.describe( 'without JavaScript', () => {
	test.use( { javaScriptEnabled: false } );

	test( 'what runs is refreshed, and each button works as a form', async ( {
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

	test( 'a zip is uploaded by its form', async ( { page } ) => {
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

/** Addresses of forms and questions. */
const FORM_PAGE =
	/\/(?:new|delete|clean-rebuild|regenerate|add|paste|replace|address)$/;

test( 'whoever may only look sees every page, and no violation', async ( {
	page,
} ) => {
	await signIn( page, 'kim' );
	for ( const [ name, address ] of Object.entries( portal.pages ) ) {
		const answer = await page.goto( portal.url + address );
		// A page that is nothing but a form is for those who may send it.
		const isForm = FORM_PAGE.test( address );
		expect( answer?.status(), name ).toBe( isForm ? 403 : 200 );
		expect( await violations( page ), name ).toEqual( [] );
	}
} );
