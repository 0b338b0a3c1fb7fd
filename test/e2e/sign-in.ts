import { expect } from '@playwright/test';
import type { Cookie, Page } from '@playwright/test';
import type { Kit } from '../../src/dev-kit/stack/kit-file.ts';

/** The cookies of the sessions, by site and user. */
const sessions = new Map< string, Cookie[] >();

/** Opens a page of wp-admin as the kit's user. */
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
			// The session cookie of wp-admin has its path.
			await context.cookies( `${ url }/wp-admin/` )
		);
	}
	await page.goto( url + where );
}

/** Logs in with the form. */
export async function logInByForm(
	page: Page,
	kit: Pick< Kit, 'wordpress' >
): Promise< void > {
	const { url, adminUser, adminPassword } = kit.wordpress;
	await page.goto( `${ url }/wp-login.php` );
	const name = page.getByLabel( 'Username or Email Address' );
	// A script of WordPress moves the focus there shortly after loading, even while the user types.
	await expect( name ).toBeFocused();
	await name.fill( adminUser );
	await page.getByLabel( 'Password', { exact: true } ).fill( adminPassword );
	await page.getByRole( 'button', { name: 'Log In' } ).click();
	await page.waitForURL(
		( address ) => ! address.pathname.includes( 'wp-login' )
	);
}
