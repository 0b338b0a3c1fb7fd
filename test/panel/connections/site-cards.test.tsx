import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import type {
	Scheduler,
	Credentials,
	Settings,
} from '../../../src/shared/wire.ts';
import { App } from '../app.tsx';
import {
	NOW,
	aStatus,
	allSettings,
	at,
	someBoot,
	someSettings,
} from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const CRON = {
	command: '* * * * * wp --path=/srv headless-deploy dispatch',
	request: '* * * * * curl -fsS https://site/wp-cron.php',
};

const CREDENTIALS: Credentials = {
	apiUrl: 'https://js.wpengineapi.com',
	user: 'builds',
	hasPassword: true,
	lockedBy: null,
	lockedFields: [],
	works: true,
	checkedAt: NOW,
	message: 'The platform shows builds of storefront.',
	lastSaved: null,
	etag: 'c1',
};

let server: FakeServer;

function open(
	settings: Partial< Settings > = {},
	clock: Partial< Scheduler > = {}
) {
	const status = aStatus();
	Object.assign( status.scheduler, clock );
	server.status = status;
	const boot = someBoot( {
		tab: 'connections',
		preload: {
			status,
			settings: allSettings( settings ),
		},
	} );
	const store = new StatusStore( status, { movingMs: null, idleMs: null } );
	render( <App boot={ boot } store={ store } /> );
	return userEvent.setup();
}

/** The card with a title. */
function card( title: string ) {
	const heading = screen.getByRole( 'heading', { name: title } );
	const found = heading.closest< HTMLElement >( '.components-card' );
	if ( found === null ) {
		throw new Error( `No card ${ title }.` );
	}
	return within( found );
}

function outcomes() {
	return card( 'Build status' );
}

function button( name: string ): HTMLElement {
	return outcomes().getByRole( 'button', { name } );
}

function saved(): unknown[] {
	return server
		.callsOf( 'PUT', '/settings/credentials' )
		.map( ( { data, headers } ) => [ data, headers[ 'If-Match' ] ] );
}

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

describe( 'the card of background tasks', () => {
	test( 'is on time, with the lines for the server', () => {
		open( { systemCron: CRON } );
		const shown = card( 'Background tasks' );
		shown.getByText( 'On time' );
		shown.getByText( /^Last run .*Background tasks send due runs/ );
		shown.getByText( CRON.command );
		shown.getByText( CRON.request );
	} );

	test.each( [
		[ { healthy: false, wpCronDisabled: true }, /DISABLE_WP_CRON is set/ ],
		[ { healthy: false }, /WP-Cron runs only when the site has visitors/ ],
		[ { overdueSince: at( -3000 ) }, /A run was due/ ],
		[ { healthy: false, lastRunAt: null }, /have not run yet/ ],
	] )( 'is late with %j, and says why', ( clock, words ) => {
		open( { systemCron: CRON }, clock );
		const shown = card( 'Background tasks' );
		shown.getByText( 'Late' );
		shown.getByText( words );
	} );

	test( 'has its line copied', async () => {
		const user = open( { systemCron: CRON } );
		const [ copy ] = card( 'Background tasks' ).getAllByRole( 'button', {
			name: 'Copy',
		} );
		await user.click( copy as HTMLElement );
		expect( await window.navigator.clipboard.readText() ).toBe(
			CRON.command
		);
		card( 'Background tasks' ).getByRole( 'button', { name: 'Copied' } );
	} );
} );

describe( 'the encryption key', () => {
	function lineOf( shown: ReturnType< typeof card > ) {
		return shown.getByText(
			/^define\( 'HEADLESS_DEPLOY_ENCRYPTION_KEY', '[0-9a-f]{64}' \);$/
		).textContent;
	}

	test( 'in the database is warned of', () => {
		open( { encryptionKey: 'generated' } );
		const shown = card( 'Encryption key' );
		shown.getByText( 'Stored in the database' );
		lineOf( shown );
	} );

	test( 'is offered a new one each time', () => {
		const lines = [ 1, 2, 3 ].map( () => {
			open( { encryptionKey: 'generated' } );
			const line = lineOf( card( 'Encryption key' ) );
			cleanup();
			return line;
		} );
		expect( new Set( lines ).size ).toBe( 3 );
	} );

	test( 'in wp-config.php is nothing to speak of', () => {
		open( { encryptionKey: 'constant' } );
		expect( screen.queryByText( 'Encryption key' ) ).toBeNull();
	} );
} );

