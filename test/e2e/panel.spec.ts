/** The panel in wp-admin. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { readState } from '../../src/dev-kit/stack/state-file.ts';
import type { Settings } from '../../src/shared/wire.ts';

const PANEL = '/wp-admin/admin.php?page=headless-deploy';

/** Changes the URL of WordPress. */
async function move( kit: BrowserKit, from: string, to: string ) {
	const file = path.join( kit.folder, 'wordpress', 'wp-config.php' );
	const config = fs.readFileSync( file, 'utf8' );
	fs.writeFileSync( file, config.replaceAll( `'${ from }'`, `'${ to }'` ) );
	// Each PHP process checks its files for changes every two seconds.
	const homes = () =>
		Promise.all(
			Array.from( { length: 8 }, async () => {
				const { home } = await kit.rest.call< { home: string } >(
					'GET',
					''
				);
				return home;
			} )
		);
	await expect
		.poll( async () => new Set( await homes() ) )
		.toEqual( new Set( [ to ] ) );
}

test(
	'sends Purge Cache, Rebuild and Clean Rebuild, and lists them',
	{ tag: '@oldest' },
	async ( { page, kit } ) => {
		await logIn( page, kit, PANEL );
		const activity = page.locator( '.headless-deploy-activity' );

		await page.getByRole( 'button', { name: 'Purge Cache' } ).click();
		await expect(
			activity.getByText( 'Purge Cache of Production' ).first()
		).toBeVisible();

		await page
			.getByRole( 'button', { name: 'Rebuild', exact: true } )
			.click();
		await expect(
			activity.getByText( /^Rebuild of Production$/ ).first()
		).toBeVisible();

		await page.getByRole( 'button', { name: 'Clean Rebuild' } ).click();
		await page
			.getByRole( 'dialog' )
			.getByRole( 'button', { name: 'Clean Rebuild' } )
			.click();
		await expect(
			activity.getByText( /^Clean Rebuild of Production$/ ).first()
		).toBeVisible();
	}
);

test( 'counts the changes of a pause, and deploys them with Resume', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, `${ PANEL }&tab=connections` );
	await page.getByRole( 'button', { name: 'Pause' } ).click();
	await expect(
		page
			.locator( '#headless-deploy-root' )
			.getByText( 'Paused by admin', { exact: true } )
	).toBeVisible();
	await expect(
		page.getByRole( 'button', { name: 'Resume' } )
	).toBeFocused();
	await kit.rest.call( 'POST', 'wp/v2/posts', {
		title: 'Published in a pause',
		status: 'publish',
	} );

	await page.getByRole( 'link', { name: 'Overview' } ).click();
	const card = page.locator( '.headless-deploy-card' );
	await expect( card.getByText( /1 change is pending\./ ) ).toBeVisible();
	await card.getByRole( 'button', { name: 'Resume' } ).click();
	await expect(
		card.getByRole( 'heading', { name: /^(Accepted by the host|Live )/ } )
	).toBeVisible( { timeout: 30_000 } );
} );

test( 'pauses a site with another URL until an administrator confirms that it moved', async ( {
	page,
	kit,
} ) => {
	const home = kit.wordpress.url;
	const url = home.replace( '127.0.0.1', 'localhost' );
	await move( kit, home, url );
	try {
		await kit.rest.call( 'POST', 'wp/v2/posts', {
			title: 'Written at the other address',
			status: 'publish',
		} );
		await logIn(
			page,
			{ ...kit, wordpress: { ...kit.wordpress, url } },
			PANEL
		);
		const card = page.locator( '.headless-deploy-card' );
		await expect(
			card.getByRole( 'heading', { name: 'Paused: this is a copy' } )
		).toBeVisible();
		await expect( card.getByText( /1 change is pending\./ ) ).toBeVisible();
		await expect(
			card.getByRole( 'button', { name: 'Rebuild', exact: true } )
		).toBeDisabled();

		await card.getByRole( 'button', { name: /^This is a copy/ } ).click();
		await expect(
			card.getByText( /confirmed that this site is a copy/ )
		).toBeVisible();
		await card.getByRole( 'button', { name: /^This site moved/ } ).click();
		await page
			.getByRole( 'dialog' )
			.getByRole( 'button', { name: 'Deploy from this site' } )
			.click();
		await expect(
			card.getByRole( 'heading', {
				name: /^(Accepted by the host|Live )/,
			} )
		).toBeVisible( { timeout: 30_000 } );
	} finally {
		// The open panel keeps polling, and its session is not valid at the old URL.
		await page.close();
		await move( kit, url, home );
	}
} );

