/** Scheduled posts and schedules. The tests move the time in the database, and WP-Cron does the rest. */
import type { Schedule } from '../../src/shared/wire.ts';
import { newest } from './runs.ts';
import { beginPost, expectLive } from './editor.ts';
import { expect, logIn, test } from './kit.ts';
import { PANEL } from './screens.ts';
import { runEventNow, runPhp } from './wordpress.ts';

const DAY_MS = 86_400_000;

test( 'shows when a scheduled post is deployed, and deploys it at that time', async ( {
	page,
	kit,
} ) => {
	const before = ( await newest( kit ) )?.id;
	await logIn( page, kit );
	await beginPost( page, kit, 'Comes later' );
	await page.getByRole( 'button', { name: /^Change date/ } ).click();
	const year = page.getByLabel( 'Year', { exact: true } );
	const next = String( new Date().getFullYear() + 1 );
	await year.fill( next );
	await year.press( 'Tab' );
	await page.keyboard.press( 'Escape' );
	await page
		.getByRole( 'button', { name: /^Schedule/ } )
		.first()
		.click();
	const panel = page.getByRole( 'region', { name: 'Editor publish' } );
	await expect(
		panel.getByText(
			new RegExp(
				`Production is rebuilt when this is published on .*${ next }`
			)
		)
	).toBeVisible();
	await panel
		.getByRole( 'button', { name: 'Schedule', exact: true } )
		.click();
	await expect( panel.getByText( /is now scheduled/ ) ).toBeVisible();
	expect( ( await newest( kit ) )?.id ).toBe( before );
	const id = Number(
		await page.evaluate(
			`wp.data.select( 'core/editor' ).getCurrentPostId()`
		)
	);
	await page.close();

	await runPhp(
		kit,
		`$wpdb->update( $wpdb->posts, array( 'post_date' => current_time( 'mysql' ), 'post_date_gmt' => current_time( 'mysql', true ) ), array( 'ID' => ${ id } ) );`
	);
	await runEventNow( kit, 'publish_future_post' );
	await expect
		.poll( async () => ( await newest( kit ) )?.live?.post )
		.toBe( id );
	expect( await newest( kit ) ).toMatchObject( {
		cause: 'automatic',
		status: 'live',
	} );
	await expectLive( kit, 'comes-later' );
} );

test( 'creates a schedule, runs it at its time, and lists it in Activity', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, `${ PANEL }&tab=automation` );
	await page.getByRole( 'button', { name: 'Add schedule' } ).click();
	const dialog = page.getByRole( 'dialog' );
	await dialog.getByLabel( 'Time' ).fill( '03:00' );
	await dialog.getByLabel( 'Name (optional)' ).fill( 'Nightly' );
	await dialog.getByRole( 'button', { name: 'Save' } ).click();
	await expect( dialog ).toHaveCount( 0 );
	await expect( page.getByText( 'Nightly' ).first() ).toBeVisible();
	const list = 'headless-deploy/v1/settings/schedules';
	const read = async (): Promise< Schedule | undefined > =>
		( await kit.rest.call< { schedules: Schedule[] } >( 'GET', list ) )
			.schedules[ 0 ];
	const schedule = await read();
	const nextMs = Date.parse( String( schedule?.nextRunAt ) );
	expect( nextMs ).toBeGreaterThan( Date.now() );
	await page.goto( 'about:blank' );

	try {
		await runPhp(
			kit,
			`$wpdb->update( $wpdb->base_prefix . 'headless_deploy_schedules', array( 'next_run_at' => ${ nextMs - DAY_MS } ), array( 'blog_id' => 1 ) );`
		);
		await runEventNow( kit, 'headless_deploy_dispatch' );
		await expect
			.poll( async () => ( await newest( kit ) )?.cause )
			.toBe( 'schedule' );
		expect( ( await read() )?.nextRunAt ).toBe( schedule?.nextRunAt );
		await page.goto( `${ kit.wordpress.url }${ PANEL }&tab=activity` );
		await expect(
			page.getByRole( 'table' ).getByRole( 'row' ).nth( 1 )
		).toContainText( 'Nightly' );
	} finally {
		await kit.rest.call( 'DELETE', `${ list }/${ schedule?.id }` );
	}
} );
