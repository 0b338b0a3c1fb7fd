/** Pictures of all pages and dialogs of the portal, in light and dark: .local/screenshots/portal. */
import { test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { showPortalPage } from './portal-navigation.ts';
import { startStates } from './portal-states.ts';
import { addDesktopFonts, viewPage } from './screenshot.ts';

/** The dialogs, forms and menus of the pages, by the button that opens each. */
const OPENED: readonly [ page: string, button: string | RegExp ][] = [
	[ 'App', /^Delete/ ],
	[ 'Builds', 'Clean Rebuild' ],
	[ 'Builds', /^Deploy again/ ],
	[ 'Settings', 'Regenerate all' ],
	[ 'Settings', 'Delete environment' ],
	[ 'Variables', 'Add a variable' ],
	[ 'Variables', 'Paste a .env file' ],
	[ 'Variables', /^Delete/ ],
	[ 'Faults', 'Half a response' ],
	[ 'API users', /^Change access/ ],
	[ 'API users', /^New password/ ],
	[ 'Installs', /^Change URL/ ],
	[ 'Overview', /^Account/ ],
];

const OPEN_MS = 20_000;

function view( page: Page, name: string, isDialog = false ): Promise< void > {
	return viewPage( page, {
		...{ folder: 'portal', name, isDialog },
		schemes: [ 'light', 'dark' ],
	} );
}

test( 'takes pictures of the portal', async ( { page } ) => {
	const { url, portalLink, pages, close } = await startStates();
	await page.goto( `${ url }/portal` );
	await page.getByLabel( 'User ID' ).waitFor();
	await addDesktopFonts( page );
	await view( page, 'Sign in' );
	await page.goto( portalLink() );
	await addDesktopFonts( page );
	for ( const [ name, address ] of Object.entries( pages ) ) {
		await showPortalPage( page, address );
		await view( page, name );
	}
	for ( const [ name, button ] of OPENED ) {
		await showPortalPage( page, pages[ name ] ?? '' );
		await page
			.getByRole( 'button', { name: button } )
			.first()
			.click( { timeout: OPEN_MS } );
		await view( page, `${ name }, ${ button }`, true );
		await page.keyboard.press( 'Escape' );
	}
	await page.close();
	await close();
} );
