import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import { App } from '../app.tsx';
import {
	allSettings,
	aResponse,
	aRun,
	aStatus,
	someBoot,
	someSettings,
} from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const PASTED =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook:rebuild?token=Qm9va3NoZWxmLXRva2VuLTEyMzQ=';
const PLAIN = 'https://ci.acme.example/hooks/build-now';

let server: FakeServer;

function open() {
	const status = aStatus();
	const boot = someBoot( {
		tab: 'connections',
		preload: { status, settings: allSettings( { environments: [] } ) },
	} );
	const store = new StatusStore( status, { movingMs: null, idleMs: null } );
	render( <App boot={ boot } store={ store } /> );
	return userEvent.setup();
}

function field(): HTMLInputElement {
	return screen.getByLabelText< HTMLInputElement >( 'Webhook URL' );
}

function button( name: string ): HTMLElement {
	return screen.getByRole( 'button', { name } );
}

function created(): unknown[] {
	return server
		.callsOf( 'POST', '/settings/environments' )
		.map( ( { data } ) => data );
}

async function paste( user: ReturnType< typeof open >, text: string ) {
	await user.clear( field() );
	await user.click( field() );
	await user.paste( text );
	await waitFor( () =>
		expect(
			server.callsOf( 'POST', '/settings/recognize' ).at( -1 )?.data
		).toEqual( { webhookUrl: text } )
	);
	// The answer of the fake server is rendered in the next task.
	await act( () => Promise.resolve() );
}

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

afterEach( () => {
	for ( const { id } of select( noticesStore ).getNotices() ) {
		void dispatch( noticesStore ).removeNotice( id );
	}
} );

describe( 'the first run', () => {
	test( 'shows a field alone, with the focus in it, and nothing to press yet', () => {
		open();
		screen.getByRole( 'heading', { name: 'Connect your front end' } );
		screen.getByText( /Connecting does not start a run/ );
		expect( field().ownerDocument.activeElement ).toBe( field() );
		expect( button( 'Connect' ).getAttribute( 'aria-disabled' ) ).toBe(
			'true'
		);
		expect( screen.queryByLabelText( 'Name' ) ).toBeNull();
		expect( screen.queryByText( 'Background tasks' ) ).toBeNull();
	} );

	test( 'shows what WordPress recognizes while the user types, and stores nothing', async () => {
		const user = open();
		await paste( user, PASTED.slice( 0, -30 ) );
		expect( screen.queryByText( /^Recognized/ ) ).toBeNull();
		await paste( user, PASTED );
		screen.getByRole( 'heading', {
			name: 'Recognized: storefront of the account acme',
		} );
		screen.getByText( '7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2' );
		screen.getByRole( 'heading', { name: 'What happens next' } );
		for ( const action of [ 'Rebuild', 'Clean Rebuild', 'Purge Cache' ] ) {
			screen.getByText( action );
		}
		expect(
			server.calls.filter(
				( { path } ) => ! path.includes( '/settings/recognize' )
			)
		).toEqual( [] );
	} );

	test( 'asks once for a URL that is typed character by character', async () => {
		const user = open();
		await user.type( field(), PLAIN );
		await screen.findByRole( 'heading', {
			name: 'Webhook at ci.acme.example',
		} );
		expect(
			server.callsOf( 'POST', '/settings/recognize' ).length
		).toBeLessThan( PLAIN.length / 2 );
	} );

	test( 'shows the answer for the last URL, whichever answer comes last', async () => {
		const user = open();
		const answers: ( ( answer: unknown ) => void )[] = [];
		server.on(
			'POST',
			'/settings/recognize',
			() => new Promise( ( resolve ) => answers.push( resolve ) )
		);
		await paste( user, PASTED );
		await paste( user, PLAIN );
		const target = { host: 'ci.acme.example', account: '', app: '' };
		const answer = { provider: 'generic', actions: [ 'rebuild' ] };
		await act( async () => {
			answers[ 1 ]?.( {
				...answer,
				target: { ...target, environment: '' },
			} );
			answers[ 0 ]?.( {
				...answer,
				target: { ...target, host: 'late.example', environment: '' },
			} );
			await Promise.resolve();
		} );
		await screen.findByRole( 'heading', {
			name: 'Webhook at ci.acme.example',
		} );
	} );

	test( 'says that the URL was not checked where WordPress does not answer, and connects it all the same', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		server.on( 'POST', '/settings/recognize', () => {
			throw { code: 'fetch_error', message: 'Offline.' };
		} );
		await paste( user, PASTED );
		const description = document.getElementById(
			field().getAttribute( 'aria-describedby' ) ?? ''
		);
		expect( description?.textContent ).toBe(
			'WordPress did not respond, so the webhook URL was not checked. You can still connect it.'
		);
		await user.click( button( 'Connect' ) );
		expect( created() ).toMatchObject( [ { webhookUrl: PASTED } ] );
	} );

	test( 'goes on with name and address to a harmless first purge', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		await paste( user, PASTED );
		await user.type(
			screen.getByLabelText( /Front-end URL/ ),
			'https://www.acme.example'
		);
		await user.click( button( 'Connect' ) );
		expect( created() ).toEqual( [
			{
				webhookUrl: PASTED,
				label: 'Production',
				frontEndUrl: 'https://www.acme.example',
			},
		] );
		const words = screen.getByText( 'Production is connected.' );
		expect( words.ownerDocument.activeElement ).toBe( words );
		server.on( 'POST', '/runs', () =>
			aResponse( aRun( { action: 'purgeCache' } ) )
		);
		await user.click( button( 'Purge Cache once' ) );
		expect(
			server.callsOf( 'POST', '/environments/production/runs' )
		).toMatchObject( [ { data: { action: 'purgeCache' } } ] );
		expect( screen.queryByText( 'Production is connected.' ) ).toBeNull();
	} );

	test( 'can leave the first purge for later', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		await paste( user, PASTED );
		await user.keyboard( '{Enter}' );
		await user.click( button( 'Later' ) );
		expect( screen.queryByText( 'Production is connected.' ) ).toBeNull();
		expect( server.callsOf( 'POST', '/runs' ) ).toEqual( [] );
	} );

	test( 'offers no purge where the host has none', async () => {
		const user = open();
		const { webhook } = someSettings();
		const urls = { rebuild: 'https://api.example/…••••aBcD' };
		server.on( 'POST', '/settings/environments', () =>
			someSettings( { webhook: { ...webhook, urls } } )
		);
		await paste( user, PASTED );
		await user.click( button( 'Connect' ) );
		screen.getByText( 'Production is connected.' );
		expect(
			screen.queryByRole( 'button', { name: 'Purge Cache once' } )
		).toBeNull();
		button( 'Done' );
	} );
} );

