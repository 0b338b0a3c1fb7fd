import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Policy } from '../../../src/panel/automation/policy.ts';
import { type EnvironmentSettings, SOURCES } from '../../../src/shared/wire.ts';
import {
	aStatus,
	aTarget,
	allSettings,
	at,
	someSettings,
} from '../fixtures.ts';
import { button, field, focused, link } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';
import {
	asksBeforeLeaving,
	card,
	choice,
	CONFLICT,
	conflictWith,
	differences,
	open,
	noticeTexts,
	saveEnvironment,
} from './screen.tsx';

const TITLE = 'Action for each change';
const PUT_PATH = '/settings/environments/production';

let server: FakeServer;

async function save( user: UserEvent ) {
	await user.click(
		card( TITLE ).getByRole( 'button', { name: 'Save changes' } )
	);
}

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

afterEach( () => {
	window.history.replaceState( null, '', '/' );
} );

describe( 'the policy', () => {
	test( 'the policy offers for each change source the actions of the host, and shows the default', async () => {
		await open( server );
		const groups = card( TITLE ).getAllByRole( 'group' );
		expect( groups ).toHaveLength( SOURCES.length );
		for ( const group of groups ) {
			const radios = within( group ).getAllByRole( 'radio' );
			expect(
				radios.map( ( radio ) => ( radio as HTMLInputElement ).value )
			).toEqual( [ 'none', 'purgeCache', 'rebuild', 'cleanRebuild' ] );
		}
		screen.getByText(
			'For Production. Default action: Rebuild, except for comments.'
		);
		expect( screen.queryByText( 'Changed from Rebuild' ) ).toBeNull();
	} );

	describe( 'with a refresh URL', () => {
		const REFRESHES =
			'Each of these changes refreshes the pages that show it. Choose what else happens.';

		function refreshed( over: Partial< EnvironmentSettings > = {} ) {
			return allSettings( {
				environments: [
					someSettings( { refresh: aTarget(), ...over } ),
				],
			} );
		}

		function storing( stored: Partial< Policy > ) {
			const { automation } = someSettings();
			const policy = { ...automation.policy, ...stored };
			return { automation: { ...automation, policy } };
		}

		function labelsOf( group: HTMLElement ): string[] {
			return within( group )
				.getAllByRole< HTMLInputElement >( 'radio' )
				.map( ( { labels } ) => labels?.[ 0 ]?.textContent ?? '' );
		}

		test( 'the policy with a refresh URL says that each change refreshes, and asks only what else happens', async () => {
			await open( server, refreshed() );
			screen.getByText( REFRESHES );
			const groups = card( TITLE ).getAllByRole( 'group' );
			expect( groups ).toHaveLength( SOURCES.length );
			for ( const group of groups.slice( 0, -1 ) ) {
				expect( labelsOf( group ) ).toEqual( [
					'Nothing else',
					'Purge Cache',
					'Rebuild',
					'Clean Rebuild',
				] );
			}
			expect( choice( 'Comments', 'Nothing else' ).checked ).toBe( true );
			expect( screen.queryByText( /Changed from/ ) ).toBeNull();
		} );

		test( 'the policy with a refresh URL asks for requests of other code what they start, because they change nothing in WordPress', async () => {
			await open( server, refreshed( storing( { request: 'none' } ) ) );
			const group = card( TITLE ).getByRole( 'group', {
				name: 'Requests from other plugins',
			} );
			expect( labelsOf( group ) ).toEqual( [
				'No action',
				'Refresh',
				'Purge Cache',
				'Rebuild',
				'Clean Rebuild',
			] );
			expect(
				choice( 'Requests from other plugins', 'No action' ).checked
			).toBe( true );
		} );

		test.each( [ 'none', 'refresh' ] as const )(
			'the policy with a refresh URL shows a stored action “%s” as nothing else, and keeps it',
			async ( stored ) => {
				const user = await open(
					server,
					refreshed( storing( { styles: stored } ) )
				);
				expect( choice( 'Styles', 'Nothing else' ).checked ).toBe(
					true
				);
				await user.click( choice( 'Styles', 'Rebuild' ) );
				await user.click( choice( 'Styles', 'Nothing else' ) );
				expect( screen.queryByText( /unsaved/ ) ).toBeNull();
			}
		);

		test( 'the policy with a refresh URL stores nothing else as Refresh, whose replacement counts without the URL, unless nothing is the default', async () => {
			const shown = someSettings( {
				refresh: aTarget(),
				...storing( { comments: 'rebuild' } ),
			} );
			const user = await open(
				server,
				allSettings( { environments: [ shown ] } )
			);
			saveEnvironment( server, shown );
			await user.click( choice( 'Styles', 'Nothing else' ) );
			await user.click( choice( 'Comments', 'Nothing else' ) );
			await save( user );
			expect( server.callsOf( 'PUT', PUT_PATH )[ 0 ] ).toMatchObject( {
				data: {
					automation: {
						policy: { styles: 'refresh', comments: 'none' },
					},
				},
			} );
		} );

		test( 'the policy is the one without a refresh URL after the URL answered 410', async () => {
			await open(
				server,
				refreshed( { refresh: aTarget( { goneAt: at( -60 ) } ) } )
			);
			expect( screen.queryByText( REFRESHES ) ).toBeNull();
			const [ group ] = card( TITLE ).getAllByRole( 'group' );
			expect( labelsOf( group as HTMLElement ) ).toEqual( [
				'No action',
				'Purge Cache',
				'Rebuild',
				'Clean Rebuild',
			] );
		} );
	} );

	test( 'the policy shows the defaults that the server names', async () => {
		const { defaultPolicy } = someSettings();
		await open(
			server,
			allSettings( {
				environments: [
					someSettings( {
						defaultPolicy: {
							...defaultPolicy,
							content: 'purgeCache',
							comments: 'rebuild',
						},
					} ),
				],
			} )
		);
		screen.getByText(
			'For Production. Default action: Purge Cache, except for comments.'
		);
		screen.getByText( 'Changed from Purge Cache' );
		screen.getByText( 'Changed from Rebuild' );
	} );

	test( 'the policy says that no action replaces one that the host lacks', async () => {
		await open(
			server,
			allSettings( {
				environments: [
					someSettings( {
						fallbacks: [
							{
								source: 'content',
								wanted: 'purgeCache',
								action: 'none',
							},
						],
					} ),
				],
			} )
		);
		screen.getByText(
			'The host does not offer Purge Cache, and no other action replaces it.'
		);
	} );

	test( 'the policy says where Refresh is set up if another action replaces it', async () => {
		await open(
			server,
			allSettings( {
				environments: [
					someSettings( {
						fallbacks: [
							{
								source: 'content',
								wanted: 'refresh',
								action: 'purgeCache',
							},
						],
					} ),
				],
			} )
		);
		screen.getByText(
			'Refresh is not set up under Connections. Purge Cache is used instead.'
		);
	} );

	test( 'the policy saves only what was changed, on the version that was shown, and confirms it', async () => {
		const user = await open( server );
		saveEnvironment( server, someSettings() );
		await user.click( choice( 'Styles', 'Clean Rebuild' ) );
		await user.click( choice( 'Theme', 'No action' ) );
		screen.getByText( '2 unsaved changes' );
		expect( screen.getAllByText( 'Changed from Rebuild' ) ).toHaveLength(
			2
		);
		expect( asksBeforeLeaving() ).toBe( true );
		await save( user );
		expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
			{
				data: {
					automation: {
						policy: { styles: 'cleanRebuild', theme: 'none' },
					},
				},
				headers: { 'If-Match': 'v1' },
			},
		] );
		expect( noticeTexts() ).toEqual( [ 'Saved for Production.' ] );
		expect( screen.queryByText( /unsaved/ ) ).toBeNull();
		expect( asksBeforeLeaving() ).toBe( false );
		expect( choice( 'Styles', 'Clean Rebuild' ).checked ).toBe( true );
	} );

	test( 'the policy saves again on the version of the last save', async () => {
		const user = await open( server );
		saveEnvironment( server, someSettings() );
		await user.click( choice( 'Styles', 'Clean Rebuild' ) );
		await save( user );
		await user.click( choice( 'Styles', 'No action' ) );
		await save( user );
		expect( server.callsOf( 'PUT', PUT_PATH )[ 1 ] ).toMatchObject( {
			data: { automation: { policy: { styles: 'none' } } },
			headers: { 'If-Match': 'v2' },
		} );
		expect( screen.queryByText( /Nothing was overwritten/ ) ).toBeNull();
	} );

	test( 'the policy does not save a choice that was reverted', async () => {
		const user = await open( server );
		await user.click( choice( 'Styles', 'No action' ) );
		await user.click( choice( 'Styles', 'Rebuild' ) );
		expect( screen.queryByText( /unsaved/ ) ).toBeNull();
		await save( user );
		expect( server.callsOf( 'PUT', PUT_PATH ) ).toEqual( [] );
	} );

	test( 'the policy shows the server’s message and no success after a failed save, and keeps the choice', async () => {
		const user = await open( server );
		server.on( 'PUT', PUT_PATH, () => {
			throw refusal(
				500,
				'headless_deploy_not_saved',
				'The disk is full.'
			);
		} );
		await user.click( choice( 'Styles', 'No action' ) );
		await save( user );
		card( TITLE ).getByText( 'The disk is full.' );
		expect( noticeTexts() ).toEqual( [] );
		expect( choice( 'Styles', 'No action' ).checked ).toBe( true );
		screen.getByText( '1 unsaved change' );
		expect( asksBeforeLeaving() ).toBe( true );
	} );

	test( 'the policy shows an error of a field that is not on the screen', async () => {
		const user = await open( server );
		server.on( 'PUT', PUT_PATH, () => {
			throw {
				code: 'rest_invalid_param',
				message: 'automation[policy] is wrong.',
				data: { status: 400, params: { automation: 'It is wrong.' } },
			};
		} );
		await user.click( choice( 'Styles', 'No action' ) );
		await save( user );
		card( TITLE ).getByText( 'automation[policy] is wrong.' );
	} );

	test( 'the policy resets to the defaults, and discards', async () => {
		const policy = {
			...someSettings().automation.policy,
			styles: 'none' as const,
		};
		const automation = { ...someSettings().automation, policy };
		const user = await open(
			server,
			allSettings( { environments: [ someSettings( { automation } ) ] } )
		);
		await user.click( button( 'Reset to defaults' ) );
		expect( choice( 'Styles', 'Rebuild' ).checked ).toBe( true );
		await user.click( button( 'Discard' ) );
		const heading = screen.getByRole( 'heading', { name: TITLE } );
		expect( focused() ).toBe( heading );
		expect( choice( 'Styles', 'No action' ).checked ).toBe( true );
		expect( screen.queryByText( /unsaved/ ) ).toBeNull();
	} );

	test( 'the policy offers only the actions of the host, and shows the fallback', async () => {
		const urls = { rebuild: 'https://api.example/••••' };
		const automation = someSettings().automation;
		const policy = {
			...automation.policy,
			styles: 'cleanRebuild' as const,
		};
		await open(
			server,
			allSettings( {
				environments: [
					someSettings( {
						webhook: { ...someSettings().webhook, urls },
						automation: { ...automation, policy },
						fallbacks: [
							{
								source: 'styles',
								wanted: 'cleanRebuild',
								action: 'rebuild',
							},
						],
					} ),
				],
			} )
		);
		expect(
			screen.queryByRole( 'radio', { name: 'Purge Cache' } )
		).toBeNull();
		expect( choice( 'Styles', 'Rebuild' ).checked ).toBe( true );
		screen.getByText(
			'The host does not offer Clean Rebuild. Rebuild is used instead.'
		);
	} );

	test( 'the policy locks a change source that wp-config.php sets, and does not reset it', async () => {
		const automation = someSettings().automation;
		const policy = { ...automation.policy, styles: 'none' as const };
		const user = await open(
			server,
			allSettings( {
				environments: [
					someSettings( {
						automation: { ...automation, policy },
						lockedBy: 'HEADLESS_DEPLOY_ENVIRONMENTS',
						lockedFields: [ 'label', 'automation.policy.styles' ],
					} ),
				],
			} )
		);
		expect( choice( 'Styles', 'Rebuild' ).disabled ).toBe( true );
		expect( choice( 'Theme', 'Rebuild' ).disabled ).toBe( false );
		screen.getByText(
			'Set in wp-config.php by HEADLESS_DEPLOY_ENVIRONMENTS. Change it there.'
		);
		await user.click( button( 'Reset to defaults' ) );
		expect( choice( 'Styles', 'No action' ).checked ).toBe( true );
	} );
} );

