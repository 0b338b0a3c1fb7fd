/** States of the other tabs, and of core’s screens. */
import type {
	EnvironmentSettings,
	Settings,
} from '../../../src/shared/wire.ts';
import { expect } from '../kit.ts';
import {
	DIALOG,
	openTab,
	clickButton,
	screenState,
	expectText,
} from './screen-state.ts';
import type { ScreenStates, ScreenContext } from './screen-state.ts';

const SETTINGS = 'headless-deploy/v1/settings';

/** The runs, the details of a run, and a search without a result. */
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
	await expectText( page, 'No runs match these filters' );
	yield screenState( 'activity-empty' );
}

/** Changes the settings as another user. */
async function changeAsAnotherUser( {
	kit,
	sampleSite,
}: ScreenContext ): Promise< void > {
	const { environments } = await kit.rest.call< Settings >( 'GET', SETTINGS );
	const {
		id,
		etag,
		automation: saved,
	} = environments[ 0 ] as EnvironmentSettings;
	await sampleSite.maria.rest.call(
		'PUT',
		`${ SETTINGS }/environments/${ id }`,
		{
			automation: {
				quietPeriodSeconds: saved.quietPeriodSeconds + 5,
			},
		},
		etag
	);
}

/** The policy, the form of a schedule, and a conflict. */
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
	await clickButton( page, 'Add schedule' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield screenState( 'automation-schedule', DIALOG );
	await page.keyboard.press( 'Escape' );
	await changeAsAnotherUser( context );
	// Each environment has a form; those of the others are hidden.
	const timing = page
		.locator( 'form' )
		.filter( { hasText: 'Quiet period', visible: true } );
	await timing.getByLabel( /^Quiet period \(/ ).fill( '20' );
	await timing.getByRole( 'button', { name: 'Save changes' } ).click();
	await expectText( page, /^Not saved\./ );
	yield screenState( 'automation-conflict' );
}

/** Connections, with the field for a new URL and the dialog of a removal. */
export async function* connections( context: ScreenContext ): ScreenStates {
	const { page } = context;
	await openTab( context, 'connections', 'Background tasks' );
	yield screenState( 'connections' );
	await clickButton( page, 'Replace the webhook URL' );
	yield screenState( 'connections-token' );
	await clickButton( page, 'Cancel' );
	await clickButton( page, 'Remove' );
	await expect( page.getByRole( 'dialog' ) ).toBeVisible();
	yield screenState( 'connections-remove', DIALOG, false );
}

/** The dashboard, and the admin bar’s menu there and on the site. */
export async function* coreScreens( {
	page,
	kit,
}: ScreenContext ): ScreenStates {
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
		// Core opens the menu with a delay.
		await bar.hover();
		await expect( bar.locator( '.ab-sub-wrapper' ) ).toBeVisible();
		yield screenState( `${ name }-admin-bar`, roots, false );
	}
}
