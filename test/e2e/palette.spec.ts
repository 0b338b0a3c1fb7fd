/** The command palette: a press from wherever one is. */
import type { Page } from '@playwright/test';
import { titleField } from './editor.ts';
import { expect, logIn, test } from './kit.ts';

/**
 * Purges the cache by the palette alone.
 *
 * @param page A page that has the palette.
 */
async function purge( page: Page ): Promise< void > {
	await page.keyboard.press( 'Control+k' );
	const palette = page.getByRole( 'dialog' );
	await palette.getByRole( 'combobox' ).fill( 'Purge Cache' );
	await palette
		.getByRole( 'option', { name: 'Purge Cache: Production' } )
		.click();
	await expect(
		page.getByText( 'Cache of Production purged.' ).first()
	).toBeVisible();
}

test(
	'the palette of the editor purges a cache',
	{ tag: '@oldest' },
	async ( { page, kit, wordpress } ) => {
		test.skip(
			wordpress === 'newest',
			'only the oldest WordPress has the palette in its editors alone'
		);
		await logIn( page, kit, '/wp-admin/post-new.php' );
		await expect( titleField( page ) ).toBeVisible();
		await purge( page );
	}
);

test( 'the palette of any other screen does, too', async ( { page, kit } ) => {
	await logIn( page, kit, '/wp-admin/edit.php' );
	await purge( page );
} );
