/** A network of sites: each site has its own environments, runs and administrators. */
import type { Environment, Run, Settings } from '../../src/shared/wire.ts';
import { publish } from './environment-states.ts';
import { expect, test } from './network-kit.ts';
import type { NetworkKit, NetworkSite } from './network-kit.ts';
import { PANEL } from './screens.ts';
import { logIn } from './sign-in.ts';

// The second test continues with the network of the first.
test.describe.configure( { mode: 'serial' } );

const API = 'headless-deploy/v1';
const CONNECTIONS = `${ PANEL }&tab=connections`;
const LABEL = 'Front end of the second site';
const NOTHING_CONNECTED = 'No front end is connected yet';

async function environmentsOf( site: NetworkSite ) {
	const { environments } = await site.rest.call< Settings >(
		'GET',
		`${ API }/settings`
	);
	return environments;
}

async function runTitles( site: NetworkSite ): Promise< string[] > {
	const { runs } = await site.rest.call< { runs: Run[] } >(
		'GET',
		`${ API }/runs`
	);
	return runs.map( ( { title } ) => title );
}

async function shortenQuietPeriod( site: NetworkSite ): Promise< void > {
	for ( const { id, etag } of await environmentsOf( site ) ) {
		await site.rest.call< Environment >(
			'PUT',
			`${ API }/settings/environments/${ id }`,
			{ automation: { quietPeriodSeconds: 2 } },
			etag
		);
	}
}

/** What the REST API answers about the main site to the administrator of the second. */
function statusOnMainSite(
	{ siteAdmin }: NetworkKit,
	route: string
): Promise< number > {
	const { url, adminUser, applicationPassword } = siteAdmin.main.wordpress;
	return fetch( `${ url }/wp-json/${ API }/${ route }`, {
		headers: {
			authorization: `Basic ${ btoa( `${ adminUser }:${ applicationPassword }` ) }`,
		},
	} ).then( ( { status } ) => status );
}

test( 'a super admin activates the plugin for the network and connects one site, whose posts call only its host', async ( {
	page,
	network,
} ) => {
	const { main, second } = network.superAdmin;
	await logIn( page, main, '/wp-admin/network/plugins.php' );
	await page
		.getByRole( 'link', { name: 'Network Activate Headless Deploy' } )
		.click();
	await expect( page.getByText( 'Plugin activated.' ) ).toBeVisible();
	await expect( page.locator( '.notice-error, .error' ) ).toHaveCount( 0 );

	await page.goto( second.wordpress.url + PANEL );
	await expect(
		page.getByRole( 'heading', { name: NOTHING_CONNECTED } )
	).toBeVisible();
	await page.getByRole( 'link', { name: 'Connect a front end' } ).click();
	await page.getByLabel( 'Webhook URL' ).fill( network.host.webhookUrl );
	await page.getByLabel( 'Name', { exact: true } ).fill( LABEL );
	await page.getByRole( 'button', { name: 'Connect' } ).click();
	await expect( page.getByText( `${ LABEL } is connected.` ) ).toBeVisible();
	expect( network.host.calls() ).toBe( 0 );

	await shortenQuietPeriod( second );
	await publish( main, 'On the main site' );
	await publish( second, 'On the second site' );
	await page.goto( second.wordpress.url + PANEL );
	await expect(
		page
			.locator( '.headless-deploy-activity' )
			.getByText( `Rebuild of ${ LABEL }` )
	).toBeVisible();
	await expect.poll( () => network.host.calls() ).toBe( 1 );
	expect( await runTitles( second ) ).toEqual( [ 'Rebuild' ] );

	await page.goto( main.wordpress.url + PANEL );
	await expect(
		page.getByRole( 'heading', { name: NOTHING_CONNECTED } )
	).toBeVisible();
	await expect( page.getByText( LABEL ) ).toHaveCount( 0 );
	expect( await environmentsOf( main ) ).toEqual( [] );
	expect( await runTitles( main ) ).toEqual( [] );
} );

test.describe( 'an administrator of the second site', () => {
	// The main site refuses the page.
	test.use( { allowedErrors: [ /status of 403/ ] } );

	test( 'edits its connections and has no access to the main site', async ( {
		page,
		network,
	} ) => {
		const { main, second } = network.siteAdmin;
		await logIn( page, second, CONNECTIONS );
		await expect(
			page.getByRole( 'heading', { name: LABEL } )
		).toBeVisible();
		await page.getByRole( 'button', { name: 'Edit' } ).click();
		await page.getByLabel( 'Name', { exact: true } ).fill( 'Renamed' );
		await page.getByRole( 'button', { name: 'Save' } ).click();
		await expect(
			page.getByText( 'Renamed was saved.' ).first()
		).toBeVisible();
		const [ renamed ] = await environmentsOf( second );
		expect( renamed?.label ).toBe( 'Renamed' );

		const answer = await page.goto( main.wordpress.url + CONNECTIONS );
		expect( answer?.status() ).toBe( 403 );
		await expect( page.locator( '#headless-deploy-root' ) ).toHaveCount(
			0
		);
		for ( const route of [ 'settings', 'status', 'runs' ] ) {
			expect( await statusOnMainSite( network, route ), route ).toBe(
				403
			);
		}
	} );
} );
