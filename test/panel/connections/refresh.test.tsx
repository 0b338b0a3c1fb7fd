import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type {
	EnvironmentSettings,
	RefreshSettings,
} from '../../../src/shared/wire.ts';
import {
	NOW,
	aStatus,
	aTarget,
	allSettings,
	at,
	someSettings,
} from '../fixtures.ts';
import { notices, openPanel } from '../panel-page.tsx';
import { button, dialog, field, focused, queryButton } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const URL_OF_ROUTE = 'https://www.acme.example/api/refresh';
const SECRET = 'whsec_bm90LWEtcmVhbC1zZWNyZXQtYnV0LWxvbmc=';

let server: FakeServer;

function withTarget(
	over: Partial< RefreshSettings > = {},
	further: Partial< EnvironmentSettings > = {}
): EnvironmentSettings {
	return someSettings( { refresh: aTarget( over ), ...further } );
}

function open( ...environments: EnvironmentSettings[] ) {
	const settings = allSettings( { environments } );
	return openPanel( { tab: 'connections', status: aStatus(), settings } );
}

function acceptUrl() {
	server.on( 'PUT', '/settings/environments/', () =>
		withTarget( { hasSecret: false, rotatedAt: null }, { etag: 'v2' } )
	);
}

function acceptSecret() {
	server.on( 'POST', '/refresh-secret', () => ( {
		secret: SECRET,
		environment: withTarget( {}, { etag: 'v3' } ),
	} ) );
}

async function enterUrl() {
	const user = await open( someSettings() );
	await user.click( button( 'Set up Refresh' ) );
	await user.type( field( 'Refresh URL' ), URL_OF_ROUTE );
	await user.click( button( 'Save' ) );
	return user;
}

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

test( 'the first refresh URL is saved with a new secret, which is shown once with the name of its variable', async () => {
	acceptUrl();
	acceptSecret();
	const user = await enterUrl();
	expect( server.callsOf( 'PUT', '' ) ).toMatchObject( [
		{ data: { refreshUrl: URL_OF_ROUTE } },
	] );
	expect( server.callsOf( 'POST', '/refresh-secret' ) ).toMatchObject( [
		{ headers: { 'If-Match': 'v2' } },
	] );
	screen.getByText( SECRET );
	screen.getByText( 'HEADLESS_DEPLOY_REFRESH_SECRET' );
	expect( focused()?.textContent ).toContain( 'Copy the secret now.' );
	await user.click( button( 'I have stored it' ) );
	expect( screen.queryByText( SECRET ) ).toBeNull();
	expect( focused() ).toBe( button( 'Edit Refresh' ) );
} );

test( 'the first refresh URL stays saved if no secret can be generated, and the next attempt only generates one', async () => {
	acceptUrl();
	server.on( 'POST', '/refresh-secret', () => {
		throw refusal( 503, 'headless_deploy_not_saved', 'Not written.' );
	} );
	const user = await enterUrl();
	screen.getByText( 'Not written.' );
	screen.getByText( 'No secret' );
	acceptSecret();
	await user.click( button( 'Save' ) );
	screen.getByText( SECRET );
	expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 1 );
} );

