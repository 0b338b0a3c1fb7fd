/**
 * Every screen and state of the plugin, photographed on real WordPress: docs/screenshots.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { logIn, test } from './kit.ts';
import { connecting, firstVisit } from './screen-states/connections.ts';
import { publishing } from './screen-states/editor.ts';
import {
	asEditor,
	silent,
	waiting,
	working,
} from './screen-states/overview.ts';
import {
	activity,
	automation,
	connections,
	elsewhere,
} from './screen-states/panel.ts';
import { DIALOG, openTab, screenState } from './screen-states/screen-state.ts';
import type {
	ScreenState,
	ScreenStates,
	ScreenContext,
} from './screen-states/screen-state.ts';
import { setStage } from './screen-states/site-overrides.ts';
import {
	connect,
	makeSampleSite,
	takeDown,
} from './screen-states/sample-site.ts';
import { send } from './environment-states.ts';

const FOLDER = path.join( PROJECT, 'docs', 'screenshots' );
const DESK = { width: 1440, height: 800, tallest: 1300 };
const PHONE = { width: 360, height: 740, tallest: 1100 };

/** What differs most there; the others would tell nothing more. */
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

/** Long enough for its picture. */
const STAGING_BUILD_MS = 45_000;

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

/** The kit's database, which nobody has who installs the plugin. */
const NOT_OURS = '#wp-admin-bar-sqlite-db-integration { display: none; }';

/**
 * Puts a server's usual folder where a line for the system's cron names that of the kit.
 */
async function moveTheSite( page: Page ): Promise< void > {
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

/** Takes a picture of what is seen, with the window as high as the page. */
async function takeScreenshots(
	page: Page,
	of: ScreenState,
	size: typeof DESK
): Promise< void > {
	await page.setViewportSize( size );
	if ( of.roots !== DIALOG ) {
		const height = await page.evaluate(
			() => document.documentElement.scrollHeight
		);
		await page.setViewportSize( {
			width: size.width,
			height: Math.min( Math.max( height, size.height ), size.tallest ),
		} );
	}
	await page.addStyleTag( { content: FONT + NOT_OURS } );
	await page.evaluate( () => document.fonts.ready );
	await moveTheSite( page );
	const picture = await page.screenshot( { animations: 'disabled' } );
	// A palette makes the file a third of its size.
	await sharp( picture )
		.png( {
			palette: true,
			quality: 90,
			dither: 0,
			effort: 10,
			compressionLevel: 9,
		} )
		.toFile( path.join( FOLDER, `${ of.name }-${ size.width }.png` ) );
}

/**
 * Takes pictures of all that is seen on the way.
 *
 * @param page A page that is logged in.
 */
async function take( page: Page, scenes: ScreenStates ): Promise< void > {
	for await ( const of of scenes ) {
		await takeScreenshots( page, of, DESK );
		if ( ON_PHONES.includes( of.name ) ) {
			await takeScreenshots( page, of, PHONE );
		}
		await page.setViewportSize( DESK );
	}
}

/**
 * The panel from right to left, and with a single environment.
 *
 * @param context The page, the kit, the sample site.
 */
async function* simple( context: ScreenContext ): ScreenStates {
	const { page, kit } = context;
	await openTab( context, '', 'Production' );
	yield screenState( 'overview-one-environment' );
	await setStage( page, kit, 'rtl' );
	await openTab( context, '', 'Production' );
	yield screenState( 'overview-rtl', undefined, false );
	await setStage( page, kit, '' );
}

test.use( { allowedErrors: [ /status of 4(?:00|12)|ERR_FAILED/ ] } );

test( 'the pictures', async ( { page, kit } ) => {
	fs.rmSync( FOLDER, { recursive: true, force: true } );
	fs.mkdirSync( FOLDER, { recursive: true } );
	await page.setViewportSize( DESK );
	await page.emulateMedia( { reducedMotion: 'reduce' } );
	const sampleSite = await makeSampleSite( kit, STAGING_BUILD_MS );
	const context = { page, kit, sampleSite };
	await logIn( page, kit );
	await take( page, firstVisit( context ) );
	await take( page, publishing( context ) );
	await take( page, simple( context ) );
	await take( page, connecting( context ) );
	await connect( kit, 'Preview', sampleSite.preview );
	await send( sampleSite.maria, 'purgeCache', 'staging' );
	for ( const walk of [
		working,
		activity,
		automation,
		connections,
		elsewhere,
		silent,
		waiting,
		asEditor,
	] ) {
		await take( page, walk( context ) );
	}
	await takeDown( kit );
} );
