/** A token that was regenerated in the portal. */
import type { Page } from '@playwright/test';
import type { Status } from '../../src/shared/wire.ts';
import { newest } from './runs.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { publish } from './environment-states.ts';

/**
 * Regenerates the webhook URLs in the portal.
 *
 * @return One of the new URLs.
 */
async function regenerate( page: Page, kit: BrowserKit ): Promise< string > {
	const { user, password, accountName, appId, environmentId } = kit.hosting;
	const portal = kit.portal.url;
	await page.goto( `${ portal }/sign-in` );
	await page.getByLabel( 'User ID' ).fill( user );
	await page.getByLabel( 'Password' ).fill( password );
	await page.getByRole( 'button', { name: 'Sign in' } ).click();
	await page.getByRole( 'navigation', { name: 'Main' } ).waitFor();
	await page.goto(
		`${ portal }/accounts/${ accountName }/apps/${ appId }/environments/${ environmentId }/settings`
	);
	await page.getByRole( 'button', { name: 'Regenerate all' } ).click();
	await page
		.getByRole( 'dialog' )
		.getByRole( 'button', { name: 'Regenerate all' } )
		.click();
	await expect( page.getByText( 'URLs regenerated.' ).first() ).toBeVisible();
	await page.getByRole( 'button', { name: 'Show full URLs' } ).click();
	const url = page.getByText( /webhook:cleanRebuild\?token=[\w-]{27}=/ );
	return ( await url.innerText() ).trim();
}

// The portal asks who is signed in before the user signs in.
test.use( { allowedErrors: [ /status of 401/ ] } );

/** The status of the environment. */
async function environmentStatus( kit: BrowserKit ) {
	const { environments } = await kit.rest.call< Status >(
		'GET',
		'headless-deploy/v1/status'
	);
	const { status, paused } = environments[ 0 ] ?? {};
	return { status, reason: paused?.reason };
}

test( 'links from a notice of wp-admin to the field for the new webhook URL', async ( {
	page,
	kit,
} ) => {
	const url = await regenerate( page, kit );
	const id = await publish( kit, 'Waits for a new token' );
	await expect
		.poll( () => environmentStatus( kit ) )
		.toMatchObject( { status: 'retrying' } );
	// The second rejection pauses the environment. Without this call it would follow five minutes later.
	await kit.rest.call(
		'POST',
		`headless-deploy/v1/environments/${ kit.environment.id }/pending/build/now`
	);
	expect( await environmentStatus( kit ) ).toMatchObject( {
		reason: 'token',
	} );

	await logIn( page, kit, '/wp-admin/plugins.php' );
	const notice = page
		.locator( '.notice' )
		.filter( { hasText: 'The host no longer accepts the webhook URL' } );
	await notice
		.getByRole( 'link', { name: 'Replace the webhook URL' } )
		.click();
	const field = page.getByLabel( /webhook URL/i );
	await expect( field ).toBeFocused();
	await field.fill( url );
	await field.press( 'Enter' );
	await expect( page.getByText( /was replaced/ ).first() ).toBeVisible();

	await expect
		.poll( async () => ( await newest( kit ) )?.live?.post )
		.toBe( id );
	await page.goto( `${ kit.wordpress.url }/wp-admin/plugins.php` );
	await expect( page.locator( '.headless-deploy-notice' ) ).toHaveCount( 0 );
} );
