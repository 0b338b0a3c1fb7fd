/**
 * What people do in a week: hold back and release, schedule, unpublish, a host that breaks, and the editors that are
 * not the block editor for posts.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Delivery, Schedule, Status } from '../../src/shared/wire.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { personOf } from './people.ts';
import { PANEL } from './screens.ts';
import { breakHost, mendHost, publish, send } from './states.ts';

const SENT_WITHIN_MS = 30_000;
const LIVE_WITHIN_MS = 60_000;

/**
 * Tells what was sent last.
 *
 * @param kit The kit.
 */
async function newest( kit: BrowserKit ): Promise< Delivery | undefined > {
	const { deliveries } = await kit.rest.call< { deliveries: Delivery[] } >(
		'GET',
		'headless-deploy/v1/deliveries'
	);
	return deliveries[ 0 ];
}

test( 'changes are held, counted, and sent when somebody stops holding', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, PANEL );
	const card = page.locator( '.headless-deploy-card' );
	await card.getByRole( 'button', { name: /^More about/ } ).click();
	await page.getByRole( 'menuitem', { name: 'Hold changes' } ).click();
	await expect( card.getByText( /held/i ).first() ).toBeVisible();
	await publish( kit, 'Held back' );
	await publish( kit, 'Held back, too' );
	await expect(
		card.getByRole( 'heading', { name: '2 unpublished changes' } )
	).toBeVisible( { timeout: SENT_WITHIN_MS } );
	await expect( card.getByText( 'Held back, too' ) ).toBeVisible();

	await card.getByRole( 'button', { name: 'Stop holding' } ).click();
	await expect
		.poll( async () => ( await newest( kit ) )?.changes, {
			timeout: SENT_WITHIN_MS,
		} )
		.toBe( 2 );
	await expect( card.getByText( /unpublished change/ ) ).toHaveCount( 0 );
} );

test( 'a schedule is made in the panel, and told with its next run', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, `${ PANEL }&tab=automation` );
	await page.getByRole( 'button', { name: 'Add schedule' } ).click();
	const dialog = page.getByRole( 'dialog' );
	await dialog.getByLabel( 'Time' ).fill( '03:00' );
	await dialog.getByLabel( 'Name (optional)' ).fill( 'Every night' );
	await dialog.getByRole( 'button', { name: 'Save' } ).click();
	await expect( dialog ).toHaveCount( 0 );
	await expect( page.getByText( 'Every night' ).first() ).toBeVisible();
	const { schedules } = await kit.rest.call< { schedules: Schedule[] } >(
		'GET',
		'headless-deploy/v1/settings/schedules'
	);
	expect( schedules ).toMatchObject( [ { label: 'Every night' } ] );
	expect( Date.parse( String( schedules[ 0 ]?.nextRunAt ) ) ).toBeGreaterThan(
		Date.now()
	);
	await kit.rest.call(
		'DELETE',
		`headless-deploy/v1/settings/schedules/${ schedules[ 0 ]?.id }`
	);
} );

test( 'a post is live in the panel when the site has it, and gone when it was unpublished', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, PANEL );
	const id = await publish( kit, 'Here for a while' );
	const card = page.locator( '.headless-deploy-card' );
	await expect( card.getByRole( 'heading', { name: /^Live / } ) ).toBeVisible(
		{ timeout: LIVE_WITHIN_MS }
	);
	expect( await newest( kit ) ).toMatchObject( {
		outcome: 'live',
		live: { post: id },
	} );
	await kit.rest.call( 'POST', `wp/v2/posts/${ id }`, { status: 'draft' } );
	await expect(
		card.getByText( 'What was unpublished is no longer on the site.' )
	).toBeVisible( { timeout: LIVE_WITHIN_MS } );
	expect( await newest( kit ) ).toMatchObject( { outcome: 'gone' } );
} );

test( 'a host that refuses is told with its reason, and Retry sends when it works again', async ( {
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
	await mendHost( kit );
	await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=activity` );
	await page
		.getByRole( 'table' )
		.getByRole( 'button', { name: /^Retry/ } )
		.first()
		.click();
	await expect
		.poll( async () => ( await newest( kit ) )?.state )
		.toBe( 'accepted' );
	await page.goto( kit.wordpress.url + PANEL );
	await expect(
		card.getByRole( 'heading', { name: /^Failed/ } )
	).toHaveCount( 0 );
} );

for ( const { role, sees, presses } of [
	{
		role: 'editor',
		sees: [ 'Overview', 'Activity' ],
		presses: [ 'Rebuild', 'Purge Cache' ],
	},
	{ role: 'author', sees: [ 'Overview', 'Activity' ], presses: [] },
] ) {
	test( `an ${ role } sees and presses what the role may`, async ( {
		page,
		kit,
	} ) => {
		await send( kit, 'purgeCache' );
		const person = await personOf( kit, role, `week-${ role }` );
		await logIn( page, person, PANEL );
		const tabs = page
			.locator( '.headless-deploy-header' )
			.getByRole( 'link' );
		await expect( tabs ).toHaveText( sees );
		const card = page.locator( '.headless-deploy-card' );
		await expect( card.locator( 'h2' ) ).toBeVisible();
		for ( const name of [ 'Rebuild', 'Purge Cache', 'Clean Rebuild' ] ) {
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
		await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=automation` );
		await expect( card.locator( 'h2' ) ).toBeVisible();
		expect( await page.content() ).not.toContain( 'token=' );
	} );
}

test( 'the classic editor says what saving means', async ( { page, kit } ) => {
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
		fs.rmSync( file );
	}
} );

test( 'the site editor has our part, and a changed template is noted', async ( {
	page,
	kit,
} ) => {
	// Core's welcome shows a picture from another machine.
	await kit.rest.call( 'POST', 'wp/v2/users/me', {
		meta: {
			persisted_preferences: {
				'core/edit-site': { welcomeGuide: false },
				_modified: new Date().toISOString(),
			},
		},
	} );
	await logIn( page, kit, '/wp-admin/site-editor.php?canvas=edit' );
	await expect( page.locator( 'iframe[name="editor-canvas"]' ) ).toBeVisible(
		{ timeout: SENT_WITHIN_MS }
	);
	await page.waitForFunction(
		`Boolean( window.wp?.data?.select( 'core/editor' )?.getCurrentPostId() )`
	);
	await kit.rest.call( 'POST', 'wp/v2/templates/twentytwentyfive//index', {
		content: '<!-- wp:paragraph --><p>Changed</p><!-- /wp:paragraph -->',
	} );
	await expect(
		page.locator( 'script[src*="headless-deploy/build/editor.js"]' )
	).toBeAttached();
	const { environments } = await kit.rest.call< Status >(
		'GET',
		'headless-deploy/v1/status'
	);
	expect(
		environments[ 0 ]?.pending[ 0 ]?.reasons.map( ( { text } ) => text )
	).toContainEqual( expect.stringMatching( /template/i ) );
} );
