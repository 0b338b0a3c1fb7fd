/** The box of the classic editor. */
import type { Locator, Page } from '@playwright/test';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { newest } from './runs.ts';
import { withCode } from './wordpress.ts';

const LIVE_WITHIN_MS = 60_000;

// Longer than the keyboard needs on a busy machine; “Rebuild now” ends it.
test.use( { quietPeriodSeconds: 30 } );

function boxOf( page: Page ): Locator {
	return page.locator( '#headless-deploy.postbox' );
}

function withClassicEditor(
	kit: BrowserKit,
	page: Page,
	work: () => Promise< void >
): Promise< void > {
	return withCode(
		kit,
		"add_filter( 'use_block_editor_for_post', '__return_false' );",
		async () => {
			await work();
			// Its timers would continue in the block editor of the next test.
			await page.goto( 'about:blank' );
		}
	);
}

/** Tabs through the box, and returns the names of what takes the focus there. */
async function walk( page: Page, box: Locator ): Promise< string[] > {
	const names: string[] = [];
	await box.locator( '.handlediv' ).focus();
	for ( let stops = 0; stops < 50; stops += 1 ) {
		await page.keyboard.press( 'Tab' );
		const name = await box.evaluate( ( node ) => {
			const focused = node.ownerDocument.activeElement;
			return node.contains( focused ) ? focused?.textContent : null;
		} );
		if ( name === null || name === undefined ) {
			return names;
		}
		names.push( name );
	}
	throw new Error( `Tab does not leave the box: ${ names.join() }` );
}

test( 'publishes in the classic editor and follows the post to “Live” with the keyboard alone', async ( {
	page,
	kit,
} ) => {
	await withClassicEditor( kit, page, async () => {
		await logIn( page, kit, '/wp-admin/post-new.php' );
		await page.locator( '#title' ).fill( 'A classic post' );
		await page.locator( '#publish' ).press( 'Enter' );
		const box = boxOf( page );
		const live = box.getByRole( 'heading', { name: /^Live/ } );
		await expect( live ).toBeVisible( { timeout: LIVE_WITHIN_MS } );
		// The refresh is live while the rebuild counts down.
		const countdown = box.getByRole( 'timer' );
		await expect( countdown ).toContainText( 'Rebuild in' );
		expect( await walk( page, box ) ).toEqual( [
			'Rebuild now',
			'Cancel',
			'View on the site',
			'Open Headless Deploy',
		] );
		await box
			.getByRole( 'button', { name: 'Cancel', exact: true } )
			.press( 'Enter' );
		await expect( countdown ).toHaveCount( 0 );
		await expect( box.locator( ':focus' ) ).toHaveCount( 1 );
		await box.getByRole( 'button', { name: 'Undo' } ).press( 'Enter' );
		await box
			.getByRole( 'button', { name: 'Rebuild now' } )
			.press( 'Enter' );
		await expect
			.poll( () => newest( kit ), { timeout: LIVE_WITHIN_MS } )
			.toMatchObject( { action: 'rebuild', status: 'live' } );
		await expect( live ).toBeVisible();
		const link = box.getByRole( 'link', { name: /View on the site/ } );
		const address = ( await link.getAttribute( 'href' ) ) ?? '';
		expect( address ).toContain( kit.frontEnd.url );
		expect( await ( await fetch( address ) ).text() ).toContain(
			'A classic post'
		);
		// A snackbar, which says that the rebuild was accepted, is in the box too.
		await expect( box.locator( '.components-snackbar' ) ).toHaveCount( 0 );
		expect( ( await walk( page, box ) ).at( -1 ) ).toBe(
			'Open Headless Deploy'
		);
	} );
} );

test(
	'shows in the classic editor what saving deploys',
	{ tag: '@oldest-only' },
	async ( { page, kit } ) => {
		await withClassicEditor( kit, page, async () => {
			await logIn( page, kit, '/wp-admin/post-new.php' );
			await expect( boxOf( page ) ).toContainText( 'Production' );
			await expect( boxOf( page ) ).toContainText( /rebuilt/ );
		} );
	}
);
