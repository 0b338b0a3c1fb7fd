/** States of Overview. */
import { expect, logIn } from '../kit.ts';
import { PANEL } from '../screens.ts';
import {
	breakHost,
	hold,
	repairHost,
	publish,
	send,
} from '../environment-states.ts';
import {
	openTab,
	clickButton,
	screenState,
	expectText,
	DIALOG,
	OWN_PAGE,
} from './screen-state.ts';
import { idOf } from './sample-site.ts';
import type { ScreenStates, ScreenContext } from './screen-state.ts';
import { overrideSite } from './site-overrides.ts';

const ENVIRONMENTS = 'headless-deploy/v1/settings/environments';

/** A pending run, held changes and a failed run, with the menu and the dialog of a card. */
export async function* pendingHeldAndFailed(
	context: ScreenContext
): ScreenStates {
	const { page, kit, sampleSite } = context;
	const preview = await idOf( kit, 'Preview' );
	await hold( kit, true, await idOf( kit, 'Staging' ) );
	await breakHost( kit, 403, sampleSite.preview.id );
	await publish( sampleSite.maria, 'Returns and refunds', 'pages' );
	await send( sampleSite.jonas, 'rebuild', preview );
	await send( sampleSite.jonas, 'rebuild', preview );
	await send( kit, 'rebuild' );
	await publish( sampleSite.maria, 'Summer collection' );
	await publish( sampleSite.jonas, 'Linen shirt, natural' );
	await openTab( context, '', /^Rebuild in/ );
	yield screenState( 'overview' );
	await page
		.getByRole( 'button', { name: /^More actions/ } )
		.first()
		.click();
	await expect(
		page.getByRole( 'menu', { name: /^More actions/ } )
	).toBeVisible();
	yield screenState( 'overview-menu', [
		...OWN_PAGE,
		'.components-popover',
	] );
	await page.keyboard.press( 'Escape' );
	await clickButton( page, 'Clean Rebuild' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield screenState( 'clean-rebuild-confirm', DIALOG );
}

/** A lost connection, and a copy of the site. */
export async function* lostAndCopied( context: ScreenContext ): ScreenStates {
	const { page, kit } = context;
	const isPluginRoute = ( { href }: URL ) =>
		href.includes( 'headless-deploy/v1' );
	await openTab( context, '', 'Production' );
	await page.route( isPluginRoute, ( route ) => route.abort() );
	await clickButton( page, 'Purge Cache' );
	await expectText( page, /^Status last read: / );
	yield screenState( 'overview-connection-lost' );
	await page.unroute( isPluginRoute );
	await overrideSite( page, kit, 'copy' );
	await openTab( context, '', 'Paused: this is a copy' );
	yield screenState( 'overview-copy' );
	await overrideSite( page, kit, '' );
}

/** A retried run, a running build and an environment that a user paused. */
export async function* retryingAndBuilding(
	context: ScreenContext
): ScreenStates {
	const { kit, sampleSite } = context;
	await repairHost( kit );
	const staging = await idOf( kit, 'Staging' );
	await hold( kit, false, staging );
	await send( sampleSite.jonas, 'rebuild', staging );
	await sampleSite.maria.rest.call(
		'POST',
		`${ ENVIRONMENTS }/${ await idOf( kit, 'Preview' ) }/pause`
	);
	await breakHost( kit, 503, kit.hosting.environmentId );
	await send( kit, 'rebuild' );
	await openTab( context, '', /^Building/ );
	yield screenState( 'overview-more-states' );
	await repairHost( kit );
	await send( kit, 'rebuild' );
}

/** Overview as an editor sees it. */
export async function* asEditor( context: ScreenContext ): ScreenStates {
	const { page, sampleSite } = context;
	// The open panel keeps polling, and would be rejected.
	await page.goto( 'about:blank' );
	await logIn( page, sampleSite.jonas, PANEL );
	await expectText( page, 'Production' );
	yield screenState( 'overview-as-editor' );
}
