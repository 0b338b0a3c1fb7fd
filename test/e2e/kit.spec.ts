/** The test kit itself. */
import { expect, logIn, test } from './kit.ts';
import { watch } from './browser-errors.ts';

test( 'installs the plugin from its zip and connects it', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, '/wp-admin/plugins.php' );
	const row = page.locator( 'tr[data-plugin="headless-deploy/plugin.php"]' );
	await expect( row ).toHaveClass( /active/ );
	const { environments } = await kit.rest.call< {
		environments: { id: string; frontEndUrl: string }[];
	} >( 'GET', 'headless-deploy/v1/settings' );
	expect( environments ).toMatchObject( [
		{ id: kit.environment.id, frontEndUrl: kit.frontEnd.url },
	] );
} );

test( 'shows the content of WordPress on the sample front end', async ( {
	page,
	kit,
} ) => {
	await page.goto( kit.frontEnd.url );
	await expect( page.getByText( 'Hello world!' ).first() ).toBeVisible();
} );

test( 'shows avatars without a request to another machine', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, '/wp-admin/options-discussion.php' );
	const defaults = page.locator( 'fieldset img.avatar' );
	await expect( defaults.first() ).toHaveAttribute( 'src', /blank\.gif/ );
} );

test( 'records console errors, uncaught errors and requests to other machines', async ( {
	browser,
	kit,
} ) => {
	const context = await browser.newContext();
	const browserErrors = watch( context, [ /expected/ ] );
	const page = await context.newPage();
	await page.goto( kit.frontEnd.url );
	await page.evaluate( async () => {
		console.error( 'expected' );
		console.error( 'a fault' );
		setTimeout( () => {
			throw new Error( 'thrown' );
		} );
		setTimeout( () => Promise.reject( 'rejected without a stack' ) );
		await fetch( 'https://example.test/' ).catch( () => null );
	} );
	await expect
		.poll( () => browserErrors.join( '\n' ) )
		.toMatch( /uncaught: .*thrown/ );
	await expect
		.poll( () => browserErrors.join( '\n' ) )
		.toMatch( /uncaught: .*rejected without a stack/ );
	expect( browserErrors.join( '\n' ) ).toContain( 'console: a fault' );
	expect( browserErrors.join( '\n' ) ).toContain(
		'request to another machine: https://example.test/'
	);
	expect( browserErrors ).not.toContainEqual(
		expect.stringMatching( /: expected/ )
	);
	await context.close();
} );
