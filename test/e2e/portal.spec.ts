/**
 * The hosting portal in a browser: in by the one-time link, a rebuild that is watched, and URLs that are shown only
 * when they are asked for.
 */
import { expect, test } from './kit.ts';

test( 'the printed link signs in once, a rebuild is watched, and URLs are shown when asked for', async ( {
	browser,
	page,
	kit,
} ) => {
	await page.goto( kit.portalLink );
	await page.getByRole( 'link', { name: 'Production' } ).first().click();
	await expect(
		page.getByRole( 'heading', { name: 'Production' } )
	).toBeVisible();
	await expect( page.getByText( /has been serving since/ ) ).toBeVisible();

	await page.getByRole( 'button', { name: 'Rebuild', exact: true } ).click();
	await expect(
		page.getByText( /Build \d+ has started|is queued/ ).first()
	).toBeVisible();
	await page.getByRole( 'link', { name: 'Builds', exact: true } ).click();
	await page
		.getByRole( 'link', { name: /^Build \d+/ } )
		.first()
		.click();
	await expect( page.getByText( /reused, \d+ rendered/ ) ).toBeVisible();
	await expect( page.getByText( 'Live' ).first() ).toBeVisible();

	await page.getByRole( 'link', { name: 'Production' } ).first().click();
	await page.getByRole( 'link', { name: 'Settings', exact: true } ).click();
	await expect( page.getByText( 'Rebuild webhook' ).first() ).toBeVisible();
	expect( await page.content() ).not.toMatch( /token=[A-Za-z0-9_-]{16}/ );
	await page.getByRole( 'button', { name: 'Show full URLs' } ).click();
	await expect(
		page.getByText( /token=[A-Za-z0-9_-]{27}=/ ).first()
	).toBeVisible();

	const stranger = await browser.newContext();
	const answer = await stranger.request.get( kit.portalLink );
	expect( answer.status() ).toBe( 401 );
	expect( await answer.text() ).not.toContain( 'Production' );
	await stranger.close();
} );
