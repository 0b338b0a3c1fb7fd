/**
 * Every page of the portal: no violation that axe knows, no complaint of the browser, nothing wider than the window,
 * in light and dark, on a phone and on a desk; and without JavaScript.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { PASSWORD } from '../reference-api/portal/portal-app.ts';
import { startStates } from './portal-states.ts';
import { watch } from './browser-errors.ts';

const WIDTHS = [ 320, 900 ];

/** They show every color of the portal; its pages share one style sheet. */
const PAGES_IN_DARK = [ 'Overview', 'Builds', 'Build, running', 'Settings' ];

/** Rules that judge colors and sizes; a page's structure is the same in dark colors. */
const DARK_RULES = [
	'color-contrast',
	'link-in-text-block',
	'scrollable-region-focusable',
];

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

async function signIn( page: Page ): Promise< void > {
	await page.goto( `${ portal.url }/portal/sign-in` );
	await page.getByLabel( 'API user ID' ).fill( 'sam' );
	await page.getByLabel( 'API password' ).fill( PASSWORD );
	await page.getByRole( 'button', { name: 'Sign in' } ).click();
	await page.getByRole( 'navigation', { name: 'Main' } ).waitFor();
}

interface Axe {
	run: (
		context: Document,
		options: { runOnly?: string[]; resultTypes: string[] }
	) => Promise< {
		violations: {
			id: string;
			nodes: { html: string; failureSummary: string }[];
		}[];
	} >;
}

/**
 * Lists the violations that axe finds on a page, in a line each.
 *
 * @param rules The rules that are checked; those that axe checks by default unless given.
 */
async function violations(
	page: Page,
	rules: readonly string[] = []
): Promise< string[] > {
	if ( ! ( await page.evaluate( () => 'axe' in window ) ) ) {
		// Evaluated, not added as a script: the portal's policy allows no script but its own.
		await page.evaluate( axe );
	}
	return page.evaluate(
		async ( runOnly ) => {
			const { axe: judge } = window as unknown as { axe: Axe };
			const result = await judge.run( document, {
				...( runOnly.length > 0 && { runOnly } ),
				resultTypes: [ 'violations' ],
			} );
			return result.violations.flatMap( ( { id, nodes } ) =>
				nodes.map(
					( node ) =>
						`${ id }: ${ node.html } ${ node.failureSummary }`
				)
			);
		},
		[ ...rules ]
	);
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

test( 'every page violates no rule of axe, in light and dark, and is nowhere wider than the window', async ( {
	page,
	context,
} ) => {
	const browserErrors = watch( context );
	await page.emulateMedia( { reducedMotion: 'reduce' } );
	// The pages say that faults are on.
	portal.faults.onCount = 2;
	const found: string[] = [];
	const judge = async ( name: string ): Promise< void > => {
		const note = ( mistakes: string[] ) =>
			found.push( ...mistakes.map( ( line ) => `${ name }: ${ line }` ) );
		await page.setViewportSize( { width: 1280, height: 800 } );
		note( await violations( page ) );
		if ( PAGES_IN_DARK.includes( name ) ) {
			await page.emulateMedia( { colorScheme: 'dark' } );
			note( await violations( page, DARK_RULES ) );
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
	await judge( 'Sign in' );
	await signIn( page );
	for ( const [ name, address ] of Object.entries( portal.pages ) ) {
		await page.goto( portal.url + address );
		await judge( name );
	}
	portal.faults.onCount = 0;
	expect( found ).toEqual( [] );
	expect( browserErrors ).toEqual( [] );
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