describe( 'credentials', () => {
	async function type( user: ReturnType< typeof open > ) {
		await user.click( button( 'Add an API user' ) );
		await user.type( outcomes().getByLabelText( 'API user' ), 'builds' );
		await user.type( outcomes().getByLabelText( 'API password' ), 'pass' );
	}

	test( 'say what they are for, and are not asked for elsewhere than with the platform', () => {
		open();
		outcomes().getByText(
			/Runs then show whether their build is live or failed/
		);
		outcomes().getByText( 'Not set up' );
	} );

	test( 'are not offered where no environment is with the platform', () => {
		const { webhook } = someSettings();
		const urls = { rebuild: 'https://ci.example/••••' };
		open( {
			environments: [
				someSettings( {
					provider: 'generic',
					webhook: { ...webhook, urls },
				} ),
			],
		} );
		expect( screen.queryByText( 'Build status' ) ).toBeNull();
	} );

	test( 'that the platform refuses leave the form open with what was typed', async () => {
		const user = open();
		const refused = {
			...CREDENTIALS,
			works: false,
			message: 'The platform does not accept this user and password.',
		};
		server.on( 'PUT', '/settings/credentials', () => refused );
		server.on( 'POST', '/settings/credentials/check', () => refused );
		await type( user );
		await user.keyboard( '{Enter}' );
		outcomes().getByText( refused.message );
		expect(
			outcomes().getByLabelText< HTMLInputElement >( 'API password' )
				.value
		).toBe( 'pass' );
		server.on( 'POST', '/settings/credentials/check', () => CREDENTIALS );
		await user.keyboard( '{Enter}' );
		expect( outcomes().queryByLabelText( 'API password' ) ).toBeNull();
		outcomes().getByText( 'Working' );
	} );

	test( 'are saved, and checked at once', async () => {
		const user = open();
		server.on( 'PUT', '/settings/credentials', () => ( {
			...CREDENTIALS,
			works: null,
			checkedAt: null,
			message: '',
		} ) );
		server.on( 'POST', '/settings/credentials/check', () => CREDENTIALS );
		await type( user );
		await user.keyboard( '{Enter}' );
		expect( saved() ).toEqual( [
			[
				{
					apiUrl: 'https://js.wpengineapi.com',
					user: 'builds',
					password: 'pass',
				},
				undefined,
			],
		] );
		outcomes().getByText( 'Working' );
		outcomes().getByText( CREDENTIALS.message );
		outcomes().getByText( '••••' );
		const check = button( 'Check' );
		expect( check.ownerDocument.activeElement ).toBe( check );
	} );

	test.each( [
		[ 'headless_deploy_api_user_invalid', 'API user', 'user' ],
		[ 'headless_deploy_api_password_missing', 'API password', 'password' ],
		[ 'headless_deploy_api_url_invalid', 'API URL', 'apiUrl' ],
		[ 'headless_deploy_url_private', 'API URL', undefined ],
	] )( 'refused with %s say so at %s', async ( code, label, submitted ) => {
		const user = open();
		server.on( 'PUT', '/settings/credentials', () => {
			throw refusal( 400, code, 'Words of the server.', submitted );
		} );
		await type( user );
		await user.keyboard( '{Enter}' );
		const field = outcomes().getByLabelText( label );
		expect( field.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
		outcomes().getByText( 'Words of the server.' );
		expect(
			outcomes().getByLabelText< HTMLInputElement >( 'API password' )
				.value
		).toBe( 'pass' );
		expect( server.callsOf( 'POST', '/check' ) ).toEqual( [] );
	} );

	test( 'of a network are refused with the server’s words', async () => {
		const user = open();
		server.on( 'PUT', '/settings/credentials', () => {
			throw refusal(
				403,
				'headless_deploy_credentials_super_admin',
				'Ask a super admin.'
			);
		} );
		await type( user );
		await user.keyboard( '{Enter}' );
		outcomes().getByText( 'Ask a super admin.' );
	} );

	test( 'keep a password that nobody types anew', async () => {
		const user = open( { credentials: CREDENTIALS } );
		server.on( 'PUT', '/settings/credentials', () => CREDENTIALS );
		server.on( 'POST', '/settings/credentials/check', () => CREDENTIALS );
		await user.click( button( 'Edit' ) );
		await user.keyboard( '{Enter}' );
		expect( saved() ).toEqual( [
			[ { apiUrl: CREDENTIALS.apiUrl, user: 'builds' }, 'c1' ],
		] );
	} );

	test( 'that do not work say why', async () => {
		const user = open( { credentials: CREDENTIALS } );
		server.on( 'POST', '/settings/credentials/check', () => ( {
			...CREDENTIALS,
			works: false,
			message: 'The platform does not accept this user.',
		} ) );
		await user.click( button( 'Check' ) );
		outcomes().getByText( 'Not working' );
		outcomes().getByText( 'The platform does not accept this user.' );
	} );

	test( 'whose check fails show the server’s words', async () => {
		const user = open( { credentials: CREDENTIALS } );
		server.on( 'POST', '/settings/credentials/check', () => {
			throw refusal( 500, 'x', 'The check broke off.' );
		} );
		await user.click( button( 'Check' ) );
		outcomes().getByText( 'The check broke off.' );
	} );

	test( 'in wp-config.php are locked by their constants', async () => {
		const user = open( {
			credentials: {
				...CREDENTIALS,
				lockedBy: 'HEADLESS_DEPLOY_API_USER',
				lockedFields: [ 'user' ],
			},
		} );
		await user.click( button( 'Edit' ) );
		const field =
			outcomes().getByLabelText< HTMLInputElement >( 'API user' );
		expect( field.disabled ).toBe( true );
		outcomes().getByText(
			'Set in wp-config.php by HEADLESS_DEPLOY_API_USER. Change it there.'
		);
	} );

	test( 'that wp-config.php has all of can only be checked', () => {
		open( {
			credentials: {
				...CREDENTIALS,
				lockedBy: 'HEADLESS_DEPLOY_API_URL',
				lockedFields: [ 'apiUrl', 'user', 'password' ],
			},
		} );
		expect(
			outcomes()
				.getAllByRole( 'button' )
				.map( ( { textContent } ) => textContent )
		).toEqual( [ 'Check' ] );
	} );

	test( 'changed by two people are overwritten only on demand', async () => {
		const user = open( { credentials: CREDENTIALS } );
		const lastSaved = { by: { id: 2, name: 'Maria' }, at: NOW };
		const newer = { ...CREDENTIALS, user: 'other', lastSaved, etag: 'c2' };
		server.on( 'GET', '/settings', () => ( {
			environments: [ someSettings() ],
			credentials: newer,
		} ) );
		server.on( 'PUT', '/settings/credentials', ( { headers } ) => {
			if ( headers[ 'If-Match' ] !== 'c2' ) {
				throw {
					...refusal( 412, 'headless_deploy_changed_meanwhile', '' ),
					data: { status: 412, credentials: newer },
				};
			}
			return newer;
		} );
		await user.click( button( 'Edit' ) );
		await user.type( outcomes().getByLabelText( 'API user' ), '2' );
		await user.keyboard( '{Enter}' );
		outcomes().getByText( /^Not saved\. Maria changed these settings \(/ );
		await user.click( button( 'Show the newer settings' ) );
		expect(
			outcomes().getByLabelText< HTMLInputElement >( 'API user' ).value
		).toBe( 'other' );
		expect( saved() ).toHaveLength( 1 );
	} );

	test( 'are removed only after a question, and stay when that is refused', async () => {
		const user = open( { credentials: CREDENTIALS } );
		server.on( 'DELETE', '/settings/credentials', () => {
			throw refusal( 503, 'headless_deploy_not_saved', 'Not written.' );
		} );
		await user.click( button( 'Remove' ) );
		const dialog = within( screen.getByRole( 'dialog' ) );
		await user.click( dialog.getByRole( 'button', { name: 'Remove' } ) );
		dialog.getByText( 'Not written.' );
		server.on( 'DELETE', '/settings/credentials', () => ( {} ) );
		server.on( 'GET', '/settings', () => ( {
			environments: [ someSettings() ],
			credentials: null,
		} ) );
		await user.click( dialog.getByRole( 'button', { name: 'Remove' } ) );
		expect( server.callsOf( 'DELETE', '' )[ 1 ]?.headers ).toMatchObject( {
			'If-Match': 'c1',
		} );
		outcomes().getByText( 'Not set up' );
	} );
} );

describe( 'headers of a plain POST address', () => {
	function plain() {
		const { webhook } = someSettings();
		return someSettings( {
			provider: 'generic',
			webhook: {
				...webhook,
				urls: { rebuild: 'https://ci.example/••••' },
				headers: [ { name: 'X-Api-Key', value: '••••' } ],
				body: '••••',
			},
		} );
	}

	test( 'are shown by name alone, and edited without being read', async () => {
		const user = open( { environments: [ plain() ] } );
		screen.getByText( 'X-Api-Key: ••••' );
		server.on( 'PUT', '/settings/environments/', () => plain() );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		const value = screen.getByLabelText< HTMLInputElement >( 'Value' );
		expect( [ value.value, value.placeholder ] ).toEqual( [ '', '••••' ] );
		await user.click(
			screen.getByRole( 'button', { name: 'Add a header' } )
		);
		await user.keyboard( 'X-Site' );
		await user.type(
			screen.getAllByLabelText( 'Value' )[ 1 ] as HTMLElement,
			'acme'
		);
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect( server.callsOf( 'PUT', '' )[ 0 ]?.data ).toEqual( {
			headers: { 'X-Api-Key': '••••', 'X-Site': 'acme' },
		} );
	} );

	test( 'refused by the server say so at their row, and stay', async () => {
		const user = open( { environments: [ plain() ] } );
		server.on( 'PUT', '/settings/environments/', () => {
			throw refusal(
				400,
				'headless_deploy_header_forbidden',
				'The header “Host” cannot be set.',
				'headers'
			);
		} );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		const name = screen.getByLabelText< HTMLInputElement >( 'Header' );
		await user.clear( name );
		await user.type( name, 'Host' );
		await user.type( screen.getByLabelText( 'Value' ), 'x' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByText( 'The header “Host” cannot be set.' );
		expect( name.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
		expect( name.value ).toBe( 'Host' );
	} );

	test( 'named twice are not sent at all', async () => {
		const user = open( { environments: [ plain() ] } );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		await user.click(
			screen.getByRole( 'button', { name: 'Add a header' } )
		);
		await user.keyboard( 'x-api-key' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByText(
			'Two headers have the same name. Use each name only once.'
		);
		expect( server.callsOf( 'PUT', '' ) ).toEqual( [] );
	} );

	test( 'give way to a body that is written anew, with the focus in it', async () => {
		const user = open( { environments: [ plain() ] } );
		server.on( 'PUT', '/settings/environments/', () => plain() );
		await user.click( screen.getByRole( 'button', { name: 'Edit' } ) );
		await user.click(
			screen.getByRole( 'button', { name: 'Enter a new body' } )
		);
		await user.keyboard( 'build' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect( server.callsOf( 'PUT', '' )[ 0 ]?.data ).toMatchObject( {
			body: 'build',
		} );
	} );
} );
