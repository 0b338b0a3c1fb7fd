/** The other tabs, and what stands in core's own screens. */
import type {
	EnvironmentSettings,
	Settings,
} from '../../../src/shared/wire.ts';
import { expect } from '../kit.ts';
import { DIALOG, openTab, press, scene, see } from './scene.ts';
import type { Scenes, Setting } from './scene.ts';

const SETTINGS = 'headless-deploy/v1/settings';

/**
 * The log, a run of it, and nothing found.
 *
 * @param setting The page, the kit, the world.
 */
export async function* activity( setting: Setting ): Scenes {
	const { page } = setting;
	await openTab( setting, 'activity', 'Took' );
	yield scene( 'activity' );
	const failed = page.getByRole( 'row' ).filter( { hasText: 'Failed' } );
	await failed.locator( 'button[aria-haspopup="dialog"]' ).first().click();
	await expect( page.getByRole( 'dialog' ) ).toContainText( 'Attempts' );
	yield scene( 'activity-drawer', DIALOG );
	await page.keyboard.press( 'Escape' );
	await page.getByLabel( 'Search runs' ).fill( 'sailboat' );
	await see( page, 'No runs match these filters' );
	yield scene( 'activity-empty' );
}

/**
 * Changes a setting as somebody else does.
 *
 * @param setting The page, the kit, the world.
 */
async function changeMeanwhile( { kit, world }: Setting ): Promise< void > {
	const { environments } = await kit.rest.call< Settings >( 'GET', SETTINGS );
	const {
		id,
		etag,
		automation: known,
	} = environments[ 0 ] as EnvironmentSettings;
	await world.maria.rest.call(
		'PUT',
		`${ SETTINGS }/environments/${ id }`,
		{
			automation: {
				quietPeriodSeconds: known.quietPeriodSeconds + 5,
			},
		},
		etag
	);
}

/**
 * What a change does, a schedule, and two who save at once.
 *
 * @param setting The page, the kit, the world.
 */
export async function* automation( setting: Setting ): Scenes {
	const { page, kit } = setting;
	await kit.rest.call( 'POST', `${ SETTINGS }/schedules`, {
		environment: kit.environment.id,
		action: 'cleanRebuild',
		frequency: 'daily',
		time: '03:00',
		label: 'Nightly',
	} );
	await openTab( setting, 'automation', 'Nightly' );
	yield scene( 'automation' );
	await press( page, 'Add schedule' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield scene( 'automation-schedule', DIALOG );
	await page.keyboard.press( 'Escape' );
	await changeMeanwhile( setting );
	// Each environment has a form; those of the others are hidden.
	const timing = page
		.locator( 'form' )
		.filter( { hasText: 'Quiet period', visible: true } );
	await timing.getByLabel( /^Quiet period/ ).fill( '20' );
	await timing.getByRole( 'button', { name: 'Save changes' } ).click();
	await see( page, /^Not saved:/ );
	yield scene( 'automation-conflict' );
}

/**
 * Connections, a new token, and a removal.
 *
 * @param setting The page, the kit, the world.
 */
export async function* connections( setting: Setting ): Scenes {
	const { page } = setting;
	await openTab( setting, 'connections', 'Alarm clock' );
	yield scene( 'connections' );
	await press( page, 'Replace the webhook URL' );
	yield scene( 'connections-token' );
	await press( page, 'Cancel' );
	await press( page, 'Remove' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield scene( 'connections-remove', DIALOG, false );
}

/**
 * The dashboard, and the admin bar's menu there and on the site itself.
 *
 * @param setting The page, the kit, the world.
 */
export async function* elsewhere( { page, kit }: Setting ): Scenes {
	const bar = page.locator( '#wp-admin-bar-headless-deploy' );
	for ( const { where, name } of [
		{ where: '/wp-admin/index.php', name: 'dashboard' },
		{ where: '/', name: 'site' },
	] ) {
		await page.goto( kit.wordpress.url + where );
		const roots = [
			'#headless_deploy',
			'.headless-deploy-admin-notice',
			'#wp-admin-bar-headless-deploy',
		];
		if ( name === 'dashboard' ) {
			yield scene( name, roots );
		}
		// Core opens a menu a moment after the pointer is there.
		await bar.hover();
		await expect( bar.locator( '.ab-sub-wrapper' ) ).toBeVisible();
		yield scene( `${ name }-admin-bar`, roots, false );
	}
}
