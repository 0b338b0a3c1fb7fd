/** The command palette. */
import type { Page } from '@playwright/test';
import { titleField } from './editor.ts';
import { expect, logIn, test } from './kit.ts';

/** Purges the cache with the command palette. */
async function purge( page: Page ): Promise< void > {
	const palette = page.getByRole( 'dialog' );
	// The page is loaded before WordPress listens to the keys.
	await expect( async () => {
		await page.keyboard.press( 'Control+k' );
		await expect( palette ).toBeVisible( { timeout: 2000 } );
	} ).toPass();
	await palette.getByRole( 'combobox' ).fill( 'Purge Cache' );
	await palette
		.getByRole( 'option', { name: 'Purge Cache: Production' } )
		.click();
	await expect(
		page.getByText( 'Cache of Production purged.' ).first()
	).toBeVisible();
}

test(
	'purges a cache from the command palette of the editor',
	// Since WordPress 6.9 other screens have one too.
	{ tag: '@oldest-only' },
	async ( { page, kit } ) => {
		await logIn( page, kit, '/wp-admin/post-new.php' );
		await expect( titleField( page ) ).toBeVisible();
		await purge( page );
	}
);

test( 'purges a cache from the command palette of another screen', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, '/wp-admin/edit.php' );
	await purge( page );
} );
