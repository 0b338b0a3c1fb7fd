import { screen, waitFor, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	nextRunText,
	scheduleText,
	timeZoneLabel,
} from '../../../src/panel/automation/schedule-text.ts';
import type { Run } from '../../../src/shared/wire.ts';
import {
	NOW,
	NOW_MS,
	aFailedRun,
	aRun,
	aStatus,
	allSettings,
	at,
	someSettings,
} from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';
import {
	aSchedule,
	conflictWith,
	CONFLICT,
	differences,
	forgetSaid,
	open,
	said,
} from './screen.tsx';

type User = ReturnType< typeof userEvent.setup >;

let server: FakeServer;

beforeEach( () => {
	server = fakeServer( aStatus() );
	document.documentElement.lang = 'en-US';
} );

afterEach( forgetSaid );

async function choose( user: User, schedule: string, what: string ) {
	await user.click(
		screen.getByRole( 'button', { name: `Actions for “${ schedule }”` } )
	);
	await user.click( await screen.findByRole( 'menuitem', { name: what } ) );
}

describe( 'in words', () => {
	test.each( [
		[ aSchedule(), 'Clean Rebuild every day at 03:00' ],
		[
			aSchedule( {
				frequency: 'weekly',
				weekday: 'sunday',
				action: 'purgeCache',
				time: '06:30',
			} ),
			'Purge Cache every Sunday at 06:30',
		],
		[
			aSchedule( { frequency: 'monthly', day: 31, action: 'rebuild' } ),
			'Rebuild on day 31 of the month at 03:00',
		],
		[
			aSchedule( { frequency: 'hourly', time: '00:05' } ),
			'Clean Rebuild every hour, 5 min past the hour',
		],
		[
			aSchedule( { frequency: 'hourly', time: '00:00' } ),
			'Clean Rebuild every hour, on the hour',
		],
	] )( 'reads %o', ( schedule, words ) => {
		expect( scheduleText( schedule ) ).toBe( words );
	} );

	test.each( [
		// Noon in Stockholm is an hour before noon in UTC.
		[ '2026-11-21T20:30:00Z', 'Europe/Stockholm', 'Next run today, 21:30' ],
		[
			'2026-11-21T23:30:00Z',
			'Europe/Stockholm',
			'Next run tomorrow, 00:30',
		],
		[ '2026-11-21T23:30:00Z', 'UTC', 'Next run today, 23:30' ],
		[
			'2026-11-30T05:30:00Z',
			'Europe/Stockholm',
			'Next run Nov 30, 06:30',
		],
		[ '2026-11-21T13:59:59Z', 'UTC', 'Due now' ],
	] )( '%s in %s is “%s”', ( time, zone, words ) => {
		expect( nextRunText( time, NOW_MS, zone ) ).toBe( words );
	} );

	test( 'zones without a city are told from UTC', () => {
		expect( timeZoneLabel( '+00:00' ) ).toBe( 'UTC' );
		expect( timeZoneLabel( '+05:30' ) ).toBe( 'UTC+05:30' );
		expect( timeZoneLabel( 'Europe/Stockholm' ) ).toBe(
			'Europe/Stockholm'
		);
	} );
} );

describe( 'the list', () => {
	test( 'says what a schedule is for when there is none', async () => {
		await open( server );
		screen.getByText(
			'No schedules. Changes in WordPress deploy automatically; use a schedule for content that changes elsewhere.'
		);
	} );

	test( 'shows those of the environment, and the site’s time zone', async () => {
		await open(
			server,
			allSettings( {
				schedules: [
					aSchedule(),
					aSchedule( { id: 'x', label: 'X', environment: 'other' } ),
				],
			} )
		);
		screen.getByText( 'Nightly' );
		screen.getByText( 'Clean Rebuild every day at 03:00' );
		screen.getByText(
			/Times are in the site’s time zone, Europe\/Stockholm/
		);
		expect( screen.queryByText( 'X' ) ).toBeNull();
	} );
} );

describe( 'the last run', () => {
	async function shown( lastRun: Run | null ): Promise< HTMLElement > {
		await open(
			server,
			allSettings( { schedules: [ aSchedule( { lastRun } ) ] } )
		);
		return screen.getByText( /^Last run|^Not run/ );
	}

	test( 'is none before the first', async () => {
		const words = await shown( null );
		expect( words.textContent ).toBe( 'Not run yet' );
	} );

	const OVER = {
		createdAt: NOW,
		finishedAt: NOW,
		attempts: [
			{
				at: NOW,
				durationMs: 400,
				httpStatus: 200,
				error: '',
				headline: 'Accepted by the host',
			},
		],
	};

	test.each( [
		[ aRun( OVER ), 'Last run today, accepted by the host' ],
		[
			aRun( {
				...OVER,
				status: 'live',
				trackedAt: at( 65 ),
			} ),
			/^Last run today, live after 1 min/,
		],
		[ aRun( { ...OVER, action: 'purgeCache' } ), 'Last run today, done' ],
		[ aFailedRun( OVER ), 'Last run today, failed' ],
		[
			aRun( {
				...OVER,
				createdAt: '2020-11-18T12:00:00.000Z',
				status: 'canceled',
			} ),
			'Last run Nov 18, canceled',
		],
	] )( 'says what came of it and leads to it: %#', async ( run, words ) => {
		const link = await shown( run );
		expect( link.textContent ).toMatch( words );
		expect( link.getAttribute( 'href' ) ).toMatch( /&run=41$/ );
	} );
} );

