/** Logging in to wp-admin. */
import { expect } from '@playwright/test';
import type { Cookie, Page } from '@playwright/test';
import type { Kit } from '../../src/dev-kit/stack/kit-file.ts';

/** The cookies of those who have logged in, by site and user. */
const sessions = new Map< string, Cookie[] >();

/**
 * Opens a page of wp-admin as somebody who has logged in.
 *
 * @param where Path to go to.
 */
export async function logIn(
	page: Page,
	kit: Pick< Kit, 'wordpress' >,
	where = '/wp-admin/'
): Promise< void > {
	const { url, adminUser, adminPassword } = kit.wordpress;
	const context = page.context();
	const known = sessions.get( `${ url } ${ adminUser }` );
	if ( known ) {
		await context.addCookies( known );
	} else {
		const answer = await context.request.post( `${ url }/wp-login.php`, {
			form: { log: adminUser, pwd: adminPassword },
			maxRedirects: 0,
		} );
		expect( answer.status(), `${ adminUser } may log in` ).toBe( 302 );
		sessions.set(
			`${ url } ${ adminUser }`,
			// The one that wp-admin wants is not sent to other pages.
			await context.cookies( `${ url }/wp-admin/` )
		);
	}
	await page.goto( url + where );
}

/** Logs in as a person does, who types; for stories that begin there. */
export async function logInByForm(
	page: Page,
	kit: Pick< Kit, 'wordpress' >
): Promise< void > {
	const { url, adminUser, adminPassword } = kit.wordpress;
	await page.goto( `${ url }/wp-login.php` );
	const name = page.getByLabel( 'Username or Email Address' );
	// WordPress's own script puts the focus there a moment after loading, wherever one is typing by then.
	await expect( name ).toBeFocused();
	await name.fill( adminUser );
	await page.getByLabel( 'Password', { exact: true } ).fill( adminPassword );
	await page.getByRole( 'button', { name: 'Log In' } ).click();
	await page.waitForURL(
		( address ) => ! address.pathname.includes( 'wp-login' )
	);
}