const newer = someSettings( {
	etag: 'v7',
	automation: {
		...someSettings().automation,
		policy: {
			...someSettings().automation.policy,
			styles: 'none',
			theme: 'purgeCache',
		},
	},
	lastSaved: {
		by: { id: 2, name: 'Maria Lindqvist' },
		at: '2026-11-21T13:02:00.000Z',
	},
} );

async function provokeConflict() {
	const user = await open( server );
	server.on( 'PUT', PUT_PATH, () => {
		throw conflictWith( { environment: newer } );
	} );
	server.on( 'GET', '/settings', () =>
		allSettings( { environments: [ newer ] } )
	);
	await user.click( choice( 'Styles', 'Clean Rebuild' ) );
	await save( user );
	card( TITLE ).getByText( /Nothing was overwritten/ );
	card( TITLE ).getByText(
		/^Not saved\. Maria Lindqvist changed these settings \([^.]*\d\d:\d\d\)\.$/
	);
	expect( differences() ).toEqual( [
		'Styles Saved value: No action. Your value: Clean Rebuild.',
		'Theme Saved value: Purge Cache.',
	] );
	expect( noticeTexts() ).toEqual( [] );
	expect( choice( 'Styles', 'Clean Rebuild' ).checked ).toBe( true );
	return user;
}

