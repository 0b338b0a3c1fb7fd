import { cleanup, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
	Scheduler,
	Credentials,
	Settings,
} from '../../../src/shared/wire.ts';
import { NOW, aStatus, allSettings, at, someSettings } from '../fixtures.ts';
import { openPanel } from '../panel-page.tsx';
import { button, dialog, field, focused } from '../queries.ts';
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
	scheduler: Partial< Scheduler > = {}
) {
	const status = aStatus();
	Object.assign( status.scheduler, scheduler );
	server.status = status;
	return openPanel( {
		tab: 'connections',
		status,
		settings: allSettings( settings ),
	} );
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

/** The card of the API credentials. */
const credentialsCard = () => card( 'Build status' );

const cardButton = ( name: string ) =>
	credentialsCard().getByRole( 'button', { name } );

function saved(): unknown[] {
	return server
		.callsOf( 'PUT', '/settings/credentials' )
		.map( ( { data, headers } ) => [ data, headers[ 'If-Match' ] ] );
}

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

describe( 'the card “Background tasks”', () => {
	test( 'shows that tasks are on time, with the lines for the server', async () => {
		await open( { systemCron: CRON } );
		const shown = card( 'Background tasks' );
		shown.getByText( 'On time' );
		shown.getByText( /^WP-Cron last ran .*Background tasks send due runs/ );
		shown.getByText( CRON.command );
		shown.getByText( CRON.request );
	} );

	test.each( [
		[ { message: 'DISABLE_WP_CRON is set.' }, /DISABLE_WP_CRON is set/ ],
		[
			{ overdue: { text: 'A run was due %s.', at: at( -3000 ) } },
			/A run was due 50 min ago/,
		],
		[
			{ lastRunText: { text: 'WP-Cron has not run yet.' } },
			/has not run yet/,
		],
	] )( 'shows why tasks are late with %j', async ( scheduler, text ) => {
		await open( { systemCron: CRON }, { late: true, ...scheduler } );
		const shown = card( 'Background tasks' );
		shown.getByText( 'Late' );
		shown.getByText( text );
	} );

	test( 'copies a line', async () => {
		const user = await open( { systemCron: CRON } );
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

	test( 'shows a warning if it is stored in the database', async () => {
		await open( { encryptionKey: 'generated' } );
		const shown = card( 'Encryption key' );
		shown.getByText( 'Stored in the database' );
		lineOf( shown );
	} );

	test( 'offers a different key each time', async () => {
		const lines = new Set();
		for ( let page = 0; page < 3; page += 1 ) {
			await open( { encryptionKey: 'generated' } );
			lines.add( lineOf( card( 'Encryption key' ) ) );
			cleanup();
		}
		expect( lines.size ).toBe( 3 );
	} );

	test( 'shows no card if it is set in wp-config.php', async () => {
		await open( { encryptionKey: 'constant' } );
		expect( screen.queryByText( 'Encryption key' ) ).toBeNull();
	} );
} );

describe( 'API credentials', () => {
	async function type( user: UserEvent ) {
		await user.click( cardButton( 'Add an API user' ) );
		await user.type(
			credentialsCard().getByLabelText( 'API user' ),
			'builds'
		);
		await user.type(
			credentialsCard().getByLabelText( 'API password' ),
			'pass'
		);
	}

	test( 'the card of API credentials says what they are for', async () => {
		await open();
		credentialsCard().getByText(
			/Runs then show whether their build is live or failed/
		);
		credentialsCard().getByText( 'Not set up' );
	} );

	test( 'API credentials are not offered if no environment belongs to the platform', async () => {
		const { webhook } = someSettings();
		const urls = { rebuild: 'https://ci.example/••••' };
		await open( {
			environments: [
				someSettings( {
					provider: 'generic',
					webhook: { ...webhook, urls },
				} ),
			],
		} );
		expect( screen.queryByText( 'Build status' ) ).toBeNull();
	} );

	test( 'the form of API credentials stays open with the entries if the platform rejects them', async () => {
		const user = await open();
		const refused = {
			...CREDENTIALS,
			works: false,
			message: 'The platform does not accept this user and password.',
		};
		server.on( 'PUT', '/settings/credentials', () => refused );
		server.on( 'POST', '/settings/credentials/check', () => refused );
		await type( user );
		await user.keyboard( '{Enter}' );
		credentialsCard().getByText( refused.message );
		expect(
			credentialsCard().getByLabelText< HTMLInputElement >(
				'API password'
			).value
		).toBe( 'pass' );
		server.on( 'POST', '/settings/credentials/check', () => CREDENTIALS );
		await user.keyboard( '{Enter}' );
		expect(
			credentialsCard().queryByLabelText( 'API password' )
		).toBeNull();
		credentialsCard().getByText( 'Working' );
	} );

	test( 'API credentials are saved and checked immediately', async () => {
		const user = await open();
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
		credentialsCard().getByText( 'Working' );
		credentialsCard().getByText( CREDENTIALS.message );
		credentialsCard().getByText( '••••' );
		const check = cardButton( 'Check' );
		expect( focused() ).toBe( check );
	} );

	test.each( [
		[ 'headless_deploy_api_user_invalid', 'API user', 'user' ],
		[ 'headless_deploy_api_password_missing', 'API password', 'password' ],
		[ 'headless_deploy_api_url_invalid', 'API URL', 'apiUrl' ],
		[ 'headless_deploy_url_private', 'API URL', undefined ],
	] )(
		'API credentials that are rejected with %s mark the field %s',
		async ( code, label, submitted ) => {
			const user = await open();
			server.on( 'PUT', '/settings/credentials', () => {
				throw refusal( 400, code, 'Message of the server.', submitted );
			} );
			await type( user );
			await user.keyboard( '{Enter}' );
			const input = credentialsCard().getByLabelText( label );
			expect( input.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
			credentialsCard().getByText( 'Message of the server.' );
			expect(
				credentialsCard().getByLabelText< HTMLInputElement >(
					'API password'
				).value
			).toBe( 'pass' );
			expect( server.callsOf( 'POST', '/check' ) ).toEqual( [] );
		}
	);

	test( 'the card of API credentials shows the server’s message if only a super admin may save them', async () => {
		const user = await open();
		server.on( 'PUT', '/settings/credentials', () => {
			throw refusal(
				403,
				'headless_deploy_credentials_super_admin',
				'Ask a super admin.'
			);
		} );
		await type( user );
		await user.keyboard( '{Enter}' );
		credentialsCard().getByText( 'Ask a super admin.' );
	} );

	test( 'API credentials keep the password if the user enters none', async () => {
		const user = await open( { credentials: CREDENTIALS } );
		server.on( 'PUT', '/settings/credentials', () => CREDENTIALS );
		server.on( 'POST', '/settings/credentials/check', () => CREDENTIALS );
		await user.click( cardButton( 'Edit' ) );
		await user.keyboard( '{Enter}' );
		expect( saved() ).toEqual( [
			[ { apiUrl: CREDENTIALS.apiUrl, user: 'builds' }, 'c1' ],
		] );
	} );

	test( 'the card of API credentials shows why they do not work', async () => {
		const user = await open( { credentials: CREDENTIALS } );
		server.on( 'POST', '/settings/credentials/check', () => ( {
			...CREDENTIALS,
			works: false,
			message: 'The platform does not accept this user.',
		} ) );
		await user.click( cardButton( 'Check' ) );
		credentialsCard().getByText( 'Not working' );
		credentialsCard().getByText(
			'The platform does not accept this user.'
		);
	} );

	test( 'the card of API credentials shows the server’s message if the check fails', async () => {
		const user = await open( { credentials: CREDENTIALS } );
		server.on( 'POST', '/settings/credentials/check', () => {
			throw refusal( 500, 'x', 'The check was interrupted.' );
		} );
		await user.click( cardButton( 'Check' ) );
		credentialsCard().getByText( 'The check was interrupted.' );
	} );

	test( 'API credentials are locked by the constants of wp-config.php', async () => {
		const user = await open( {
			credentials: {
				...CREDENTIALS,
				lockedBy: 'HEADLESS_DEPLOY_API_USER',
				lockedFields: [ 'user' ],
			},
		} );
		await user.click( cardButton( 'Edit' ) );
		const input =
			credentialsCard().getByLabelText< HTMLInputElement >( 'API user' );
		expect( input.disabled ).toBe( true );
		credentialsCard().getByText(
			'Set in wp-config.php by HEADLESS_DEPLOY_API_USER. Change it there.'
		);
	} );

	test( 'API credentials can only be checked if wp-config.php sets all of them', async () => {
		await open( {
			credentials: {
				...CREDENTIALS,
				lockedBy: 'HEADLESS_DEPLOY_API_URL',
				lockedFields: [ 'apiUrl', 'user', 'password' ],
			},
		} );
		expect(
			credentialsCard()
				.getAllByRole( 'button' )
				.map( ( { textContent } ) => textContent )
		).toEqual( [ 'Check' ] );
	} );

	test( 'API credentials are overwritten only on request if another user changed them', async () => {
		const user = await open( { credentials: CREDENTIALS } );
		const lastSaved = { by: { id: 2, name: 'Maria' }, at: NOW };
		const newer = { ...CREDENTIALS, user: 'other', lastSaved, etag: 'c2' };
		server.on( 'GET', '/settings', () => ( {
			environments: [ someSettings() ],
			credentials: newer,
		} ) );
		server.on( 'PUT', '/settings/credentials', ( { headers } ) => {
			if ( headers[ 'If-Match' ] !== 'c2' ) {
				throw {
					...refusal( 412, 'headless_deploy_edit_conflict', '' ),
					data: { status: 412, credentials: newer },
				};
			}
			return newer;
		} );
		await user.click( cardButton( 'Edit' ) );
		await user.type( credentialsCard().getByLabelText( 'API user' ), '2' );
		await user.keyboard( '{Enter}' );
		credentialsCard().getByText(
			/^Not saved\. Maria changed these settings \(/
		);
		await user.click( cardButton( 'Show the newer settings' ) );
		expect(
			credentialsCard().getByLabelText< HTMLInputElement >( 'API user' )
				.value
		).toBe( 'other' );
		expect( saved() ).toHaveLength( 1 );
	} );

	test( 'API credentials are removed only after a confirmation, and stay if the server rejects it', async () => {
		const user = await open( { credentials: CREDENTIALS } );
		server.on( 'DELETE', '/settings/credentials', () => {
			throw refusal( 503, 'headless_deploy_not_saved', 'Not written.' );
		} );
		await user.click( cardButton( 'Remove' ) );
		await user.click( dialog().getByRole( 'button', { name: 'Remove' } ) );
		dialog().getByText( 'Not written.' );
		server.on( 'DELETE', '/settings/credentials', () => ( {} ) );
		server.on( 'GET', '/settings', () => ( {
			environments: [ someSettings() ],
			credentials: null,
		} ) );
		await user.click( dialog().getByRole( 'button', { name: 'Remove' } ) );
		expect( server.callsOf( 'DELETE', '' )[ 1 ]?.headers ).toMatchObject( {
			'If-Match': 'c1',
		} );
		credentialsCard().getByText( 'Not set up' );
	} );
} );

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

test( 'headers of a webhook are shown without values, and can be extended', async () => {
	const user = await open( { environments: [ plain() ] } );
	screen.getByText( 'X-Api-Key: ••••' );
	server.on( 'PUT', '/settings/environments/', () => plain() );
	await user.click( button( 'Edit' ) );
	const value = field( 'Value' );
	expect( [ value.value, value.placeholder ] ).toEqual( [ '', '••••' ] );
	await user.click( button( 'Add a header' ) );
	await user.keyboard( 'X-Site' );
	await user.type(
		screen.getAllByLabelText( 'Value' )[ 1 ] as HTMLElement,
		'acme'
	);
	await user.click( button( 'Save' ) );
	expect( server.callsOf( 'PUT', '' )[ 0 ]?.data ).toEqual( {
		headers: { 'X-Api-Key': '••••', 'X-Site': 'acme' },
	} );
} );

test( 'headers of a webhook that the server rejects are marked in their row, and stay', async () => {
	const user = await open( { environments: [ plain() ] } );
	server.on( 'PUT', '/settings/environments/', () => {
		throw refusal(
			400,
			'headless_deploy_header_forbidden',
			'The header “Host” cannot be set.',
			'headers'
		);
	} );
	await user.click( button( 'Edit' ) );
	const name = field( 'Header' );
	await user.clear( name );
	await user.type( name, 'Host' );
	await user.type( field( 'Value' ), 'x' );
	await user.click( button( 'Save' ) );
	screen.getByText( 'The header “Host” cannot be set.' );
	expect( name.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
	expect( name.value ).toBe( 'Host' );
} );

test( 'headers of a webhook with the same name are not sent', async () => {
	const user = await open( { environments: [ plain() ] } );
	await user.click( button( 'Edit' ) );
	await user.click( button( 'Add a header' ) );
	await user.keyboard( 'x-api-key' );
	await user.click( button( 'Save' ) );
	screen.getByText(
		'Two headers have the same name. Use each name only once.'
	);
	expect( server.callsOf( 'PUT', '' ) ).toEqual( [] );
} );

test( 'headers of a webhook are saved together with a new body, whose field gets the focus', async () => {
	const user = await open( { environments: [ plain() ] } );
	server.on( 'PUT', '/settings/environments/', () => plain() );
	await user.click( button( 'Edit' ) );
	await user.click( button( 'Enter a new body' ) );
	await user.keyboard( 'build' );
	await user.click( button( 'Save' ) );
	expect( server.callsOf( 'PUT', '' )[ 0 ]?.data ).toMatchObject( {
		body: 'build',
	} );
} );
