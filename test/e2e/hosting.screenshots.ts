/** Pictures of the tab Hosting in wp-admin, on the platform: .local/screenshots/hosting. */
import {
	hostingScreen,
	hostingScreens,
	HOSTING,
	showHostingScreen,
} from './hosting-screens.ts';
import { expect, logIn, test } from './kit.ts';
import { callPlatform } from './platform.ts';
import {
	createSampleSite,
	removeSampleSite,
} from './screen-states/sample-site.ts';
import { addDesktopFonts, viewPage } from './screenshot.ts';

const CREDENTIALS = 'headless-deploy/v1/settings/credentials';

/** Long enough for pictures of the running build. */
const STAGING_BUILD_MS = 60_000;

// The host rejects an API user.
test.use( { allowedErrors: [ /status of 50[24]/ ] } );

test( 'takes pictures of the tab Hosting', async ( { page, kit } ) => {
	const folder = 'hosting';
	const { accountName, appId, environmentId } = kit.hosting;
	const app = `/accounts/${ accountName }/apps/${ appId }`;
	const load = async () => {
		await logIn( page, kit, HOSTING );
		await addDesktopFonts( page );
	};
	await load();
	await expect( hostingScreen( page ) ).toContainText( 'API user' );
	await viewPage( page, { folder, name: 'No API user' } );

	const { staging, preview } = await createSampleSite(
		kit,
		STAGING_BUILD_MS
	);
	await callPlatform(
		kit,
		'POST',
		`/_local/accounts/${ accountName }/usage/refresh`
	);
	await page.reload();
	await addDesktopFonts( page );
	const screens = {
		...hostingScreens( `${ app }/environments/${ environmentId }` ),
		'Environment, building': `${ app }/environments/${ staging.id }`,
		'Build, running': `${ app }/environments/${ staging.id }/builds/1`,
		'Environment, no code yet': `${ app }/environments/${ preview.id }`,
		'Not found': '/nothing',
	};
	for ( const [ name, address ] of Object.entries( screens ) ) {
		await showHostingScreen( page, address );
		await viewPage( page, { folder, name } );
	}
	await showHostingScreen( page, screens.Builds );
	await page.getByRole( 'button', { name: 'Clean Rebuild' } ).click();
	await viewPage( page, { folder, name: 'Clean Rebuild', isDialog: true } );

	const { url: apiUrl, user } = kit.hosting;
	await kit.rest.call( 'PUT', CREDENTIALS, {
		apiUrl,
		user,
		password: 'a wrong password',
	} );
	await load();
	await page.getByRole( 'button', { name: 'Try again' } ).waitFor();
	await viewPage( page, { folder, name: 'API user rejected' } );
	await page.close();
	await removeSampleSite( kit );
} );
