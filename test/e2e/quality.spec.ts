/** Accessibility and width of every state of the screens, on a desktop, on a phone and in a color scheme with low contrast. */
import type { Page } from '@playwright/test';
import { pluginViolations } from './axe.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { connecting, firstVisit } from './screen-states/connections.ts';
import { publishing, siteEditor } from './screen-states/editor.ts';
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
import type {
	ScreenStates,
	ScreenContext,
} from './screen-states/screen-state.ts';
import {
	connect,
	createSampleSite,
	removeSampleSite,
} from './screen-states/sample-site.ts';
import type { SampleSite } from './screen-states/sample-site.ts';
import { repairHost } from './environment-states.ts';
import { runPhp } from './wordpress.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const STAGING_BUILD_MS = 30_000;

/** How many pixels the page is wider than the window. */
async function excessWidth(
	page: Page,
	size: typeof DESKTOP
): Promise< number > {
	await page.setViewportSize( size );
	return page.evaluate(
		() => document.documentElement.scrollWidth - innerWidth
	);
}

/** Lists the violations of all states. */
async function violationsOf(
	page: Page,
	states: ScreenStates
): Promise< string[] > {
	const found: string[] = [];
	for await ( const { name, roots, onPhones } of states ) {
		for ( const size of onPhones ? [ PHONE, DESKTOP ] : [ DESKTOP ] ) {
			const excess = await excessWidth( page, size );
			if ( excess > 0 ) {
				found.push(
					`${ name }: ${ excess } px wider than ${ size.width } px`
				);
			}
		}
		for ( const violation of await pluginViolations( page, roots ) ) {
			found.push( `${ name }: ${ violation }` );
		}
	}
	return found;
}

/** Sets the color scheme of wp-admin for all users. */
async function setColorScheme(
	kit: BrowserKit,
	scheme: string
): Promise< void > {
	await runPhp(
		kit,
		`foreach ( get_users() as $user ) {
			update_user_meta( $user->ID, 'admin_color', '${ scheme }' );
		}`
	);
}

test.describe( 'axe finds no violation', () => {
	// Each test continues with the site of the previous one. The quiet period keeps runs pending while they are checked.
	test.describe.configure( { mode: 'serial' } );
	test.use( {
		quietPeriodSeconds: 60,
		allowedErrors: [ /status of 4(?:00|12)|ERR_FAILED/ ],
	} );

	let sampleSite: SampleSite;

	test.beforeAll( async ( { kit } ) => {
		sampleSite = await createSampleSite( kit, STAGING_BUILD_MS );
		// The color scheme with the lowest contrast.
		await setColorScheme( kit, 'midnight' );
	} );

	test.afterAll( async ( { kit } ) => {
		await setColorScheme( kit, 'modern' );
		await repairHost( kit );
		await removeSampleSite( kit );
	} );

	const journeys: Record<
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
		'on Overview': [ pendingHeldAndFailed ],
		'on the other tabs': [ activity, automation, connections ],
		'in the admin bar, on the dashboard and in notices': [ coreScreens ],
		'during errors and running builds': [
			lostAndCopied,
			retryingAndBuilding,
			asEditor,
		],
	};

	for ( const [ name, steps ] of Object.entries( journeys ) ) {
		test( name, async ( { page, kit } ) => {
			if ( steps.includes( pendingHeldAndFailed ) ) {
				await connect( kit, 'Preview', sampleSite.preview );
			}
			await logIn( page, kit );
			for ( const step of steps ) {
				expect(
					await violationsOf(
						page,
						step( { page, kit, sampleSite } )
					)
				).toEqual( [] );
			}
			await page.close();
		} );
	}
} );
