/**
 * What people of each role see and press: menu, tabs, pages by their address, admin bar, dashboard and REST.
 */
import type { Page } from '@playwright/test';
import { expect, logIn, test } from './kit.ts';
import { createUser } from './users.ts';
import { PANEL } from './screens.ts';
import { send } from './environment-states.ts';

const ACTIONS = [ 'Rebuild', 'Purge Cache', 'Clean Rebuild' ];
const OPEN = 'Open Headless Deploy';

/** Doors that only some may go through; none of them does anything to those who may not. */
const DOORS = {
	view: [ 'GET', 'status' ],
	rebuild: [ 'POST', 'environments/production/release' ],
	cleanRebuild: [ 'POST', 'environments/production/runs', 'cleanRebuild' ],
	settings: [ 'GET', 'settings' ],
	export: [ 'GET', 'runs/export' ],
} as const;

/**
 * Tries the doors with the login and the nonce of a page of wp-admin.
 *
 * @return Which of them are open.
 */
async function openDoors( page: Page ): Promise< string[] > {
	const nonce = await page.evaluate( async () => {
		const answer = await fetch(
			'/wp-admin/admin-ajax.php?action=rest-nonce'
		);
		return answer.text();
	} );
	const open: string[] = [];
	for ( const [ name, [ method, route, action ] ] of Object.entries(
		DOORS
	) ) {
		const { origin } = new URL( page.url() );
		const answer = await page.request.fetch(
			`${ origin }/wp-json/headless-deploy/v1/${ route }`,
			{
				method,
				headers: { 'x-wp-nonce': nonce },
				data: action && { action },
			}
		);
		if ( answer.ok() ) {
			open.push( name );
		} else {
			expect( answer.status(), name ).toBe( 403 );
		}
	}
	return open;
}

test.beforeAll( ( { kit } ) => send( kit, 'purgeCache' ) );

for ( const { role, presses, doors } of [
	{
		role: 'editor',
		presses: [ 'Rebuild', 'Purge Cache' ],
		doors: [ 'view', 'rebuild' ],
	},
	{ role: 'author', presses: [], doors: [ 'view' ] },
] ) {
	test( `an ${ role } sees and presses what the role may, wherever we are`, async ( {
		page,
		kit,
	} ) => {
		const person = await createUser( kit, role, `week-${ role }` );
		await logIn( page, person );
		await page.locator( '#wp-admin-bar-headless-deploy' ).hover();
		await expect(
			page
				.locator(
					'#wp-admin-bar-headless-deploy .ab-submenu a:visible'
				)
				.filter( { hasNotText: 'Production' } )
		).toHaveText( [ ...presses, OPEN ] );
		await expect(
			page.locator( '#headless_deploy a[data-headless-deploy-press]' )
		).toHaveCount( presses.length > 0 ? 1 : 0 );
		expect( await openDoors( page ) ).toEqual( doors );

		await page
			.locator( '#adminmenu' )
			.getByRole( 'link', { name: 'Headless Deploy' } )
			.click();
		await expect(
			page.locator( '.headless-deploy-header' ).getByRole( 'link' )
		).toHaveText( [ 'Overview', 'Activity' ] );
		const card = page.locator( '.headless-deploy-card' );
		await expect( card.locator( 'h2' ) ).toBeVisible();
		for ( const name of ACTIONS ) {
			await expect(
				card.getByRole( 'button', { name, exact: true } )
			).toHaveCount( presses.includes( name ) ? 1 : 0 );
		}
		await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=activity` );
		await expect( page.getByRole( 'table' ) ).toBeVisible();
		await expect(
			page.getByRole( 'button', { name: 'Export' } )
		).toHaveCount( 0 );
		// What they may not see leads to the first tab.
		for ( const tab of [ 'automation', 'connections' ] ) {
			await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=${ tab }` );
			await expect( card.locator( 'h2' ) ).toBeVisible();
			expect( await page.content() ).not.toContain( 'token=' );
		}
	} );
}

test( 'a subscriber finds no door open', async ( { page, kit } ) => {
	await logIn(
		page,
		await createUser( kit, 'subscriber', 'week-subscriber' )
	);
	await expect( page.locator( '#wpadminbar' ) ).toBeVisible();
	await expect(
		page.locator( '#wp-admin-bar-headless-deploy, #headless_deploy' )
	).toHaveCount( 0 );
	expect( await openDoors( page ) ).toEqual( [] );
} );
