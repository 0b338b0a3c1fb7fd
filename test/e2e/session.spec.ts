/** An open page whose session or nonce expires, or whose settings another user changes. */
import type { Page } from '@playwright/test';
import type { Settings } from '../../src/shared/wire.ts';
import { publishPost } from './editor.ts';
import { expect, logIn, logInByForm, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { createUser } from './users.ts';
import { webhookUrls } from './platform.ts';
import { PANEL } from './screens.ts';

const LOST = 'You were logged out.';
const SETTINGS = 'headless-deploy/v1/settings';

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

test( 'shows in the editor that the session ended, and continues after the login', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit );
	await publishPost( page, kit, 'Published, then logged out' );
	await endSession( page );
	const panel = page.locator( '.editor-post-publish-panel' );
	await expect( panel.getByText( LOST ) ).toBeVisible();

	await logInAgain( page, kit );
	await expect( panel.getByText( LOST ) ).toHaveCount( 0 );
	await expect( panel.getByText( /^On .+ since/ ) ).toBeVisible();
} );

test( 'renews an expired nonce without a notice', async ( { page, kit } ) => {
	await logIn( page, kit, PANEL );
	await page.evaluate( `wp.apiFetch.nonceMiddleware.nonce = 'old'` );
	await page.getByRole( 'button', { name: 'Purge Cache' } ).click();
	await expect(
		page.getByText( 'Cache of Production purged.' ).first()
	).toBeVisible();
} );

test( 'shows who changed a setting first, and overwrites nothing', async ( {
	page,
	kit,
} ) => {
	const colleague = await createUser( kit, 'administrator', 'colleague' );
	await logIn( page, colleague, `${ PANEL }&tab=automation` );
	const field = page.getByLabel( /^Maximum wait/ );
	await expect( field ).toBeVisible();
	const { environments } = await kit.rest.call< Settings >( 'GET', SETTINGS );
	const [ first ] = environments;
	if ( ! first ) {
		throw new Error( 'nothing is connected' );
	}
	const { id, etag } = first;
	const { maximumWaitSeconds: before } = first.automation;
	const newer = before + 60;
	const entered = String( before + 120 );
	const put = ( maximumWaitSeconds: number, version: string ) =>
		kit.rest.call< { etag: string } >(
			'PUT',
			`${ SETTINGS }/environments/${ id }`,
			{ automation: { maximumWaitSeconds } },
			version
		);
	const saved = await put( newer, etag );
	await field.fill( entered );
	await field.press( 'Enter' );
	await expect(
		page
			.getByRole( 'form', { name: 'Timing of runs' } )
			.getByText(
				`Not saved. ${ kit.wordpress.adminUser } changed these settings`
			)
	).toBeVisible();
	await expect( field ).toHaveValue( entered );
	await page
		.getByRole( 'button', { name: 'Show the newer settings' } )
		.click();
	await expect( field ).toHaveValue( String( newer ) );
	await page.close();
	await put( before, saved.etag );
} );
