/**
 * Every state that people meet: nothing that axe finds wrong, and nothing wider than the window, on a desk and on a
 * phone, in the colors that are the hardest to read.
 */
import type { Page } from '@playwright/test';
import { mistakesIn } from './axe.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
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
	ScreenStates,
	ScreenContext,
} from './screen-states/screen-state.ts';
import {
	connect,
	makeSampleSite,
	takeDown,
} from './screen-states/sample-site.ts';
import type { SampleSite } from './screen-states/sample-site.ts';
import { mendHost } from './environment-states.ts';
import { runPhp } from './wordpress.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const STAGING_BUILD_MS = 30_000;

/** Tells how much wider than the window the page is. */
async function excessAt( page: Page, size: typeof DESK ): Promise< number > {
	await page.setViewportSize( size );
	return page.evaluate(
		() => document.documentElement.scrollWidth - innerWidth
	);
}

/**
 * Lists what is wrong with all that is seen on the way.
 *
 * @param page A page that is logged in.
 */
async function judge( page: Page, scenes: ScreenStates ): Promise< string[] > {
	const found: string[] = [];
	for await ( const { name, roots, onPhones } of scenes ) {
		for ( const size of onPhones ? [ PHONE, DESK ] : [ DESK ] ) {
			const excess = await excessAt( page, size );
			if ( excess > 0 ) {
				found.push(
					`${ name }: ${ excess } px wider than ${ size.width }`
				);
			}
		}
		for ( const mistake of await mistakesIn( page, roots ) ) {
			found.push( `${ name }: ${ mistake }` );
		}
	}
	return found;
}

/** Gives all users a color scheme of wp-admin. */
async function setColorScheme(
	kit: BrowserKit,
	name: string
): Promise< void > {
	await runPhp(
		kit,
		`foreach ( get_users() as $user ) {
			update_user_meta( $user->ID, 'admin_color', '${ name }' );
		}`
	);
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
		// The theme color of this scheme has the least contrast of all.
		await setColorScheme( kit, 'midnight' );
	} );

	test.afterAll( async ( { kit } ) => {
		await setColorScheme( kit, 'modern' );
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
