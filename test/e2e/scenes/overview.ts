/** Overview in the states that people meet. */
import { expect, logIn } from '../kit.ts';
import { PANEL } from '../screens.ts';
import { breakHost, hold, mendHost, publish, send } from '../states.ts';
import { openTab, press, scene, see, DIALOG, OWN_PAGE } from './scene.ts';
import type { Scenes, Setting } from './scene.ts';
import { setStage } from './stage.ts';

const ENVIRONMENTS = 'headless-deploy/v1/settings/environments';

/**
 * One counts down, one is held, one has failed; and what opens there.
 *
 * @param setting The page, the kit, the world.
 */
export async function* working( setting: Setting ): Scenes {
	const { page, kit, world } = setting;
	await hold( kit, true, 'staging' );
	await breakHost( kit, 403, world.preview.id );
	await publish( world.maria, 'Returns and refunds', 'pages' );
	await send( world.jonas, 'rebuild', 'preview' );
	await send( world.jonas, 'rebuild', 'preview' );
	await send( kit, 'rebuild' );
	await publish( world.maria, 'Summer collection' );
	await publish( world.jonas, 'Linen shirt, natural' );
	await openTab( setting, '', /^Rebuild in/ );
	yield scene( 'overview' );
	await page
		.getByRole( 'button', { name: /^More about/ } )
		.first()
		.click();
	await expect(
		page.getByRole( 'menu', { name: /^More about/ } )
	).toBeVisible();
	yield scene( 'overview-menu', [ ...OWN_PAGE, '.components-popover' ] );
	await page.keyboard.press( 'Escape' );
	await press( page, 'Clean Rebuild' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield scene( 'clean-rebuild-confirm', DIALOG );
}

/**
 * The connection is lost; the site has another address.
 *
 * @param setting The page, the kit, the world.
 */
export async function* silent( setting: Setting ): Scenes {
	const { page, kit } = setting;
	const isOurs = ( { href }: URL ) => href.includes( 'headless-deploy/v1' );
	await openTab( setting, '', 'Production' );
	await page.route( isOurs, ( route ) => route.abort() );
	await press( page, 'Purge Cache' );
	await see( page, /^The status was last read at/ );
	yield scene( 'overview-connection-lost' );
	await page.unroute( isOurs );
	await setStage( page, kit, 'copy' );
	await openTab( setting, '', 'Paused: this is a copy' );
	yield scene( 'overview-copy' );
	await setStage( page, kit, '' );
}

/**
 * One is tried again, one builds, one is paused by a person.
 *
 * @param setting The page, the kit, the world.
 */
export async function* waiting( setting: Setting ): Scenes {
	const { kit, world } = setting;
	await mendHost( kit );
	await hold( kit, false, 'staging' );
	await send( world.jonas, 'rebuild', 'staging' );
	await world.maria.rest.call( 'POST', `${ ENVIRONMENTS }/preview/pause` );
	await breakHost( kit, 503, kit.hosting.environmentId );
	await send( kit, 'rebuild' );
	await openTab( setting, '', /^Building/ );
	yield scene( 'overview-more-states' );
	await mendHost( kit );
	await send( kit, 'rebuild' );
}

/**
 * What an editor sees.
 *
 * @param setting The page, the kit, the world.
 */
export async function* asEditor( setting: Setting ): Scenes {
	const { page, world } = setting;
	// The panel that is open asks on, and would be refused.
	await page.goto( 'about:blank' );
	await logIn( page, world.jonas, PANEL );
	await see( page, 'Production' );
	yield scene( 'overview-as-editor' );
}
