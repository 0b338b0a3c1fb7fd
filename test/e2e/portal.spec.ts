/** The portal in a browser: from the printed link to a live site, and errors on the way. */
import { copyFile, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './portal-kit.ts';
import type { PortalKit } from './portal-kit.ts';

/** Drops a file on the page, as from a file manager. */
async function drop( page: Page, file: string, name: string ): Promise< void > {
	const bytes = ( await readFile( file ) ).toString( 'base64' );
	const transfer = await page.evaluateHandle(
		( dropped ) => {
			const data = Uint8Array.from(
				atob( dropped.bytes ),
				( character ) => character.charCodeAt( 0 )
			);
			const files = new DataTransfer();
			files.items.add( new File( [ data ], dropped.name ) );
			return files;
		},
		{ bytes, name }
	);
	const target = page.locator( 'main' );
	await target.dispatchEvent( 'dragenter', { dataTransfer: transfer } );
	await expect( page.locator( 'body' ) ).toHaveAttribute(
		'data-dropping',
		'Drop to deploy to storefront, Production'
	);
	await target.dispatchEvent( 'drop', { dataTransfer: transfer } );
}

/** Deploys the application and opens its environment's page. */
async function openLive( page: Page, portal: PortalKit ) {
	const environment = await portal.environment();
	const { zip, finish } = await portal.application();
	await finish();
	const copy = `${ zip }.copy`;
	await copyFile( zip, copy );
	const { accountName, appId, id } = environment;
	const place = { accountName, appId, environmentId: id };
	await portal.services.builds.upload( place, copy, 'upload by sam' );
	await portal.waitUntilIdle();
	await portal.signIn( page, portal.href( environment ) );
	await expect( page.getByText( /has been serving since/ ) ).toBeVisible();
	return { environment, zip, place };
}

test( 'leads from the one-time link to a live site, and shows the build', async ( {
	page,
	playwright,
	portal,
} ) => {
	const link = portal.portalLink();
	await page.goto( link );
	await expect(
		page.getByRole( 'heading', { name: 'No apps yet' } )
	).toBeVisible();
	const stranger = await playwright.request.newContext();
	expect( ( await stranger.get( link ) ).status() ).toBe( 401 );
	await stranger.dispose();

	await page.getByRole( 'link', { name: 'Create an app' } ).click();
	await page.getByLabel( 'Name' ).fill( 'storefront' );
	await page.getByLabel( 'Region' ).selectOption( 'Europe West' );
	await page.getByRole( 'button', { name: 'Create app' } ).click();
	await expect( page.getByText( 'App created.' ) ).toBeVisible();

	await page.getByRole( 'link', { name: /Add an environment/ } ).click();
	await page.getByLabel( 'Name', { exact: true } ).fill( 'Production' );
	await page.getByLabel( 'Key of variable 1' ).fill( 'GATE' );
	await page
		.getByLabel( 'Value of variable 1' )
		.fill( `${ portal.folder }/gate` );
	await page.getByRole( 'button', { name: 'Add a variable' } ).click();
	await expect( page.getByLabel( 'Key of variable 2' ) ).toBeFocused();
	await page.getByRole( 'button', { name: 'Create environment' } ).click();
	await expect(
		page.getByRole( 'heading', { name: 'No code yet' } )
	).toBeVisible();

	const { zip, finish } = await portal.application();
	await drop( page, zip, 'storefront.zip' );
	await expect(
		page.getByRole( 'heading', { name: 'Build 1', exact: true } )
	).toBeVisible();
	await expect( page.getByText( 'Uploaded. Build 1' ) ).toBeVisible();
	const log = page.locator( '#log' );
	await expect( log.getByText( 'Collecting page data' ) ).toBeVisible();
	await expect( page ).toHaveTitle(
		/^Building, \d+ s · Build 1 · Production/
	);
	await expect( page.getByRole( 'list', { name: 'Steps' } ) ).toContainText(
		/Build, running/
	);
	const spoken = page.locator( '[data-speaker]' );
	await finish();
	await expect( log.getByText( 'Compiled' ) ).toBeVisible();
	await expect(
		page.getByText( 'Live', { exact: true } ).first()
	).toBeVisible();
	await expect( spoken ).toContainText( 'Build 1: Live' );
	await expect( page ).toHaveTitle( /^Live · Build 1/ );
	await expect(
		page.getByRole( 'button', { name: /following/i } )
	).toHaveCount( 0 );

	const numbers = await log.locator( 'li > a' ).allTextContents();
	expect( numbers ).toEqual(
		numbers.map( ( _, index ) => `${ index + 1 }` )
	);

	await page.getByRole( 'link', { name: 'Production' } ).click();
	const address = await page
		.getByRole( 'link', { name: 'Visit site' } )
		.getAttribute( 'href' );
	expect( await ( await fetch( String( address ) ) ).text() ).toBe( 'hello' );
} );

test.describe( 'an upload', () => {
	test.use( { allowedErrors: [ /status of 4(00|13|22)/ ] } );

	test( 'is checked before it is sent, and rejected with a reason', async ( {
		page,
		portal,
	} ) => {
		const { environment } = await openLive( page, portal );
		const sent: string[] = [];
		page.on( 'request', ( request ) => {
			if ( request.method() === 'POST' ) {
				sent.push( request.url() );
			}
		} );
		const input = page.locator( '#zip' );
		await input.setInputFiles( {
			name: 'big.zip',
			mimeType: 'application/zip',
			buffer: Buffer.alloc( 1.5 * 1024 * 1024 ),
		} );
		await expect( page.getByRole( 'alert' ) ).toContainText( [
			'big.zip was not deployed. It is 1.5 MiB, the limit is 1 MiB.',
		] );
		await input.setInputFiles( {
			name: 'site.tar',
			mimeType: '',
			buffer: Buffer.from( 'x' ),
		} );
		await expect( page.getByText( 'It is no zip.' ) ).toBeVisible();
		expect( sent ).toEqual( [] );

		const empty = await portal.zip( 'empty.zip', { 'readme.md': 'x' } );
		await input.setInputFiles( empty );
		await expect(
			page.getByText( /empty.zip was not deployed/ )
		).toBeVisible();
		await expect( page.getByText( /package\.json/ ).first() ).toBeVisible();
		await expect(
			page.getByText( 'Build 1 is still live.' )
		).toBeVisible();
		expect( sent ).toEqual( [ portal.href( environment, '/upload' ) ] );
	} );

	test( 'can be cancelled, and asks before the page is left', async ( {
		page,
		portal,
	} ) => {
		await openLive( page, portal );
		// The answer never arrives, as on a slow connection.
		await page.route( '**/upload', () => {} );
		const { zip } = await portal.application();
		await page.locator( '#zip' ).setInputFiles( zip );
		const cancel = page.getByRole( 'button', { name: 'Cancel upload' } );
		await expect( cancel ).toBeVisible();
		await expect( page.locator( '[data-progress-name]' ) ).toHaveText(
			'storefront.zip'
		);
		const dialogType = new Promise( ( resolve ) => {
			page.once( 'dialog', async ( dialog ) => {
				resolve( dialog.type() );
				await dialog.dismiss();
			} );
		} );
		await page
			.evaluate( () => location.assign( '/portal' ) )
			.catch( () => {} );
		expect( await dialogType ).toBe( 'beforeunload' );
		await cancel.click();
		await expect( cancel ).toBeHidden();
		await expect( page.locator( '[data-speaker]' ) ).toContainText(
			'Upload cancelled. Nothing was deployed.'
		);
	} );
} );

test( 'shows above a failed build what to do, and links to its first error', async ( {
	page,
	portal,
} ) => {
	const environment = await portal.environment();
	const { zip } = await portal.application( {
		build: "console.error( 'Error: no such page' ); process.exitCode = 1;",
	} );
	await portal.signIn( page, portal.href( environment, '/builds' ) );
	await page.locator( '#zip' ).setInputFiles( zip );
	await expect( page.locator( '.notice.bad' ) ).toContainText(
		/^\s*Build failed/
	);
	await page.getByRole( 'button', { name: 'First error' } ).click();
	await expect( page.locator( '#log :focus' ) ).toHaveText( /^\d+$/ );
	await expect( page ).toHaveTitle( /^Failed/ );
} );

test.describe( 'a lost connection', () => {
	test.use( { allowedErrors: [ /ERR_(INTERNET_DISCONNECTED|FAILED)/ ] } );

	test( 'is shown, and no line of the log is lost or repeated', async ( {
		page,
		context,
		portal,
	} ) => {
		const environment = await portal.environment();
		const { zip, finish } = await portal.application();
		await portal.signIn( page, portal.href( environment, '/builds' ) );
		await page.locator( '#zip' ).setInputFiles( zip );
		await expect( page.getByText( 'Collecting page data' ) ).toBeVisible();
		await page.evaluate( () => dispatchEvent( new Event( 'pagehide' ) ) );
		await context.setOffline( true );
		await page.evaluate( () => dispatchEvent( new Event( 'pageshow' ) ) );
		await expect( page.locator( '.lost' ) ).toHaveText(
			/^Not connected\. Showing \d\d:\d\d\. Trying again\.$/
		);
		await finish();
		await portal.waitUntilIdle();
		await context.setOffline( false );
		await expect( page.getByText( 'Compiled' ) ).toBeVisible();
		await expect( page.locator( '.lost' ) ).toHaveCount( 0 );
		const numbers = await page.locator( '#log li > a' ).allTextContents();
		expect( numbers ).toEqual(
			numbers.map( ( _, index ) => `${ index + 1 }` )
		);
	} );
} );

test( 'does not update the focused part of a page until it loses the focus', async ( {
	page,
	portal,
} ) => {
	const { place } = await openLive( page, portal );
	const purge = page.getByRole( 'button', { name: 'Purge cache' } );
	await purge.focus();
	await expect( page.locator( '#facts' ) ).toContainText( 'No requests yet' );
	const environment = await portal.services.catalog.environment( place );
	await fetch( portal.services.edges.url( environment ) );
	await portal.services.triggers.trigger( place, 'rebuild', 'webhook' );
	await expect( page.getByText( 'Build 2' ).first() ).toBeVisible();
	await expect( page.locator( '#facts' ) ).toContainText( 'No requests yet' );
	await expect( purge ).toBeFocused();
	await page.getByRole( 'link', { name: 'Builds', exact: true } ).focus();
	await expect( page.locator( '#facts' ) ).toContainText( '0 % hits' );
} );

test( 'opens a confirmation as a dialog with the focus on Cancel, and returns the focus', async ( {
	page,
	portal,
} ) => {
	const { environment } = await openLive( page, portal );
	await page.goto( portal.href( environment, '/builds' ) );
	const button = page.getByRole( 'link', { name: 'Clean rebuild' } );
	await button.focus();
	await page.keyboard.press( 'Enter' );
	const dialog = page.getByRole( 'dialog', {
		name: 'Clean rebuild Production?',
	} );
	await expect( dialog ).toBeVisible();
	await expect(
		dialog.getByRole( 'link', { name: 'Not now' } )
	).toBeFocused();
	await page.keyboard.press( 'Escape' );
	await expect( dialog ).toHaveCount( 0 );
	await expect( button ).toBeFocused();
	await page.keyboard.press( 'Enter' );
	await dialog.getByRole( 'button', { name: 'Clean rebuild' } ).click();
	await expect( page.getByText( 'Build 2 has started.' ) ).toBeVisible();
} );

test.describe( 'a form with an error', () => {
	test.use( { allowedErrors: [ /status of 400/ ] } );

	test( 'shows it at the focused field, and keeps the entries', async ( {
		page,
		portal,
	} ) => {
		await portal.signIn( page, '/portal/accounts/acme/apps/new' );
		const name = page.getByLabel( 'Name' );
		await name.fill( 'store front' );
		await page.getByLabel( 'Region' ).selectOption( 'Europe West' );
		await page.getByRole( 'button', { name: 'Create app' } ).click();
		await expect(
			page.getByRole( 'alert' ).getByText( /store front/ )
		).toBeVisible();
		await expect( name ).toBeFocused();
		await expect( name ).toHaveValue( 'store front' );
		await expect( name ).toHaveAttribute( 'aria-invalid', 'true' );
		await expect( page.getByLabel( 'Region' ) ).toHaveValue(
			'regions/EU-W'
		);
	} );
} );

test( 'can be operated with the keyboard', async ( { page, portal } ) => {
	await openLive( page, portal );
	await page.keyboard.press( 'Tab' );
	await expect(
		page.getByRole( 'link', { name: 'Skip to the content' } )
	).toBeFocused();
	await page.keyboard.press( 'Enter' );
	await expect( page.locator( '#main' ) ).toBeFocused();
	const menu = page.locator( 'summary', { hasText: 'Account' } );
	await menu.focus();
	await page.keyboard.press( 'Enter' );
	await expect(
		page.getByRole( 'button', { name: 'Sign out' } )
	).toBeVisible();
	await page.keyboard.press( 'Tab' );
	await page.keyboard.press( 'Escape' );
	await expect(
		page.getByRole( 'button', { name: 'Sign out' } )
	).toBeHidden();
	await expect( menu ).toBeFocused();
} );
