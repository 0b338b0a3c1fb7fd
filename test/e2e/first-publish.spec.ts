/** Publishing a post in the block editor. */
import type { BrowserContext } from '@playwright/test';
import { listRuns } from './runs.ts';
import { expectLive, publishPost, titleField } from './editor.ts';
import { expect, logIn, logInByForm, test } from './kit.ts';

// Long enough to see the countdown, and to close the tab before it ends.
test.use( { quietPeriodSeconds: 10 } );

test(
	'publishes a post, shows how it is sent, and shows it on the front end',
	{ tag: '@oldest' },
	async ( { page, kit } ) => {
		const before = ( await listRuns( kit ) ).length;
		await logInByForm( page, kit );
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
		expect( ( await listRuns( kit ) ).length ).toBe( before + 1 );
	}
);

test( 'sends nothing after an update that changed nothing, and says so', async ( {
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
	const before = ( await listRuns( kit ) ).length;
	await logIn( page, kit, `/wp-admin/post.php?post=${ id }&action=edit` );
	await expect( titleField( page ) ).toBeVisible();
	// The Save button is disabled without changes, but a plugin may save.
	await page.evaluate( `wp.data.dispatch( 'core/editor' ).savePost()` );
	await expect(
		page.getByText( 'Nothing changed, so nothing was sent.' ).first()
	).toBeVisible();
	expect( ( await listRuns( kit ) ).length ).toBe( before );

	await page.getByRole( 'button', { name: 'Rebuild anyway' } ).click();
	await expect(
		page.getByText( 'Rebuild of Production was accepted.' ).first()
	).toBeVisible();
	expect( ( await listRuns( kit ) ).length ).toBe( before + 1 );
} );

test( 'deploys a post although its tab was closed immediately', async ( {
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
