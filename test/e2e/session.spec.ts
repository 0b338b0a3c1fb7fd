/** An open page whose session or nonce expires. */
import type { Page } from '@playwright/test';
import { expect, logIn, logInByForm, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { webhookUrls } from './platform.ts';
import { PANEL } from './screens.ts';

const LOST = 'You were logged out.';

// The page has to handle each of these errors.
test.use( { allowedErrors: [ /status of 4(00|01|03|12)/ ] } );

/** Ends the session, without the dialog that WordPress's heartbeat would open. */
async function endSession( page: Page ): Promise< void > {
	await page.evaluate(
		`jQuery( document ).off( 'heartbeat-tick.wp-auth-check' )`
	);
	await page.context().clearCookies();
}

/** Logs in again in the tab that the page's link opens. */
async function logInAgain( page: Page, kit: BrowserKit ): Promise< void > {
	const opening = page.waitForEvent( 'popup' );
	await page.getByRole( 'link', { name: 'Log in' } ).first().click();
	const login = await opening;
	// WordPress's script of the form fails when the page is left before it is loaded.
	await login.waitForLoadState();
	await expect( login.getByLabel( 'Username' ) ).toBeFocused();
	await logInByForm( login, kit );
	await login.close();
}

test( 'keeps a pasted URL when the session ends, and saves it after the login', async ( {
	page,
	kit,
} ) => {
	const { rebuild } = await webhookUrls( kit );
	await logIn( page, kit, `${ PANEL }&tab=connections` );
	await page
		.getByRole( 'button', { name: 'Replace the webhook URL' } )
		.click();
	const field = page.getByLabel( /webhook URL/i );
	await field.fill( rebuild );
	await endSession( page );
	await field.press( 'Enter' );
	await expect( page.getByText( LOST ).first() ).toBeVisible();
	await expect( field ).toHaveValue( rebuild );

	await logInAgain( page, kit );
	await field.press( 'Enter' );
	await expect( page.getByText( /was replaced/ ).first() ).toBeVisible();
} );

test( 'renews an expired nonce without a notice', async ( { page, kit } ) => {
	await logIn( page, kit, PANEL );
	await page.evaluate( `wp.apiFetch.nonceMiddleware.nonce = 'old'` );
	await page.getByRole( 'button', { name: 'Purge Cache' } ).click();
	await expect(
		page.getByText( 'Cache of Production purged.' ).first()
	).toBeVisible();
} );
