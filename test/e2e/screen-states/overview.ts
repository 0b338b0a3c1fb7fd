/** Overview in the states that people meet. */
import { expect, logIn } from '../kit.ts';
import { PANEL } from '../screens.ts';
import {
	breakHost,
	hold,
	mendHost,
	publish,
	send,
} from '../environment-states.ts';
import {
	openTab,
	press,
	screenState,
	see,
	DIALOG,
	OWN_PAGE,
} from './screen-state.ts';
import type { ScreenStates, ScreenContext } from './screen-state.ts';
import { setStage } from './site-overrides.ts';

const ENVIRONMENTS = 'headless-deploy/v1/settings/environments';

/**
 * One counts down, one is held, one has failed; and what opens there.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* working( context: ScreenContext ): ScreenStates {
	const { page, kit, sampleSite } = context;
	await hold( kit, true, 'staging' );
	await breakHost( kit, 403, sampleSite.preview.id );
	await publish( sampleSite.maria, 'Returns and refunds', 'pages' );
	await send( sampleSite.jonas, 'rebuild', 'preview' );
	await send( sampleSite.jonas, 'rebuild', 'preview' );
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
	await press( page, 'Clean Rebuild' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield screenState( 'clean-rebuild-confirm', DIALOG );
}

/**
 * The connection is lost; the site has another address.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* silent( context: ScreenContext ): ScreenStates {
	const { page, kit } = context;
	const isOurs = ( { href }: URL ) => href.includes( 'headless-deploy/v1' );
	await openTab( context, '', 'Production' );
	await page.route( isOurs, ( route ) => route.abort() );
	await press( page, 'Purge Cache' );
	await see( page, /^Status last read: / );
	yield screenState( 'overview-connection-lost' );
	await page.unroute( isOurs );
	await setStage( page, kit, 'copy' );
	await openTab( context, '', 'Paused: this is a copy' );
	yield screenState( 'overview-copy' );
	await setStage( page, kit, '' );
}

/**
 * One is tried again, one builds, one is paused by a person.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* waiting( context: ScreenContext ): ScreenStates {
	const { kit, sampleSite } = context;
	await mendHost( kit );
	await hold( kit, false, 'staging' );
	await send( sampleSite.jonas, 'rebuild', 'staging' );
	await sampleSite.maria.rest.call(
		'POST',
		`${ ENVIRONMENTS }/preview/pause`
	);
	await breakHost( kit, 503, kit.hosting.environmentId );
	await send( kit, 'rebuild' );
	await openTab( context, '', /^Building/ );
	yield screenState( 'overview-more-states' );
	await mendHost( kit );
	await send( kit, 'rebuild' );
}

/**
 * What an editor sees.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* asEditor( context: ScreenContext ): ScreenStates {
	const { page, sampleSite } = context;
	// The panel that is open asks on, and would be refused.
	await page.goto( 'about:blank' );
	await logIn( page, sampleSite.jonas, PANEL );
	await see( page, 'Production' );
	yield screenState( 'overview-as-editor' );
}
