import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shortWebhook } from '../../../src/panel/connections/connection-facts.tsx';
import type { EnvironmentSettings, Status } from '../../../src/shared/wire.ts';
import {
	NOW,
	aFailedRun,
	aPendingRun,
	aProblem,
	aStatus,
	allSettings,
	anEnvironment,
	someSettings,
} from '../fixtures.ts';
import { notices, openPanel } from '../panel-page.tsx';
import { button, dialog, field, focused, queryButton } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const PASTED =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook:rebuild?token=Qm9va3NoZWxmLXRva2VuLTEyMzQ=';

let server: FakeServer;

function openWith( status: Status, ...environments: EnvironmentSettings[] ) {
	const settings = allSettings( { environments } );
	return openPanel( { tab: 'connections', status, settings } );
}

function open( ...environments: EnvironmentSettings[] ) {
	return openWith( aStatus(), ...environments );
}

function decided( over: Partial< EnvironmentSettings > ) {
	return { ...someSettings( over ), message: 'Done.' };
}

/** What the server does with a PUT: the fields that came, and a new version. */
function acceptChanges( stored: EnvironmentSettings ) {
	server.on( 'PUT', '/settings/environments/', ( { data } ) => {
		const { webhookUrl, ...fields } = data as Record< string, string >;
		void webhookUrl;
		return { ...stored, ...fields, etag: 'v2' };
	} );
}

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

afterEach( () => {
	window.history.replaceState( null, '', '/' );
} );

