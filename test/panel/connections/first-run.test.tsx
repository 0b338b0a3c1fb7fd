import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import {
	aResponse,
	aRun,
	aStatus,
	allSettings,
	someSettings,
} from '../fixtures.ts';
import { notices, openPanel } from '../panel-page.tsx';
import { button, field, focused, link, queryButton } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const PASTED =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook:rebuild?token=Qm9va3NoZWxmLXRva2VuLTEyMzQ=';
const PLAIN = 'https://ci.acme.example/hooks/build-now';

let server: FakeServer;

function open() {
	return openPanel( {
		tab: 'connections',
		status: aStatus(),
		settings: allSettings( { environments: [] } ),
	} );
}

const urlField = () => field( 'Webhook URL' );

function created(): unknown[] {
	return server
		.callsOf( 'POST', '/settings/environments' )
		.map( ( { data } ) => data );
}

async function paste( user: UserEvent, text: string ) {
	await user.clear( urlField() );
	await user.click( urlField() );
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

describe( 'the first connection', () => {
	test( 'shows one focused field and a disabled button', async () => {
		await open();
		screen.getByRole( 'heading', { name: 'Connect your front end' } );
		screen.getByText( /Connecting does not start a run/ );
		expect( urlField().ownerDocument.activeElement ).toBe( urlField() );
		expect( button( 'Connect' ).getAttribute( 'aria-disabled' ) ).toBe(
			'true'
		);
		expect( screen.queryByLabelText( 'Name' ) ).toBeNull();
		expect( screen.queryByText( 'Background tasks' ) ).toBeNull();
	} );

	test( 'sends a pasted curl command of several lines as one line, without the backslashes', async () => {
		const user = await open();
		await user.click( urlField() );
		await user.paste(
			`curl -X POST \\\n  -H 'Accept: application/json' \\\n'${ PASTED }'\n`
		);
		await waitFor( () =>
			expect(
				server.callsOf( 'POST', '/settings/recognize' ).at( -1 )?.data
			).toEqual( {
				webhookUrl: `curl -X POST  -H 'Accept: application/json'  '${ PASTED }'`,
			} )
		);
	} );

	test( 'shows what WordPress recognizes while the user types, and saves nothing', async () => {
		const user = await open();
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

	test( 'sends few requests for a URL that is typed character by character', async () => {
		const user = await open();
		await user.type( urlField(), PLAIN );
		await screen.findByRole( 'heading', {
			name: 'Webhook at ci.acme.example',
		} );
		expect(
			server.callsOf( 'POST', '/settings/recognize' ).length
		).toBeLessThan( PLAIN.length / 2 );
	} );

	test( 'shows the answer for the last URL, whichever answer arrives last', async () => {
		const user = await open();
		const answers: ( ( answer: unknown ) => void )[] = [];
		server.on(
			'POST',
			'/settings/recognize',
			() => new Promise( ( resolve ) => answers.push( resolve ) )
		);
		await paste( user, PASTED );
		await paste( user, PLAIN );
		const answer = { provider: 'generic', actions: [ 'rebuild' ] };
		await act( async () => {
			for ( const [ index, host ] of [
				[ 1, 'ci.acme.example' ],
				[ 0, 'late.example' ],
			] as const ) {
				const target = { host, account: '', app: '', environment: '' };
				answers[ index ]?.( {
					webhook: { ...answer, target },
					message: '',
				} );
			}
			await Promise.resolve();
		} );
		await screen.findByRole( 'heading', {
			name: 'Webhook at ci.acme.example',
		} );
	} );

	test( 'says that the URL was not checked if WordPress does not answer, and still connects it', async () => {
		const user = await open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		server.on( 'POST', '/settings/recognize', () => {
			throw { code: 'fetch_error', message: 'Offline.' };
		} );
		await paste( user, PASTED );
		const description = document.getElementById(
			urlField().getAttribute( 'aria-describedby' ) ?? ''
		);
		expect( description?.textContent ).toBe(
			'Offline. The webhook URL was not checked; you can still connect it.'
		);
		await user.click( button( 'Connect' ) );
		expect( created() ).toMatchObject( [ { webhookUrl: PASTED } ] );
	} );

	test( 'saves name and front-end URL, then offers a first cache purge', async () => {
		const user = await open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		await paste( user, PASTED );
		await user.type( field( /Front-end URL/ ), 'https://www.acme.example' );
		await user.click( button( 'Connect' ) );
		expect( created() ).toEqual( [
			{
				webhookUrl: PASTED,
				label: 'Production',
				frontEndUrl: 'https://www.acme.example',
			},
		] );
		const notice = screen.getByText( 'Production is connected.' );
		expect( focused() ).toBe( notice );
		server.on( 'POST', '/runs', () =>
			aResponse( aRun( { action: 'purgeCache' } ) )
		);
		await user.click( button( 'Purge Cache once' ) );
		expect(
			server.callsOf( 'POST', '/environments/production/runs' )
		).toMatchObject( [ { data: { action: 'purgeCache' } } ] );
		expect( focused() ).toBe( notice );
		expect( queryButton( 'Purge Cache once' ) ).toBeNull();
		screen.getByText( /Publish a change, and the front end is rebuilt/ );
		expect( link( 'Open Posts' ).getAttribute( 'href' ) ).toBe(
			'edit.php'
		);
		await user.click( button( 'Done' ) );
		expect( screen.queryByText( 'Production is connected.' ) ).toBeNull();
	} );

	test( 'offers Hosting beside the webhook URL', async () => {
		await open();
		expect( link( 'Open Hosting' ).getAttribute( 'href' ) ).toContain(
			'tab=hosting'
		);
	} );

	test( 'lets the user skip the first purge', async () => {
		const user = await open();
		server.on( 'POST', '/settings/environments', () => someSettings() );
		await paste( user, PASTED );
		await user.keyboard( '{Enter}' );
		await user.click( button( 'Later' ) );
		expect( screen.queryByText( 'Production is connected.' ) ).toBeNull();
		expect( server.callsOf( 'POST', '/runs' ) ).toEqual( [] );
	} );

	test( 'offers no purge if the host has none', async () => {
		const user = await open();
		const { webhook } = someSettings();
		const urls = { rebuild: 'https://api.example/…••••aBcD' };
		server.on( 'POST', '/settings/environments', () =>
			someSettings( { webhook: { ...webhook, urls } } )
		);
		await paste( user, PASTED );
		await user.click( button( 'Connect' ) );
		screen.getByText( 'Production is connected.' );
		expect( queryButton( 'Purge Cache once' ) ).toBeNull();
		button( 'Done' );
	} );
} );

describe( 'a connection that cannot be saved', () => {
	test( 'shows the error under the field, keeps the URL, and shows no success', async () => {
		const user = await open();
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
			urlField().getAttribute( 'aria-describedby' ) ?? ''
		);
		expect( description?.textContent ).toBe( 'The address has no token.' );
		expect( urlField().getAttribute( 'aria-invalid' ) ).toBe( 'true' );
		expect( urlField().value ).toBe( 'https://js.wpengineapi.com/wh/v1' );
		expect( urlField().ownerDocument.activeElement ).toBe( urlField() );
		expect( notices() ).toEqual( [] );
		await paste( user, PASTED );
		expect( urlField().getAttribute( 'aria-invalid' ) ).toBe( 'false' );
	} );

	test( 'keeps all entries when WordPress does not answer', async () => {
		const user = await open();
		server.on( 'POST', '/settings/environments', () => {
			throw new TypeError( '' );
		} );
		await paste( user, PASTED );
		await user.type( field( 'Name' ), ' EU' );
		await user.click( button( 'Connect' ) );
		screen.getByText( /may not be saved/ );
		expect( urlField().value ).toBe( PASTED );
		expect( field( 'Name' ).value ).toBe( 'Production EU' );
	} );

	test( 'marks the field that is invalid', async () => {
		const user = await open();
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
		expect( urlField().getAttribute( 'aria-invalid' ) ).toBe( 'false' );
		expect( field( /Front-end URL/ ).getAttribute( 'aria-invalid' ) ).toBe(
			'true'
		);
	} );

	test( 'connects once, however often the user clicks', async () => {
		const user = await open();
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

test( 'a webhook of an unknown host is connected with headers and a body', async () => {
	const user = await open();
	server.on( 'POST', '/settings/environments', () => someSettings() );
	await paste( user, PLAIN );
	screen.getByRole( 'heading', { name: 'Webhook at ci.acme.example' } );
	screen.getByText( /^This host is not recognized/ );
	await user.click( button( 'Add a header' ) );
	const name = field( 'Header' );
	expect( focused() ).toBe( name );
	await user.type( name, 'X-Api-Key' );
	await user.type( field( 'Value' ), 'secret' );
	await user.type( field( 'Body (optional)' ), 'now' );
	await user.click( button( 'Connect' ) );
	expect( created() ).toMatchObject( [
		{
			webhookUrl: PLAIN,
			headers: { 'X-Api-Key': 'secret' },
			body: 'now',
		},
	] );
} );

test( 'a webhook of an unknown host is connected without headers and body if none were entered', async () => {
	const user = await open();
	server.on( 'POST', '/settings/environments', () => someSettings() );
	await paste( user, PLAIN );
	await user.click( button( 'Add a header' ) );
	await user.click( button( 'Connect' ) );
	expect( created()[ 0 ] ).not.toHaveProperty( 'headers' );
	expect( created()[ 0 ] ).not.toHaveProperty( 'body' );
} );
