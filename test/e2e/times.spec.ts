/** A schedule. The test moves the time in the database, and WP-Cron does the rest. */
import type { Schedule } from '../../src/shared/wire.ts';
import { newest } from './runs.ts';
import { expect, logIn, test } from './kit.ts';
import { PANEL } from './screens.ts';
import { runEventNow, runPhp } from './wordpress.ts';

const DAY_MS = 86_400_000;

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