describe( 'a connection', () => {
	test( 'a connection shows the masked webhook URL', async () => {
		await open( someSettings() );
		screen.getByText(
			'https://js.wpengineapi.com/…/webhook:{action}?token=••••AbC='
		);
	} );

	test( 'a connection confirms a new webhook URL only after the server accepted it', async () => {
		const user = await open( someSettings() );
		await user.click( button( 'Replace the webhook URL' ) );
		server.on( 'PUT', '/settings/environments/', () => {
			throw refusal(
				400,
				'headless_deploy_token_masked',
				'This is our own display.'
			);
		} );
		await user.type( field( 'New webhook URL' ), PASTED );
		await user.click( button( 'Replace the webhook URL' ) );
		screen.getByText( 'This is our own display.' );
		expect( notices() ).toEqual( [] );
		acceptChanges( someSettings() );
		await user.click( button( 'Replace the webhook URL' ) );
		expect( notices() ).toMatchObject( [
			{
				status: 'success',
				content: 'The webhook URL of Production was replaced.',
			},
		] );
		expect( screen.queryByLabelText( 'New webhook URL' ) ).toBeNull();
	} );

	describe( 'a new URL of another environment', () => {
		const ELSEWHERE = PASTED.replace( 'apps/storefront', 'apps/shop' );
		const connected = ( app: string ) => {
			const { webhook } = someSettings();
			return someSettings( {
				webhook: {
					...webhook,
					recognized: { ...webhook.recognized, app },
				},
				etag: 'v2',
			} );
		};

		async function paste() {
			const user = await open( someSettings() );
			server.on( 'PUT', '/settings/environments/', () =>
				connected( 'shop' )
			);
			await user.click( button( 'Replace the webhook URL' ) );
			await user.click( field( 'New webhook URL' ) );
			await user.paste( ELSEWHERE );
			await user.keyboard( '{Enter}' );
			return user;
		}

		test( 'a new URL of another environment opens a dialog that names both environments', async () => {
			await paste();
			screen.getByRole( 'dialog', {
				name: 'Connect Production to another environment?',
			} );
			dialog().getByText( 'storefront of the account acme' );
			dialog().getByText( 'shop of the account acme' );
			expect( screen.getByRole( 'dialog' ).textContent ).not.toContain(
				'Qm9va3'
			);
			expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 0 );
		} );

		test( 'a new URL of another environment is connected after the confirmation, with a notice that names the target', async () => {
			const user = await paste();
			await user.click( button( 'Connect to the other environment' ) );
			expect( server.callsOf( 'PUT', '' ) ).toMatchObject( [
				{ data: { webhookUrl: ELSEWHERE } },
			] );
			expect( notices() ).toMatchObject( [
				{
					status: 'success',
					content:
						'Production is now connected to shop of the account acme, 7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2.',
				},
			] );
			expect( screen.queryByRole( 'dialog' ) ).toBeNull();
		} );

		test( 'a new URL of another environment is not saved after Cancel, and stays in the field', async () => {
			const user = await paste();
			await user.click(
				dialog().getByRole( 'button', { name: 'Cancel' } )
			);
			expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 0 );
			expect( field( 'New webhook URL' ).value ).toBe( ELSEWHERE );
		} );
	} );

	test.each( [
		[ true, 'Webhook does not exist' ],
		[ false, 'Connected' ],
	] )(
		'a connection with a problem that needs a new URL (%s) shows the status “%s”',
		async ( needsNewUrl, text ) => {
			const problem = aProblem( {
				needsNewUrl,
				connectionLabel: needsNewUrl ? text : '',
			} );
			await openWith(
				aStatus( anEnvironment( { status: 'failed', problem } ) ),
				someSettings()
			);
			screen.getByText( text );
		}
	);

	test.each( [ 'token', 'person', 'copy' ] as const )(
		'a connection shows “Paused” for a pause with the reason “%s” while the headline is unknown',
		async ( reason ) => {
			await open(
				someSettings( {
					paused: { reason, since: null, nextAttemptAt: null },
				} )
			);
			screen.getByText( 'Paused' );
		}
	);

	test( 'a connection can be edited, paused and removed while its URL is rejected', async () => {
		await openWith(
			aStatus( anEnvironment( { lastRun: aFailedRun() } ) ),
			someSettings()
		);
		field( 'New webhook URL' );
		for ( const name of [ 'Edit', 'Pause', 'Remove' ] ) {
			button( name );
		}
		expect(
			screen.getAllByRole( 'button', { name: 'Replace the webhook URL' } )
		).toHaveLength( 1 );
	} );

	test.each( [
		[ 'wpe-headless', 1 ],
		[ 'generic', 0 ],
	] as const )(
		'a connection with the provider %s shows the portal’s hint %i times beside the field',
		async ( provider, count ) => {
			await openWith(
				aStatus( anEnvironment( { lastRun: aFailedRun() } ) ),
				someSettings( { provider } )
			);
			field( 'New webhook URL' );
			expect(
				screen.queryAllByText( /copy any of the three URLs/ )
			).toHaveLength( count );
		}
	);

	test( 'a connection shows that its URL is rejected although it is set in wp-config.php', async () => {
		const { webhook } = someSettings();
		await openWith(
			aStatus( anEnvironment( { lastRun: aFailedRun() } ) ),
			someSettings( { webhook: { ...webhook, lockedBy: 'X' } } )
		);
		screen.getByText( 'Webhook URL rejected' );
	} );

	test( 'a connection shows “Connected” as soon as the URL was replaced', async () => {
		const user = await openWith(
			aStatus( anEnvironment( { lastRun: aFailedRun() } ) ),
			someSettings()
		);
		const { webhook } = someSettings();
		acceptChanges(
			someSettings( { webhook: { ...webhook, connectedAt: NOW } } )
		);
		await user.click( field( 'New webhook URL' ) );
		await user.paste( PASTED );
		screen.getByText( 'Webhook URL rejected' );
		server.status = aStatus( anEnvironment() );
		await user.keyboard( '{Enter}' );
		await screen.findByText( 'Connected' );
	} );

	test( 'a connection opens its field for a new URL if the link of a failed run led here', async () => {
		window.history.replaceState(
			null,
			'',
			'/?tab=connections&replace=production'
		);
		await open( someSettings() );
		const url = field( 'New webhook URL' );
		expect( focused() ).toBe( url );
	} );

	test( 'a connection can be renamed', async () => {
		const user = await open( someSettings() );
		acceptChanges( someSettings() );
		await user.click( button( 'Edit' ) );
		await user.type( field( 'Name' ), ' EU' );
		await user.click( button( 'Save' ) );
		screen.getByRole( 'heading', { name: 'Production EU' } );
	} );

	test( 'a connection marks the field of an invalid front-end URL', async () => {
		const user = await open( someSettings() );
		server.on( 'PUT', '/settings/environments/', () => {
			throw refusal(
				400,
				'headless_deploy_front_end_url_invalid',
				'No address.',
				'frontEndUrl'
			);
		} );
		await user.click( button( 'Edit' ) );
		const address = field( /Front-end URL/ );
		await user.clear( address );
		await user.type( address, 'none' );
		await user.click( button( 'Save' ) );
		expect( address.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
		expect( field( 'Name' ).getAttribute( 'aria-invalid' ) ).toBe(
			'false'
		);
	} );

	test( 'a connection is removed only after a confirmation', async () => {
		const user = await open( someSettings() );
		server.on( 'DELETE', '/settings/environments/production', () => null );
		await user.click( button( 'Remove' ) );
		expect( server.callsOf( 'DELETE', '' ) ).toHaveLength( 0 );
		screen.getByRole( 'dialog', { name: 'Remove “Production”?' } );
		await user.click( dialog().getByRole( 'button', { name: 'Remove' } ) );
		expect( server.callsOf( 'DELETE', '' ) ).toMatchObject( [
			{ headers: { 'If-Match': 'v1' } },
		] );
		screen.getByRole( 'heading', { name: 'Connect your front end' } );
	} );

	describe( 'that was removed', () => {
		async function remove( ...others: EnvironmentSettings[] ) {
			const user = await open( someSettings(), ...others );
			server.on(
				'DELETE',
				'/settings/environments/production',
				() => null
			);
			await user.click(
				screen
					.getAllByRole( 'button', { name: /^Remove/ } )
					.at( 0 ) as HTMLElement
			);
			await user.click(
				dialog().getByRole( 'button', { name: /^Remove/ } )
			);
			return user;
		}

		test( 'a connection that was removed comes back with Undo, and its button Remove takes the focus', async () => {
			const user = await remove();
			server.on(
				'POST',
				'/settings/environments/production/restore',
				() => decided( { etag: 'v2' } )
			);
			server.on( 'GET', '/settings', () =>
				allSettings( {
					environments: [ someSettings( { etag: 'v2' } ) ],
				} )
			);
			await user.click( button( 'Undo' ) );
			expect( server.callsOf( 'POST', '/restore' ) ).toMatchObject( [
				{ headers: { 'If-Match': 'v1' } },
			] );
			expect( notices() ).toMatchObject( [
				{ status: 'success', content: 'Done.' },
			] );
			expect( focused() ).toBe( button( 'Remove' ) );
		} );

		test( 'a connection that was removed stays removed with the message of the server if it cannot be restored', async () => {
			const user = await remove(
				someSettings( { id: 'staging', label: 'Staging' } )
			);
			server.on(
				'POST',
				'/settings/environments/production/restore',
				() => {
					throw refusal(
						410,
						'headless_deploy_restore_expired',
						'It can no longer be restored.'
					);
				}
			);
			server.on( 'GET', '/settings', () =>
				allSettings( {
					environments: [
						someSettings( { id: 'staging', label: 'Staging' } ),
					],
				} )
			);
			await user.click( button( 'Undo' ) );
			expect( notices() ).toMatchObject( [
				{ status: 'error', content: 'It can no longer be restored.' },
			] );
			expect( screen.queryByText( 'Production' ) ).toBeNull();
			expect( focused()?.className ).toContain(
				'components-snackbar-list'
			);
		} );

		test( 'a connection that was removed is shown if the response is lost and the server restored it', async () => {
			const user = await remove();
			server.on(
				'POST',
				'/settings/environments/production/restore',
				() => {
					throw { code: 'fetch_error', message: 'Offline.' };
				}
			);
			server.on( 'GET', '/settings', () =>
				allSettings( { environments: [ someSettings() ] } )
			);
			await user.click( button( 'Undo' ) );
			expect( notices() ).toMatchObject( [
				{
					status: 'error',
					content: expect.stringContaining(
						'It is not known whether the change was made.'
					),
				},
			] );
			await screen.findByRole( 'heading', { name: 'Production' } );
		} );
	} );

	test( 'a connection is removed from the screen if another user removed it already', async () => {
		const user = await open( someSettings() );
		server.on( 'DELETE', '/settings/environments/production', () => {
			throw refusal(
				404,
				'headless_deploy_unknown_environment',
				'There is none.'
			);
		} );
		await user.click( button( 'Remove' ) );
		await user.click(
			dialog().getByRole( 'button', {
				name: 'Remove',
			} )
		);
		screen.getByRole( 'heading', { name: 'Connect your front end' } );
	} );

	test( 'a connection shows who paused it, and since when', async () => {
		const paused = {
			reason: 'person',
			since: NOW,
			nextAttemptAt: null,
			by: { id: 2, name: 'Maria Lindqvist' },
		} as const;
		await openWith(
			aStatus( anEnvironment( { status: 'paused', paused } ) ),
			someSettings( { paused } )
		);
		screen.getByText( 'Paused by Maria Lindqvist' );
		screen.getByText( /^Since / );
		button( 'Resume' );
	} );

	test( 'a connection shows only “Paused” if the user is unknown', async () => {
		const paused = {
			reason: 'person',
			since: null,
			nextAttemptAt: null,
			by: null,
		} as const;
		await openWith(
			aStatus( anEnvironment( { status: 'paused', paused } ) ),
			someSettings( { paused } )
		);
		screen.getByText( 'Paused' );
	} );

	test( 'a connection keeps the entries while the browser is offline', async () => {
		const user = await open( someSettings() );
		server.on( 'PUT', '/settings/environments/', () => {
			throw { code: 'offline_error', message: 'Unable to connect.' };
		} );
		await user.click( button( 'Edit' ) );
		await user.type( field( 'Name' ), ' EU' );
		await user.click( button( 'Save' ) );
		screen.getByText(
			'Unable to connect. Your entries are still on this page. Try again.'
		);
		screen.getByDisplayValue( 'Production EU' );
	} );

	test( 'a connection stays when the server rejects its removal', async () => {
		const user = await open( someSettings() );
		server.on( 'DELETE', '/settings/environments/production', () => {
			throw refusal(
				503,
				'headless_deploy_not_saved',
				'Could not be written.'
			);
		} );
		await user.click( button( 'Remove' ) );
		await user.click( dialog().getByRole( 'button', { name: 'Remove' } ) );
		dialog().getByText( 'Could not be written.' );
		expect( notices() ).toEqual( [] );
	} );

	test( 'a connection can only be paused if wp-config.php defines it', async () => {
		const { webhook } = someSettings();
		window.history.replaceState( null, '', '/?replace=production' );
		const lockedBy = 'HEADLESS_DEPLOY_ENVIRONMENTS';
		await open(
			someSettings( {
				lockedBy,
				lockedFields: [ 'label', 'webhookUrl', 'frontEndUrl' ],
				webhook: { ...webhook, lockedBy },
			} )
		);
		expect( document.body.textContent ).toContain(
			'Set in wp-config.php by HEADLESS_DEPLOY_ENVIRONMENTS. Change it there. Automation is still set here.'
		);
		screen.getByText( 'Set in wp-config.php' );
		expect(
			screen
				.getAllByRole( 'button' )
				.slice( 0, 2 )
				.map( ( { textContent } ) => textContent )
		).toEqual( [ 'Add environment', 'Pause' ] );
		for ( const name of [ 'Replace the webhook URL', 'Edit', 'Remove' ] ) {
			expect( queryButton( name ) ).toBeNull();
		}
		expect( screen.queryByLabelText( 'New webhook URL' ) ).toBeNull();
	} );

	test( 'a connection can be edited except for the fields that wp-config.php sets', async () => {
		const user = await open(
			someSettings( { lockedBy: 'X', lockedFields: [ 'label' ] } )
		);
		expect( document.body.textContent ).toContain(
			'Set in wp-config.php by X: Name. Change these fields there and the others here.'
		);
		button( 'Replace the webhook URL' );
		expect( queryButton( 'Remove' ) ).toBeNull();
		await user.click( button( 'Edit' ) );
		const name = field( 'Name' );
		expect( name.disabled ).toBe( true );
		screen.getByText( 'Set in wp-config.php by X. Change it there.' );
		const address = field( /Front-end URL/ );
		expect( focused() ).toBe( address );
		acceptChanges( someSettings() );
		await user.type( address, '/shop' );
		await user.click( button( 'Save' ) );
		expect( server.callsOf( 'PUT', '' )[ 0 ]?.data ).toEqual( {
			frontEndUrl: 'https://www.acme.example/shop',
		} );
	} );

	test( 'a connection is not saved if nothing was changed', async () => {
		const user = await open( someSettings() );
		await user.click( button( 'Edit' ) );
		await user.click( button( 'Save' ) );
		button( 'Edit' );
		expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 0 );
		expect( notices() ).toEqual( [] );
	} );

	test( 'a connection explains a rejected token, with the field for a new URL open', async () => {
		const paused = {
			reason: 'token',
			since: '2026-11-21T13:58:00.000Z',
			nextAttemptAt: null,
		} as const;
		const user = await openWith(
			aStatus( anEnvironment( { status: 'paused', paused } ) ),
			someSettings( { paused } )
		);
		expect( document.body.textContent ).toContain(
			'The host no longer accepts the webhook URL; it was probably regenerated in the portal. Copy a webhook URL from the host and enter it here.'
		);
		expect( document.body.textContent ).not.toContain(
			'under Connections'
		);
		const url = field( 'New webhook URL' );
		expect( focused() ).not.toBe( url );
		await user.click( button( 'Cancel' ) );
		expect( screen.queryByLabelText( 'New webhook URL' ) ).toBeNull();
		expect( button( 'Replace the webhook URL' ).className ).toContain(
			'is-primary'
		);
	} );

	test.each( [ 'Replace the webhook URL', 'Edit', 'Add environment' ] )(
		'a connection gives the focus back to “%s” when its form is canceled',
		async ( name ) => {
			const user = await open( someSettings() );
			await user.click( button( name ) );
			expect( focused()?.tagName ).toBe( 'INPUT' );
			await user.click( button( 'Cancel' ) );
			expect( focused() ).toBe( button( name ) );
		}
	);

	test( 'a connection is paused and resumed by one button, which keeps the focus', async () => {
		const user = await open( someSettings() );
		server.on( 'POST', '/production/pause', () =>
			decided( {
				etag: 'v2',
				paused: { reason: 'person', since: NOW, nextAttemptAt: null },
			} )
		);
		server.on( 'POST', '/production/resume', () =>
			decided( { etag: 'v3' } )
		);
		const toggle = button( 'Pause' );
		await user.click( toggle );
		expect( toggle.textContent ).toBe( 'Resume' );
		expect( focused() ).toBe( toggle );
		screen.getByText( 'Paused' );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
		await user.click( toggle );
		expect( toggle.textContent ).toBe( 'Pause' );
		screen.getByText( 'Connected' );
	} );

	test( 'a connection shows why it could not be paused, and no success', async () => {
		const user = await open( someSettings() );
		server.on( 'POST', '/production/pause', () => {
			throw refusal( 503, 'headless_deploy_not_saved', 'Not written.' );
		} );
		await user.click( button( 'Pause' ) );
		expect( notices() ).toMatchObject( [
			{ status: 'error', content: 'Not written.' },
		] );
		button( 'Pause' );
	} );

	test( 'a connection lets the user decide about a copy, and saves on the new version', async () => {
		const copy = {
			reason: 'copy',
			since: null,
			nextAttemptAt: null,
			copy: { confirmed: false },
		} as const;
		const user = await openWith(
			aStatus( anEnvironment( { status: 'paused', paused: copy } ) ),
			someSettings( { paused: copy } )
		);
		screen.getByText( 'Paused: this is a copy' );
		expect( queryButton( 'Pause' ) ).toBeNull();
		server.on( 'POST', '/confirm-copy', () => {
			const paused = { ...copy, copy: { confirmed: true } };
			server.status = aStatus(
				anEnvironment( { status: 'paused', paused } )
			);
			return decided( { paused, etag: 'v2' } );
		} );
		await user.click( button( /^This is a copy/ ) );
		expect( queryButton( /^This is a copy/ ) ).toBeNull();
		acceptChanges( someSettings( { etag: 'v2' } ) );
		await user.click( button( 'Edit' ) );
		await user.type( field( 'Name' ), ' EU' );
		await user.click( button( 'Save' ) );
		expect( server.callsOf( 'PUT', '' ) ).toMatchObject( [
			{ headers: { 'If-Match': 'v2' } },
		] );
	} );

	describe( 'that is refused', () => {
		const refused = aStatus(
			anEnvironment( {
				status: 'failed',
				problem: aProblem( {
					needsNewUrl: true,
					connectionLabel: 'Webhook URL rejected',
				} ),
			} )
		);

		function openRefused( hosted: string[] ) {
			server.status = refused;
			const settings = allSettings( { hostedEnvironments: hosted } );
			return openPanel( {
				tab: 'connections',
				status: refused,
				settings,
			} );
		}

		test( 'a connection that is refused is reconnected in one click by the API user', async () => {
			const { id } = someSettings();
			const user = await openRefused( [ id ] );
			server.on( 'POST', '/hosting/reconnect', () => ( {
				state: 'connected',
				environment: id,
				label: 'Production',
				message: '“Production” is connected again.',
			} ) );
			server.on( 'GET', '/settings', () => allSettings() );
			server.status = aStatus();
			await user.click( button( 'Reconnect' ) );
			expect( server.callsOf( 'POST', '' ) ).toMatchObject( [
				{ data: { environment: id } },
			] );
			expect( notices() ).toMatchObject( [
				{ content: '“Production” is connected again.' },
			] );
			expect( queryButton( 'Reconnect' ) ).toBeNull();
			screen.getByText( 'Connected' );
		} );

		test( 'a connection that is refused says why the host did not allow it', async () => {
			const user = await openRefused( [ someSettings().id ] );
			server.on( 'POST', '/hosting/reconnect', () => {
				throw refusal(
					403,
					'headless_deploy_host_error',
					'Read-only.'
				);
			} );
			await user.click( button( 'Reconnect' ) );
			expect( notices() ).toMatchObject( [ { content: 'Read-only.' } ] );
			expect( queryButton( 'Reconnect' ) ).not.toBeNull();
		} );

		test( 'a connection that is refused needs a pasted URL where the API user cannot help', async () => {
			await openRefused( [] );
			expect( queryButton( 'Reconnect' ) ).toBeNull();
			field( 'New webhook URL' );
		} );
	} );

	test( 'a connection shows the first rejection while its run is retried', async () => {
		const pending = [
			aPendingRun( {
				attempt: 1,
				attemptedAt: NOW,
				errorCode: 'headless_deploy_token_refused',
				message: 'Refused.',
			} ),
		];
		await openWith(
			aStatus( anEnvironment( { status: 'retrying', pending } ) ),
			someSettings()
		);
		screen.getByText( 'Webhook URL rejected' );
		expect( button( 'Replace the webhook URL' ).className ).toContain(
			'is-primary'
		);
	} );

	test( 'a connection requests the status as soon as the URL was replaced', async () => {
		const user = await open( someSettings() );
		acceptChanges( someSettings() );
		await user.click( button( 'Replace the webhook URL' ) );
		await user.click( field( 'New webhook URL' ) );
		await user.paste( PASTED );
		expect( server.callsOf( 'GET', '/status' ) ).toHaveLength( 0 );
		await user.keyboard( '{Enter}' );
		expect( server.callsOf( 'GET', '/status' ) ).toHaveLength( 1 );
	} );

	test.each( [
		[ 'vercel', 'api.vercel.com', 'Vercel' ],
		[ 'netlify', 'api.netlify.com', 'Netlify' ],
		[ 'cloudflare-pages', 'api.cloudflare.com', 'Cloudflare Pages' ],
		[ 'render', 'api.render.com', 'Render' ],
		[ 'generic', 'ci.acme.example', 'ci.acme.example' ],
	] as const )(
		'a connection of %s shows the host and only the actions that it offers',
		async ( provider, host, name ) => {
			const { webhook } = someSettings();
			const recognized = { host, account: '', app: '', environment: '' };
			await open(
				someSettings( {
					provider,
					webhook: {
						...webhook,
						recognized,
						urls: { rebuild: `https://${ host }/••••` },
					},
				} )
			);
			screen.getByText( name );
			expect(
				screen
					.getAllByRole( 'listitem' )
					.map( ( { textContent } ) => textContent )
			).toEqual( [ 'Rebuild' ] );
		}
	);

	test( 'a connection can be connected to another provider, whose name the notice shows', async () => {
		const user = await open( someSettings() );
		const { webhook } = someSettings();
		server.on( 'PUT', '/settings/environments/', () =>
			someSettings( {
				provider: 'netlify',
				webhook: {
					...webhook,
					recognized: {
						host: 'api.netlify.com',
						account: '',
						app: '',
						environment: '',
					},
				},
			} )
		);
		await user.click( button( 'Replace the webhook URL' ) );
		await user.click( field( 'New webhook URL' ) );
		await user.paste(
			'https://api.netlify.com/build_hooks/5f2b8c0d9e1a7b3c4d6e'
		);
		await user.keyboard( '{Enter}' );
		await user.click( button( 'Connect to the other environment' ) );
		expect( notices() ).toMatchObject( [
			{ content: 'Production is now connected to Netlify.' },
		] );
	} );
} );

