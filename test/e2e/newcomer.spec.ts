/**
 * The newcomer's story: log in, write a post in the block editor, publish, and find it on the front end.
 */
import type { BrowserContext, Page } from '@playwright/test';
import type { Delivery } from '../../src/shared/wire.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';

/** Quiet period, cron's turn when no page is open, and a build. */
const LIVE_WITHIN_MS = 60_000;

/**
 * Writes and publishes a post as a person does.
 *
 * @param page  A page that is logged in.
 * @param kit   The kit.
 * @param title Its title.
 */
async function publishPost(
	page: Page,
	kit: BrowserKit,
	title: string
): Promise< void > {
	await page.goto( `${ kit.wordpress.url }/wp-admin/post-new.php` );
	await page
		.frameLocator( 'iframe[name="editor-canvas"]' )
		.getByRole( 'textbox', { name: 'Add title' } )
		.fill( title );
	await page
		.getByRole( 'button', { name: 'Publish', exact: true } )
		.first()
		.click();
	await page
		.getByRole( 'region', { name: 'Editor publish' } )
		.getByRole( 'button', { name: 'Publish', exact: true } )
		.click();
	await expect( page.getByText( /is now live/i ).first() ).toBeVisible();
}

/**
 * Waits until the front end has a page, without a browser.
 *
 * @param kit  The kit.
 * @param slug Path of the page.
 */
async function expectLive( kit: BrowserKit, slug: string ): Promise< void > {
	await expect
		.poll(
			async () => {
				const answer = await fetch(
					`${ kit.frontEnd.url }/${ slug }/`
				);
				return answer.ok ? await answer.text() : answer.status;
			},
			{ timeout: LIVE_WITHIN_MS }
		)
		.toContain( `<h1` );
}

/**
 * Counts what was sent.
 *
 * @param kit The kit.
 */
async function countDeliveries( kit: BrowserKit ): Promise< number > {
	const { deliveries } = await kit.rest.call< {
		deliveries: Delivery[];
	} >( 'GET', 'headless-deploy/v1/deliveries' );
	return deliveries.length;
}

test( 'a newcomer publishes a post, watches it being sent, and sees it on the front end', async ( {
	page,
	kit,
} ) => {
	const before = await countDeliveries( kit );
	await logIn( page, kit );
	await publishPost( page, kit, 'My first headless post' );

	const panel = page.locator( '.editor-post-publish-panel' );
	await expect( panel.getByText( /Rebuild in \d+ s/ ) ).toBeVisible();
	await expect( panel.getByText( /Send to Production/ ) ).toBeVisible();
	await expect(
		panel.getByText( 'Accepted by the host' ).first()
	).toBeVisible( { timeout: 30_000 } );
	await expect( panel.getByText( /Sent to Production/ ) ).toBeVisible();

	await expectLive( kit, 'my-first-headless-post' );
	await page.goto( `${ kit.frontEnd.url }/my-first-headless-post/` );
	await expect(
		page.getByRole( 'heading', { name: 'My first headless post' } )
	).toBeVisible();
	expect( await countDeliveries( kit ) ).toBe( before + 1 );
} );

test( 'an update that changes nothing sends nothing, and says so', async ( {
	page,
	kit,
} ) => {
	const { id } = await kit.rest.call< { id: number } >(
		'POST',
		'wp/v2/posts',
		{ title: 'Stays as it is', status: 'publish' }
	);
	await kit.rest.call(
		'POST',
		'headless-deploy/v1/environments/production/pending/build/now'
	);
	const before = await countDeliveries( kit );
	await logIn( page, kit, `/wp-admin/post.php?post=${ id }&action=edit` );
	await expect(
		page
			.frameLocator( 'iframe[name="editor-canvas"]' )
			.getByRole( 'textbox', { name: 'Add title' } )
	).toBeVisible();
	// The button saves only what was touched, and a plugin's panel may do this.
	await page.evaluate( `wp.data.dispatch( 'core/editor' ).savePost()` );
	await expect(
		page.getByText( 'Nothing changed, nothing sent.' ).first()
	).toBeVisible();
	expect( await countDeliveries( kit ) ).toBe( before );

	await page.getByRole( 'button', { name: 'Rebuild anyway' } ).click();
	await expect(
		page.getByText( 'Rebuild of Production was accepted.' ).first()
	).toBeVisible();
	expect( await countDeliveries( kit ) ).toBe( before + 1 );
} );

test( 'a tab closed within a second of publishing loses nothing', async ( {
	browser,
	kit,
} ) => {
	const context: BrowserContext = await browser.newContext();
	const page = await context.newPage();
	await logIn( page, kit );
	await publishPost( page, kit, 'Closed at once' );
	await page.close( { runBeforeUnload: false } );
	await context.close();
	await expectLive( kit, 'closed-at-once' );
} );
