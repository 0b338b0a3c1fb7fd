import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

const API_REFERENCE = '/portal/api';

/** Waits until a page of the portal shows its data. */
export async function waitForPortalPage(
	page: Page,
	address: string
): Promise< void > {
	await expect( page.locator( 'h1' ), address ).toHaveCount( 1 );
	await expect( page.locator( '.hd-loading' ), address ).toHaveCount( 0 );
	if ( address === API_REFERENCE ) {
		await page.locator( '.opblock' ).first().waitFor();
	}
}

/** Leads the open portal to one of its pages, as a link does. Loading it again takes much processor time. */
export async function showPortalPage(
	page: Page,
	address: string
): Promise< void > {
	await page.evaluate( ( to ) => history.pushState( null, '', to ), address );
	await waitForPortalPage( page, address );
}
