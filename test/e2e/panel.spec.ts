/**
 * The panel in a real wp-admin: the three buttons, the list of what was sent, and a connection's whole life.
 */
import { expect, logIn, test } from './kit.ts';

const PANEL = '/wp-admin/admin.php?page=headless-deploy';

test( 'Purge Cache, Rebuild and Clean Rebuild are sent and stand in the list', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, PANEL );
	const activity = page.locator( '.headless-deploy-activity' );

	await page.getByRole( 'button', { name: 'Purge Cache' } ).click();
	await expect(
		activity.getByText( 'Purge Cache of Production: done' ).first()
	).toBeVisible();

	await page.getByRole( 'button', { name: 'Rebuild', exact: true } ).click();
	await expect(
		activity.getByText( 'Rebuild of Production: accepted' ).first()
	).toBeVisible();

	await page.getByRole( 'button', { name: 'Clean Rebuild' } ).click();
	await page
		.getByRole( 'dialog' )
		.getByRole( 'button', { name: 'Clean Rebuild' } )
		.click();
	await expect(
		activity.getByText( 'Clean Rebuild of Production: accepted' ).first()
	).toBeVisible();
} );

test( 'the page of the connections shows no token', async ( { page, kit } ) => {
	await logIn( page, kit, `${ PANEL }&tab=connections` );
	await expect( page.getByText( /token=••••/ ).first() ).toBeVisible();
	expect( await page.content() ).not.toMatch( /token=[A-Za-z0-9_-]{16}/ );
} );

test.describe( 'while something is refused', () => {
	test.use( {
		allowedErrors: [ /status of 400/ ],
	} );

	test( 'a pasted address that is no webhook is explained, and stays in its field', async ( {
		page,
		kit,
	} ) => {
		await logIn( page, kit, `${ PANEL }&tab=connections` );
		await page.getByRole( 'button', { name: 'Replace the token' } ).click();
		const field = page.getByLabel( /webhook URL/i );
		await field.fill( 'https://my.wpengine.com/' );
		await page
			.getByRole( 'button', { name: 'Replace the token' } )
			.last()
			.click();
		await expect(
			page.getByText( /is not a webhook URL/ ).first()
		).toBeVisible();
		await expect( field ).toHaveValue( 'https://my.wpengine.com/' );
	} );
} );
