import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expect } from './kit.ts';
import type { BrowserKit } from './kit.ts';

/** A turn of WP-Cron, and a build. */
const LIVE_WITHIN_MS = 60_000;

export function canvas( page: Page ): FrameLocator {
	return page.frameLocator( 'iframe[name="editor-canvas"]' );
}

export function titleField( page: Page ): Locator {
	return canvas( page ).getByRole( 'textbox', { name: 'Add title' } );
}

/** Opens the panel of the plugin in the document sidebar; WordPress remembers whether it was open. */
export async function openDocumentPanel( page: Page ): Promise< Locator > {
	const panel = page.locator( '.headless-deploy-panel' );
	const button = panel.getByRole( 'button', { name: 'Headless Deploy' } );
	await expect( button ).toBeVisible();
	if ( ( await button.getAttribute( 'aria-expanded' ) ) !== 'true' ) {
		await button.click();
	}
	return panel;
}

/**
 * Records what the panel after publishing says from the next page on, also what it says for a second only.
 *
 * @return Reads the texts, oldest first.
 */
export async function recordPublishPanel(
	page: Page
): Promise< () => Promise< string[] > > {
	await page.addInitScript( () => {
		const texts: string[] = [];
		Object.assign( window, { publishPanelTexts: texts } );
		new MutationObserver( () => {
			const panel = document.querySelector(
				'.editor-post-publish-panel'
			);
			const text = panel?.textContent ?? '';
			if ( text !== '' && text !== texts.at( -1 ) ) {
				texts.push( text );
			}
		} ).observe( document, {
			characterData: true,
			childList: true,
			subtree: true,
		} );
	} );
	return () =>
		page.evaluate< string[] >(
			() => Reflect.get( window, 'publishPanelTexts' ) as string[]
		);
}

/** Writes and publishes a post. */
export async function publishPost(
	page: Page,
	kit: BrowserKit,
	title: string
): Promise< void > {
	await page.goto( `${ kit.wordpress.url }/wp-admin/post-new.php` );
	await titleField( page ).fill( title );
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

/** Lets the edge cache the front page, so that it shows a new post only after it was purged or refreshed. */
export async function cacheFrontPage( kit: BrowserKit ): Promise< void > {
	await expect
		.poll( async () => {
			const answer = await fetch( kit.frontEnd.url );
			await answer.text();
			return answer.headers.get( 'x-cache' );
		} )
		.toBe( 'HIT' );
}

/** Waits until the front page, which `cacheFrontPage()` has cached, shows a post. */
export async function expectLive(
	kit: BrowserKit,
	title: string
): Promise< void > {
	await expect
		.poll( async () => ( await fetch( kit.frontEnd.url ) ).text(), {
			timeout: LIVE_WITHIN_MS,
		} )
		.toContain( title );
}
