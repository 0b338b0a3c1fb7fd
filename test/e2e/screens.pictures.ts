/**
 * Every screen and state of the plugin, photographed on real WordPress: docs/screenshots.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PROJECT } from '../../src/local/paths.ts';
import { smallPng } from '../../src/local/screenshots-png.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { ELSEWHERE, OPENED, PANEL, show, TABS } from './screens.ts';
import type { Screen } from './screens.ts';
import { breakHost, hold, mendHost, publish, send } from './states.ts';

const FOLDER = path.join( PROJECT, 'docs', 'screenshots' );
const SIZES = [
	{ width: 1440, height: 800 },
	{ width: 360, height: 740 },
];

/** What is told apart by a name alone would be one picture twice. */
const NARROW_LEAVES_OUT = [
	'dashboard',
	'connections-remove',
	'overview-menu',
];

/** What stands first in WordPress' list of fonts is a serif in a browser without a desktop. */
const FONT = [ '-apple-system', 'system-ui', 'BlinkMacSystemFont' ]
	.flatMap( ( name ) =>
		Object.entries( {
			400: '',
			500: ' Medium',
			600: ' Medium',
			700: ' Bold',
		} ).map(
			( [ weight, style ] ) =>
				`@font-face { font-family: "${ name }"; font-weight: ${ weight }; src: local( "Roboto${ style }" ), local( "Inter${ style }" ), local( "DejaVu Sans" ); }`
		)
	)
	.join( '\n' );

const OVERVIEW = TABS.filter( ( { name } ) => name === 'overview' );

/**
 * Takes pictures of screens as they are now.
 *
 * @param page    A page that is logged in.
 * @param kit     The kit.
 * @param screens The screens.
 * @param state   Goes into the names of the files.
 */
async function take(
	page: Page,
	kit: BrowserKit,
	screens: readonly Screen[],
	state = ''
): Promise< void > {
	for ( const size of SIZES ) {
		await page.setViewportSize( size );
		for ( const screen of screens ) {
			if (
				size.width === 360 &&
				NARROW_LEAVES_OUT.includes( screen.name )
			) {
				continue;
			}
			await show( page, kit.wordpress.url, screen );
			await save( page, `${ screen.name }${ state }-${ size.width }` );
		}
	}
}

async function save( page: Page, name: string ): Promise< void > {
	await page.addStyleTag( { content: FONT } );
	await page.evaluate( () => document.fonts.ready );
	const picture = await page.screenshot( { animations: 'disabled' } );
	fs.writeFileSync(
		path.join( FOLDER, `${ name }.png` ),
		smallPng( picture )
	);
}

/**
 * Publishes a post in the block editor, and takes a picture before, at once and when it is live.
 *
 * @param page A page that is logged in.
 * @param kit  The kit.
 */
async function takeEditor( page: Page, kit: BrowserKit ): Promise< void > {
	await page.setViewportSize( { width: 1440, height: 800 } );
	await page.goto( `${ kit.wordpress.url }/wp-admin/post-new.php` );
	await page
		.frameLocator( 'iframe[name="editor-canvas"]' )
		.getByRole( 'textbox', { name: 'Add title' } )
		.fill( 'Autumn in the archipelago' );
	await page
		.getByRole( 'button', { name: 'Publish', exact: true } )
		.first()
		.click();
	const region = page.getByRole( 'region', { name: 'Editor publish' } );
	const confirm = region.getByRole( 'button', {
		name: 'Publish',
		exact: true,
	} );
	await expect( confirm ).toBeVisible();
	await save( page, 'editor-pre-publish-1440' );
	await confirm.click();
	const panel = page.locator( '.editor-post-publish-panel' );
	await expect( panel.getByText( /Rebuild in \d+ s/ ) ).toBeVisible();
	await save( page, 'editor-post-publish-1440' );
	await expect(
		panel.getByRole( 'link', { name: /^See it on the site/ } )
	).toBeVisible( { timeout: 60_000 } );
	await save( page, 'editor-live-1440' );
}

test( 'the pictures', async ( { page, kit } ) => {
	fs.rmSync( FOLDER, { recursive: true, force: true } );
	fs.mkdirSync( FOLDER, { recursive: true } );
	await page.emulateMedia( { reducedMotion: 'reduce' } );
	await send( kit, 'purgeCache' );
	await logIn( page, kit );
	await takeEditor( page, kit );
	await take( page, kit, [ ...TABS, ...OPENED, ...ELSEWHERE ] );

	await hold( kit, true );
	await publish( kit, 'Ferry times for the winter' );
	await publish( kit, 'Opening hours at Christmas' );
	await take( page, kit, OVERVIEW, '-held' );
	await hold( kit, false );

	await send( kit, 'rebuild' );
	await page.goto( kit.wordpress.url + PANEL );
	await publish( kit, 'A new bakery at the harbor' );
	await page.setViewportSize( { width: 1440, height: 800 } );
	await show( page, kit.wordpress.url, ...( OVERVIEW as [ Screen ] ) );
	await save( page, 'overview-countdown-1440' );

	await breakHost( kit, 400 );
	await send( kit, 'rebuild' );
	await take( page, kit, OVERVIEW, '-failed' );
	await mendHost( kit );
} );
