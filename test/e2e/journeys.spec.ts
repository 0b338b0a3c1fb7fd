/** Publishing and unpublishing, a failing host and the classic editor. */
import fs from 'node:fs';
import path from 'node:path';
import { newest } from './runs.ts';
import { expect, logIn, test } from './kit.ts';
import { PANEL } from './screens.ts';
import { breakHost, repairHost, publish } from './environment-states.ts';

const SENT_WITHIN_MS = 30_000;
const LIVE_WITHIN_MS = 60_000;

test( 'shows that a post is live on the site, and that it is gone after unpublishing', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, PANEL );
	const id = await publish( kit, 'Here for a while' );
	const card = page.locator( '.headless-deploy-card' );
	await expect
		.poll( () => newest( kit ), { timeout: LIVE_WITHIN_MS } )
		.toMatchObject( { status: 'live', live: { post: id } } );
	await expect(
		card.getByRole( 'heading', { name: /^Live / } )
	).toBeVisible();
	await kit.rest.call( 'POST', `wp/v2/posts/${ id }`, { status: 'draft' } );
	await expect(
		card.getByText( 'The unpublished content is no longer on the site.' )
	).toBeVisible( { timeout: LIVE_WITHIN_MS } );
	expect( await newest( kit ) ).toMatchObject( {
		status: 'live',
		live: { pageStatus: 'gone' },
	} );
} );

test( 'shows why the host rejected a run, and sends it with Retry after the repair', async ( {
	page,
	kit,
} ) => {
	await breakHost( kit, 400 );
	await logIn( page, kit, PANEL );
	const card = page.locator( '.headless-deploy-card' );
	await card.getByRole( 'button', { name: 'Rebuild', exact: true } ).click();
	await expect(
		card.getByRole( 'heading', { name: /^Failed/ } )
	).toBeVisible( { timeout: SENT_WITHIN_MS } );
	await expect( card.locator( '.components-notice' ).first() ).toBeVisible();
	await repairHost( kit );
	await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=activity` );
	await page
		.getByRole( 'table' )
		.getByRole( 'button', { name: /^Retry/ } )
		.first()
		.click();
	await expect
		.poll( async () => ( await newest( kit ) )?.accepted )
		.toBe( true );
	await page.goto( kit.wordpress.url + PANEL );
	await expect(
		card.getByRole( 'heading', { name: /^Failed/ } )
	).toHaveCount( 0 );
} );

test(
	'shows in the classic editor what saving deploys',
	{ tag: '@oldest' },
	async ( { page, kit } ) => {
		const file = path.join(
			...[ kit.folder, 'wordpress', 'wp-content', 'mu-plugins' ],
			'classic.php'
		);
		fs.writeFileSync(
			file,
			"<?php add_filter( 'use_block_editor_for_post', '__return_false' );\n"
		);
		try {
			await logIn( page, kit, '/wp-admin/post-new.php' );
			const box = page
				.locator( '.postbox' )
				.filter( { hasText: 'Open Headless Deploy' } );
			await expect( box ).toContainText( 'Production' );
			await expect( box ).toContainText( /rebuilt/ );
		} finally {
			await page.close();
			fs.rmSync( file );
		}
	}
);