test( 'a conflict with another user shows the newer settings on request', async () => {
	const user = await provokeConflict();
	await user.click( button( 'Show the newer settings' ) );
	expect( choice( 'Styles', 'No action' ).checked ).toBe( true );
	expect( screen.queryByText( /Nothing was overwritten/ ) ).toBeNull();
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toHaveLength( 1 );
} );

test( 'a conflict with another user overwrites the newer settings on request, on their version', async () => {
	const user = await provokeConflict();
	saveEnvironment( server, newer );
	await user.click( button( 'Overwrite with my changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH )[ 1 ] ).toMatchObject( {
		data: { automation: { policy: { styles: 'cleanRebuild' } } },
		headers: { 'If-Match': 'v7' },
	} );
	expect( noticeTexts() ).toEqual( [ 'Saved for Production.' ] );
	expect( screen.queryByText( /Nothing was overwritten/ ) ).toBeNull();
} );

test( 'a conflict with another user keeps the entries when the newer settings cannot be read', async () => {
	const user = await provokeConflict();
	server.on( 'GET', '/settings', () => {
		throw refusal( 503, 'down', 'Come back later.' );
	} );
	await user.click( button( 'Show the newer settings' ) );
	screen.getByText( 'Come back later.' );
	expect( choice( 'Styles', 'Clean Rebuild' ).checked ).toBe( true );
} );

