import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { addresses } from '../../../src/hosting/addresses.ts';
import { aSession } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

const ACME = { name: 'acme', id: '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55' };

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost()
		.on( 'GET', '/_local/session', aSession( { role: 'write' } ) )
		.on( 'GET', '/_local/accounts', { accounts: [ ACME ] } );
} );

async function createAccount( name: string ) {
	const { user } = openScreen( addresses.accounts, server );
	await user.type( await screen.findByLabelText( 'Name' ), name );
	await user.click(
		screen.getByRole( 'button', { name: 'Create account' } )
	);
}

test( 'lists the accounts with their UUIDs', async () => {
	openScreen( addresses.accounts, server );
	const link = await screen.findByRole( 'link', { name: 'acme' } );
	expect( link.getAttribute( 'href' ) ).toBe( addresses.apps( 'acme' ) );
	screen.getByText( ACME.id );
} );

test( 'creates an account', async () => {
	server.on( 'POST', '/_local/accounts', { ...ACME, name: 'globex' } );
	await createAccount( 'globex' );
	await screen.findByText( 'Account created.' );
	expect( server.callsOf( 'POST', '' )[ 0 ]?.body ).toEqual( {
		name: 'globex',
	} );
} );

test( 'shows at its field why a name is refused', async () => {
	server.on(
		'POST',
		'/_local/accounts',
		new PlatformError( 'This name is used.', 409, 'name' )
	);
	await createAccount( 'acme' );
	await screen.findByRole( 'textbox', {
		name: 'Name',
		description: 'This name is used.',
	} );
} );

test( 'offers no new account to users who may only look', async () => {
	server.on( 'GET', '/_local/session', aSession( { role: 'read' } ) );
	openScreen( addresses.accounts, server );
	await screen.findByText( /Your role is read-only/ );
	expect( screen.queryByLabelText( 'Name' ) ).toBeNull();
} );

test( 'says what to do where there are none', async () => {
	server
		.on( 'GET', '/_local/session', aSession( { role: 'none' } ) )
		.on( 'GET', '/_local/accounts', { accounts: [] } );
	openScreen( addresses.accounts, server );
	await screen.findByText(
		/Ask an administrator of the platform for access/
	);
} );
