/** The tab Hosting: from an API user to a connected environment, without the hosting portal. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
	copyFrontEnd,
	zipFrontEnd,
} from '../../src/dev-kit/stack/front-end.ts';
import type { Action } from '../../src/shared/actions.ts';
import type { Answer } from '../../src/shared/platform-api.generated.ts';
import type { RunResponse } from '../../src/shared/wire.ts';
import { pluginViolations } from './axe.ts';
import { publishPost } from './editor.ts';
import {
	HOSTING,
	hostingScreen,
	hostingScreens,
	showHostingScreen,
	waitForHostingScreen,
} from './hosting-screens.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { callPlatform } from './platform.ts';
import { removeSampleSite } from './screen-states/sample-site.ts';
import { TABS } from './screens.ts';

const CREDENTIALS = 'headless-deploy/v1/settings/credentials';
const LIVE_WITHIN_MS = 90_000;
const MIB = 1024 * 1024;
/** The largest chunk that the plugin accepts. */
const CHUNK = 8 * MIB;
const WIDTHS = [ 360, 782, 1440 ];
const ROOT = '#headless-deploy-root';

/** Screens with the most kinds of controls. portal-pages.spec.ts checks all screens: only colors differ in wp-admin. */
const COMPARED_BY_AXE = [ 'Environment', 'Build 1', 'Variables' ];

/** The address of the environment’s screens, once it is created. */
let environment = '';

