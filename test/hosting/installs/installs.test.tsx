import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Install } from '../../../src/shared/platform-api.generated.ts';
import { aSession, PATH } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

function anInstall( install: Partial< Install > = {} ): Install {
	return {
		id: '5f3f3c3e-98f7-4f3e-8f0d-8f6a0c1d2e3f',
		accountName: PATH.account,
		name: 'blog',
		url: 'http://127.0.0.1:8888',
		environments: [],
		...install,
	};
}

const LINKED = anInstall( {
	environments: [
		{
			id: PATH.environment,
			accountName: PATH.account,
			appId: PATH.app,
			displayName: 'Production',
		},
	],
} );

function hostWith( ...installs: readonly Install[] ): FakeHost {
	return new FakeHost()
		.on( 'GET', '/_local/session', aSession() )
		.on( 'GET', '/_local/installs', { installs: [ ...installs ] } )
		.on( 'PUT', '/_local/installs/{install}', anInstall() )
		.on( 'DELETE', '/_local/installs/{install}', null );
}

test( 'links an install to its environments, and does not offer to delete it', async () => {
	openScreen( '/installs', hostWith( LINKED ) );
	const link = await screen.findByRole( 'link', {
		name: 'shop / Production',
	} );
	expect( link.getAttribute( 'href' ) ).toContain( PATH.environment );
	expect( screen.queryByRole( 'button', { name: 'Delete: blog' } ) ).toBe(
		null
	);
} );

test( 'adds an install to the chosen account', async () => {
	const server = hostWith();
	const { user } = openScreen( '/installs', server );
	await user.type( await screen.findByLabelText( 'Name' ), 'shop' );
	await user.type( screen.getByLabelText( 'URL' ), 'http://localhost:1' );
	await user.click( screen.getByRole( 'button', { name: 'Add install' } ) );
	await screen.findByText( 'Install added.', { selector: 'div' } );
	expect( server.calls ).toContainEqual( {
		method: 'PUT',
		path: '/_local/installs/shop',
		body: { account: 'acme', url: 'http://localhost:1' },
	} );
} );

test( 'does not change the URL of an install whose name is typed for a new one', async () => {
	const server = hostWith( anInstall() );
	const { user } = openScreen( '/installs', server );
	await user.type( await screen.findByLabelText( 'Name' ), 'blog' );
	await user.type( screen.getByLabelText( 'URL' ), 'http://localhost:1' );
	await user.click( screen.getByRole( 'button', { name: 'Add install' } ) );
	await screen.findByText( /“blog” already exists/ );
	expect( server.calls.filter( ( { method } ) => method === 'PUT' ) ).toEqual(
		[]
	);
} );

test( 'changes the URL of an install and keeps its account', async () => {
	const server = hostWith( LINKED );
	const { user } = openScreen( '/installs', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Change URL: blog' } )
	);
	const dialog = within( screen.getByRole( 'dialog' ) );
	const url = dialog.getByLabelText( 'URL' );
	await user.clear( url );
	await user.type( url, 'http://localhost:2{Enter}' );
	await screen.findByText( /URL changed/, { selector: 'div' } );
	expect( server.calls ).toContainEqual( {
		method: 'PUT',
		path: '/_local/installs/blog',
		body: { account: 'acme', url: 'http://localhost:2' },
	} );
} );

test( 'deletes an install after a confirmation', async () => {
	const server = hostWith( anInstall() );
	const { user } = openScreen( '/installs', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Delete: blog' } )
	);
	const dialog = within( screen.getByRole( 'dialog' ) );
	await user.click( dialog.getByRole( 'button', { name: 'Delete' } ) );
	await screen.findByText( 'Install deleted.', { selector: 'div' } );
} );

test( 'offers no changes to users with a read-only role', async () => {
	openScreen( '/installs', hostWith( anInstall() ), {
		mayWrite: () => false,
	} );
	await screen.findByText( /Your role is read-only/ );
	expect(
		screen.queryAllByRole( 'button', { name: /Delete|Change|Add/ } )
	).toEqual( [] );
} );
