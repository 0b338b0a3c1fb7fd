import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { addresses } from '../../../src/hosting/addresses.ts';
import type { Host } from '../../../src/hosting/client/host.ts';
import { mergedRows } from '../../../src/hosting/environments/variable-rows.tsx';
import { anInstall, PATH } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

const ENVIRONMENTS = '/v1/accounts/{account}/apps/{app}/environments';
const OPERATION = `accounts/acme/apps/shop/environments/${ PATH.environment }/operations/no_build`;

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost()
		.on( 'GET', '/_local/installs', {
			installs: [
				anInstall( {
					accountName: 'acme',
					name: 'blog',
					url: 'http://a',
				} ),
				anInstall( { accountName: 'acme', name: 'news', url: '' } ),
				anInstall( { accountName: 'other', name: 'foreign', url: '' } ),
			],
		} )
		.on( 'POST', ENVIRONMENTS, {
			name: OPERATION,
			metadata: {
				'@type':
					'type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata',
				build: '',
				deployment: '',
			},
			done: false,
		} );
} );

async function openForm( host: Partial< Host > = {} ) {
	const page = openScreen(
		addresses.newEnvironment( 'acme', 'shop' ),
		server,
		host
	);
	await page.user.type( await screen.findByLabelText( 'Name' ), 'Staging' );
	return page;
}

function create( { user }: Awaited< ReturnType< typeof openForm > > ) {
	return user.click(
		screen.getByRole( 'button', { name: 'Create environment' } )
	);
}

test( 'a new environment is created with its install, root directory and variables, then shown', async () => {
	const page = await openForm();
	const { user } = page;
	await user.selectOptions(
		await screen.findByRole( 'combobox', {
			name: 'WordPress install',
		} ),
		'news'
	);
	await user.type(
		screen.getByLabelText( 'Root directory (optional)' ),
		'apps/web'
	);
	await user.click(
		screen.getByRole( 'button', { name: 'Add a variable' } )
	);
	await user.keyboard( 'KEY' );
	await user.type( screen.getByLabelText( 'Value' ), 'secret' );
	await create( page );
	await waitFor( () =>
		expect( page.address() ).toBe( addresses.environment( PATH ) )
	);
	expect( server.callsOf( 'POST', '' )[ 0 ]?.body ).toEqual( {
		displayName: 'Staging',
		branch: 'uploadable',
		wpEnvironment: 'news',
		rootDirectory: 'apps/web',
		shellVariables: [ { key: 'KEY', value: 'secret' } ],
	} );
} );

test( 'a new environment has the installs of its account to choose from', async () => {
	await openForm();
	const options = await screen.findAllByRole( 'option' );
	expect( options.map( ( { textContent } ) => textContent ) ).toEqual( [
		'No WordPress install',
		'blog, http://a',
		'news, no URL',
	] );
} );

test( 'a new environment is linked to this site unless the user chooses another install', async () => {
	await openForm( { install: 'blog' } );
	const field = await screen.findByRole( 'combobox' );
	expect( field ).toHaveProperty( 'value', 'blog' );
} );

test.each( [
	[ 'has several installs', 'blog, news' ],
	[ 'has none', '' ],
] )(
	'a new environment needs no install on a host that %s',
	async ( _what, names ) => {
		server.on( 'GET', '/_local/installs', {
			installs: names
				.split( ', ' )
				.filter( Boolean )
				.map( ( name ) => anInstall( { accountName: 'acme', name } ) ),
		} );
		const page = await openForm();
		expect( await screen.findByRole( 'combobox' ) ).toHaveProperty(
			'value',
			''
		);
		await create( page );
		await waitFor( () =>
			expect( server.callsOf( 'POST', '' )[ 0 ]?.body ).toEqual( {
				displayName: 'Staging',
				branch: 'uploadable',
				wpEnvironment: '',
			} )
		);
	}
);

test( 'a new environment is linked to the only install unless the user chooses none', async () => {
	server.on( 'GET', '/_local/installs', {
		installs: [ anInstall( { accountName: 'acme', name: 'blog' } ) ],
	} );
	const page = await openForm();
	const field = await screen.findByRole( 'combobox' );
	await waitFor( () => expect( field ).toHaveProperty( 'value', 'blog' ) );
	await page.user.selectOptions( field, 'No WordPress install' );
	await create( page );
	await waitFor( () =>
		expect( server.callsOf( 'POST', '' )[ 0 ]?.body ).toMatchObject( {
			wpEnvironment: '',
		} )
	);
} );

test( 'a new environment asks for the name of the install where the host lists none', async () => {
	const page = await openForm( {
		has: ( operation ) => operation !== 'listLocalInstalls',
	} );
	await page.user.type(
		screen.getByRole( 'textbox', { name: 'WordPress install' } ),
		'mine'
	);
	await create( page );
	await waitFor( () =>
		expect( server.callsOf( 'POST', '' )[ 0 ]?.body ).toMatchObject( {
			wpEnvironment: 'mine',
		} )
	);
} );

test( 'a new environment shows at its field which variable is refused, without counting empty rows', async () => {
	server.on(
		'POST',
		ENVIRONMENTS,
		new PlatformError( 'This is no key.', 400, 'shellVariables.0.key' )
	);
	const page = await openForm( { install: 'blog' } );
	const add = screen.getByRole( 'button', { name: 'Add a variable' } );
	await page.user.click( add );
	await page.user.click( add );
	await page.user.keyboard( '1' );
	await create( page );
	const field = await screen.findByRole( 'textbox', {
		name: 'Key',
		description: 'This is no key.',
	} );
	expect( field ).toHaveProperty( 'value', '1' );
} );

test( 'a new environment says so if the host does not name it', async () => {
	server.on( 'POST', ENVIRONMENTS, {
		name: 'operations/no_build',
	} as never );
	const page = await openForm( { install: 'blog' } );
	await create( page );
	await screen.findByText( /no ID of the new environment/, {
		selector: 'form *',
	} );
} );

async function paste( file: string ) {
	const page = await openForm();
	await page.user.click(
		screen.getByRole( 'button', { name: 'Paste a .env file' } )
	);
	await page.user.click( screen.getByLabelText( 'File' ) );
	await page.user.paste( file );
	await page.user.click(
		screen.getByRole( 'button', { name: 'Add these variables' } )
	);
}

test( 'a pasted .env file becomes rows, and creates nothing yet', async () => {
	await paste( 'A=1\nB="two words"' );
	await waitFor( () => expect( screen.queryByRole( 'dialog' ) ).toBeNull() );
	expect( server.callsOf( 'POST', '' ) ).toEqual( [] );
	const values = ( label: string ) =>
		screen
			.getAllByLabelText( label )
			.map( ( field ) => ( field as HTMLInputElement ).value );
	expect( values( 'Key' ) ).toEqual( [ 'A', 'B' ] );
	expect( values( 'Value' ) ).toEqual( [ '1', 'two words' ] );
} );

test( 'a pasted .env file says which line cannot be read, and sets nothing', async () => {
	await paste( 'A=1\nB' );
	await screen.findByText( /Line 2: / );
	expect( screen.queryByLabelText( 'Key' ) ).toBeNull();
} );

test( 'a pasted .env file replaces the values of known keys', () => {
	expect(
		mergedRows(
			[
				{ key: 'A', value: 'old' },
				{ key: '', value: '' },
				{ key: 'B', value: 'stays' },
			],
			[ { key: 'A', value: 'new' } ]
		).map( ( { key, value } ) => [ key, value ] )
	).toEqual( [
		[ 'B', 'stays' ],
		[ 'A', 'new' ],
	] );
} );
