/** Screenshots of every screen and state of the plugin, on real WordPress: docs/screenshots. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { logIn, test } from './kit.ts';
import { addDesktopFonts } from './screenshot.ts';
import { connecting, firstVisit } from './screen-states/connections.ts';
import { publishing } from './screen-states/editor.ts';
import {
	asEditor,
	lostAndCopied,
	pendingHeldAndFailed,
	retryingAndBuilding,
} from './screen-states/overview.ts';
import {
	activity,
	automation,
	connections,
	coreScreens,
} from './screen-states/panel.ts';
import { DIALOG, openTab, screenState } from './screen-states/screen-state.ts';
import type {
	ScreenState,
	ScreenStates,
	ScreenContext,
} from './screen-states/screen-state.ts';
import { overrideSite } from './screen-states/site-overrides.ts';
import {
	idOf,
	connect,
	createSampleSite,
	removeSampleSite,
} from './screen-states/sample-site.ts';
import { send } from './environment-states.ts';

const FOLDER = path.join( PROJECT, 'docs', 'screenshots' );
const DESKTOP = { width: 1440, height: 800, tallest: 1300 };
const PHONE = { width: 360, height: 740, tallest: 1100 };

/** The states that differ most on phones. */
const ON_PHONES = [
	'overview',
	'activity',
	'activity-drawer',
	'automation',
	'connections',
	'connections-first-run',
	'connections-recognized',
	'clean-rebuild-confirm',
	'dashboard',
	'editor-post-publish',
];

/** Long enough for a screenshot of the running build. */
const STAGING_BUILD_MS = 45_000;

const LOADING_MS = 5000;

/** Replaces the folder of the kit in the line for the system cron by a usual one. */
async function showUsualFolder( page: Page ): Promise< void > {
	await page.evaluate( () => {
		for ( const line of document.querySelectorAll( 'pre' ) ) {
			const [ text ] = line.childNodes;
			if ( text?.nodeValue?.includes( '--path=' ) ) {
				text.nodeValue = text.nodeValue.replace(
					/--path='[^']*'/,
					"--path='/var/www/html'"
				);
			}
		}
	} );
}

/** Waits until the lists of the page have replaced their spinners, unless a list cannot be loaded. */
async function waitForLists( page: Page ): Promise< void > {
	await page
		.locator( '.components-card__body > .components-spinner' )
		.first()
		.waitFor( { state: 'detached', timeout: LOADING_MS } )
		.catch( () => {} );
}

/** Takes a screenshot with the window as high as the page. */
async function takeScreenshot(
	page: Page,
	state: ScreenState,
	size: typeof DESKTOP
): Promise< void > {
	await waitForLists( page );
	await page.setViewportSize( size );
	if ( state.roots !== DIALOG ) {
		const height = await page.evaluate(
			() => document.documentElement.scrollHeight
		);
		await page.setViewportSize( {
			width: size.width,
			height: Math.min( Math.max( height, size.height ), size.tallest ),
		} );
	}
	await addDesktopFonts( page );
	await showUsualFolder( page );
	const screenshot = await page.screenshot( { animations: 'disabled' } );
	// A palette makes the file a third of its size.
	await sharp( screenshot )
		.png( {
			palette: true,
			quality: 90,
			dither: 0,
			effort: 10,
			compressionLevel: 9,
		} )
		.toFile( path.join( FOLDER, `${ state.name }-${ size.width }.png` ) );
}

/** Takes screenshots of all states. */
async function takeAll( page: Page, states: ScreenStates ): Promise< void > {
	for await ( const state of states ) {
		await takeScreenshot( page, state, DESKTOP );
		if ( ON_PHONES.includes( state.name ) ) {
			await takeScreenshot( page, state, PHONE );
		}
		await page.setViewportSize( DESKTOP );
	}
}

/** The panel with one environment, and from right to left. */
async function* oneEnvironment( context: ScreenContext ): ScreenStates {
	const { page, kit } = context;
	await openTab( context, '', 'Production' );
	yield screenState( 'overview-one-environment' );
	await overrideSite( page, kit, 'rtl' );
	await openTab( context, '', 'Production' );
	yield screenState( 'overview-rtl', undefined, false );
	await overrideSite( page, kit, '' );
}

test.use( { allowedErrors: [ /status of 4(?:00|12)|ERR_FAILED/ ] } );

test( 'takes the screenshots of the documentation', async ( { page, kit } ) => {
	fs.rmSync( FOLDER, { recursive: true, force: true } );
	fs.mkdirSync( FOLDER, { recursive: true } );
	await page.setViewportSize( DESKTOP );
	const sampleSite = await createSampleSite( kit, STAGING_BUILD_MS );
	const context = { page, kit, sampleSite };
	await logIn( page, kit );
	await takeAll( page, firstVisit( context ) );
	await takeAll( page, publishing( context ) );
	await takeAll( page, oneEnvironment( context ) );
	await takeAll( page, connecting( context ) );
	await connect( kit, 'Preview', sampleSite.preview );
	await send( sampleSite.maria, 'purgeCache', await idOf( kit, 'Staging' ) );
	for ( const states of [
		pendingHeldAndFailed,
		activity,
		automation,
		connections,
		coreScreens,
		lostAndCopied,
		retryingAndBuilding,
		asEditor,
	] ) {
		await takeAll( page, states( context ) );
	}
	await removeSampleSite( kit );
} );
