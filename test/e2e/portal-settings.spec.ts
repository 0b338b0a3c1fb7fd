/**
 * Webhooks, variables, the cache and API users in a browser.
 */
import type { Page } from '@playwright/test';
import { pageViolations, expect, signIn, test } from './shared-portal-kit.ts';
import type { PortalKit } from './shared-portal-kit.ts';

test.beforeEach( ( { page, portal } ) => signIn( page, portal ) );

const dialog = ( page: Page ) => page.getByRole( 'dialog' );

/** Pages on which a read-only user has no form. */
function pagesOf( { pages }: PortalKit ): string[] {
	return [
		...[ '/settings', '/variables', '/cache', '/usage' ].map(
			( rest ) => pages + rest
		),
		'/portal/accounts',
		'/portal/users',
		'/portal/installs',
	];
}

test( 'creates, shows, copies and regenerates webhooks with the keyboard', async ( {
	page,
	portal,
	context,
} ) => {
	await context.grantPermissions( [ 'clipboard-read', 'clipboard-write' ] );
	await page.goto( `${ portal.pages }/settings` );
	await page.getByRole( 'button', { name: 'Create a webhook' } ).click();
	await expect( page.getByText( 'Three URLs made.' ) ).toBeVisible();
	expect( await page.content() ).not.toMatch( /token=[\w-]{5}/ );

	await page.getByRole( 'button', { name: 'Show full URLs' } ).click();
	await expect(
		page.getByText( /webhook:rebuild\?token=[\w-]{27}=/ )
	).toBeVisible();
	await page.getByRole( 'button', { name: 'Hide full URLs' } ).click();
	expect( await page.content() ).not.toMatch( /token=[\w-]{5}/ );

	await page
		.getByRole( 'region', { name: 'Purge cache webhook' } )
		.getByRole( 'button', { name: 'Copy' } )
		.click();
	await expect(
		page.getByRole( 'button', { name: 'Copied' } )
	).toBeVisible();
	const old = await page.evaluate( () => navigator.clipboard.readText() );
	expect( old ).toMatch( /webhook:purgeCache\?token=[\w-]{27}=$/ );

	const regenerate = page.getByRole( 'link', { name: 'Regenerate all' } );
	await regenerate.focus();
	await page.keyboard.press( 'Enter' );
	await expect(
		dialog( page ).getByRole( 'link', { name: 'Keep the current URLs' } )
	).toBeFocused();
	await page.keyboard.press( 'Escape' );
	await expect( regenerate ).toBeFocused();
	await page.keyboard.press( 'Enter' );
	await dialog( page )
		.getByRole( 'button', { name: 'Regenerate all' } )
		.click();
	await expect(
		page.getByText( 'New URLs made. The old ones no longer work.' )
	).toBeVisible();

	await fetch( old, { method: 'POST' } );
	await expect(
		page.getByText( /^\s*Refused at \d\d:\d\d: invalid token/ )
	).toBeVisible();
} );

