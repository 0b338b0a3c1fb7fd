/**
 * A state of a screen that people meet. Who walks through the scenes looks at each: with axe, or through a camera.
 */
import type { Page } from '@playwright/test';
import { expect } from '../kit.ts';
import type { BrowserKit } from '../kit.ts';
import { PANEL } from '../screens.ts';
import type { SampleSite } from './sample-site.ts';

export interface ScreenState {
	name: string;
	/** What is ours there. */
	roots: readonly string[];
	/** False where a phone has nothing of the kind, as a menu under a pointer. */
	onPhones: boolean;
}

export type ScreenStates = AsyncGenerator< ScreenState, void >;

export interface ScreenContext {
	page: Page;
	kit: BrowserKit;
	sampleSite: SampleSite;
}

export const OWN_PAGE = [ '#wpbody-content' ];
export const DIALOG = [ '.components-modal__frame' ];

/**
 * Describes a screen state.
 *
 * @param roots    What is ours there.
 * @param onPhones Whether phones have it.
 */
export function screenState(
	name: string,
	roots: readonly string[] = OWN_PAGE,
	onPhones = true
): ScreenState {
	return { name, roots, onPhones };
}

/**
 * Opens a tab, and waits for words on it.
 *
 * @param context The page, the kit.
 * @param words   Seen when it is there.
 */
export async function openTab(
	{ page, kit }: ScreenContext,
	tab: '' | 'activity' | 'automation' | 'connections',
	words: string | RegExp
): Promise< void > {
	await page.goto(
		`${ kit.wordpress.url }${ PANEL }${ tab && `&tab=${ tab }` }`
	);
	await see( page, words );
}

/** Waits for words of ours. */
export async function see(
	page: Page,
	words: string | RegExp
): Promise< void > {
	await expect(
		page.locator( '#headless-deploy-root' ).getByText( words ).first()
	).toBeVisible();
}

/**
 * Presses a button of ours; where there are several environments, the first one's.
 */
export async function press( page: Page, name: string ): Promise< void > {
	await page
		.locator( '#headless-deploy-root, .components-modal__frame' )
		.getByRole( 'button', {
			name: new RegExp( `^${ name }(?: Production| Staging)?$` ),
		} )
		.first()
		.click();
}
