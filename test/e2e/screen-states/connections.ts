/** States of the first connection. */
import { overrideSite } from './site-overrides.ts';
import {
	openTab,
	clickButton,
	screenState,
	expectText,
} from './screen-state.ts';
import type { ScreenStates, ScreenContext } from './screen-state.ts';

/** An incomplete webhook URL. */
const INCOMPLETE_URL =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront';

/** The first visit, until the user can connect. */
export async function* firstVisit( context: ScreenContext ): ScreenStates {
	const { page, kit, sampleSite } = context;
	await overrideSite( page, kit, 'nothing' );
	await openTab( context, '', 'No front end is connected yet' );
	yield screenState( 'overview-first-run' );
	await openTab( context, 'connections', 'Connect your front end' );
	yield screenState( 'connections-first-run' );
	const field = page.getByLabel( 'Webhook URL' );
	await field.fill( INCOMPLETE_URL );
	await clickButton( page, 'Connect' );
	await expectText( page, /is not a webhook URL|ends too early|incomplete/ );
	yield screenState( 'connections-first-run-error' );
	await field.fill( sampleSite.staging.webhookUrl );
	await expectText( page, /^Recognized/ );
	yield screenState( 'connections-recognized' );
	await overrideSite( page, kit, '' );
}

/** Connecting another environment. */
export async function* connecting( context: ScreenContext ): ScreenStates {
	const { page, sampleSite } = context;
	await openTab( context, 'connections', 'Production' );
	await clickButton( page, 'Add environment' );
	await page
		.getByLabel( 'Webhook URL' )
		.fill( sampleSite.staging.webhookUrl );
	await page.getByLabel( 'Name', { exact: true } ).fill( 'Staging' );
	await page
		.getByLabel( 'Front-end URL' )
		.fill( sampleSite.staging.frontEndUrl );
	await clickButton( page, 'Connect' );
	await expectText( page, 'Staging is connected.' );
	yield screenState( 'connections-just-connected' );
}
