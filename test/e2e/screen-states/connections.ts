/** From nothing to a front end that is connected. */
import { setStage } from './site-overrides.ts';
import { openTab, press, screenState, see } from './screen-state.ts';
import type { ScreenStates, ScreenContext } from './screen-state.ts';

/** An address that ends where somebody forgot the rest. */
const HALF_A_URL =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront';

/**
 * The first visit, up to the moment before Connect is pressed.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* firstVisit( context: ScreenContext ): ScreenStates {
	const { page, kit, sampleSite } = context;
	await setStage( page, kit, 'nothing' );
	await openTab( context, '', 'No front end is connected yet' );
	yield screenState( 'overview-first-run' );
	await openTab( context, 'connections', 'Connect your front end' );
	yield screenState( 'connections-first-run' );
	const field = page.getByLabel( 'Webhook URL' );
	await field.fill( HALF_A_URL );
	await press( page, 'Connect' );
	await see( page, /is not a webhook URL|ends too early|incomplete/ );
	yield screenState( 'connections-first-run-error' );
	await field.fill( sampleSite.staging.webhookUrl );
	await see( page, /^Recognized/ );
	yield screenState( 'connections-recognized' );
	await setStage( page, kit, '' );
}

/**
 * One more environment is connected, and its first run offered.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* connecting( context: ScreenContext ): ScreenStates {
	const { page, sampleSite } = context;
	await openTab( context, 'connections', 'Production' );
	await press( page, 'Add environment' );
	await page
		.getByLabel( 'Webhook URL' )
		.fill( sampleSite.staging.webhookUrl );
	await page.getByLabel( 'Name', { exact: true } ).fill( 'Staging' );
	await page
		.getByLabel( 'Front-end URL' )
		.fill( sampleSite.staging.frontEndUrl );
	await press( page, 'Connect' );
	await see( page, 'Staging is connected.' );
	yield screenState( 'connections-just-connected' );
}
