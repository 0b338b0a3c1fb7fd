import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { PANEL } from './screens.ts';

/** The tab Hosting of the panel. */
export const HOSTING = `${ PANEL }&tab=hosting`;

/** The screens of an environment and of its account by their names. */
export function hostingScreens( environment: string ) {
	const [ , account = '', app = '' ] =
		/^(\/accounts\/[^/]+)(.*)\/environments\//.exec( environment ) ?? [];
	return {
		Apps: account,
		'New app': `${ account }/new`,
		App: `${ account }${ app }`,
		'New environment': `${ account }${ app }/new`,
		Environment: environment,
		Builds: `${ environment }/builds`,
		'Build 1': `${ environment }/builds/1`,
		Settings: `${ environment }/settings`,
		Variables: `${ environment }/variables`,
		Cache: `${ environment }/cache`,
		'Disk usage': `${ environment }/usage`,
		Output: `${ environment }/output`,
		'Disk usage of the account': `${ account }/usage`,
	};
}

export function hostingScreen( page: Page ): Locator {
	return page.locator( '.hd-hosting' );
}

/** Waits until a screen shows its data. */
export async function waitForHostingScreen( page: Page ): Promise< void > {
	const screen = hostingScreen( page );
	await expect( screen.locator( 'h2' ).first() ).toBeVisible();
	await expect( screen.locator( '.hd-loading' ) ).toHaveCount( 0 );
}

/** Leads the open tab to one of its screens, as a link does. Loading wp-admin again takes much processor time. */
export async function showHostingScreen(
	page: Page,
	address: string
): Promise< void > {
	await page.evaluate(
		( to ) =>
			new Promise< void >( ( resolve ) => {
				if ( location.hash === `#${ to }` ) {
					resolve();
					return;
				}
				addEventListener( 'hashchange', () => setTimeout( resolve ), {
					once: true,
				} );
				location.hash = to;
			} ),
		address
	);
	await waitForHostingScreen( page );
}
