/** From nothing to a front end that is connected. */
import { setStage } from './stage.ts';
import { openTab, press, scene, see } from './scene.ts';
import type { Scenes, Setting } from './scene.ts';

/** An address that ends where somebody forgot the rest. */
const HALF_A_URL =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront';

/**
 * The first visit, up to the moment before Connect is pressed.
 *
 * @param setting The page, the kit, the world.
 */
export async function* firstVisit( setting: Setting ): Scenes {
	const { page, kit, world } = setting;
	await setStage( page, kit, 'nothing' );
	await openTab( setting, '', 'No front end is connected yet' );
	yield scene( 'overview-first-run' );
	await openTab( setting, 'connections', 'Connect your front end' );
	yield scene( 'connections-first-run' );
	const field = page.getByLabel( 'Webhook URL' );
	await field.fill( HALF_A_URL );
	await press( page, 'Connect' );
	await see( page, /is not a webhook URL|ends too early|incomplete/ );
	yield scene( 'connections-first-run-error' );
	await field.fill( world.staging.webhookUrl );
	await see( page, /^Recognized/ );
	yield scene( 'connections-recognised' );
	await setStage( page, kit, '' );
}

/**
 * One more environment is connected, and its first run offered.
 *
 * @param setting The page, the kit, the world.
 */
export async function* connecting( setting: Setting ): Scenes {
	const { page, world } = setting;
	await openTab( setting, 'connections', 'Production' );
	await press( page, 'Add environment' );
	await page.getByLabel( 'Webhook URL' ).fill( world.staging.webhookUrl );
	await page.getByLabel( 'Name', { exact: true } ).fill( 'Staging' );
	await page
		.getByLabel( 'Address of the front end' )
		.fill( world.staging.frontEndUrl );
	await press( page, 'Connect' );
	await see( page, 'Staging is connected.' );
	yield scene( 'connections-just-connected' );
}
