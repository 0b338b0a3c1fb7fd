/**
 * Every state that people meet: nothing that axe finds wrong, and nothing wider than the window, on a desk, on a phone,
 * and in colors that are hard to read.
 */
import type { Page } from '@playwright/test';
import { mistakesIn } from './axe.ts';
import { expect, logIn, test } from './kit.ts';
import { connecting, firstVisit } from './screen-states/connections.ts';
import { publishing, siteEditor } from './screen-states/editor.ts';
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
import type {
	ScreenState,
	ScreenStates,
	ScreenContext,
} from './screen-states/screen-state.ts';
import {
	connect,
	makeSampleSite,
	takeDown,
} from './screen-states/sample-site.ts';
import type { SampleSite } from './screen-states/sample-site.ts';
import { paint } from './screens.ts';
import { mendHost } from './environment-states.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const STAGING_BUILD_MS = 30_000;

/** Lists what is wrong with what is seen in a window of some size. */
async function mistakesAt(
	page: Page,
	of: ScreenState,
	size: typeof DESK
): Promise< string[] > {
	await page.setViewportSize( size );
	const mistakes = await mistakesIn( page, of.roots );
	const excess = await page.evaluate(
		() => document.documentElement.scrollWidth - innerWidth
	);
	return excess > 0 ? [ ...mistakes, `${ excess } px too wide` ] : mistakes;
}

/**
 * Judges all that is seen on the way.
 *
 * @param page A page that is logged in.
 */
async function judge( page: Page, scenes: ScreenStates ): Promise< string[] > {
	const found: string[] = [];
	const note = ( where: string, mistakes: readonly string[] ) =>
		found.push( ...mistakes.map( ( words ) => `${ where }: ${ words }` ) );
	for await ( const of of scenes ) {
		if ( of.onPhones ) {
			note( `${ of.name } 360`, await mistakesAt( page, of, PHONE ) );
		}
		note( of.name, await mistakesAt( page, of, DESK ) );
		// Its theme color is the faintest of all.
		const restore = await paint( page, 'midnight' );
		note(
			`${ of.name } in Midnight`,
			await mistakesIn( page, of.roots, [ 'color-contrast' ] )
		);
		await restore();
	}
	return found;
}

test.describe( 'axe finds nothing', () => {
	// The later ones need what the earlier ones did. Nothing is sent while it is looked at.
	test.describe.configure( { mode: 'serial' } );
	test.use( {
		quietPeriodSeconds: 60,
		allowedErrors: [ /status of 4(?:00|12)|ERR_FAILED/ ],
	} );

	let sampleSite: SampleSite;

	test.beforeAll( async ( { kit } ) => {
		sampleSite = await makeSampleSite( kit, STAGING_BUILD_MS );
	} );

	test.afterAll( async ( { kit } ) => {
		await mendHost( kit );
		await takeDown( kit );
	} );

	const walks: Record<
		string,
		readonly ( ( context: ScreenContext ) => ScreenStates )[]
	> = {
		'from the first visit to the first connection': [
			firstVisit,
			connecting,
		],
		'in the block editor, before and after publishing': [
			publishing,
			siteEditor,
		],
		'on Overview': [ working ],
		'on the other tabs': [ activity, automation, connections ],
		'in the admin bar, on the dashboard and in notices': [ elsewhere ],
		'while something is wrong or under way': [ silent, waiting, asEditor ],
	};

	for ( const [ name, scenes ] of Object.entries( walks ) ) {
		test( name, async ( { page, kit } ) => {
			await page.emulateMedia( { reducedMotion: 'reduce' } );
			if ( scenes.includes( working ) ) {
				await connect( kit, 'Preview', sampleSite.preview );
			}
			await logIn( page, kit );
			for ( const walk of scenes ) {
				expect(
					await judge( page, walk( { page, kit, sampleSite } ) )
				).toEqual( [] );
			}
			await page.close();
		} );
	}
} );