test.describe( 'variables', () => {
	// The browser logs each answer 4xx of a dialog.
	test.use( { allowedErrors: [ /status of 4\d\d/ ] } );

	test( 'are added, keep the entries after an error, and apply from the next build', async ( {
		page,
		portal,
	} ) => {
		await page.goto( `${ portal.pages }/variables` );
		await page.getByRole( 'link', { name: 'Add a variable' } ).click();
		await expect( dialog( page ).getByLabel( 'Key' ) ).toBeFocused();
		await dialog( page ).getByLabel( 'Key' ).fill( 'ALGOLIA_APP_ID' );
		await dialog( page ).getByLabel( 'Value' ).fill( 'line one\nline two' );
		await dialog( page )
			.getByRole( 'button', { name: 'Add a variable' } )
			.click();
		await expect(
			dialog( page ).getByText( 'Replace its value instead.' )
		).toBeVisible();
		await expect( dialog( page ).getByLabel( 'Value' ) ).toHaveValue(
			'line one\nline two'
		);
		await dialog( page ).getByLabel( 'Key' ).fill( 'STRIPE_KEY' );
		await dialog( page )
			.getByRole( 'button', { name: 'Add a variable' } )
			.click();

		await expect(
			page.getByText( 'STRIPE_KEY was set after build' )
		).toBeVisible();
		const { shellVariables } = await portal.services.catalog.environment(
			portal.path
		);
		expect(
			shellVariables.find( ( { key } ) => key === 'STRIPE_KEY' )?.value
		).toBe( 'line one\nline two' );
		expect( await page.content() ).not.toContain( 'line two' );
		await page.getByRole( 'button', { name: 'Rebuild now' } ).click();
		await expect(
			page.getByText( /Build \d+ brings the changes/ )
		).toBeVisible();
		await portal.idle();
		await expect( page.getByText( 'is waiting.' ) ).toBeHidden();
	} );

	test( 'are set from a pasted file, all or none', async ( {
		page,
		portal,
	} ) => {
		await page.goto( `${ portal.pages }/variables` );
		await page.getByRole( 'link', { name: 'Paste a .env file' } ).click();
		const file = dialog( page ).getByLabel( 'File' );
		await file.fill( 'ONE=1\nnonsense' );
		await dialog( page )
			.getByRole( 'button', { name: 'Set these variables' } )
			.click();
		await expect(
			dialog( page ).getByText( 'Nothing was set. Line 2:' )
		).toBeVisible();
		await file.fill( 'ONE=1\nTWO="a\nb"' );
		await dialog( page )
			.getByRole( 'button', { name: 'Set these variables' } )
			.click();
		await expect( page.getByText( '2 variables set.' ) ).toBeVisible();
		await page.getByRole( 'link', { name: 'Delete TWO' } ).click();
		await dialog( page ).getByRole( 'button', { name: 'Delete' } ).click();
		await expect( page.getByText( 'Deleted.' ) ).toBeVisible();
		await expect( page.getByRole( 'row', { name: /^TWO/ } ) ).toHaveCount(
			0
		);
	} );
} );

test( 'updates the cache figures with each visit, and purges the cache', async ( {
	page,
	portal,
} ) => {
	await page.goto( `${ portal.pages }/cache` );
	for ( const address of [ '/', '/', '/', '/cart' ] ) {
		await ( await fetch( portal.site + address ) ).text();
	}
	await expect( page.getByRole( 'row', { name: /^\/cart/ } ) ).toContainText(
		'Set-Cookie'
	);
	await expect( page.locator( '#cache-figures' ) ).toContainText(
		/\d+ of\s+\d+ requests/
	);
	await expect(
		page.getByRole( 'img', { name: /^Requests of the last hour/ } )
	).toBeVisible();
	await page.getByRole( 'button', { name: 'Purge cache' } ).click();
	await expect(
		page.getByText( /Cache purged, \d+ pages? dropped\./ )
	).toBeVisible();
	await expect(
		page.getByRole( 'img', { name: /Purged at \d\d:\d\d by sam\./ } )
	).toBeVisible();
	await page.getByRole( 'button', { name: 'Turn off' } ).click();
	await expect(
		page.getByText( 'Deploys leave the cache as it is' )
	).toBeVisible();
	await page.getByRole( 'button', { name: 'Turn on' } ).click();
	await expect(
		page.getByRole( 'button', { name: 'Turn off' } )
	).toBeVisible();
} );