test( 'returns the focus to the button that opened a form', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, `${ PANEL }&tab=connections` );
	for ( const name of [
		'Replace the webhook URL',
		'Edit',
		'Add environment',
	] ) {
		const button = page.getByRole( 'button', { name, exact: true } );
		await button.press( 'Enter' );
		await expect( page.getByRole( 'textbox' ).first() ).toBeFocused();
		await page.getByRole( 'button', { name: 'Cancel' } ).press( 'Enter' );
		await expect( button ).toBeFocused();
	}
	const remove = page.getByRole( 'button', { name: 'Remove' } );
	await remove.press( 'Enter' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	await page.keyboard.press( 'Escape' );
	await expect( remove ).toBeFocused();
} );

test( 'brings a removed environment back with Undo', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, `${ PANEL }&tab=connections` );
	const remove = page.getByRole( 'button', { name: 'Remove', exact: true } );
	const inDialog = page.getByRole( 'dialog' );
	await remove.press( 'Enter' );
	await inDialog.getByRole( 'button', { name: 'Remove' } ).press( 'Enter' );
	await expect(
		page.getByRole( 'heading', { name: 'Connect your front end' } )
	).toBeVisible();
	await page.getByRole( 'button', { name: 'Undo' } ).press( 'Enter' );
	await expect( remove ).toBeFocused();
	await expect( page.locator( '.components-snackbar' ).last() ).toContainText(
		'was restored.'
	);
	await page.reload();
	await expect( remove ).toBeVisible();
} );

test.describe( 'Refresh', () => {
	// The front end of the kit has this secret.
	test.afterAll( async ( { kit } ) => {
		const route = 'headless-deploy/v1/settings';
		const { environments } = await kit.rest.call< Settings >(
			'GET',
			route
		);
		await kit.rest.call(
			'PUT',
			`${ route }/environments/${ kit.environment.id }`,
			{
				refreshSecret: readState( kit.folder ).refreshSecret,
				automation: { policy: { content: 'rebuild' } },
			},
			environments[ 0 ]?.etag
		);
	} );

	test( 'is set up with a secret that is shown once, tested, and chosen for changes', async ( {
		page,
		kit,
	} ) => {
		const button = ( name: string ) =>
			page.getByRole( 'button', { name, exact: true } );
		const result = page.locator( '.components-snackbar' ).last();
		await logIn( page, kit, `${ PANEL }&tab=connections` );
		await button( 'Send test request' ).click();
		await expect( result ).toContainText( 'accepted the test request' );
		await button( 'Edit Refresh' ).click();
		const url = page.getByLabel( 'Refresh URL' );
		const address = await url.inputValue();
		await url.fill( '' );
		await button( 'Save' ).click();
		await expect( button( 'Set up Refresh' ) ).toBeFocused();

		await button( 'Set up Refresh' ).click();
		await url.fill( address );
		await button( 'Save' ).click();
		const secret = page.getByText( /^whsec_/ );
		await expect( secret ).toBeVisible();
		// The front end does not have this secret yet.
		await button( 'Send test request' ).click();
		await expect( result ).not.toContainText( 'accepted the test request' );

		await page
			.getByRole( 'link', { name: 'Automation', exact: true } )
			.click();
		await expect(
			page.getByText( /^Each of these changes refreshes/ ).first()
		).toBeVisible();
		await page.getByRole( 'link', { name: 'Connections' } ).click();
		await expect( page.getByText( /^Generated / ) ).toBeVisible();
		await expect( secret ).toHaveCount( 0 );
	} );
} );

test( 'shows Automation in one column on narrow windows, without overflow', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, `${ PANEL }&tab=automation` );
	const columns = page.locator( '.headless-deploy-column' );
	await expect( columns ).toHaveCount( 2 );
	const leftEdges = () =>
		columns.evaluateAll(
			( all ) =>
				new Set(
					all.map( ( one ) => one.getBoundingClientRect().left )
				).size
		);
	const overflowing = () =>
		page
			.locator( '.headless-deploy-automation .components-card' )
			.evaluateAll( ( cards ) =>
				cards.flatMap( ( card ) => {
					const { left, right } = card.getBoundingClientRect();
					return [
						...card.querySelectorAll( 'h2, p, label, button' ),
					]
						.filter( ( inner ) => {
							const box = inner.getBoundingClientRect();
							return (
								box.width > 1 &&
								( box.left < left - 1 || box.right > right + 1 )
							);
						} )
						.map( ( { textContent } ) => textContent );
				} )
			);
	for ( const width of [ 783, 960, 1100 ] ) {
		await page.setViewportSize( { width, height: 900 } );
		await expect.poll( leftEdges, `${ width } wide` ).toBe( 1 );
		expect( await overflowing(), `${ width } wide` ).toEqual( [] );
	}
	await page.setViewportSize( { width: 1440, height: 900 } );
	await expect.poll( leftEdges ).toBe( 2 );
	expect( await overflowing() ).toEqual( [] );
} );
