/** Publishing a post in the block editor. */
import type { BrowserContext } from '@playwright/test';
import { listRuns } from './runs.ts';
import {
	cacheFrontPage,
	expectLive,
	publishPost,
	recordPublishPanel,
} from './editor.ts';
import { expect, logIn, logInByForm, test } from './kit.ts';

// Long enough to see the countdown, and to close the tab before it ends.
test.use( { quietPeriodSeconds: 10 } );

test(
	'publishes a post, shows how it is sent, and shows it on the front end',
	{ tag: '@oldest' },
	async ( { page, kit } ) => {
		const before = ( await listRuns( kit ) ).length;
		await cacheFrontPage( kit );
		await logInByForm( page, kit );
		const publishPanelTexts = await recordPublishPanel( page );
		await publishPost( page, kit, 'My first headless post' );

		const panel = page.locator( '.editor-post-publish-panel' );
		// The refresh of the same save is live before the rebuild is sent.
		await expect(
			panel.getByRole( 'heading', { name: /^Live .* after the change$/ } )
		).toBeVisible( { timeout: 30_000 } );
		await expect(
			panel.getByText( 'Accepted by the front end' )
		).toBeVisible();
		await expect( panel.getByText( /Sent to Production/ ) ).toBeVisible();
		const texts = ( await publishPanelTexts() ).join( '\n' );
		expect( texts ).toMatch( /Send to Production[^]*Sent to Production/ );
		expect( texts ).toMatch( /Rebuild in \d+ s/ );

		await expectLive( kit, 'My first headless post' );
		await page.goto( `${ kit.frontEnd.url }/my-first-headless-post/` );
		await expect(
			page.getByRole( 'heading', { name: 'My first headless post' } )
		).toBeVisible();
		await expect
			.poll( async () => ( await listRuns( kit ) ).length )
			.toBe( before + 2 );
	}
);

test( 'deploys a post although its tab was closed immediately', async ( {
	browser,
	kit,
} ) => {
	const context: BrowserContext = await browser.newContext();
	const page = await context.newPage();
	await cacheFrontPage( kit );
	await logIn( page, kit );
	await publishPost( page, kit, 'Closed at once' );
	await page.close( { runBeforeUnload: false } );
	await context.close();
	await expectLive( kit, 'Closed at once' );
} );
