import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { EnvironmentSummary } from '../../../src/shared/platform-api.generated.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { addresses } from '../../../src/hosting/addresses.ts';
import {
	aBuild,
	aNewEnvironment,
	anApp,
	anEnvironment,
	aRunningBuild,
	PATH,
	timeAfter,
} from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

const APPS = '/_local/accounts/{account}/apps';

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost()
		.on( 'GET', APPS, { apps: [ anApp() ] } )
		.on( 'GET', '/_local/installs', { installs: [] } );
} );

async function openRow( environment: EnvironmentSummary ) {
	server.on( 'GET', APPS, {
		apps: [ anApp( { environments: [ environment ] } ) ],
	} );
	openScreen( addresses.apps( 'acme' ), server );
	return screen.findByRole( 'listitem' );
}

test( 'the list of applications says what is served, what happened last and where', async () => {
	const row = await openRow( anEnvironment() );
	expect( row.textContent ).toMatch(
		/^Production LiveBuild 12 by sam, 13:50 today/
	);
	expect( row.textContent ).toMatch( /localhost:8890$/ );
} );

test( 'the list of applications counts what runs', async () => {
	const row = await openRow( anEnvironment( { running: aRunningBuild() } ) );
	expect( row.textContent ).toContain( 'Building 13 step 1 of 6, 20 s' );
} );

test( 'the list of applications says which build failed at which step, and which is live', async () => {
	const row = await openRow(
		anEnvironment( {
			newest: aBuild( {
				number: 13,
				state: 'failed',
				steps: [
					{
						name: 'install',
						state: 'failed',
						startTime: timeAfter( -70 ),
					},
				],
				finishTime: timeAfter( -60 ),
			} ),
		} )
	);
	expect( row.textContent ).toContain(
		'Build 13 failed at Install, 13:59 today. Build 12 is live.'
	);
} );

test( 'the list of applications leads from an environment without code to the upload', async () => {
	const row = await openRow( aNewEnvironment() );
	expect(
		within( row )
			.getByRole( 'link', { name: 'Upload a zip to start it' } )
			.getAttribute( 'href' )
	).toBe( addresses.environment( PATH ) );
} );

test( 'the list of applications says what to do where there are none', async () => {
	server.on( 'GET', APPS, { apps: [] } );
	openScreen( addresses.apps( 'acme' ), server );
	await screen.findByRole( 'heading', { name: 'No apps yet' } );
	screen.getByRole( 'link', { name: 'Create an app' } );
} );

test( 'the list of applications shows the command that creates the first one, without a password', async () => {
	server.on( 'GET', APPS, { apps: [] } );
	const { user } = openScreen( addresses.apps( 'acme' ), server, {
		api: { url: 'http://host.test', user: 'sam' },
	} );
	await user.click(
		await screen.findByRole( 'button', { name: 'Copy the command' } )
	);
	expect( await navigator.clipboard.readText() ).toBe(
		`curl -u 'sam' -H 'Content-Type: application/json' -d '{"region":"regions/US-C","uploadable":{}}' 'http://host.test/v1/accounts/acme/apps?appId=my-app'`
	);
} );

test( 'the list of applications offers no changes to users who may only look', async () => {
	openScreen( addresses.apps( 'acme' ), server, {
		mayWrite: () => false,
	} );
	await screen.findByRole( 'heading', { name: 'shop' } );
	expect( screen.queryByText( 'Create an app' ) ).toBeNull();
	expect(
		screen.queryByRole( 'button', { name: 'Delete: shop' } )
	).toBeNull();
} );

test( 'deletes an application after its name is typed', async () => {
	server.on( 'DELETE', '/v1/accounts/{account}/apps/{app}', null );
	const { user } = openScreen( addresses.apps( 'acme' ), server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Delete: shop' } )
	);
	const dialog = await screen.findByRole( 'dialog' );
	within( dialog ).getByText( /Its environment Production is deleted/ );
	const confirm = within( dialog ).getByRole( 'button', {
		name: 'Delete app',
	} );
	await user.type( within( dialog ).getByRole( 'textbox' ), 'sho' );
	await user.click( confirm );
	expect( server.callsOf( 'DELETE', '' ) ).toEqual( [] );
	await user.type( within( dialog ).getByRole( 'textbox' ), 'p' );
	await user.click( confirm );
	await screen.findByText( 'App deleted.' );
	expect( server.callsOf( 'DELETE', '' ) ).toMatchObject( [
		{ path: '/v1/accounts/acme/apps/shop' },
	] );
} );

async function typeApp( name: string ) {
	server.on( 'GET', '/v1/regions', {
		regions: [
			{ name: 'regions/US-C', displayName: 'US Central' },
			{ name: 'regions/UK', displayName: 'United Kingdom' },
		],
	} );
	const page = openScreen( addresses.newApp( 'acme' ), server );
	const { user } = page;
	await user.type( await screen.findByLabelText( 'Name' ), name );
	await user.selectOptions(
		screen.getByLabelText( 'Region' ),
		'United Kingdom'
	);
	await user.click( screen.getByRole( 'button', { name: 'Create app' } ) );
	return page;
}

test( 'a new application is created in its region, then asks for an environment', async () => {
	server.on( 'POST', '/v1/accounts/{account}/apps', null );
	const { address } = await typeApp( 'blog' );
	await screen.findByRole( 'heading', { name: 'New environment' } );
	expect( address() ).toBe( addresses.newEnvironment( 'acme', 'blog' ) );
	expect( server.callsOf( 'POST', '' ) ).toMatchObject( [
		{
			path: '/v1/accounts/acme/apps?appId=blog',
			body: { region: 'regions/UK', uploadable: {} },
		},
	] );
} );

test( 'a new application shows at its field why a name is refused', async () => {
	server.on(
		'POST',
		'/v1/accounts/{account}/apps',
		new PlatformError( 'This name is used.', 409, 'appId' )
	);
	await typeApp( 'shop' );
	const field = await screen.findByRole( 'textbox', {
		name: 'Name',
		description: 'This name is used.',
	} );
	expect( field.ownerDocument.activeElement ).toBe( field );
} );

test.each( [
	[
		'appId “a b” is not a valid name: use letters.',
		'Name “a b” is not a valid name: use letters.',
	],
] )(
	'a new application names the field as the form does: %s',
	async ( message, description ) => {
		server.on(
			'POST',
			'/v1/accounts/{account}/apps',
			new PlatformError( message, 400, 'appId' )
		);
		await typeApp( 'shop' );
		await screen.findByRole( 'textbox', { name: 'Name', description } );
	}
);

test( 'marks the environment that this WordPress site is connected to', async () => {
	const other = '11111111-3f0a-4f4e-9d39-5d7c2c1d9c55';
	server.on( 'GET', APPS, {
		apps: [
			anApp( {
				environments: [
					anEnvironment(),
					anEnvironment( { id: other, displayName: 'Staging' } ),
				],
			} ),
		],
	} );
	const connection = { id: 'a', label: 'A', message: 'A.', problem: '' };
	openScreen( addresses.apps( 'acme' ), server, {
		site: {
			connect: async () => Promise.reject( new Error() ),
			reconnect: async () => Promise.reject( new Error() ),
			find: ( { environment } ) =>
				environment === PATH.environment ? connection : null,
		},
	} );
	const rows = await screen.findAllByRole( 'listitem' );
	expect(
		rows.map( ( { textContent } ) =>
			textContent.includes( 'Connected to this site' )
		)
	).toEqual( [ true, false ] );
} );