test.describe( 'a read-only user', () => {
	test.use( { allowedErrors: [ /status of 40[13]/ ] } );

	test( 'sees the password once, and has no buttons', async ( {
		page,
		portal,
		browser,
	} ) => {
		await page.goto( '/portal/users' );
		await page.getByLabel( 'ID', { exact: true } ).fill( 'wallboard' );
		await page.getByLabel( 'Where' ).selectOption( 'Whole platform' );
		await page.getByLabel( 'May look, but change nothing' ).check();
		await page
			.getByRole( 'button', { name: 'Create an API user' } )
			.click();
		await expect(
			page.getByRole( 'heading', { name: 'wallboard was created' } )
		).toBeVisible();
		const password = await page.locator( '.field code' ).innerText();
		await page.getByRole( 'link', { name: 'See all API users' } ).click();
		expect( await page.content() ).not.toContain( password );

		const reader = await browser.newContext( { baseURL: portal.url } );
		const other = await reader.newPage();
		await other.goto( '/portal/sign-in' );
		await other.getByLabel( 'API user ID' ).fill( 'wallboard' );
		await other.getByLabel( 'API password' ).fill( password );
		await other.getByRole( 'button', { name: 'Sign in' } ).click();
		await other.waitForURL( /\/portal\/accounts\/acme/ );
		for ( const address of pagesOf( portal ) ) {
			await other.goto( address );
			await expect(
				other
					.getByText( 'Ask an administrator for the write role.' )
					.first()
			).toBeVisible();
			await expect(
				other.locator( 'main form button' ).locator( 'visible=true' )
			).toHaveCount( 0 );
		}

		await page
			.getByRole( 'link', { name: 'Change access of wallboard' } )
			.click();
		await dialog( page )
			.getByLabel( 'Whole platform' )
			.selectOption( 'No access' );
		await dialog( page )
			.getByLabel( 'Account acme' )
			.selectOption( 'May look' );
		expect( await pageViolations( page ) ).toEqual( [] );
		await dialog( page )
			.getByRole( 'button', { name: 'Change access' } )
			.click();
		await expect( page.getByText( 'Access changed.' ) ).toBeVisible();
		await expect(
			page.getByRole( 'row', { name: /wallboard/ } )
		).toContainText( 'acme: may look' );
		expect( ( await other.goto( '/portal/users' ) )?.status() ).toBe( 403 );
		await other.goto( '/portal/accounts/acme' );

		await page.getByRole( 'link', { name: 'Delete wallboard' } ).click();
		await dialog( page ).getByRole( 'button', { name: 'Delete' } ).click();
		await expect( page.getByText( 'API user deleted.' ) ).toBeVisible();
		await expect(
			other.getByRole( 'heading', { name: 'Sign in' } )
		).toBeVisible();
		await reader.close();
	} );
} );

test.describe( 'without JavaScript', () => {
	test.use( { javaScriptEnabled: false } );

	test( 'shows confirmations as pages, and keeps the entries of forms', async ( {
		page,
		portal,
	} ) => {
		await page.goto( `${ portal.pages }/variables` );
		await page.getByRole( 'link', { name: 'Add a variable' } ).click();
		await page.getByLabel( 'Key' ).fill( 'not a key' );
		await page.getByLabel( 'Value' ).fill( 'kept' );
		await page.getByRole( 'button', { name: 'Add a variable' } ).click();
		await expect( page.getByLabel( 'Key' ) ).toHaveAttribute(
			'aria-invalid',
			'true'
		);
		await expect( page.getByLabel( 'Value' ) ).toHaveValue( 'kept' );
		await page.getByLabel( 'Key' ).fill( 'PLAIN' );
		await page.getByRole( 'button', { name: 'Add a variable' } ).click();
		await expect(
			page.getByText( 'Set. It counts from the next build.' )
		).toBeVisible();
		await page.goto( `${ portal.pages }/usage` );
		await page.getByRole( 'button', { name: 'Refresh' } ).click();
		await expect(
			page.getByText( /Measur(?:ed|ing)/ ).first()
		).toBeVisible();
		await page.goto( `${ portal.pages }/cache` );
		await page.getByRole( 'button', { name: 'Purge cache' } ).click();
		await expect( page.getByText( 'Cache purged' ) ).toBeVisible();
	} );
	test.use( { allowedErrors: [ /status of 4\d\d/ ] } );
} );

test.describe( 'dialogs, forms with errors and the API page', () => {
	test.use( { allowedErrors: [ /status of 4\d\d/ ] } );

	test( 'violate no rule of axe', async ( { page, portal } ) => {
		await page.goto( '/portal/api' );
		expect( await pageViolations( page ) ).toEqual( [] );

		await page.goto( `${ portal.pages }/variables` );
		await page.getByRole( 'link', { name: 'Add a variable' } ).click();
		await dialog( page ).getByLabel( 'Key' ).fill( 'no key' );
		await dialog( page )
			.getByRole( 'button', { name: 'Add a variable' } )
			.click();
		await expect( dialog( page ).getByRole( 'alert' ) ).toBeVisible();
		expect( await pageViolations( page ) ).toEqual( [] );

		await page.goto( '/portal/users' );
		await page.getByLabel( 'ID', { exact: true } ).fill( 'sam' );
		await page
			.getByRole( 'button', { name: 'Create an API user' } )
			.click();
		await expect( page.getByLabel( 'ID', { exact: true } ) ).toBeFocused();
		await expect( page.getByRole( 'alert' ).first() ).toBeVisible();
		expect( await pageViolations( page ) ).toEqual( [] );
	} );
} );