test( 'the first refresh URL shows its error at the field', async () => {
	server.on( 'PUT', '/settings/environments/', () => {
		throw refusal(
			400,
			'headless_deploy_refresh_url_invalid',
			'No query.',
			'refreshUrl'
		);
	} );
	await enterUrl();
	const url = field( 'Refresh URL' );
	expect( url.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
	expect( focused() ).toBe( url );
	expect( server.callsOf( 'POST', '/refresh-secret' ) ).toEqual( [] );
} );

test( 'the first refresh URL shows what another user saved at the same time', async () => {
	server.on( 'PUT', '/settings/environments/', () => {
		throw {
			code: 'headless_deploy_edit_conflict',
			message: 'Changed.',
			data: {
				status: 412,
				environment: withTarget(
					{ url: 'https://other.example/refresh' },
					{ etag: 'v9' }
				),
			},
		};
	} );
	await enterUrl();
	expect( document.body.textContent ).toContain(
		'https://other.example/refresh'
	);
	button( 'Overwrite with my changes' );
} );

test( 'a refresh URL with a secret gets a new secret only after a confirmation that names how long the previous one is valid', async () => {
	acceptSecret();
	const user = await open( withTarget() );
	await user.click( button( 'Generate a new secret' ) );
	dialog().getByText( /within seven days/ );
	expect( server.callsOf( 'POST', '' ) ).toEqual( [] );
	await user.click(
		dialog().getByRole( 'button', { name: 'Generate a new secret' } )
	);
	screen.getByText( SECRET );
	expect( screen.queryByRole( 'dialog' ) ).toBeNull();
} );

test( 'a new refresh URL is not in use until the front end accepts it in a test request', async () => {
	const unused = {
		isSecretUnused: true,
		previousSecretUntil: at( 3_600 ),
		secretProblem: 'The front end has not accepted it.',
	};
	server.on( 'POST', '/refresh-secret', () => ( {
		secret: SECRET,
		environment: withTarget( unused, { etag: 'v2' } ),
	} ) );
	server.on( 'POST', '/refresh-test', () => ( {
		severity: 'success',
		message: 'The front end knows the new secret.',
		httpStatus: 200,
		environment: withTarget( {}, { etag: 'v2' } ),
	} ) );
	const user = await open( withTarget() );
	await user.click( button( 'Generate a new secret' ) );
	await user.click(
		dialog().getByRole( 'button', { name: 'Generate a new secret' } )
	);
	screen.getByText( 'New secret not in use yet' );
	screen.getByText( /The front end has not accepted it\./ );
	expect( screen.queryByText( 'Set up' ) ).toBeNull();
	await user.click( button( 'I have stored it' ) );
	screen.getByText( 'New secret not in use yet' );
	await user.click( button( 'Send test request' ) );
	screen.getByText( 'Set up' );
	expect( screen.queryByText( /has not accepted it/ ) ).toBeNull();
} );

test.each( [ 'success', 'error' ] as const )(
	'a refresh URL with a secret reports the result of a test request as a notice (%s)',
	async ( severity ) => {
		server.on( 'POST', '/refresh-test', () => ( {
			severity,
			message: 'The front end answered.',
			httpStatus: 200,
			environment: withTarget(),
		} ) );
		const user = await open( withTarget() );
		await user.click( button( 'Send test request' ) );
		expect( notices() ).toMatchObject( [
			{ status: severity, content: 'The front end answered.' },
		] );
	}
);

test( 'a refresh URL that answered 410 is used again on demand', async () => {
	server.on( 'PUT', '/settings/environments/', () =>
		withTarget( {}, { etag: 'v2' } )
	);
	const user = await open( withTarget( { goneAt: NOW } ) );
	screen.getByText( 'Stopped' );
	await user.click( button( 'Send requests again' ) );
	expect( server.callsOf( 'PUT', '' ) ).toMatchObject( [
		{ data: { refreshUrl: URL_OF_ROUTE } },
	] );
	screen.getByText( 'Set up' );
} );

test( 'a refresh URL and secret of wp-config.php are named and not edited', async () => {
	await open(
		withTarget(
			{ rotatedAt: null },
			{
				lockedBy: 'HEADLESS_DEPLOY_ENVIRONMENTS',
				lockedFields: [ 'refreshUrl', 'refreshSecret', 'refreshPurge' ],
			}
		)
	);
	expect(
		screen.getAllByText(
			'Set in wp-config.php by HEADLESS_DEPLOY_ENVIRONMENTS. Change it there.'
		)
	).toHaveLength( 2 );
	expect( queryButton( 'Generate a new secret' ) ).toBeNull();
	expect( queryButton( 'Edit Refresh' ) ).toBeNull();
	button( 'Send test request' );
} );

test( 'the API user sets the secret on the host in one click', async () => {
	const environment = withTarget();
	const { id } = environment;
	const settings = allSettings( {
		environments: [ environment ],
		hostedEnvironments: [ id ],
	} );
	const user = await openPanel( {
		tab: 'connections',
		status: aStatus(),
		settings,
	} );
	server.on( 'POST', '/hosting/refresh-secret', () => ( {
		message: 'It is set at the host.',
	} ) );
	await user.click( button( 'Set the secret on the host' ) );
	expect( server.callsOf( 'POST', '' ) ).toMatchObject( [
		{ data: { environment: id } },
	] );
	expect( notices() ).toMatchObject( [
		{ content: 'It is set at the host.' },
	] );
} );

test( 'the user copies the secret where the API user cannot change the variables', async () => {
	await open( withTarget() );
	expect( queryButton( 'Set the secret on the host' ) ).toBeNull();
} );
