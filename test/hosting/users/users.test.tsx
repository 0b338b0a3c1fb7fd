import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiUser } from '../../../src/shared/platform-api.generated.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { aSession, timeAfter } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

function aUser( user: Partial< ApiUser > = {} ): ApiUser {
	return {
		id: 'ci',
		name: 'Deploys from CI',
		role: 'none',
		accounts: [ { account: 'acme', role: 'write' } ],
		createTime: timeAfter( -3600 ),
		createdBy: 'sam',
		...user,
	};
}

const SAM = aUser( { id: 'sam', name: '', role: 'write', accounts: [] } );

function hostWith( ...users: readonly ApiUser[] ): FakeHost {
	return new FakeHost()
		.on( 'GET', '/_local/session', aSession() )
		.on( 'GET', '/_local/users', { users: [ ...users ] } )
		.on( 'POST', '/_local/users', { ...aUser(), password: 'generated' } )
		.on( 'PUT', '/_local/users/{user}/password', {
			...aUser(),
			password: 'regenerated',
		} )
		.on( 'PUT', '/_local/users/{user}/role', aUser() )
		.on( 'PUT', '/_local/users/{user}/accounts/{account}', aUser() )
		.on( 'DELETE', '/_local/users/{user}/accounts/{account}', aUser() )
		.on( 'DELETE', '/_local/users/{user}', null );
}

function dialog() {
	return within( screen.getByRole( 'dialog' ) );
}

test( 'says what each user may do, and where', async () => {
	openScreen( '/users', hostWith( aUser(), SAM ) );
	await screen.findByText( 'acme: Read and write' );
	expect( screen.getByText( 'Whole platform: Read and write' ) ).toBeTruthy();
} );

test( 'creates a user with a role in an account, and shows the generated password until it is hidden', async () => {
	const server = hostWith( SAM );
	const { user } = openScreen( '/users', server );
	await user.type( await screen.findByLabelText( 'ID' ), 'ci' );
	await user.click(
		screen.getByRole( 'button', { name: 'Create API user' } )
	);
	await screen.findByText( 'generated' );
	expect( server.calls ).toContainEqual( {
		method: 'POST',
		path: '/_local/users',
		body: {
			id: 'ci',
			name: '',
			accounts: [ { account: 'acme', role: 'write' } ],
		},
	} );
	await user.click(
		screen.getByRole( 'button', { name: 'Hide the password' } )
	);
	expect( screen.queryByText( 'generated' ) ).toBe( null );
} );

test( 'shows at the ID that it is taken', async () => {
	const server = hostWith( SAM ).on(
		'POST',
		'/_local/users',
		new PlatformError( 'There is such a user.', 409, 'id' )
	);
	const { user } = openScreen( '/users', server );
	await user.type( await screen.findByLabelText( 'ID' ), 'ci{Enter}' );
	await screen.findByText( 'There is such a user.' );
	expect( screen.getByLabelText( 'ID' ).ariaInvalid ).toBe( 'true' );
} );

test( 'changes only the roles that were changed', async () => {
	const server = hostWith( aUser(), SAM );
	const { user } = openScreen( '/users', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Change access: ci' } )
	);
	await user.selectOptions(
		dialog().getByLabelText( 'Account acme' ),
		'none'
	);
	await user.click(
		dialog().getByRole( 'button', { name: 'Change access' } )
	);
	await screen.findByText( 'Access changed.', { selector: 'div' } );
	expect( server.calls.filter( ( { method } ) => method !== 'GET' ) ).toEqual(
		[
			{
				method: 'DELETE',
				path: '/_local/users/ci/accounts/acme',
				body: undefined,
			},
		]
	);
} );

test( 'generates a new password, which is shown once', async () => {
	const { user } = openScreen( '/users', hostWith( aUser(), SAM ) );
	await user.click(
		await screen.findByRole( 'button', { name: 'New password: ci' } )
	);
	await user.click(
		dialog().getByRole( 'button', { name: 'Change password' } )
	);
	await screen.findByText( 'regenerated' );
} );

test( 'deletes a user after a confirmation', async () => {
	const server = hostWith( aUser(), SAM );
	const { user } = openScreen( '/users', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Delete: ci' } )
	);
	await user.click( dialog().getByRole( 'button', { name: 'Delete' } ) );
	await screen.findByText( 'API user deleted.', { selector: 'div' } );
} );

test( 'does not delete the last user who may change the whole platform, and says why', async () => {
	const { user } = openScreen( '/users', hostWith( aUser(), SAM ) );
	const button = await screen.findByRole( 'button', { name: 'Delete: sam' } );
	expect( button.title ).toMatch( /^The last user with write access/ );
	await user.click( button );
	expect( screen.queryByRole( 'dialog' ) ).toBe( null );
} );

test( 'offers readers of the platform no changes', async () => {
	const server = hostWith( aUser(), SAM ).on(
		'GET',
		'/_local/session',
		aSession( { role: 'read' } )
	);
	openScreen( '/users', server );
	await screen.findByText( /Your role is read-only/ );
	expect(
		screen.queryAllByRole( 'button', { name: /Change|New|Delete|Create/ } )
	).toEqual( [] );
} );
