import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type {
	WebhookSet,
	WebhookSummary,
} from '../../../src/shared/platform-api.generated.ts';
import { anEnvironment, PATH, timeAfter } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

const ENVIRONMENT = '/accounts/{account}/apps/{app}/environments/{environment}';
const WEBHOOKS = `/_local${ ENVIRONMENT }/webhooks` as const;
const ADDRESS = `/accounts/${ PATH.account }/apps/${ PATH.app }/environments/${ PATH.environment }/settings`;
const URL_START = 'http://host.test/wh/v1/webhook:';

const SUMMARY: WebhookSummary = {
	exists: true,
	createTime: timeAfter( -3600 ),
	createdBy: 'sam',
	tokenEnd: 'x7Q=',
	lastCalls: {
		rebuild: { at: timeAfter( -60 ), status: 202, reason: '' },
		purgeCache: {
			at: timeAfter( -30 ),
			status: 403,
			reason: 'invalid token',
		},
	},
};

const URLS: WebhookSet = {
	rebuild: `${ URL_START }rebuild?token=secret`,
	cleanRebuild: `${ URL_START }cleanRebuild?token=secret`,
	purgeCache: `${ URL_START }purgeCache?token=secret`,
	createTime: timeAfter( -3600 ),
	createdBy: 'sam',
	lastCalls: {},
};

function hostWith( summary: Partial< WebhookSummary > = {} ): FakeHost {
	return new FakeHost()
		.on( 'GET', `/_local${ ENVIRONMENT }/summary`, anEnvironment() )
		.on( 'GET', `${ WEBHOOKS }/summary`, { ...SUMMARY, ...summary } )
		.on( 'GET', WEBHOOKS, URLS )
		.on( 'POST', WEBHOOKS, URLS )
		.on( 'POST', `${ WEBHOOKS }:regenerate`, URLS )
		.on( 'DELETE', WEBHOOKS, null )
		.on( 'DELETE', `/v1${ ENVIRONMENT }`, null )
		.on( 'GET', '/_local/installs', {
			installs: [
				{
					id: '5f3f3c3e-98f7-4f3e-8f0d-8f6a0c1d2e3f',
					accountName: PATH.account,
					name: 'stage',
					url: 'http://127.0.0.1:8889',
					environments: [],
				},
			],
		} );
}

function readsOfUrls( { calls }: FakeHost ): number {
	return calls.filter(
		( { method, path } ) => method === 'GET' && path.endsWith( '/webhooks' )
	).length;
}

test( 'shows only the last four characters of the token, and the last call of each webhook', async () => {
	const server = hostWith();
	openScreen( ADDRESS, server );
	await screen.findByText( '…/webhook:rebuild?token=••••x7Q=' );
	expect(
		screen.getByText( /^Last called at .*response 202$/ )
	).toBeTruthy();
	expect( screen.getByText( 'Not called yet' ) ).toBeTruthy();
	expect( screen.getByText( /^Refused at .*: invalid token$/ ) ).toBeTruthy();
	expect( readsOfUrls( server ) ).toBe( 0 );
} );

test( 'reads a full URL when the user copies it', async () => {
	const server = hostWith();
	const { user } = openScreen( ADDRESS, server );
	const write = vi.spyOn( navigator.clipboard, 'writeText' );
	await user.click(
		await screen.findByRole( 'button', {
			name: 'Copy the Purge Cache webhook',
		} )
	);
	await screen.findByRole( 'button', { name: 'Copied' } );
	expect( write ).toHaveBeenCalledWith( URLS.purgeCache );
	expect( screen.queryByText( URLS.purgeCache ) ).toBe( null );
} );

test( 'shows and hides the full URLs', async () => {
	const { user } = openScreen( ADDRESS, hostWith() );
	await user.click(
		await screen.findByRole( 'button', { name: 'Show full URLs' } )
	);
	await screen.findByText( URLS.rebuild );
	await user.click(
		screen.getByRole( 'button', { name: 'Hide full URLs' } )
	);
	expect( screen.queryByText( URLS.rebuild ) ).toBe( null );
} );

test( 'regenerates the URLs after a confirmation, and hides the old ones', async () => {
	const server = hostWith();
	const { user } = openScreen( ADDRESS, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Show full URLs' } )
	);
	await screen.findByText( URLS.rebuild );
	await user.click(
		screen.getByRole( 'button', { name: 'Regenerate all' } )
	);
	const dialog = within( screen.getByRole( 'dialog' ) );
	expect( dialog.getByText( /A URL was last called at/ ) ).toBeTruthy();
	await user.click(
		dialog.getByRole( 'button', { name: 'Regenerate all' } )
	);
	await screen.findByText( /URLs regenerated/, { selector: 'div' } );
	expect( screen.queryByText( URLS.rebuild ) ).toBe( null );
	expect(
		server.calls.some( ( { path } ) => path.endsWith( ':regenerate' ) )
	).toBe( true );
} );

test( 'creates webhooks where there are none', async () => {
	const server = hostWith( { exists: false } );
	const { user } = openScreen( ADDRESS, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Create webhooks' } )
	);
	await screen.findByText( /Webhooks created/, { selector: 'div' } );
} );

test( 'links the environment to another install', async () => {
	const server = hostWith().on(
		'PATCH',
		`/v1${ ENVIRONMENT }`,
		( { body } ) => {
			expect( body ).toEqual( { wpEnvironment: 'stage' } );
			return null as never;
		}
	);
	const { user } = openScreen( ADDRESS, server );
	await screen.findByRole( 'option', { name: /^stage/ } );
	await user.selectOptions(
		screen.getByLabelText( 'WordPress install' ),
		'stage'
	);
	await user.click( screen.getByRole( 'button', { name: 'Save install' } ) );
	await screen.findByText( /The next build uses it/, { selector: 'div' } );
} );

test( 'deletes the environment after its name was typed', async () => {
	const server = hostWith();
	const { user, address } = openScreen( ADDRESS, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Delete environment' } )
	);
	const dialog = within( screen.getByRole( 'dialog' ) );
	await user.type(
		dialog.getByLabelText( /Type “Production”/ ),
		'Production{Enter}'
	);
	await screen.findByText( 'Environment deleted.', { selector: 'div' } );
	expect( address() ).toBe( '/accounts/acme' );
} );

test( 'offers readers neither URLs nor changes', async () => {
	openScreen( ADDRESS, hostWith(), { mayWrite: () => false } );
	await screen.findByText( /Your role is read-only/ );
	expect(
		screen.queryAllByRole( 'button', {
			name: /Copy|Show|Regenerate|Delete|Save/,
		} )
	).toEqual( [] );
} );