describe( 'a first run that fails', () => {
	test( 'says under the field what is wrong, keeps what was pasted, and shows no success', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => {
			throw refusal(
				400,
				'headless_deploy_token_missing',
				'The address has no token.'
			);
		} );
		await paste( user, 'https://js.wpengineapi.com/wh/v1' );
		await user.click( button( 'Connect' ) );
		const description = document.getElementById(
			field().getAttribute( 'aria-describedby' ) ?? ''
		);
		expect( description?.textContent ).toBe( 'The address has no token.' );
		expect( field().getAttribute( 'aria-invalid' ) ).toBe( 'true' );
		expect( field().value ).toBe( 'https://js.wpengineapi.com/wh/v1' );
		expect( field().ownerDocument.activeElement ).toBe( field() );
		expect( select( noticesStore ).getNotices() ).toEqual( [] );
		await paste( user, PASTED );
		expect( field().getAttribute( 'aria-invalid' ) ).toBe( 'false' );
	} );

	test( 'keeps everything typed when WordPress does not answer', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => {
			throw new TypeError( '' );
		} );
		await paste( user, PASTED );
		await user.type( screen.getByLabelText( 'Name' ), ' EU' );
		await user.click( button( 'Connect' ) );
		screen.getByText( /may not be saved/ );
		expect( field().value ).toBe( PASTED );
		expect(
			screen.getByLabelText< HTMLInputElement >( 'Name' ).value
		).toBe( 'Production EU' );
	} );

	test( 'names the field that is wrong', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => {
			throw refusal(
				400,
				'headless_deploy_front_end_url_invalid',
				'No address.',
				'frontEndUrl'
			);
		} );
		await paste( user, PASTED );
		await user.click( button( 'Connect' ) );
		expect( field().getAttribute( 'aria-invalid' ) ).toBe( 'false' );
		expect(
			screen
				.getByLabelText( /Front-end URL/ )
				.getAttribute( 'aria-invalid' )
		).toBe( 'true' );
	} );

	test( 'connects once, however often it is pressed', async () => {
		const user = open();
		server.on(
			'POST',
			'/settings/environments',
			() => new Promise( () => {} )
		);
		await paste( user, PASTED );
		await user.dblClick( button( 'Connect' ) );
		expect( created() ).toHaveLength( 1 );
	} );
} );

describe( 'a plain POST address', () => {
	test( 'is connected with headers and a body', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		await paste( user, PLAIN );
		screen.getByRole( 'heading', { name: 'Webhook at ci.acme.example' } );
		screen.getByText( /^This host is not recognized/ );
		await user.click( button( 'Add a header' ) );
		const name = screen.getByLabelText( 'Header' );
		expect( name.ownerDocument.activeElement ).toBe( name );
		await user.type( name, 'X-Api-Key' );
		await user.type( screen.getByLabelText( 'Value' ), 'secret' );
		await user.type( screen.getByLabelText( 'Body (optional)' ), 'now' );
		await user.click( button( 'Connect' ) );
		expect( created() ).toMatchObject( [
			{
				webhookUrl: PLAIN,
				headers: { 'X-Api-Key': 'secret' },
				body: 'now',
			},
		] );
	} );

	test( 'sends neither where none were entered', async () => {
		const user = open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		await paste( user, PLAIN );
		await user.click( button( 'Add a header' ) );
		await user.click( button( 'Connect' ) );
		expect( created()[ 0 ] ).not.toHaveProperty( 'headers' );
		expect( created()[ 0 ] ).not.toHaveProperty( 'body' );
	} );
} );
