/**
 * Every screen of the plugin and how a person gets there, for axe, for translations and for pictures.
 */
import type { Page } from '@playwright/test';
import { expect } from './kit.ts';

export const PANEL = '/wp-admin/admin.php?page=headless-deploy';

export interface Screen {
	name: string;
	/** Path of the page. */
	where: string;
	/** What is ours there. */
	roots: readonly string[];
	/** Waits until it is there, and opens what is to be seen. */
	open: ( page: Page ) => Promise< void >;
}

const OWN_PAGE = [ '#wpbody-content' ];
const DIALOG = [ '.components-modal__frame' ];

async function card( page: Page ): Promise< void > {
	await expect(
		page.locator( '.headless-deploy-card h2' ).first()
	).toBeVisible();
}

function button( page: Page, name: string | RegExp ) {
	return page
		.locator( '#headless-deploy-root' )
		.getByRole( 'button', { name, exact: typeof name === 'string' } )
		.first();
}

async function dialog( page: Page ): Promise< void > {
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
}

/** The four tabs. */
export const TABS: readonly Screen[] = [
	{
		name: 'overview',
		where: PANEL,
		roots: OWN_PAGE,
		open: async ( page ) => {
			await card( page );
			await expect( button( page, 'Purge Cache' ) ).toBeVisible();
		},
	},
	{
		name: 'activity',
		where: `${ PANEL }&tab=activity`,
		roots: OWN_PAGE,
		open: async ( page ) =>
			expect( page.getByRole( 'table' ) ).toBeVisible(),
	},
	{
		name: 'automation',
		where: `${ PANEL }&tab=automation`,
		roots: OWN_PAGE,
		open: async ( page ) =>
			expect( button( page, 'Add schedule' ) ).toBeVisible(),
	},
	{
		name: 'connections',
		where: `${ PANEL }&tab=connections`,
		roots: OWN_PAGE,
		open: async ( page ) =>
			expect( button( page, 'Add environment' ) ).toBeVisible(),
	},
];

/** What opens on them. */
export const OPENED: readonly Screen[] = [
	{
		name: 'clean-rebuild-confirm',
		where: PANEL,
		roots: DIALOG,
		open: async ( page ) => {
			await button( page, 'Clean Rebuild' ).click();
			await dialog( page );
		},
	},
	{
		name: 'overview-menu',
		where: PANEL,
		roots: [ ...OWN_PAGE, '.components-popover' ],
		open: async ( page ) => {
			await button( page, /^More about/ ).click();
			await expect(
				page.getByRole( 'menu', { name: /^More about/ } )
			).toBeVisible();
		},
	},
	{
		name: 'activity-drawer',
		where: `${ PANEL }&tab=activity`,
		roots: DIALOG,
		open: async ( page ) => {
			await page
				.getByRole( 'table' )
				.locator( 'button[aria-haspopup="dialog"]' )
				.first()
				.click();
			await dialog( page );
		},
	},
	{
		name: 'automation-schedule',
		where: `${ PANEL }&tab=automation`,
		roots: DIALOG,
		open: async ( page ) => {
			await button( page, 'Add schedule' ).click();
			await dialog( page );
		},
	},
	{
		name: 'connections-token',
		where: `${ PANEL }&tab=connections`,
		roots: OWN_PAGE,
		open: async ( page ) => button( page, 'Replace the token' ).click(),
	},
	{
		name: 'connections-add',
		where: `${ PANEL }&tab=connections`,
		roots: OWN_PAGE,
		open: async ( page ) => button( page, 'Add environment' ).click(),
	},
	{
		name: 'connections-remove',
		where: `${ PANEL }&tab=connections`,
		roots: DIALOG,
		open: async ( page ) => {
			await button( page, 'Remove' ).click();
			await dialog( page );
		},
	},
];

/** Where we stand in core's own screens. */
export const ELSEWHERE: readonly Screen[] = [
	{
		name: 'dashboard',
		where: '/wp-admin/index.php',
		roots: [ '#headless_deploy', '#wp-admin-bar-headless-deploy' ],
		open: async ( page ) => {
			await expect( page.locator( '#headless_deploy' ) ).toBeVisible();
			await page
				.locator( '#wp-admin-bar-headless-deploy > *' )
				.first()
				.hover();
		},
	},
];

/**
 * Opens a screen that nothing is left over on.
 *
 * @param page   A page that is logged in.
 * @param url    Address of the site.
 * @param screen The screen.
 */
export async function show(
	page: Page,
	url: string,
	screen: Screen
): Promise< void > {
	await page.goto( url + screen.where );
	await screen.open( page );
}

/**
 * Gives wp-admin other colors, as the profile page's preview does.
 *
 * @param page   The page.
 * @param scheme For example `midnight`.
 */
export async function paint( page: Page, scheme: string ): Promise< void > {
	await page.evaluate(
		( name ) =>
			new Promise< void >( ( resolve, reject ) => {
				document.body.className = document.body.className.replace(
					/admin-color-\w+/,
					`admin-color-${ name }`
				);
				const link = document.createElement( 'link' );
				link.rel = 'stylesheet';
				link.href = `/wp-admin/css/colors/${ name }/colors.min.css`;
				link.onload = () => resolve();
				link.onerror = () =>
					reject( new Error( `no colors ${ name }` ) );
				document.head.append( link );
			} ),
		scheme
	);
}
