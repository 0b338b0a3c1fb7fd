/** The way from an unconnected plugin to the first live post. */
import { publish } from './environment-states.ts';
import { expect, logInByForm, test } from './kit.ts';
import { PANEL } from './screens.ts';
import { webhookUrls } from './platform.ts';
import { newest } from './runs.ts';
import { withoutSettings } from './wordpress.ts';

test( 'connects a front end with a pasted URL, purges its cache once, and publishes a post', async ( {
	page,
	kit,
} ) => {
	const { purgeCache } = await webhookUrls( kit );
	await withoutSettings( kit, async () => {
		await logInByForm( page, kit );
		await page.goto( kit.wordpress.url + PANEL );
		await expect(
			page.getByRole( 'heading', {
				name: 'No front end is connected yet',
			} )
		).toBeVisible();
		await page.getByRole( 'link', { name: 'Connect a front end' } ).click();

		const field = page.getByLabel( 'Webhook URL' );
		await expect( field ).toBeFocused();
		await field.fill( purgeCache );
		await expect(
			page.getByRole( 'heading', { name: /^Recognized: / } )
		).toContainText( kit.hosting.appId );
		await page.getByLabel( 'Front-end URL' ).fill( kit.frontEnd.url );
		await page.getByRole( 'button', { name: 'Connect' } ).click();
		await expect(
			page.getByText( 'Production is connected.' )
		).toBeVisible();
		await page.getByRole( 'button', { name: 'Purge Cache once' } ).click();
		await expect(
			page.getByText( 'Cache of Production purged.' ).first()
		).toBeVisible();

		await publish( kit, 'From nothing to live' );
		await expect
			.poll( async () => ( await newest( kit ) )?.accepted )
			.toBe( true );
		await page.goto( `${ kit.frontEnd.url }/from-nothing-to-live/` );
		await expect(
			page.getByRole( 'heading', { name: 'From nothing to live' } )
		).toBeVisible();
	} );
} );