describe( 'the form', () => {
	test( 'adds one, says what it will do meanwhile, and shows it with its next run', async () => {
		const user = await open( server );
		server.on( 'POST', '/settings/schedules', () =>
			aSchedule( { id: 'weekly', label: 'Rebuild every week' } )
		);
		await user.click(
			screen.getByRole( 'button', { name: 'Add schedule' } )
		);
		screen.getByText( 'Rebuild every day at 03:00 (Europe/Stockholm).' );
		await user.selectOptions(
			screen.getByLabelText( 'How often' ),
			'Every week'
		);
		await user.selectOptions(
			screen.getByLabelText( 'Day of the week' ),
			'Thursday'
		);
		screen.getByText( /Rebuild every Thursday at 03:00/ );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect( server.callsOf( 'POST', '/settings/schedules' ) ).toMatchObject(
			[
				{
					data: {
						environment: 'production',
						action: 'rebuild',
						frequency: 'weekly',
						weekday: 'thursday',
						day: null,
						time: '03:00',
					},
				},
			]
		);
		expect( screen.queryByRole( 'dialog' ) ).toBeNull();
		expect( said() ).toEqual( [ 'Schedule “Rebuild every week” saved.' ] );
		screen.getByText( 'Rebuild every week' );
	} );

	test( 'an hourly one has minutes only', async () => {
		const user = await open( server );
		server.on( 'POST', '/settings/schedules', () => aSchedule() );
		await user.click(
			screen.getByRole( 'button', { name: 'Add schedule' } )
		);
		await user.selectOptions(
			screen.getByLabelText( 'How often' ),
			'Every hour'
		);
		expect( screen.queryByLabelText( 'Time' ) ).toBeNull();
		const minute = screen.getByLabelText( 'Minutes past the hour' );
		await user.clear( minute );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByText( 'Enter a whole number from 0 to 59.' );
		expect( minute.ownerDocument.activeElement ).toBe( minute );
		expect( server.callsOf( 'POST', '/settings/schedules' ) ).toEqual( [] );
		await user.type( minute, '7' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect( server.callsOf( 'POST', '/settings/schedules' ) ).toMatchObject(
			[ { data: { frequency: 'hourly', time: '00:07' } } ]
		);
	} );

	test( 'stays open with what was typed when it is refused, and shows no success', async () => {
		const user = await open( server );
		server.on( 'POST', '/settings/schedules', () => {
			throw refusal(
				409,
				'headless_deploy_too_many_schedules',
				'There are 50 schedules already.'
			);
		} );
		await user.click(
			screen.getByRole( 'button', { name: 'Add schedule' } )
		);
		await user.type( screen.getByLabelText( 'Name (optional)' ), 'Prices' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		const dialog = within( screen.getByRole( 'dialog' ) );
		dialog.getByText( 'There are 50 schedules already.' );
		dialog.getByDisplayValue( 'Prices' );
		expect( said() ).toEqual( [] );
	} );

	test( 'changes one on the version that was shown', async () => {
		const user = await open(
			server,
			allSettings( { schedules: [ aSchedule() ] } )
		);
		server.on( 'PUT', '/settings/schedules/nightly', () =>
			aSchedule( { time: '04:00', etag: 's2' } )
		);
		await choose( user, 'Nightly', 'Edit' );
		const time = screen.getByLabelText( 'Time' );
		await user.clear( time );
		await user.type( time, '04:00' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		expect(
			server.callsOf( 'PUT', '/settings/schedules/nightly' )
		).toMatchObject( [
			{
				data: { label: 'Nightly', time: '04:00' },
				headers: { 'If-Match': 's1' },
			},
		] );
		screen.getByText( 'Clean Rebuild every day at 04:00' );
	} );

	test( 'asks what shall count when somebody else changed it first', async () => {
		const theirs = aSchedule( { time: '05:00', etag: 's9' } );
		const user = await open(
			server,
			allSettings( { schedules: [ aSchedule() ] } )
		);
		server.on( 'PUT', '/settings/schedules/nightly', () => {
			throw conflictWith( { schedule: theirs } );
		} );
		server.on( 'GET', '/settings', () =>
			allSettings( { schedules: [ theirs ] } )
		);
		await choose( user, 'Nightly', 'Edit' );
		const name = screen.getByLabelText( 'Name' );
		await user.type( name, ' prices' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByText( /Nothing was overwritten/ );
		screen.getByDisplayValue( 'Nightly prices' );
		expect( differences() ).toEqual( [
			'Name Saved value: Nightly. Your value: Nightly prices.',
		] );
		await user.click(
			screen.getByRole( 'button', { name: 'Show the newer settings' } )
		);
		screen.getByDisplayValue( '05:00' );
		screen.getByDisplayValue( 'Nightly' );
		expect( said() ).toEqual( [] );
	} );

	test( 'that somebody else has removed can be added anew, with what was typed', async () => {
		const user = await open(
			server,
			allSettings( { schedules: [ aSchedule() ] } )
		);
		server.on( 'PUT', '/settings/schedules/nightly', () => {
			throw refusal(
				404,
				'headless_deploy_unknown_schedule',
				'There is no schedule “nightly”.'
			);
		} );
		const added = aSchedule( { id: 'nightly-2', label: 'Nightly prices' } );
		server.on( 'POST', '/settings/schedules', () => added );
		server.on( 'GET', '/settings/schedules', () => ( {
			schedules: [ added ],
		} ) );
		await choose( user, 'Nightly', 'Edit' );
		await user.type( screen.getByLabelText( 'Name' ), ' prices' );
		await user.click( screen.getByRole( 'button', { name: 'Save' } ) );
		screen.getByText( /Another user removed this schedule/ );
		expect( said() ).toEqual( [] );
		await user.click(
			screen.getByRole( 'button', { name: 'Add as a new schedule' } )
		);
		expect( server.callsOf( 'POST', '/settings/schedules' ) ).toMatchObject(
			[ { data: { label: 'Nightly prices', time: '03:00' } } ]
		);
		expect( said() ).toEqual( [ 'Schedule “Nightly prices” saved.' ] );
		await waitFor( () =>
			expect( screen.queryByText( 'Nightly' ) ).toBeNull()
		);
		screen.getByText( 'Nightly prices' );
	} );

	test( 'offers the actions of the environment that is chosen', async () => {
		const { webhook } = someSettings();
		const staging = someSettings( {
			id: 'staging',
			label: 'Staging',
			webhook: {
				...webhook,
				urls: { rebuild: 'https://x.example/••••' },
			},
		} );
		const user = await open(
			server,
			allSettings( { environments: [ someSettings(), staging ] } )
		);
		await user.click(
			screen.getByRole( 'button', { name: 'Add schedule' } )
		);
		const dialog = within( screen.getByRole( 'dialog' ) );
		const actions = () =>
			within( dialog.getByLabelText( 'Action' ) )
				.getAllByRole( 'option' )
				.map( ( { textContent } ) => textContent );
		expect( actions() ).toEqual( [
			'Purge Cache',
			'Rebuild',
			'Clean Rebuild',
		] );
		await user.selectOptions(
			dialog.getByLabelText( 'Environment' ),
			'Staging'
		);
		expect( actions() ).toEqual( [ 'Rebuild' ] );
	} );
} );

describe( 'removing', () => {
	test( 'asks first, on the version that was shown', async () => {
		const user = await open(
			server,
			allSettings( { schedules: [ aSchedule() ] } )
		);
		server.on( 'DELETE', '/settings/schedules/nightly', () => ( {} ) );
		await choose( user, 'Nightly', 'Remove' );
		expect( server.callsOf( 'DELETE', '/' ) ).toEqual( [] );
		await user.click( screen.getByRole( 'button', { name: 'Remove' } ) );
		expect( server.callsOf( 'DELETE', '/' ) ).toMatchObject( [
			{ headers: { 'If-Match': 's1' } },
		] );
		expect( said() ).toEqual( [ '“Nightly” was removed.' ] );
		await waitFor( () => screen.getByText( /^No schedules/ ) );
		const add = screen.getByRole( 'button', { name: 'Add schedule' } );
		await waitFor( () =>
			expect( add.ownerDocument.activeElement ).toBe( add )
		);
	} );

	test( 'says why not, and shows no success', async () => {
		const user = await open(
			server,
			allSettings( { schedules: [ aSchedule() ] } )
		);
		server.on( 'DELETE', '/settings/schedules/nightly', () => {
			throw CONFLICT;
		} );
		await choose( user, 'Nightly', 'Remove' );
		await user.click( screen.getByRole( 'button', { name: 'Remove' } ) );
		screen.getByText( /Another user changed “Production”/ );
		expect( said() ).toEqual( [] );
	} );
} );
