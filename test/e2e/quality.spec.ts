/** Accessibility and width of every state of the screens, on a desktop, on a phone and in a color scheme with low contrast. */
import type { Page } from '@playwright/test';
import { pluginViolations } from './axe.ts';
import { expect, logIn, test } from './kit.ts';
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
	ScreenState,
	ScreenStates,
	ScreenContext,
} from './screen-states/screen-state.ts';
import {
	connect,
	createSampleSite,
	removeSampleSite,
} from './screen-states/sample-site.ts';
import type { SampleSite } from './screen-states/sample-site.ts';
import { setColorScheme } from './screens.ts';
import { repairHost } from './environment-states.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const STAGING_BUILD_MS = 30_000;

/** Lists the violations in a window of a size. */
async function violationsAt(
	page: Page,
	state: ScreenState,
	size: typeof DESKTOP
): Promise< string[] > {
	await page.setViewportSize( size );
	const violations = await pluginViolations( page, state.roots );
	const excess = await page.evaluate(
		() => document.documentElement.scrollWidth - innerWidth
	);
	return excess > 0
		? [ ...violations, `${ excess } px too wide` ]
		: violations;
}

/** Lists the violations of all states. */
async function violationsOf(
	page: Page,
	states: ScreenStates
): Promise< string[] > {
	const found: string[] = [];
	const note = ( where: string, violations: readonly string[] ) =>
		found.push( ...violations.map( ( line ) => `${ where }: ${ line }` ) );
	for await ( const state of states ) {
		if ( state.onPhones ) {
			note(
				`${ state.name } 360`,
				await violationsAt( page, state, PHONE )
			);
		}
		note( state.name, await violationsAt( page, state, DESKTOP ) );
		// The color scheme with the lowest contrast.
		const restore = await setColorScheme( page, 'midnight' );
		note(
			`${ state.name } in Midnight`,
			await pluginViolations( page, state.roots, [ 'color-contrast' ] )
		);
		await restore();
	}
	return found;
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
	} );

	test.afterAll( async ( { kit } ) => {
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
			await page.emulateMedia( { reducedMotion: 'reduce' } );
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
