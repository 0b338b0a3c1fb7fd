import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shortWebhook } from '../../../src/panel/connections/connection-facts.tsx';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import type { EnvironmentSettings, Status } from '../../../src/shared/wire.ts';
import { App } from '../app.tsx';
import {
	NOW,
	aFailedRun,
	aPendingRun,
	aStatus,
	allSettings,
	anEnvironment,
	someBoot,
	someSettings,
} from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const PASTED =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook:rebuild?token=Qm9va3NoZWxmLXRva2VuLTEyMzQ=';

let server: FakeServer;

function notices() {
	return select( noticesStore ).getNotices();
}

async function open( ...environments: EnvironmentSettings[] ) {
	return openWith( aStatus(), ...environments );
}

async function openWith(
	status: Status,
	...environments: EnvironmentSettings[]
) {
	const boot = someBoot( {
		tab: 'connections',
		preload: { status, settings: allSettings( { environments } ) },
	} );
	const store = new StatusStore( status, { movingMs: null, idleMs: null } );
	render( <App boot={ boot } store={ store } /> );
	return userEvent.setup();
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
	notices().forEach( ( { id } ) =>
		dispatch( noticesStore ).removeNotice( id )
	);
	window.history.replaceState( null, '', '/' );
} );

describe( 'a connection', () => {
	test( 'shows the masked webhook and no more of the token', async () => {
		await open( someSettings() );
		screen.getByText(
			'https://js.wpengineapi.com/…/webhook:{action}?token=••••AbC='
		);
	} );

	test( 'gets a new token, and says so only then', async () => {
		const user = await open( someSettings() );
		await user.click(
			screen.getByRole( 'button', { name: 'Replace the webhook URL' } )
		);
		server.on( 'PUT', '/settings/environments/', () => {
			throw refusal(
				400,
				'headless_deploy_token_masked',
				'This is our own display.'
			);
		} );
		await user.type( screen.getByLabelText( 'New webhook URL' ), PASTED );
		await user.click(
			screen.getByRole( 'button', { name: 'Replace the webhook URL' } )
		);
		screen.getByText( 'This is our own display.' );
		expect( notices() ).toEqual( [] );
		acceptChanges( someSettings() );
		await user.click(
			screen.getByRole( 'button', { name: 'Replace the webhook URL' } )
		);
		expect( notices() ).toMatchObject( [
			{
				status: 'success',
				content: 'The webhook URL of Production was replaced.',
			},
		] );
		expect( screen.queryByLabelText( 'New webhook URL' ) ).toBeNull();
	} );

	describe( 'whose new URL belongs elsewhere', () => {
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
			await user.click(
				screen.getByRole( 'button', {
					name: 'Replace the webhook URL',
				} )
			);
			await user.click( screen.getByLabelText( 'New webhook URL' ) );
			await user.paste( ELSEWHERE );
			await user.keyboard( '{Enter}' );
			return user;
		}

		test( 'asks first, and names both', async () => {
			await paste();
			const dialog = screen.getByRole( 'dialog', {
				name: 'Connect Production to another environment?',
			} );
			within( dialog ).getByText( 'storefront of the account acme' );
			within( dialog ).getByText( 'shop of the account acme' );
			expect( dialog.textContent ).not.toContain( 'Qm9va3' );
			expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 0 );
		} );

		test( 'is connected there after that, and says where', async () => {
			const user = await paste();
			await user.click(
				screen.getByRole( 'button', {
					name: 'Connect to the other environment',
				} )
			);
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

		test( 'stays as it is after Cancel, with what was pasted in its field', async () => {
			const user = await paste();
			const dialog = screen.getByRole( 'dialog' );
			await user.click(
				within( dialog ).getByRole( 'button', { name: 'Cancel' } )
			);
			expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 0 );
			expect(
				screen.getByLabelText< HTMLInputElement >( 'New webhook URL' )
					.value
			).toBe( ELSEWHERE );
		} );
	} );

	test.each( [
		[ 'headless_deploy_token_refused', 'Webhook URL rejected' ],
		[ 'headless_deploy_webhook_not_found', 'Webhook does not exist' ],
		[ 'headless_deploy_webhook_gone', 'Webhook does not exist' ],
		[ 'headless_deploy_webhook_moved', 'Webhook does not exist' ],
		[ 'headless_deploy_key_lost', 'Webhook URL cannot be read' ],
		[ 'headless_deploy_timeout', 'Connected' ],
	] )( 'after %s is called %s', async ( errorCode, words ) => {
		const last = aFailedRun( { errorCode } );
		await openWith(
			aStatus( anEnvironment( { state: 'failed', last } ) ),
			someSettings()
		);
		screen.getByText( words );
	} );

	test.each( [
		[ 'token', 'Webhook URL rejected' ],
		[ 'key', 'Webhook URL cannot be read' ],
		[ 'person', 'Paused' ],
		[ 'copy', 'Paused: this is a copy' ],
		[ 'disabled', 'Paused in wp-config.php' ],
	] as const )(
		'that is paused because of the %s is called %s',
		async ( reason, words ) => {
			await open(
				someSettings( {
					paused: { reason, since: null, nextTryAt: null },
				} )
			);
			screen.getByText( words );
		}
	);

	test( 'whose URL is refused can still be edited, paused and removed', async () => {
		await openWith(
			aStatus( anEnvironment( { last: aFailedRun() } ) ),
			someSettings()
		);
		screen.getByLabelText( 'New webhook URL' );
		for ( const name of [ 'Edit', 'Pause', 'Remove' ] ) {
			screen.getByRole( 'button', { name } );
		}
		expect(
			screen.getAllByRole( 'button', { name: 'Replace the webhook URL' } )
		).toHaveLength( 1 );
	} );

	test.each( [
		[ 'wpe-headless', 1 ],
		[ 'generic', 0 ],
	] as const )(
		'of %s names the portal of that host alone beside the field for a new URL',
		async ( provider, count ) => {
			await openWith(
				aStatus( anEnvironment( { last: aFailedRun() } ) ),
				someSettings( { provider } )
			);
			screen.getByLabelText( 'New webhook URL' );
			expect(
				screen.queryAllByText( /copy any of the three URLs/ )
			).toHaveLength( count );
		}
	);

	test( 'whose refused URL has no token is told of none', async () => {
		const { webhook } = someSettings();
		const urls = { rebuild: 'https://hooks.example/••••' };
		await openWith(
			aStatus( anEnvironment( { last: aFailedRun() } ) ),
			someSettings( {
				provider: 'generic',
				webhook: { ...webhook, urls },
			} )
		);
		screen.getByText( /^The host rejects the webhook URL\./ );
		expect( screen.queryByText( /rejects the token/ ) ).toBeNull();
	} );

	test( 'that is locked and refused says that it is refused', async () => {
		const { webhook } = someSettings();
		await openWith(
			aStatus( anEnvironment( { last: aFailedRun() } ) ),
			someSettings( { webhook: { ...webhook, lockedBy: 'X' } } )
		);
		screen.getByText( 'Webhook URL rejected' );
	} );

	test( 'is no longer called refused when its token was replaced', async () => {
		const user = await openWith(
			aStatus( anEnvironment( { last: aFailedRun() } ) ),
			someSettings()
		);
		const { webhook } = someSettings();
		acceptChanges(
			someSettings( { webhook: { ...webhook, connectedAt: NOW } } )
		);
		await user.click( screen.getByLabelText( 'New webhook URL' ) );
		await user.paste( PASTED );
		screen.getByText( 'Webhook URL rejected' );
		await user.keyboard( '{Enter}' );
		screen.getByText( 'Connected' );
	} );

	test.each( [
		[ '2026-01-01T10:00:00.000Z', 'Webhook URL rejected' ],
		[ '2026-01-01T10:00:00.001Z', 'Connected' ],
	] )(
		'with a failure at 10:00:00.001 and a URL pasted at %s is called %s, also after a reload',
		async ( connectedAt, words ) => {
			const { webhook } = someSettings();
			const last = aFailedRun( {
				createdAt: '2026-01-01T09:59:00.000Z',
				attempts: [
					{
						at: '2026-01-01T10:00:00.001Z',
						durationMs: 400,
						httpStatus: 403,
						error: 'headless_deploy_token_refused',
						headline: 'Failed: the webhook URL was rejected',
					},
				],
			} );
			await openWith(
				aStatus( anEnvironment( { last } ) ),
				someSettings( { webhook: { ...webhook, connectedAt } } )
			);
			screen.getByText( words );
		}
	);

	test( 'opens its field for a new token when a failed run led here', async () => {
		window.history.replaceState(
			null,
			'',
			'/?tab=connections&replace=production'
		);
		await open( someSettings() );
		const field = screen.getByLabelText( 'New webhook URL' );
		expect( field.ownerDocument.activeElement ).toBe( field );
	} );

	test( 'is renamed', async () => {
		const user = await open( someSettings() );
		acceptChanges( someSettings() );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		await user.type( screen.getByLabelText( 'Name' ), ' EU' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByRole( 'heading', { name: 'Production EU' } );
	} );

	test( 'says at its field that a front-end address is none', async () => {
		const user = await open( someSettings() );
		server.on( 'PUT', '/settings/environments/', () => {
			throw refusal(
				400,
				'headless_deploy_front_end_url_invalid',
				'No address.',
				'frontEndUrl'
			);
		} );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		const field = screen.getByLabelText( /Front-end URL/ );
		await user.clear( field );
		await user.type( field, 'none' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect( field.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
		expect(
			screen.getByLabelText( 'Name' ).getAttribute( 'aria-invalid' )
		).toBe( 'false' );
	} );

	test( 'is removed only after a question', async () => {
		const user = await open( someSettings() );
		server.on( 'DELETE', '/settings/environments/production', () => null );
		await user.click( screen.getByRole( 'button', { name: 'Remove' } ) );
		expect( server.callsOf( 'DELETE', '' ) ).toHaveLength( 0 );
		const dialog = screen.getByRole( 'dialog', {
			name: 'Remove “Production”?',
		} );
		await user.click(
			within( dialog ).getByRole( 'button', { name: 'Remove' } )
		);
		expect( server.callsOf( 'DELETE', '' ) ).toMatchObject( [
			{ headers: { 'If-Match': 'v1' } },
		] );
		screen.getByRole( 'heading', { name: 'Connect your front end' } );
	} );

	test( 'that somebody else has removed already is removed, too', async () => {
		const user = await open( someSettings() );
		server.on( 'DELETE', '/settings/environments/production', () => {
			throw refusal(
				404,
				'headless_deploy_unknown_environment',
				'There is none.'
			);
		} );
		await user.click( screen.getByRole( 'button', { name: 'Remove' } ) );
		await user.click(
			within( screen.getByRole( 'dialog' ) ).getByRole( 'button', {
				name: 'Remove',
			} )
		);
		screen.getByRole( 'heading', { name: 'Connect your front end' } );
	} );

	test( 'says who has paused it, and since when', async () => {
		const paused = {
			reason: 'person',
			since: NOW,
			nextTryAt: null,
			by: { id: 2, name: 'Maria Lindqvist' },
		} as const;
		await openWith(
			aStatus( anEnvironment( { state: 'paused', paused } ) ),
			someSettings( { paused } )
		);
		screen.getByText( 'Paused by Maria Lindqvist' );
		screen.getByText( /^Since / );
		screen.getByRole( 'button', { name: 'Resume' } );
	} );

	test( 'of which nobody knows who paused it is just paused', async () => {
		const paused = {
			reason: 'person',
			since: null,
			nextTryAt: null,
			by: null,
		} as const;
		await openWith(
			aStatus( anEnvironment( { state: 'paused', paused } ) ),
			someSettings( { paused } )
		);
		screen.getByText( 'Paused' );
	} );

	test( 'keeps what is typed while the browser is offline', async () => {
		const user = await open( someSettings() );
		server.on( 'PUT', '/settings/environments/', () => {
			throw { code: 'offline_error', message: 'Unable to connect.' };
		} );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		await user.type( screen.getByLabelText( 'Name' ), ' EU' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByText(
			'Unable to connect. Your entries are still on this page. Try again.'
		);
		screen.getByDisplayValue( 'Production EU' );
	} );

	test( 'stays when its removal is refused', async () => {
		const user = await open( someSettings() );
		server.on( 'DELETE', '/settings/environments/production', () => {
			throw refusal(
				503,
				'headless_deploy_not_saved',
				'Could not be written.'
			);
		} );
		await user.click( screen.getByRole( 'button', { name: 'Remove' } ) );
		const dialog = screen.getByRole( 'dialog' );
		await user.click(
			within( dialog ).getByRole( 'button', { name: 'Remove' } )
		);
		within( dialog ).getByText( 'Could not be written.' );
		expect( notices() ).toEqual( [] );
	} );

	test( 'that wp-config.php names can only be paused here', async () => {
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
			expect( screen.queryByRole( 'button', { name } ) ).toBeNull();
		}
		expect( screen.queryByLabelText( 'New webhook URL' ) ).toBeNull();
	} );

	test( 'of which wp-config.php names the label alone gets a new token and an address here', async () => {
		const user = await open(
			someSettings( { lockedBy: 'X', lockedFields: [ 'label' ] } )
		);
		expect( document.body.textContent ).toContain(
			'Set in wp-config.php by X: Name. Change these fields there and the others here.'
		);
		screen.getByRole( 'button', { name: 'Replace the webhook URL' } );
		expect( screen.queryByRole( 'button', { name: 'Remove' } ) ).toBeNull();
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		const name = screen.getByLabelText< HTMLInputElement >( 'Name' );
		expect( name.disabled ).toBe( true );
		screen.getByText( 'Set in wp-config.php by X. Change it there.' );
		const address = screen.getByLabelText( /Front-end URL/ );
		expect( address.ownerDocument.activeElement ).toBe( address );
		acceptChanges( someSettings() );
		await user.type( address, '/shop' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect( server.callsOf( 'PUT', '' )[ 0 ]?.data ).toEqual( {
			frontEndUrl: 'https://www.acme.example/shop',
		} );
	} );

	test( 'in which nothing was typed is not saved at all', async () => {
		const user = await open( someSettings() );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByRole( 'button', { name: 'Edit' } );
		expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 0 );
		expect( notices() ).toEqual( [] );
	} );

	test( 'whose token is refused says so in a sentence, and has its field open', async () => {
		const paused = {
			reason: 'token',
			since: '2026-11-21T13:58:00.000Z',
			nextTryAt: null,
		} as const;
		const user = await openWith(
			aStatus( anEnvironment( { state: 'paused', paused } ) ),
			someSettings( { paused } )
		);
		expect( document.body.textContent ).toContain(
			'The host has rejected the token ••••AbC= since 13:58. It was probably regenerated in the portal, so earlier URLs no longer work.'
		);
		const field = screen.getByLabelText( 'New webhook URL' );
		expect( field.ownerDocument.activeElement ).not.toBe( field );
		await user.click( screen.getByRole( 'button', { name: 'Cancel' } ) );
		expect( screen.queryByLabelText( 'New webhook URL' ) ).toBeNull();
		expect(
			screen.getByRole( 'button', { name: 'Replace the webhook URL' } )
				.className
		).toContain( 'is-primary' );
	} );

	test( 'is paused and resumed by one button, which keeps the focus', async () => {
		const user = await open( someSettings() );
		server.on( 'POST', '/production/pause', () =>
			someSettings( {
				etag: 'v2',
				paused: { reason: 'person', since: NOW, nextTryAt: null },
			} )
		);
		server.on( 'POST', '/production/resume', () =>
			someSettings( { etag: 'v3' } )
		);
		const button = screen.getByRole( 'button', { name: 'Pause' } );
		await user.click( button );
		expect( button.textContent ).toBe( 'Resume' );
		expect( button.ownerDocument.activeElement ).toBe( button );
		screen.getByText( 'Paused' );
		expect( notices() ).toMatchObject( [ { status: 'success' } ] );
		await user.click( button );
		expect( button.textContent ).toBe( 'Pause' );
		screen.getByText( 'Connected' );
	} );

	test( 'that could not be paused says why, and no success', async () => {
		const user = await open( someSettings() );
		server.on( 'POST', '/production/pause', () => {
			throw refusal( 503, 'headless_deploy_not_saved', 'Not written.' );
		} );
		await user.click( screen.getByRole( 'button', { name: 'Pause' } ) );
		expect( notices() ).toMatchObject( [
			{ status: 'error', content: 'Not written.' },
		] );
		screen.getByRole( 'button', { name: 'Pause' } );
	} );

	test( 'of a copy is decided on here, too, and saved on what was decided', async () => {
		const copy = {
			reason: 'copy',
			since: null,
			nextTryAt: null,
			copy: { confirmed: false },
		} as const;
		const user = await openWith(
			aStatus( anEnvironment( { state: 'paused', paused: copy } ) ),
			someSettings( { paused: copy } )
		);
		screen.getByText( 'Paused: this is a copy' );
		expect( screen.queryByRole( 'button', { name: 'Pause' } ) ).toBeNull();
		server.on( 'POST', '/confirm-copy', () => {
			const decided = { ...copy, copy: { confirmed: true } };
			server.status = aStatus(
				anEnvironment( { state: 'paused', paused: decided } )
			);
			return someSettings( { paused: decided, etag: 'v2' } );
		} );
		await user.click(
			screen.getByRole( 'button', { name: /^This is a copy/ } )
		);
		expect(
			screen.queryByRole( 'button', { name: /^This is a copy/ } )
		).toBeNull();
		acceptChanges( someSettings( { etag: 'v2' } ) );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		await user.type( screen.getByLabelText( 'Name' ), ' EU' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect( server.callsOf( 'PUT', '' ) ).toMatchObject( [
			{ headers: { 'If-Match': 'v2' } },
		] );
	} );

	test( 'whose run is tried again is called refused at the first refusal', async () => {
		const pending = [
			aPendingRun( {
				attempt: 1,
				attemptedAt: NOW,
				errorCode: 'headless_deploy_token_refused',
				message: 'Refused.',
			} ),
		];
		await openWith(
			aStatus( anEnvironment( { state: 'retrying', pending } ) ),
			someSettings()
		);
		screen.getByText( 'Webhook URL rejected' );
		expect(
			screen.getByRole( 'button', { name: 'Replace the webhook URL' } )
				.className
		).toContain( 'is-primary' );
	} );

	test( 'asks for the state as soon as it has a new token', async () => {
		const user = await open( someSettings() );
		acceptChanges( someSettings() );
		await user.click(
			screen.getByRole( 'button', { name: 'Replace the webhook URL' } )
		);
		await user.click( screen.getByLabelText( 'New webhook URL' ) );
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
		'of %s names the host, and only what it can do',
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

	test( 'is connected to another kind of host, and says its name', async () => {
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
		await user.click(
			screen.getByRole( 'button', { name: 'Replace the webhook URL' } )
		);
		await user.click( screen.getByLabelText( 'New webhook URL' ) );
		await user.paste(
			'https://api.netlify.com/build_hooks/5f2b8c0d9e1a7b3c4d6e'
		);
		await user.keyboard( '{Enter}' );
		await user.click(
			screen.getByRole( 'button', {
				name: 'Connect to the other environment',
			} )
		);
		expect( notices() ).toMatchObject( [
			{ content: 'Production is now connected to Netlify.' },
		] );
	} );
} );

describe( 'two people changing the same', () => {
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
					code: 'headless_deploy_changed_meanwhile',
					message: 'Not saved.',
					data: { status: 412, environment: NEWER },
				};
			}
			return { ...NEWER, ...( data as object ), etag: 'v8' };
		} );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		await user.type( screen.getByLabelText( 'Name' ), ' EU' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByText(
			/^Not saved\. Maria Lindqvist changed these settings \(\d\d:\d\d\)\.$/
		);
		expect( differences() ).toEqual( [
			'Name Saved value: Live site. Your value: Production EU.',
			'Front end Saved value: None.',
		] );
		expect(
			screen.getByLabelText< HTMLInputElement >( 'Name' ).value
		).toBe( 'Production EU' );
		expect( notices() ).toEqual( [] );
		return user;
	}

	test( 'see the newer settings', async () => {
		const user = await conflict();
		await user.click(
			screen.getByRole( 'button', { name: 'Show the newer settings' } )
		);
		expect(
			screen.getByLabelText< HTMLInputElement >( 'Name' ).value
		).toBe( 'Live site' );
		expect( server.callsOf( 'PUT', '' ) ).toHaveLength( 1 );
	} );

	test( 'overwrite them only on demand', async () => {
		const user = await conflict();
		await user.click(
			screen.getByRole( 'button', { name: 'Overwrite with my changes' } )
		);
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
} );

test( 'what is wrong with the constant of wp-config.php is shown, with its place', async () => {
	const message = 'This is not a web address.';
	const boot = someBoot( {
		tab: 'connections',
		preload: {
			status: aStatus(),
			settings: allSettings( {
				problems: [
					{ environment: 'staging', field: 'webhookUrl', message },
				],
			} ),
		},
	} );
	const store = new StatusStore( aStatus(), {
		movingMs: null,
		idleMs: null,
	} );
	render( <App boot={ boot } store={ store } /> );
	screen.getByText( 'staging.webhookUrl' );
	screen.getByText( message );
} );

test( 'settings that cannot be read say so, and are asked for again', async () => {
	server.on( 'GET', '/settings', () => {
		throw refusal( 500, 'x', 'The option cannot be read.' );
	} );
	const boot = someBoot( { tab: 'connections' } );
	const store = new StatusStore( null, { movingMs: null, idleMs: null } );
	await act(
		async () => void render( <App boot={ boot } store={ store } /> )
	);
	screen.getByText( 'The option cannot be read.' );
	server.on( 'GET', '/settings', () => ( {
		environments: [ someSettings() ],
	} ) );
	await userEvent
		.setup()
		.click( screen.getByRole( 'button', { name: 'Try again' } ) );
	screen.getByRole( 'heading', { name: 'Production' } );
} );

test( 'a webhook is shortened to host, action and mask', () => {
	expect(
		shortWebhook( {
			purgeCache: 'https://h.example/a/webhook:purgeCache?token=••••AbC=',
		} )
	).toBe( 'https://h.example/…/webhook:{action}?token=••••AbC=' );
	expect( shortWebhook( {} ) ).toBe( '' );
} );
