import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type {
	Notifications,
	NotificationsInput,
} from '../../../src/shared/wire.ts';
import {} from '../../../src/panel/automation/notifications.ts';
import { aStatus, allSettings, someNotifications } from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';
import {
	card,
	conflictWith,
	differences,
	noticeTexts,
	open,
} from './screen.tsx';

const TITLE = 'Notifications';
const PUT_PATH = '/settings/notifications';
const SLACK: Notifications[ 'chat' ] = {
	service: 'slack',
	label: 'Slack',
	masked: 'hooks.slack.com/••••x9Zq',
};

let server: FakeServer;

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

function cardField( label: string ): HTMLInputElement {
	return card( TITLE ).getByLabelText( label );
}

function cardButton( name: string ): HTMLElement {
	return card( TITLE ).getByRole( 'button', { name } );
}

function openWith( over: Partial< Notifications > = {} ) {
	server.on( 'PUT', PUT_PATH, () =>
		someNotifications( { ...over, etag: 'n2' } )
	);
	return open(
		server,
		allSettings( { notifications: someNotifications( over ) } )
	);
}

async function sent(
	user: Awaited< ReturnType< typeof openWith > >
): Promise< NotificationsInput > {
	await user.click( cardButton( 'Save changes' ) );
	const [ call ] = server.callsOf( 'PUT', PUT_PATH );
	expect( call?.headers ).toMatchObject( { 'If-Match': 'n1' } );
	return call?.data as NotificationsInput;
}

test( 'saves a chosen user by ID', async () => {
	const user = await openWith();
	await user.click( cardField( 'Recipients of e-mails' ) );
	await user.click( screen.getByRole( 'option', { name: /Jonas Weber/ } ) );
	expect( await sent( user ) ).toEqual( { recipients: [ 2 ] } );
	expect( noticeTexts() ).toEqual( [ 'Notifications saved.' ] );
} );

test.each( [
	[ 'the e-mail address and Enter', 'JONAS@example.com{Enter}' ],
	[ 'the name and Enter', 'Jonas Weber{Enter}' ],
	[ 'the name, and leaving the field', 'Jonas Weber{Tab}' ],
] )( 'adds a user by typing %s', async ( _, keys ) => {
	const user = await openWith();
	await user.type( cardField( 'Recipients of e-mails' ), keys );
	expect( await sent( user ) ).toEqual( { recipients: [ 2 ] } );
} );

test.each( [ '{Enter}', '{Tab}' ] )(
	'says that a typed recipient was not added (%s), until a user is chosen',
	async ( key ) => {
		const user = await openWith();
		const input = cardField( 'Recipients of e-mails' );
		await user.type( input, `nobody@acme.example${ key }` );
		card( TITLE ).getByText(
			'Not added: “nobody@acme.example”. No user in the list has this name or e-mail address. Choose a user from the list.'
		);
		await user.type( input, 'Jonas Weber{Enter}' );
		expect( card( TITLE ).queryByText( /^Not added/ ) ).toBeNull();
	}
);

test( 'says that no message is sent until there is a recipient or a chat', async () => {
	const OFF = 'No message is sent until you add a recipient or a chat.';
	const user = await openWith();
	card( TITLE ).getByText( OFF );
	await user.type(
		cardField( 'Recipients of e-mails' ),
		'Jonas Weber{Enter}'
	);
	expect( card( TITLE ).queryByText( OFF ) ).toBeNull();
} );

test( 'says that no message is sent after the only chat was removed', async () => {
	const user = await openWith( { chat: SLACK } );
	expect(
		card( TITLE ).queryByText( /^No message is sent until/ )
	).toBeNull();
	await user.click( cardButton( 'Remove' ) );
	card( TITLE ).getByText( /^No message is sent until/ );
} );

test( 'sends a typed chat URL, and nothing if it was not touched', async () => {
	const user = await openWith( { chat: SLACK } );
	card( TITLE ).getByText( /Messages go to Slack\./ );
	expect( cardField( 'Webhook URL of a chat' ).placeholder ).toBe(
		SLACK?.masked
	);
	await user.click( cardField( 'A run failed and is not retried' ) );
	expect( await sent( user ) ).toEqual( {
		kinds: [ 'failing', 'recovered' ],
	} );
} );

test( 'removes the stored chat URL', async () => {
	const user = await openWith( { chat: SLACK } );
	await user.click( cardButton( 'Remove' ) );
	card( TITLE ).getByText( /Slack is removed when you save\./ );
	expect( await sent( user ) ).toEqual( { chatUrl: '' } );
} );

test( 'shows a rejected chat URL at its field', async () => {
	const message = 'This is not a webhook URL of Slack.';
	const user = await openWith();
	server.on( 'PUT', PUT_PATH, () => {
		throw refusal(
			400,
			'headless_deploy_chat_url_unknown',
			message,
			'chatUrl'
		);
	} );
	await user.type( cardField( 'Webhook URL of a chat' ), 'https://x.test/' );
	await user.click( cardButton( 'Save changes' ) );
	expect( card( TITLE ).getAllByText( message ) ).toHaveLength( 1 );
	expect( cardField( 'Webhook URL of a chat' ).value ).toBe(
		'https://x.test/'
	);
} );

test( 'turns quiet hours on with usual times', async () => {
	const user = await openWith();
	await user.click( cardField( 'Quiet hours' ) );
	expect( cardField( 'From' ).value ).toBe( '22:00' );
	expect( await sent( user ) ).toEqual( {
		quietHours: { from: '22:00', to: '07:00' },
	} );
} );

test( 'does not send an invalid number of minutes', async () => {
	const user = await openWith();
	const minutes = cardField( 'Shortest time between messages (minutes)' );
	await user.clear( minutes );
	await user.type( minutes, '2000' );
	await user.click( cardButton( 'Save changes' ) );
	card( TITLE ).getByText( 'Enter a whole number from 0 to 1440 (one day).' );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toEqual( [] );
} );

test( 'names what another user has changed', async () => {
	const user = await openWith();
	const maria = someNotifications().available.slice( 0, 1 );
	server.on( 'PUT', PUT_PATH, () => {
		throw conflictWith( {
			notifications: someNotifications( { recipients: maria } ),
		} );
	} );
	await user.click( cardField( 'Quiet hours' ) );
	await user.click( cardButton( 'Save changes' ) );
	expect( differences().join( ' ' ) ).toContain( 'Maria Lindqvist' );
} );

test( 'sends a test message and lists the results', async () => {
	const user = await openWith( { chat: SLACK } );
	server.on( 'POST', '/settings/notifications/test', () =>
		someNotifications( {
			chat: SLACK,
			results: [
				{
					channel: 'Slack',
					at: '2026-11-21T12:00:00.000Z',
					isSent: false,
					message: 'Slack rejected the message (HTTP 404).',
					waiting: 2,
				},
			],
		} )
	);
	await user.click( cardButton( 'Send a test message' ) );
	card( TITLE ).getByText(
		/Slack rejected the message \(HTTP 404\)\. 2 messages are pending\./
	);
	expect( noticeTexts() ).toEqual( [] );
} );

test( 'offers no test without a recipient or with unsaved changes', async () => {
	const user = await openWith();
	const isDisabled = () =>
		cardButton( 'Send a test message' ).getAttribute( 'aria-disabled' );
	expect( isDisabled() ).toBe( 'true' );
	await user.click( cardField( 'Quiet hours' ) );
	card( TITLE ).getByText( 'Save your changes first.' );
	expect( isDisabled() ).toBe( 'true' );
} );