const NEWER = someSettings( {
	label: 'Live site',
	frontEndUrl: '',
	etag: 'v7',
	lastSaved: {
		by: { id: 2, name: 'Maria Lindqvist' },
		at: NOW,
	},
} );

function differences(): string[] {
	return [
		...document.querySelectorAll( '.headless-deploy-differences li' ),
	].map( ( { textContent } ) => textContent ?? '' );
}

async function conflict() {
	const user = await open( someSettings() );
	server.on( 'GET', '/settings', () => ( { environments: [ NEWER ] } ) );
	server.on( 'PUT', '/settings/environments/', ( { data, headers } ) => {
		if ( headers[ 'If-Match' ] !== 'v7' ) {
			throw {
				code: 'headless_deploy_edit_conflict',
				message: 'Not saved.',
				data: { status: 412, environment: NEWER },
			};
		}
		return { ...NEWER, ...( data as object ), etag: 'v8' };
	} );
	await user.click( button( 'Edit' ) );
	await user.type( field( 'Name' ), ' EU' );
	await user.click( button( 'Save' ) );
	screen.getByText(
		/^Not saved\. Maria Lindqvist changed these settings \(\d\d:\d\d\)\.$/
	);
	expect( differences() ).toEqual( [
		'Name Saved value: Live site. Your value: Production EU.',
		'Front end Saved value: None.',
	] );
	expect( field( 'Name' ).value ).toBe( 'Production EU' );
	expect( notices() ).toEqual( [] );
	return user;
}

