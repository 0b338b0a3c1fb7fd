import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import {
	nextRunText,
	scheduleText,
} from '../../../src/panel/automation/schedule-text.ts';
import { timeZoneLabel } from '../../../src/live/labels/time.ts';
import type { Run } from '../../../src/shared/wire.ts';
import {
	NOW,
	NOW_MS,
	aFailedRun,
	aRun,
	aStatus,
	aTarget,
	allSettings,
	someSettings,
} from '../fixtures.ts';
import { button, dialog, field, focused } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';
import {
	aSchedule,
	conflictWith,
	CONFLICT,
	differences,
	open,
	noticeTexts,
} from './screen.tsx';

let server: FakeServer;

beforeEach( () => {
	server = fakeServer( aStatus() );
	document.documentElement.lang = 'en-US';
} );

async function choose( user: UserEvent, schedule: string, what: string ) {
	await user.click( button( `Actions for “${ schedule }”` ) );
	await user.click( await screen.findByRole( 'menuitem', { name: what } ) );
}

describe( 'the label of a schedule', () => {
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
	] )( 'describes %o', ( schedule, text ) => {
		expect( scheduleText( schedule ) ).toBe( text );
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
	] )( 'shows %s in %s as “%s”', ( time, zone, text ) => {
		expect( nextRunText( time, NOW_MS, zone ) ).toBe( text );
	} );

	test( 'shows time zones without a city as an offset from UTC', () => {
		expect( timeZoneLabel( '+00:00' ) ).toBe( 'UTC' );
		expect( timeZoneLabel( '+05:30' ) ).toBe( 'UTC+05:30' );
		expect( timeZoneLabel( 'Europe/Stockholm' ) ).toBe(
			'Europe/Stockholm'
		);
	} );
} );

