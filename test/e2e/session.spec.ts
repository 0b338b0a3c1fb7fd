/**
 * What happens to an open page meanwhile: the login is lost, the nonce expires.
 */
import type { Page } from '@playwright/test';
import { expect, logIn, logInByForm, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { webhookUrls } from './platform.ts';
import { PANEL } from './screens.ts';

const LOST = 'You were logged out.';

// Each of them is a refusal that the page has to cope with.
test.use( { allowedErrors: [ /status of 4(00|01|03|12)/ ] } );

/**
 * Loses the login. WordPress's own dialog, which its heartbeat lays over the page some seconds later, stays away.
 *
 * @param page The page that is open meanwhile.
 */
async function loseLogin( page: Page ): Promise< void > {
	await page.evaluate(
		`jQuery( document ).off( 'heartbeat-tick.wp-auth-check' )`
	);
	await page.context().clearCookies();
}

/**
 * Logs in again in the tab that a link opens.
 *
 * @param page The page that the login was lost on.
 */
async function logInAgain( page: Page, kit: BrowserKit ): Promise< void > {
	const opening = page.waitForEvent( 'popup' );
	await page.getByRole( 'link', { name: 'Log in' } ).first().click();
	const login = await opening;
	await expect( login.getByLabel( 'Username' ) ).toBeFocused();
	await logInByForm( login, kit );
	await login.close();
}

test( 'a login that was lost while a URL was pasted costs nothing', async ( {
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
	await loseLogin( page );
	await field.press( 'Enter' );
	await expect( page.getByText( LOST ).first() ).toBeVisible();
	await expect( field ).toHaveValue( rebuild );

	await logInAgain( page, kit );
	await field.press( 'Enter' );
	await expect( page.getByText( /was replaced/ ).first() ).toBeVisible();
} );

test( 'a nonce that has run out is renewed without anybody noticing', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, PANEL );
	await page.evaluate( `wp.apiFetch.nonceMiddleware.nonce = 'old'` );
	await page.getByRole( 'button', { name: 'Purge Cache' } ).click();
	await expect(
		page.getByText( 'Cache of Production purged.' ).first()
	).toBeVisible();
} );