test( 'two users who edit the same environment can show the newer settings', async () => {
	const user = await conflict();
	await user.click( button( 'Show the newer settings' ) );
	expect( field( 'Name' ).value ).toBe( 'Live site' );
	expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 1 );
} );

test( 'two users who edit the same environment overwrite the newer settings only on request', async () => {
	const user = await conflict();
	await user.click( button( 'Overwrite with my changes' ) );
	screen.getByRole( 'heading', { name: 'Production EU' } );
	expect(
		server
			.callsOf( 'PUT', '' )
			.map( ( { headers, data } ) => [ headers[ 'If-Match' ], data ] )
	).toEqual( [
		[ 'v1', { label: 'Production EU' } ],
		[ 'v7', { label: 'Production EU' } ],
	] );
} );

test( 'shows the errors of the constant in wp-config.php with their place', async () => {
	const message = 'This is not a web address.';
	await openPanel( {
		tab: 'connections',
		status: aStatus(),
		settings: allSettings( {
			problems: [
				{ environment: 'staging', field: 'webhookUrl', message },
			],
		} ),
	} );
	screen.getByText( 'staging.webhookUrl' );
	screen.getByText( message );
} );

test( 'shows that the settings cannot be read, and requests them again', async () => {
	server.on( 'GET', '/settings', () => {
		throw refusal( 500, 'x', 'The option cannot be read.' );
	} );
	const user = await openPanel( { tab: 'connections', status: null } );
	screen.getByText( 'The option cannot be read.' );
	server.on( 'GET', '/settings', () => ( {
		environments: [ someSettings() ],
	} ) );
	await user.click( button( 'Try again' ) );
	screen.getByRole( 'heading', { name: 'Production' } );
} );

test( 'shortens a webhook URL to host, action and mask', () => {
	expect(
		shortWebhook( {
			purgeCache: 'https://h.example/a/webhook:purgeCache?token=••••AbC=',
		} )
	).toBe( 'https://h.example/…/webhook:{action}?token=••••AbC=' );
	expect( shortWebhook( {} ) ).toBe( '' );
} );