describe( 'the list of schedules', () => {
	test( 'explains schedules while there are none', async () => {
		await open( server );
		screen.getByText(
			'No schedules. Changes in WordPress deploy automatically; use a schedule for content that changes elsewhere.'
		);
	} );

	test( 'shows the schedules of the environment, and the site’s time zone', async () => {
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

async function shown( lastRun: Run | null ): Promise< HTMLElement > {
	await open(
		server,
		allSettings( { schedules: [ aSchedule( { lastRun } ) ] } )
	);
	return screen.getByText( /^Last run|^Not run/ );
}

test( 'the last run of a schedule is missing before the first one', async () => {
	const text = await shown( null );
	expect( text.textContent ).toBe( 'Not run yet' );
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
			durationMs: 65_000,
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
] )(
	'the last run of a schedule shows its result and links to it: %#',
	async ( run, text ) => {
		const lastRunLink = await shown( run );
		expect( lastRunLink.textContent ).toMatch( text );
		expect( lastRunLink.getAttribute( 'href' ) ).toMatch( /&run=41$/ );
	}
);

test( 'the form of a schedule adds a schedule and shows a preview before it is saved', async () => {
	const user = await open( server );
	server.on( 'POST', '/settings/schedules', () =>
		aSchedule( { id: 'weekly', label: 'Rebuild every week' } )
	);
	await user.click( button( 'Add schedule' ) );
	screen.getByText( 'Rebuild every day at 03:00 (Europe/Stockholm).' );
	await user.selectOptions( field( 'How often' ), 'Every week' );
	await user.selectOptions( field( 'Day of the week' ), 'Thursday' );
	screen.getByText( /Rebuild every Thursday at 03:00/ );
	await user.click( button( 'Save' ) );
	expect( server.callsOf( 'POST', '/settings/schedules' ) ).toMatchObject( [
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
	] );
	expect( screen.queryByRole( 'dialog' ) ).toBeNull();
	expect( noticeTexts() ).toEqual( [
		'Schedule “Rebuild every week” saved.',
	] );
	screen.getByText( 'Rebuild every week' );
} );

test( 'the form of a schedule asks for minutes only if the schedule is hourly', async () => {
	const user = await open( server );
	server.on( 'POST', '/settings/schedules', () => aSchedule() );
	await user.click( button( 'Add schedule' ) );
	await user.selectOptions( field( 'How often' ), 'Every hour' );
	expect( screen.queryByLabelText( 'Time' ) ).toBeNull();
	const minute = field( 'Minutes past the hour' );
	await user.clear( minute );
	await user.click( button( 'Save' ) );
	screen.getByText( 'Enter a whole number from 0 to 59.' );
	expect( focused() ).toBe( minute );
	expect( server.callsOf( 'POST', '/settings/schedules' ) ).toEqual( [] );
	await user.type( minute, '7' );
	await user.click( button( 'Save' ) );
	expect( server.callsOf( 'POST', '/settings/schedules' ) ).toMatchObject( [
		{ data: { frequency: 'hourly', time: '00:07' } },
	] );
} );

test( 'the form of a schedule stays open with the entries after an error, and shows no success', async () => {
	const user = await open( server );
	server.on( 'POST', '/settings/schedules', () => {
		throw refusal(
			409,
			'headless_deploy_too_many_schedules',
			'There are 50 schedules already.'
		);
	} );
	await user.click( button( 'Add schedule' ) );
	await user.type( field( 'Name (optional)' ), 'Prices' );
	await user.click( button( 'Save' ) );
	dialog().getByText( 'There are 50 schedules already.' );
	dialog().getByDisplayValue( 'Prices' );
	expect( noticeTexts() ).toEqual( [] );
} );

test( 'the form of a schedule saves on the version that was shown', async () => {
	const user = await open(
		server,
		allSettings( { schedules: [ aSchedule() ] } )
	);
	server.on( 'PUT', '/settings/schedules/nightly', () =>
		aSchedule( { time: '04:00', etag: 's2' } )
	);
	await choose( user, 'Nightly', 'Edit' );
	const time = field( 'Time' );
	await user.clear( time );
	await user.type( time, '04:00' );
	await user.click( button( 'Save' ) );
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

test( 'the form of a schedule asks which version to keep when another user changed the schedule first', async () => {
	const newer = aSchedule( { time: '05:00', etag: 's9' } );
	const user = await open(
		server,
		allSettings( { schedules: [ aSchedule() ] } )
	);
	server.on( 'PUT', '/settings/schedules/nightly', () => {
		throw conflictWith( { schedule: newer } );
	} );
	server.on( 'GET', '/settings', () =>
		allSettings( { schedules: [ newer ] } )
	);
	await choose( user, 'Nightly', 'Edit' );
	const name = field( 'Name' );
	await user.type( name, ' prices' );
	await user.click( button( 'Save' ) );
	screen.getByText( /Nothing was overwritten/ );
	screen.getByDisplayValue( 'Nightly prices' );
	expect( differences() ).toEqual( [
		'Name Saved value: Nightly. Your value: Nightly prices.',
	] );
	await user.click( button( 'Show the newer settings' ) );
	screen.getByDisplayValue( '05:00' );
	screen.getByDisplayValue( 'Nightly' );
	expect( noticeTexts() ).toEqual( [] );
} );

test( 'the form of a schedule adds the schedule again if another user removed it', async () => {
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
	await user.type( field( 'Name' ), ' prices' );
	await user.click( button( 'Save' ) );
	screen.getByText( /Another user removed this schedule/ );
	expect( noticeTexts() ).toEqual( [] );
	await user.click( button( 'Add as a new schedule' ) );
	expect( server.callsOf( 'POST', '/settings/schedules' ) ).toMatchObject( [
		{ data: { label: 'Nightly prices', time: '03:00' } },
	] );
	expect( noticeTexts() ).toEqual( [ 'Schedule “Nightly prices” saved.' ] );
	await waitFor( () => expect( screen.queryByText( 'Nightly' ) ).toBeNull() );
	screen.getByText( 'Nightly prices' );
} );

test( 'the form of a schedule offers the actions of the selected environment', async () => {
	const { webhook } = someSettings();
	const staging = someSettings( {
		id: 'staging',
		label: 'Staging',
		webhook: {
			...webhook,
			urls: { rebuild: 'https://x.example/••••' },
		},
		refresh: aTarget(),
	} );
	const user = await open(
		server,
		allSettings( { environments: [ someSettings(), staging ] } )
	);
	await user.click( button( 'Add schedule' ) );
	const actions = () =>
		within( dialog().getByLabelText( 'Action' ) )
			.getAllByRole( 'option' )
			.map( ( { textContent } ) => textContent );
	expect( actions() ).toEqual( [
		'Purge Cache',
		'Rebuild',
		'Clean Rebuild',
	] );
	await user.selectOptions(
		dialog().getByLabelText( 'Environment' ),
		'Staging'
	);
	expect( actions() ).toEqual( [ 'Refresh', 'Rebuild' ] );
} );

describe( 'removing a schedule', () => {
	test( 'asks for a confirmation, and removes the version that was shown', async () => {
		const user = await open(
			server,
			allSettings( { schedules: [ aSchedule() ] } )
		);
		server.on( 'DELETE', '/settings/schedules/nightly', () => ( {} ) );
		await choose( user, 'Nightly', 'Remove' );
		expect( server.callsOf( 'DELETE', '/' ) ).toEqual( [] );
		await user.click( button( 'Remove' ) );
		expect( server.callsOf( 'DELETE', '/' ) ).toMatchObject( [
			{ headers: { 'If-Match': 's1' } },
		] );
		expect( noticeTexts() ).toEqual( [ '“Nightly” was removed.' ] );
		await waitFor( () => screen.getByText( /^No schedules/ ) );
		const add = button( 'Add schedule' );
		await waitFor( () => expect( focused() ).toBe( add ) );
	} );

	test( 'shows why it failed, and no success', async () => {
		const user = await open(
			server,
			allSettings( { schedules: [ aSchedule() ] } )
		);
		server.on( 'DELETE', '/settings/schedules/nightly', () => {
			throw CONFLICT;
		} );
		await choose( user, 'Nightly', 'Remove' );
		await user.click( button( 'Remove' ) );
		screen.getByText( /Another user changed “Production”/ );
		expect( noticeTexts() ).toEqual( [] );
	} );
} );
