/**
 * What happens to an open page meanwhile: the login is lost, the nonce runs out, somebody else saves the same.
 */
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

test( 'a login that is lost while the editor counts down is told of, and the panel goes on after it', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit );
	await publishPost( page, kit, 'Published, then logged out' );
	await loseLogin( page );
	const panel = page.locator( '.editor-post-publish-panel' );
	await expect( panel.getByText( LOST ) ).toBeVisible();

	await logInAgain( page, kit );
	await expect( panel.getByText( LOST ) ).toHaveCount( 0 );
	await expect( panel.getByText( /^On .+ since/ ) ).toBeVisible();
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

test( 'of two people who change the same setting the later one is told who was first, and overwrites nothing', async ( {
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
	const { maximumWaitSeconds: usual } = first.automation;
	const theirs = usual + 60;
	const mine = String( usual + 120 );
	const put = ( maximumWaitSeconds: number, version: string ) =>
		kit.rest.call< { etag: string } >(
			'PUT',
			`${ SETTINGS }/environments/${ id }`,
			{ automation: { maximumWaitSeconds } },
			version
		);
	const saved = await put( theirs, etag );
	await field.fill( mine );
	await field.press( 'Enter' );
	await expect(
		page
			.getByRole( 'form', { name: 'Timing of runs' } )
			.getByText(
				`Not saved. ${ kit.wordpress.adminUser } changed these settings`
			)
	).toBeVisible();
	await expect( field ).toHaveValue( mine );
	await page
		.getByRole( 'button', { name: 'Show the newer settings' } )
		.click();
	await expect( field ).toHaveValue( String( theirs ) );
	await page.close();
	await put( usual, saved.etag );
} );