async function openHosting(
	page: Page,
	kit: BrowserKit,
	address = ''
): Promise< void > {
	await logIn( page, kit, `${ HOSTING }${ address && `#${ address }` }` );
}

function saveCredentials(
	kit: BrowserKit,
	password = kit.hosting.password
): Promise< unknown > {
	const { url: apiUrl, user } = kit.hosting;
	return kit.rest.call( 'PUT', CREDENTIALS, { apiUrl, user, password } );
}

/** A zip of the sample front end, with a file of random bytes. */
async function frontEndZip(
	kit: BrowserKit,
	name: string,
	extraBytes: number
): Promise< string > {
	const folder = path.join( kit.folder, `code-${ name }` );
	const zip = path.join( kit.folder, name );
	await copyFrontEnd( folder );
	fs.writeFileSync(
		path.join( folder, 'photos.bin' ),
		randomBytes( extraBytes )
	);
	await zipFrontEnd( folder, zip );
	return zip;
}

async function chooseZip( page: Page, zip: string ): Promise< void > {
	const chooser = page.waitForEvent( 'filechooser' );
	await page.getByRole( 'button', { name: 'Upload zip' } ).click();
	await ( await chooser ).setFiles( zip );
}

/** Records the offsets of the chunks that the page sends. */
function recordOffsets( page: Page ): number[] {
	const offsets: number[] = [];
	page.on( 'request', ( request ) => {
		const [ , offset ] =
			/\/hosting\/uploads\/.*[?&]offset=(\d+)/.exec( request.url() ) ??
			[];
		if ( offset !== undefined ) {
			offsets.push( Number( offset ) );
		}
	} );
	return offsets;
}

/** Records everything that the page receives as text. */
function recordTexts( page: Page ): Promise< string >[] {
	const texts: Promise< string >[] = [];
	page.on( 'response', ( response ) => {
		const type = response.headers()[ 'content-type' ] ?? '';
		if ( /html|json/.test( type ) ) {
			texts.push( response.text().catch( () => '' ) );
		}
	} );
	return texts;
}

/** The tokens of the environment’s webhooks. */
async function tokens( kit: BrowserKit ): Promise< string[] > {
	const urls = await callPlatform< Record< Action, string > >(
		kit,
		'GET',
		`/_local${ environment }/webhooks`
	);
	const { rebuild, cleanRebuild, purgeCache } = urls;
	return [ rebuild, cleanRebuild, purgeCache ].map( ( url ) => {
		const token = new URL( url ).searchParams.get( 'token' ) ?? '';
		expect( token.length ).toBeGreaterThan( 8 );
		return token;
	} );
}

async function newestBuild( kit: BrowserKit ) {
	const { builds } = await callPlatform< Answer< 'listBuilds' > >(
		kit,
		'GET',
		`/v1${ environment }/builds`
	);
	return builds[ 0 ];
}

async function expectLiveBuild( page: Page, number: number ): Promise< void > {
	const heading = page.getByRole( 'heading', { name: `Build ${ number }` } );
	await expect( heading ).toBeVisible();
	await expect(
		hostingScreen( page ).locator( '.hd-head' ).getByText( 'Live' )
	).toBeVisible( { timeout: LIVE_WITHIN_MS } );
}

test.describe.configure( { mode: 'serial' } );

test.afterAll( async ( { kit } ) => {
	await removeSampleSite( kit );
} );

test( 'says what an API user gives, and where to enter it', async ( {
	page,
	kit,
} ) => {
	await openHosting( page, kit );
	await expect( hostingScreen( page ) ).toContainText(
		'upload code, follow builds'
	);
	expect( await pluginViolations( page, [ ROOT ] ) ).toEqual( [] );
	await page.getByRole( 'link', { name: 'Add an API user' } ).click();
	await page.getByRole( 'button', { name: 'Add an API user' } ).click();
	await expect( page.getByLabel( 'API user' ) ).toBeVisible();
} );

test( 'brings new code live, connects it, and deploys a post, all in wp-admin', async ( {
	page,
	kit,
} ) => {
	await saveCredentials( kit );
	const texts = recordTexts( page );
	const offsets = recordOffsets( page );
	const zip = await frontEndZip( kit, 'front-end.zip', 2 * CHUNK );
	await openHosting( page, kit );

	await page.getByRole( 'link', { name: 'Create an app' } ).click();
	await page.getByLabel( 'Name' ).fill( 'shop' );
	await page.getByLabel( 'Region' ).selectOption( { label: 'Europe West' } );
	await page.getByRole( 'button', { name: 'Create app' } ).click();

	await expect( page.getByText( 'App created.' ).first() ).toBeVisible();
	await expect( page.getByLabel( 'WordPress install' ) ).toHaveValue(
		'wordpress'
	);
	await page
		.getByRole( 'textbox', { name: 'Name', exact: true } )
		.fill( 'Preview' );
	await page.getByRole( 'button', { name: 'Create environment' } ).click();

	await expect(
		page.getByRole( 'heading', { name: 'Preview' } )
	).toBeVisible();
	environment = new URL( page.url() ).hash.slice( 1 );
	await chooseZip( page, zip );
	await expectLiveBuild( page, 1 );
	expect( offsets ).toEqual( [ 0, CHUNK, 2 * CHUNK ] );
	await expect( hostingScreen( page ) ).toContainText( 'Upload by local' );
	const url =
		( await page
			.getByRole( 'link', { name: 'Visit site' } )
			.getAttribute( 'href' ) ) ?? '';

	await page
		.getByRole( 'navigation', { name: 'Breadcrumb' } )
		.getByRole( 'link', { name: 'Preview' } )
		.click();
	await page.getByRole( 'button', { name: 'Connect to this site' } ).click();
	await expect(
		page.getByText( '“Preview” is connected.' ).first()
	).toBeVisible();
	const nextSteps = page.getByRole( 'heading', { name: 'Next steps' } );
	await expect( nextSteps ).toHaveCount( 0 );
	await page.reload();
	await expect(
		page.getByRole( 'heading', { name: 'Recent builds' } )
	).toBeVisible();
	await expect( nextSteps ).toHaveCount( 0 );

	await publishPost( page, kit, 'Live on the new environment' );
	await expect
		.poll( () => newestBuild( kit ), { timeout: LIVE_WITHIN_MS } )
		.toMatchObject( { number: 2, state: 'live' } );
	const deployed = await fetch( `${ url }/live-on-the-new-environment/` );
	expect( deployed.status ).toBe( 200 );
	const received = ( await Promise.all( texts ) ).join( '\n' );
	for ( const token of await tokens( kit ) ) {
		expect( received ).not.toContain( token );
	}
} );

/** Purges the cache of the connected environment by its webhook. */
async function purge( kit: BrowserKit ) {
	const { run, message } = await kit.rest.call< RunResponse >(
		'POST',
		'headless-deploy/v1/environments/preview/runs',
		{ action: 'purgeCache' }
	);
	return { status: run?.status, message };
}

test( 'changes variables and webhooks in wp-admin, and reconnects a refused webhook URL in one click', async ( {
	page,
	kit,
} ) => {
	await openHosting( page, kit, `${ environment }/variables` );
	await page.getByRole( 'button', { name: 'Add a variable' } ).click();
	await page.getByLabel( 'Key' ).fill( 'GREETING' );
	await page.getByLabel( 'Value' ).fill( 'hello' );
	await page.getByRole( 'button', { name: 'Add variable' } ).click();
	await expect( hostingScreen( page ) ).toContainText( 'GREETING' );

	await showHostingScreen( page, `${ environment }/settings` );
	const texts = recordTexts( page );
	await page.getByRole( 'button', { name: 'Regenerate all' } ).click();
	const dialog = page.getByRole( 'dialog' );
	await expect( dialog ).toContainText( 'This site gets a new URL at once.' );
	await dialog.getByRole( 'button', { name: 'Regenerate all' } ).click();
	await expect( page.getByText( 'URLs regenerated.' ).first() ).toBeVisible();
	const received = ( await Promise.all( texts ) ).join( '\n' );
	for ( const token of await tokens( kit ) ) {
		expect( received ).not.toContain( token );
	}
	expect( await purge( kit ) ).toMatchObject( { status: 'accepted' } );

	// In the portal, by another user.
	await callPlatform(
		kit,
		'POST',
		`/_local${ environment }/webhooks:regenerate`
	);
	expect( await purge( kit ) ).toMatchObject( { status: 'retrying' } );
	await page.getByRole( 'button', { name: 'Reconnect' } ).click();
	await expect(
		page.getByText( '“Preview” is connected again' ).first()
	).toBeVisible();
	await expect(
		page.getByRole( 'button', { name: 'Reconnect' } )
	).toHaveCount( 0 );
	await expect
		.poll( () => purge( kit ) )
		.toMatchObject( { status: 'accepted' } );
} );

test( 'keeps the tabs of the page in one row on a phone, with the current one in view', async ( {
	page,
	kit,
} ) => {
	await page.setViewportSize( { width: 360, height: 740 } );
	await openHosting( page, kit );
	const row = page.locator( '.headless-deploy-tabs' );
	const tops = await row
		.getByRole( 'link' )
		.evaluateAll( ( links ) =>
			links.map( ( link ) => link.getBoundingClientRect().top )
		);
	expect( tops ).toHaveLength( TABS.length + 1 );
	expect( new Set( tops ).size ).toBe( 1 );
	await expect( row.locator( '[aria-current]' ) ).toBeInViewport( {
		ratio: 1,
	} );
} );

test( 'continues an upload that a reload interrupted', async ( {
	page,
	kit,
} ) => {
	const zip = await frontEndZip( kit, 'interrupted.zip', 2 * CHUNK );
	await openHosting( page, kit, `${ environment }/builds` );
	await page.route( /offset=8388608/, () => {} );
	await chooseZip( page, zip );
	await expect( page.getByText( /^8\.4 MB of 17 MB/ ) ).toBeVisible();
	const asked = page.waitForEvent( 'dialog' );
	const reloaded = page.reload();
	expect( ( await asked ).type() ).toBe( 'beforeunload' );
	await ( await asked ).accept();
	await reloaded;
	await page.unroute( /offset=8388608/ );

	await expect( hostingScreen( page ) ).toContainText(
		'The upload of interrupted.zip to shop stopped at 8.4 MB'
	);
	const offsets = recordOffsets( page );
	await chooseZip( page, zip );
	await expectLiveBuild( page, 3 );
	expect( offsets ).toEqual( [ CHUNK, 2 * CHUNK ] );
	await expect( page.getByText( /The upload of/ ) ).toHaveCount( 0 );
} );

test( 'every screen is accessible and as wide as the window', async ( {
	page,
	kit,
} ) => {
	const screens = hostingScreens( environment );
	const found: string[] = [];
	await openHosting( page, kit );
	await waitForHostingScreen( page );
	for ( const [ name, address ] of Object.entries( screens ) ) {
		await showHostingScreen( page, address );
		for ( const width of WIDTHS ) {
			await page.setViewportSize( { width, height: 900 } );
			const excess = await page.evaluate(
				() => document.documentElement.scrollWidth - innerWidth
			);
			if ( excess > 0 ) {
				found.push(
					`${ name }: ${ excess } px too wide at ${ width }`
				);
			}
		}
		for ( const violation of COMPARED_BY_AXE.includes( name )
			? await pluginViolations( page, [ ROOT ] )
			: [] ) {
			found.push( `${ name }: ${ violation }` );
		}
	}
	expect( found ).toEqual( [] );
} );
