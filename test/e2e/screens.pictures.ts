/**
 * Every screen and state of the plugin, photographed on real WordPress: docs/screenshots.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { smallPng } from '../../src/dev-kit/screenshots-png.ts';
import { logIn, test } from './kit.ts';
import { connecting, firstVisit } from './scenes/connecting.ts';
import { publishing } from './scenes/editor.ts';
import { asEditor, silent, waiting, working } from './scenes/overview.ts';
import {
	activity,
	automation,
	connections,
	elsewhere,
} from './scenes/panel.ts';
import { DIALOG, openTab, scene } from './scenes/scene.ts';
import type { Scene, Scenes, Setting } from './scenes/scene.ts';
import { setStage } from './scenes/stage.ts';
import { connect, makeWorld, takeDown } from './scenes/world.ts';
import { send } from './states.ts';

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
	'connections-recognised',
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
async function photograph(
	page: Page,
	of: Scene,
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
	fs.writeFileSync(
		path.join( FOLDER, `${ of.name }-${ size.width }.png` ),
		smallPng( picture )
	);
}

/**
 * Takes pictures of all that is seen on the way.
 *
 * @param page A page that is logged in.
 */
async function take( page: Page, scenes: Scenes ): Promise< void > {
	for await ( const of of scenes ) {
		await photograph( page, of, DESK );
		if ( ON_PHONES.includes( of.name ) ) {
			await photograph( page, of, PHONE );
		}
		await page.setViewportSize( DESK );
	}
}

/**
 * The panel from right to left, and with a single environment.
 *
 * @param setting The page, the kit, the world.
 */
async function* simple( setting: Setting ): Scenes {
	const { page, kit } = setting;
	await openTab( setting, '', 'Production' );
	yield scene( 'overview-one-environment' );
	await setStage( page, kit, 'rtl' );
	await openTab( setting, '', 'Production' );
	yield scene( 'overview-rtl', undefined, false );
	await setStage( page, kit, '' );
}

test.use( { allowedErrors: [ /status of 4(?:00|12)|ERR_FAILED/ ] } );

test( 'the pictures', async ( { page, kit } ) => {
	fs.rmSync( FOLDER, { recursive: true, force: true } );
	fs.mkdirSync( FOLDER, { recursive: true } );
	await page.setViewportSize( DESK );
	await page.emulateMedia( { reducedMotion: 'reduce' } );
	const world = await makeWorld( kit, STAGING_BUILD_MS );
	const setting = { page, kit, world };
	await logIn( page, kit );
	await take( page, firstVisit( setting ) );
	await take( page, publishing( setting ) );
	await take( page, simple( setting ) );
	await take( page, connecting( setting ) );
	await connect( kit, 'Preview', world.preview );
	await send( world.maria, 'purgeCache', 'staging' );
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
		await take( page, walk( setting ) );
	}
	await takeDown( kit );
} );