test( 'a conflict with another user is also shown on the other card if its field was changed too', async () => {
	const user = await open( server );
	const other = {
		...newer,
		automation: { ...newer.automation, quietPeriodSeconds: 30 },
	};
	server.on( 'PUT', PUT_PATH, () => {
		throw CONFLICT;
	} );
	server.on( 'GET', '/settings', () =>
		allSettings( { environments: [ other ] } )
	);
	const quiet = field( 'Quiet period (seconds)' );
	await user.clear( quiet );
	await user.type( quiet, '5' );
	await user.click( choice( 'Styles', 'Clean Rebuild' ) );
	await save( user );
	await user.click( button( 'Show the newer settings' ) );
	card( 'Timing of runs' ).getByText( /Nothing was overwritten/ );
	await user.click(
		card( 'Timing of runs' ).getByRole( 'button', {
			name: 'Save changes',
		} )
	);
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toHaveLength( 1 );
} );

const staging = someSettings( { id: 'staging', label: 'Staging' } );

test( 'several environments keep their choices while the user switches, and the URL names the current one', async () => {
	const user = await open(
		server,
		allSettings( { environments: [ someSettings(), staging ] } )
	);
	await user.click( choice( 'Styles', 'No action' ) );
	const switcher = screen.getByRole( 'combobox', {
		name: 'Environment',
	} );
	await user.selectOptions( switcher, 'Staging' );
	screen.getByText(
		'For Staging. Default action: Rebuild, except for comments.'
	);
	expect( choice( 'Styles', 'Rebuild' ).checked ).toBe( true );
	expect( window.location.search ).toBe( '?environment=staging' );
	await user.selectOptions( switcher, 'Production (unsaved)' );
	expect( choice( 'Styles', 'No action' ).checked ).toBe( true );
} );

test( 'several environments can be opened by a link', async () => {
	window.history.replaceState( null, '', '/?environment=staging' );
	await open(
		server,
		allSettings( { environments: [ someSettings(), staging ] } )
	);
	screen.getByText(
		'For Staging. Default action: Rebuild, except for comments.'
	);
} );

test( 'several environments link to Connections while there are none', async () => {
	await open( server, allSettings( { environments: [] } ) );
	screen.getByRole( 'heading', {
		name: 'No front end is connected yet',
	} );
	link( 'Connect a front end' );
} );
