/** The other tabs, and what stands in core's own screens. */
import type {
	EnvironmentSettings,
	Settings,
} from '../../../src/shared/wire.ts';
import { expect } from '../kit.ts';
import { DIALOG, openTab, press, screenState, see } from './screen-state.ts';
import type { ScreenStates, ScreenContext } from './screen-state.ts';

const SETTINGS = 'headless-deploy/v1/settings';

/**
 * The log, a run of it, and nothing found.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* activity( context: ScreenContext ): ScreenStates {
	const { page } = context;
	await openTab( context, 'activity', 'Duration' );
	yield screenState( 'activity' );
	const failed = page.getByRole( 'row' ).filter( { hasText: 'Failed' } );
	await failed.locator( 'button[aria-haspopup="dialog"]' ).first().click();
	await expect( page.getByRole( 'dialog' ) ).toContainText( 'Attempts' );
	yield screenState( 'activity-drawer', DIALOG );
	await page.keyboard.press( 'Escape' );
	await page.getByLabel( 'Search runs' ).fill( 'sailboat' );
	await see( page, 'No runs match these filters' );
	yield screenState( 'activity-empty' );
}

/**
 * Changes a context as somebody else does.
 *
 * @param context The page, the kit, the sample site.
 */
async function changeMeanwhile( {
	kit,
	sampleSite,
}: ScreenContext ): Promise< void > {
	const { environments } = await kit.rest.call< Settings >( 'GET', SETTINGS );
	const {
		id,
		etag,
		automation: known,
	} = environments[ 0 ] as EnvironmentSettings;
	await sampleSite.maria.rest.call(
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
 * @param context The page, the kit, the sample site.
 */
export async function* automation( context: ScreenContext ): ScreenStates {
	const { page, kit } = context;
	await kit.rest.call( 'POST', `${ SETTINGS }/schedules`, {
		environment: kit.environment.id,
		action: 'cleanRebuild',
		frequency: 'daily',
		time: '03:00',
		label: 'Nightly',
	} );
	await openTab( context, 'automation', 'Nightly' );
	yield screenState( 'automation' );
	await press( page, 'Add schedule' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield screenState( 'automation-schedule', DIALOG );
	await page.keyboard.press( 'Escape' );
	await changeMeanwhile( context );
	// Each environment has a form; those of the others are hidden.
	const timing = page
		.locator( 'form' )
		.filter( { hasText: 'Quiet period', visible: true } );
	await timing.getByLabel( /^Quiet period/ ).fill( '20' );
	await timing.getByRole( 'button', { name: 'Save changes' } ).click();
	await see( page, /^Not saved\./ );
	yield screenState( 'automation-conflict' );
}

/**
 * Connections, a new token, and a removal.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* connections( context: ScreenContext ): ScreenStates {
	const { page } = context;
	await openTab( context, 'connections', 'Background tasks' );
	yield screenState( 'connections' );
	await press( page, 'Replace the webhook URL' );
	yield screenState( 'connections-token' );
	await press( page, 'Cancel' );
	await press( page, 'Remove' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield screenState( 'connections-remove', DIALOG, false );
}

/**
 * The dashboard, and the admin bar's menu there and on the site itself.
 *
 * @param context The page, the kit, the sample site.
 */
export async function* elsewhere( { page, kit }: ScreenContext ): ScreenStates {
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
			yield screenState( name, roots );
		}
		// Core opens a menu a moment after the pointer is there.
		await bar.hover();
		await expect( bar.locator( '.ab-sub-wrapper' ) ).toBeVisible();
		yield screenState( `${ name }-admin-bar`, roots, false );
	}
}
