/** The portal in a browser: from the one-time link to a live site, errors on the way, roles, and lost connections. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Environment } from '../../src/reference-api/model/hosting.ts';
import { expect, PASSWORD, test } from './portal-kit.ts';
import type { PortalKit } from './portal-kit.ts';

/** Drops a file on the page, as from a file manager. */
async function drop( page: Page, file: string, name: string ): Promise< void > {
	const bytes = ( await readFile( file ) ).toString( 'base64' );
	const dataTransfer = await page.evaluateHandle(
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
	const target = page.getByRole( 'main' );
	await target.dispatchEvent( 'dragenter', { dataTransfer } );
	await expect(
		page.getByText( 'Drop to deploy to storefront, Production' )
	).toBeVisible();
	await target.dispatchEvent( 'drop', { dataTransfer } );
}

async function choose( page: Page, file: string ): Promise< void > {
	await page.getByTestId( 'zip' ).first().setInputFiles( file );
}

/** What was spoken last to screen readers. */
function spoken( page: Page ): Locator {
	return page.locator( '#a11y-speak-polite' );
}

function notice( page: Page, text: string | RegExp ): Locator {
	return page
		.getByRole( 'main' )
		.locator( '.components-notice' )
		.filter( { hasText: text } );
}

function heading( page: Page, name: string ): Locator {
	return page.getByRole( 'heading', { name, exact: true, level: 1 } );
}

async function siteText( portal: PortalKit, environment: Environment ) {
	const { edges } = portal.platform().services;
	return ( await fetch( edges.url( environment ) ) ).text();
}

async function expectAllLines( log: Locator ): Promise< void > {
	const numbers = await log.locator( '[data-line]' ).allTextContents();
	expect( numbers ).toEqual(
		numbers.map( ( _, index ) => `${ index + 1 }` )
	);
}

test(
	'leads from the one-time link to a live site and its webhook, and shows the build',
	{ tag: '@full-browser' },
	async ( { page, playwright, portal } ) => {
		const link = portal.platform().portalLink();
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
		await expect( heading( page, 'New environment' ) ).toBeVisible();
		await page.getByLabel( 'Name', { exact: true } ).fill( 'Production' );
		await page.getByRole( 'button', { name: 'Add a variable' } ).click();
		const key = page.getByLabel( 'Key', { exact: true } );
		await expect( key ).toBeFocused();
		await key.fill( 'GATE' );
		await page
			.getByLabel( 'Value', { exact: true } )
			.fill( `${ portal.folder }/gate` );
		await page
			.getByRole( 'button', { name: 'Create environment' } )
			.click();
		await expect( heading( page, 'Production' ) ).toBeVisible();

		await drop( page, await portal.application(), 'storefront.zip' );
		await expect( heading( page, 'Build 1' ) ).toBeVisible();
		await expect( notice( page, 'Uploaded as build 1.' ) ).toBeVisible();
		const log = page.getByRole( 'region', { name: 'Log' } );
		await expect( log.getByText( 'Collecting page data' ) ).toBeVisible();
		await expect( page ).toHaveTitle(
			/^Building, \d+ s · Build 1 · Production/
		);
		await expect(
			page.getByRole( 'list', { name: 'Steps' } )
		).toContainText( /Build, running/ );
		await expect(
			log.getByText( 'Following', { exact: true } )
		).toBeVisible();
		await portal.openGate();
		await expect( log.getByText( 'Compiled' ) ).toBeVisible();
		await expect( spoken( page ) ).toContainText( 'Build 1: Live' );
		await expect( page ).toHaveTitle( /^Live · Build 1/ );
		await expect(
			page.getByRole( 'button', { name: /follow/i } )
		).toHaveCount( 0 );
		await expectAllLines( log );

		const [ site ] = await Promise.all( [
			page.waitForEvent( 'popup' ),
			page.getByRole( 'link', { name: 'Visit site' } ).click(),
		] );
		await expect( site.getByText( 'hello' ) ).toBeVisible();
		await site.close();

		await page
			.context()
			.grantPermissions( [ 'clipboard-read', 'clipboard-write' ] );
		await page.getByRole( 'link', { name: 'Production' } ).click();
		await page
			.getByRole( 'link', { name: 'Settings', exact: true } )
			.click();
		await page.getByRole( 'button', { name: 'Create webhooks' } ).click();
		const copies = page.getByRole( 'button', { name: /^Copy/ } );
		await copies.first().click();
		await expect( spoken( page ) ).toContainText( /^Copied/ );
		const url = await page.evaluate( () => navigator.clipboard.readText() );
		const { status } = await fetch( url, { method: 'POST' } );
		expect( status ).toBeLessThan( 300 );
		await expect(
			page.getByText( `, response ${ status }` ).first()
		).toBeVisible();
		await portal.platform().waitUntilIdle();
	}
);

test( 'says why a build failed and what stays live, and brings an earlier release back', async ( {
	page,
	portal,
} ) => {
	const environment = await portal.environment();
	await portal.deploy( environment, 'the first' );
	await portal.deploy( environment, 'the second' );
	await portal.signIn( page, portal.href( environment, '/builds' ) );
	await choose(
		page,
		await portal.application( {
			build: "console.error( 'Error: no such page' ); process.exitCode = 1;",
		} )
	);
	await expect( heading( page, 'Build 3' ) ).toBeVisible();
	await expect( page ).toHaveTitle( /^Failed · Build 3/ );
	const failure = notice(
		page,
		'Build failed: npm run build ended with code 1.'
	);
	await expect( failure ).toContainText( 'Build 2 stayed live.' );
	await page.getByRole( 'button', { name: 'First error' } ).click();
	await expect( page.locator( '.is-target' ) ).toContainText(
		'Error: no such page'
	);
	await expect( page.locator( '.is-target :focus' ) ).toHaveCount( 1 );
	expect( await siteText( portal, environment ) ).toBe( 'the second' );

	await page.getByRole( 'link', { name: 'Builds' } ).click();
	const again = page.getByRole( 'button', { name: 'Deploy again: Build 1' } );
	await again.focus();
	await page.keyboard.press( 'Enter' );
	const dialog = page.getByRole( 'dialog', {
		name: 'Deploy build 1 again?',
	} );
	await expect( dialog ).toContainText( 'Build 2 stays live' );
	await expect(
		dialog.getByRole( 'button', { name: 'Cancel' } )
	).toBeFocused();
	await page.keyboard.press( 'Escape' );
	await expect( again ).toBeFocused();
	await page.keyboard.press( 'Enter' );
	await dialog.getByRole( 'button', { name: 'Deploy again' } ).click();
	await expect( heading( page, 'Build 4' ) ).toBeVisible();
	await expect( page ).toHaveTitle( /^Live · Build 4/ );
	expect( await siteText( portal, environment ) ).toBe( 'the first' );

	await portal.closeGate();
	await page.getByRole( 'button', { name: 'Rebuild' } ).click();
	await expect( heading( page, 'Build 5' ) ).toBeVisible();
	await expect( page.getByText( 'Collecting page data' ) ).toBeVisible();
	await page.getByRole( 'button', { name: 'Cancel build 5' } ).click();
	await expect(
		notice( page, 'Build 5 canceled. Build 4 is still live.' )
	).toBeVisible();
	await expect( page ).toHaveTitle( /^Canceled · Build 5/ );
	expect( await siteText( portal, environment ) ).toBe( 'the first' );
} );

test.describe( 'an upload', () => {
	test.use( { allowedErrors: /status of 4(00|22)/ } );

	test( 'an upload is checked before it is sent, is rejected with a reason, and can be canceled', async ( {
		page,
		portal,
	} ) => {
		const environment = await portal.environment();
		await portal.deploy( environment );
		await portal.signIn( page, portal.href( environment, '/builds' ) );
		const sent: string[] = [];
		page.on( 'request', ( request ) => {
			if ( request.method() === 'POST' ) {
				sent.push( new URL( request.url() ).pathname );
			}
		} );
		const input = page.getByTestId( 'zip' ).first();
		const refusal = notice( page, 'was not deployed.' );
		await input.setInputFiles( {
			name: 'big.zip',
			mimeType: 'application/zip',
			buffer: Buffer.alloc( 1.5 * 1024 * 1024 ),
		} );
		await expect( refusal ).toContainText(
			'big.zip was not deployed. It has 1.5 MiB, the limit is 1 MiB.'
		);
		await input.setInputFiles( {
			name: 'site.tar',
			mimeType: '',
			buffer: Buffer.from( 'x' ),
		} );
		await expect( refusal ).toContainText( 'It is not a zip file.' );
		expect( sent ).toEqual( [] );

		await choose( page, await portal.zip( 'a.zip', { 'readme.md': 'x' } ) );
		await expect( refusal ).toContainText( /^Error notice ?a.zip was not/ );
		await expect( refusal ).toContainText( 'package.json' );
		await expect( refusal ).toContainText( 'Build 1 is still live.' );
		expect( sent ).toEqual( [ expect.stringMatching( /:upload$/ ) ] );

		// The response never arrives, as on a slow connection.
		await page.route( /:upload$/, () => {} );
		await choose( page, await portal.application() );
		const cancel = page.getByRole( 'button', { name: 'Cancel upload' } );
		await expect(
			page.getByRole( 'progressbar', {
				name: 'Upload of storefront.zip',
			} )
		).toBeVisible();
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
		await expect( spoken( page ) ).toContainText(
			'Upload canceled. Nothing was deployed.'
		);
	} );
} );

test.describe( 'a member of an account', () => {
	test.use( { allowedErrors: /status of 40[34]/ } );

	test( 'sees only the own account', async ( { page, portal } ) => {
		await portal.platform().services.users.create(
			{
				id: 'max',
				name: '',
				role: 'none',
				accounts: [ { account: 'acme', role: 'write' } ],
				password: PASSWORD,
			},
			'sam'
		);
		await portal.signIn( page, '/portal', 'max' );
		await expect( heading( page, 'Apps' ) ).toBeVisible();
		const navigation = page.getByRole( 'navigation', { name: 'Main' } );
		await expect( navigation.getByRole( 'link' ) ).toHaveText( [
			'Apps',
			'Disk usage',
			'API',
		] );
		await page.getByRole( 'button', { name: /^Account/ } ).click();
		await expect( page.getByRole( 'menuitemradio' ) ).toHaveText( [
			'acme',
		] );
		await expect(
			page.getByRole( 'menuitem', { name: 'API users' } )
		).toHaveCount( 0 );
		await page.goto( `${ portal.url }/portal/accounts/globex` );
		await expect( page.getByRole( 'main' ) ).toContainText( /globex/ );
		await expect(
			page.getByRole( 'link', { name: 'Create an app' } )
		).toHaveCount( 0 );
	} );
} );

test.describe( 'a lost connection', () => {
	test.use( {
		// A platform that stops answers 503.
		allowedErrors:
			/ERR_(CONNECTION|EMPTY|INCOMPLETE|INTERNET)|status of (401|503)/,
	} );
	const LOST = /^Not connected to the platform since \d+:\d\d\s[AP]M\. /;

	test( 'keeps what the page shows, and leads back to it by sign-in after a restart or the end of the session', async ( {
		page,
		context,
		portal,
	} ) => {
		const environment = await portal.environment();
		await portal.deploy( environment );
		const address = portal.href( environment, '/builds' );
		await portal.signIn( page, address );
		const build = page.getByRole( 'link', { name: 'Build 1' } );
		await expect( build ).toBeVisible();

		await portal.stop();
		await expect( page.getByText( LOST ) ).toBeVisible();
		await expect( build ).toBeVisible();
		await portal.start();
		await expect( heading( page, 'Sign in' ) ).toBeVisible();
		await portal.fillSignIn( page );
		await expect( build ).toBeVisible();
		expect( page.url() ).toBe( address );
		await expect( page.getByText( LOST ) ).toHaveCount( 0 );

		const other = await context.newPage();
		await other.goto( `${ portal.url }/portal` );
		await other.getByRole( 'button', { name: /^Account/ } ).click();
		await other.getByRole( 'menuitem', { name: 'Sign out' } ).click();
		await expect( heading( other, 'Sign in' ) ).toBeVisible();
		// As when the user returns to the tab.
		await page.evaluate( () =>
			document.dispatchEvent( new Event( 'visibilitychange' ) )
		);
		await expect( heading( page, 'Sign in' ) ).toBeVisible();
		expect( page.url() ).toBe( address );
	} );

	test( 'loses and repeats no line of a log', async ( {
		page,
		context,
		portal,
	} ) => {
		const environment = await portal.environment();
		await portal.signIn( page, portal.href( environment, '/builds' ) );
		await choose( page, await portal.application() );
		const log = page.getByRole( 'region', { name: 'Log' } );
		await expect( log.getByText( 'Collecting page data' ) ).toBeVisible();
		await context.setOffline( true );
		await page.evaluate( () =>
			document.dispatchEvent( new Event( 'visibilitychange' ) )
		);
		await expect( page.getByText( LOST ) ).toBeVisible();
		await portal.openGate();
		await portal.platform().waitUntilIdle();
		await expect( log.getByText( 'Collecting page data' ) ).toBeVisible();
		await context.setOffline( false );
		await expect( log.getByText( 'Compiled' ) ).toBeVisible();
		await expect( page.getByText( LOST ) ).toHaveCount( 0 );
		await expect( page ).toHaveTitle( /^Live · Build 1/ );
		await expectAllLines( log );
	} );
} );

test( 'says on every page that fault rules are on, and records requests', async ( {
	page,
	portal,
} ) => {
	await portal.signIn( page, '/portal/accounts/acme' );
	await portal.call( 'POST', '/_local/faults', {
		kind: 'drop',
		name: 'Dropped',
		path: '/v1/nothing',
		method: 'GET',
	} );
	const line = page.getByText( '1 fault rule is on' );
	await expect( line ).toBeVisible();
	const navigation = page.getByRole( 'navigation', { name: 'Main' } );
	await navigation.getByRole( 'link', { name: 'Faults' } ).click();
	await expect( page.getByRole( 'main' ) ).toContainText( 'Dropped' );
	await expect( line ).toBeVisible();
	await page.getByRole( 'button', { name: 'Turn all off' } ).click();
	await expect( line ).toHaveCount( 0 );

	await navigation.getByRole( 'link', { name: 'Requests' } ).click();
	await expect( heading( page, 'Requests' ) ).toBeVisible();
	await portal.call( 'GET', '/v1/accounts/acme/apps?pageSize=7' );
	await page.getByRole( 'link', { name: /pageSize=7/ } ).click();
	await expect( page.getByRole( 'main' ) ).toContainText( '200' );
} );

test( 'shows the API without another machine, and calls it', async ( {
	page,
	portal,
} ) => {
	await portal.signIn( page, '/portal/api' );
	await page
		.locator( '.opblock-summary-control', { hasText: 'Lists the regions' } )
		.press( 'Enter' );
	await page.getByRole( 'button', { name: 'Execute' } ).press( 'Enter' );
	await expect( page.locator( '.live-responses-table' ) ).toContainText(
		'Europe West'
	);
} );
