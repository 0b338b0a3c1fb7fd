import type { Page } from '@playwright/test';
import { expect } from '../kit.ts';
import type { BrowserKit } from '../kit.ts';
import { PANEL } from '../screens.ts';
import type { SampleSite } from './sample-site.ts';

/** A state of a screen, which is checked with axe or photographed. */
export interface ScreenState {
	name: string;
	/** Selectors of the plugin’s parts. */
	roots: readonly string[];
	/** False if phones do not have it, as a menu that opens on hover. */
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

export function screenState(
	name: string,
	roots: readonly string[] = OWN_PAGE,
	onPhones = true
): ScreenState {
	return { name, roots, onPhones };
}

/** Opens a tab, and waits for a text on it. */
export async function openTab(
	{ page, kit }: ScreenContext,
	tab: '' | 'activity' | 'automation' | 'connections',
	text: string | RegExp
): Promise< void > {
	await page.goto(
		`${ kit.wordpress.url }${ PANEL }${ tab && `&tab=${ tab }` }`
	);
	await expectText( page, text );
}

/** Waits for a text in the panel. */
export async function expectText(
	page: Page,
	text: string | RegExp
): Promise< void > {
	await expect(
		page.locator( '#headless-deploy-root' ).getByText( text ).first()
	).toBeVisible();
}

/** Clicks a button of the panel; with several environments, that of the first one. */
export async function clickButton( page: Page, name: string ): Promise< void > {
	await page
		.locator( '#headless-deploy-root, .components-modal__frame' )
		.getByRole( 'button', {
			name: new RegExp( `^${ name }(?: Production| Staging)?$` ),
		} )
		.first()
		.click();
}
