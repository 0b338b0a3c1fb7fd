/**
 * What each role sees and may send: menu, tabs, pages by their address, admin bar, dashboard and REST.
 */
import type { Page } from '@playwright/test';
import { expect, logIn, test } from './kit.ts';
import { createUser } from './users.ts';
import { PANEL } from './screens.ts';
import { send } from './environment-states.ts';

const ACTIONS = [ 'Rebuild', 'Purge Cache', 'Clean Rebuild' ];
const OPEN = 'Open Headless Deploy';

/** A route for each capability; without the capability it answers 403. */
const ROUTES = {
	view: [ 'GET', 'status' ],
	rebuild: [ 'POST', 'environments/production/release' ],
	cleanRebuild: [ 'POST', 'environments/production/runs', 'cleanRebuild' ],
	settings: [ 'GET', 'settings' ],
	export: [ 'GET', 'runs/export' ],
} as const;

/**
 * Calls the routes with the login and the nonce of a page of wp-admin.
 *
 * @return The capabilities whose routes answer.
 */
async function allowedRoutes( page: Page ): Promise< string[] > {
	const nonce = await page.evaluate( async () => {
		const answer = await fetch(
			'/wp-admin/admin-ajax.php?action=rest-nonce'
		);
		return answer.text();
	} );
	const allowed: string[] = [];
	for ( const [ name, [ method, route, action ] ] of Object.entries(
		ROUTES
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
			allowed.push( name );
		} else {
			expect( answer.status(), name ).toBe( 403 );
		}
	}
	return allowed;
}

test.beforeAll( ( { kit } ) => send( kit, 'purgeCache' ) );

for ( const { role, buttons, capabilities } of [
	{
		role: 'editor',
		buttons: [ 'Rebuild', 'Purge Cache' ],
		capabilities: [ 'view', 'rebuild' ],
	},
] ) {
	test( `an ${ role } sees and sends what the role allows on each screen`, async ( {
		page,
		kit,
	} ) => {
		const user = await createUser( kit, role, `week-${ role }` );
		await logIn( page, user );
		await page.locator( '#wp-admin-bar-headless-deploy' ).hover();
		await expect(
			page
				.locator(
					'#wp-admin-bar-headless-deploy .ab-submenu a:visible'
				)
				.filter( { hasNotText: 'Production' } )
		).toHaveText( [ ...buttons, OPEN ] );
		await expect(
			page.locator( '#headless_deploy a[data-headless-deploy-action]' )
		).toHaveCount( buttons.length > 0 ? 1 : 0 );
		expect( await allowedRoutes( page ) ).toEqual( capabilities );

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
			).toHaveCount( buttons.includes( name ) ? 1 : 0 );
		}
		await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=activity` );
		await expect( page.getByRole( 'table' ) ).toBeVisible();
		await expect(
			page.getByRole( 'button', { name: 'Export' } )
		).toHaveCount( 0 );
		// A tab that they may not see opens the first tab.
		for ( const tab of [ 'automation', 'connections' ] ) {
			await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=${ tab }` );
			await expect( card.locator( 'h2' ) ).toBeVisible();
			expect( await page.content() ).not.toContain( 'token=' );
		}
	} );
}

test( 'a subscriber sees nothing and may call no route', async ( {
	page,
	kit,
} ) => {
	await logIn(
		page,
		await createUser( kit, 'subscriber', 'week-subscriber' )
	);
	await expect( page.locator( '#wpadminbar' ) ).toBeVisible();
	await expect(
		page.locator( '#wp-admin-bar-headless-deploy, #headless_deploy' )
	).toHaveCount( 0 );
	expect( await allowedRoutes( page ) ).toEqual( [] );
} );
