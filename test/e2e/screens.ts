import type { Page } from '@playwright/test';
import { expect } from './kit.ts';

export const PANEL = '/wp-admin/admin.php?page=headless-deploy';

export interface Tab {
	name: string;
	/** Path of the page. */
	where: string;
	/** Waits until it is shown. */
	open: ( page: Page ) => Promise< void >;
}

function tab( name: string, where: string, button: string ): Tab {
	return {
		name,
		where: PANEL + where,
		open: ( page ) =>
			expect(
				page
					.locator( '#headless-deploy-root' )
					.getByRole( 'button', { name: button } )
					.first()
			).toBeVisible(),
	};
}

/** The tabs of the panel, each with a button that it always has. */
export const TABS: readonly Tab[] = [
	tab( 'overview', '', 'Purge Cache' ),
	tab( 'activity', '&tab=activity', 'Export' ),
	tab( 'automation', '&tab=automation', 'Add schedule' ),
	tab( 'connections', '&tab=connections', 'Add environment' ),
];

/**
 * Sets the color scheme of wp-admin, as the preview on the profile page does.
 *
 * @return Restores the previous scheme.
 */
export async function setColorScheme(
	page: Page,
	scheme: string
): Promise< () => Promise< void > > {
	const before = await page.evaluate( () => document.body.className );
	// Otherwise axe would check the colors during their transition.
	await page.addStyleTag( {
		content: '*, *::before, *::after { transition: none !important; }',
	} );
	await page.evaluate(
		( name ) =>
			new Promise< void >( ( resolve, reject ) => {
				document.body.className = document.body.className.replace(
					/admin-color-\w+/,
					`admin-color-${ name }`
				);
				const link = document.createElement( 'link' );
				link.id = 'test-color-scheme';
				link.rel = 'stylesheet';
				link.href = `/wp-admin/css/colors/${ name }/colors.min.css`;
				link.onload = () => resolve();
				link.onerror = () =>
					reject( new Error( `no colors ${ name }` ) );
				document.head.append( link );
			} ),
		scheme
	);
	return () =>
		page.evaluate( ( className ) => {
			document.body.className = className;
			document.getElementById( 'test-color-scheme' )?.remove();
		}, before );
}
