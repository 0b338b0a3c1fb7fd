import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { timingText } from '../../../src/panel/automation/timing.ts';
import {
	aStatus,
	aTarget,
	allSettings,
	at,
	someSettings,
} from '../fixtures.ts';
import { field, focused } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';
import { card, open, noticeTexts, saveEnvironment } from './screen.tsx';

const PUT_PATH = '/settings/environments/production';
const QUIET = 'Quiet period (seconds)';
const LONGEST = 'Maximum wait (seconds)';

let server: FakeServer;

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

function plainTimingText(
	quiet: string,
	longest: string,
	hold = false
): string {
	return timingText( {
		quietPeriodSeconds: quiet,
		maximumWaitSeconds: longest,
		hold,
		refreshQuietPeriodSeconds: '1',
		refreshMaximumWaitSeconds: '5',
	} ).replace( /<\/?b>/g, '' );
}

test.each( [
	[
		'10',
		'120',
		'Deployed 10 s after the last change, but at most 2 min after the first. Ten saves in a row trigger one build.',
	],
	[
		'5',
		'90',
		'Deployed 5 s after the last change, but at most 1 min 30 s after the first. Ten saves in a row trigger one build.',
	],
	[ '0', '120', 'Deployed immediately.' ],
	[ '10', '0', 'Deployed immediately.' ],
	[
		'60',
		'30',
		'Deployed 30 s after the first change, even if more changes follow.',
	],
	[ '', '120', '' ],
	[ '1.5', '120', '' ],
	[ '3601', '3600', '' ],
] )(
	'describes a quiet period of “%s” and a maximum wait of “%s” as “%s”',
	( a, b, text ) => {
		expect( plainTimingText( a, b ) ).toBe( text );
	}
);

test( 'says that held changes are not deployed automatically', () => {
	expect( plainTimingText( '10', '120', true ) ).toMatch( /^Held/ );
} );

describe( 'the timing of runs', () => {
	test( 'offers the times of Refresh only where a refresh can be sent', async () => {
		const refresh = aTarget( { goneAt: at( -60 ) } );
		await open(
			server,
			allSettings( { environments: [ someSettings( { refresh } ) ] } )
		);
		expect( screen.queryByLabelText( /of Refresh/ ) ).toBeNull();
	} );

	test( 'saves the times of Refresh, and describes their effect', async () => {
		const settings = someSettings( { refresh: aTarget() } );
		const user = await open(
			server,
			allSettings( { environments: [ settings ] } )
		);
		saveEnvironment( server, settings );
		const quiet = field( 'Quiet period of Refresh (seconds)' );
		expect( quiet.value ).toBe( '1' );
		screen.getByText( '5 s after the first' );
		await user.clear( quiet );
		await user.type( quiet, '0' );
		screen.getByText( 'Refreshed immediately.' );
		await user.click(
			card( 'Timing of runs' ).getByRole( 'button', {
				name: 'Save changes',
			} )
		);
		expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
			{ data: { automation: { refreshQuietPeriodSeconds: 0 } } },
		] );
	} );

	test( 'shows a preview while the user types, and saves only what differs', async () => {
		const user = await open( server );
		saveEnvironment( server, someSettings() );
		const quiet = field( QUIET );
		await user.clear( quiet );
		await user.type( quiet, '30' );
		screen.getByText( '30 s after the last change' );
		await user.click( field( 'Hold changes' ) );
		screen.getByText( 'Held:' );
		await user.click(
			card( 'Timing of runs' ).getByRole( 'button', {
				name: 'Save changes',
			} )
		);
		expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
			{
				data: { automation: { quietPeriodSeconds: 30, hold: true } },
				headers: { 'If-Match': 'v1' },
			},
		] );
		expect( screen.queryByText( /unsaved/ ) ).toBeNull();
	} );

	test( 'shows the error below the field, sends nothing, and focuses the field', async () => {
		const user = await open( server );
		const longest = field( LONGEST );
		await user.clear( longest );
		await user.type( longest, '4000' );
		screen.getByText( 'Enter a whole number from 0 to 3600 (one hour).' );
		expect( longest.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
		await user.click(
			card( 'Timing of runs' ).getByRole( 'button', {
				name: 'Save changes',
			} )
		);
		expect( server.callsOf( 'PUT', PUT_PATH ) ).toEqual( [] );
		expect( focused() ).toBe( longest );
		expect( longest.value ).toBe( '4000' );
	} );

	test( 'shows why a save failed, and no success', async () => {
		const user = await open( server );
		server.on( 'PUT', PUT_PATH, () => {
			throw refusal( 409, 'locked', 'It is locked now.' );
		} );
		await user.type( field( QUIET ), '0' );
		await user.click(
			card( 'Timing of runs' ).getByRole( 'button', {
				name: 'Save changes',
			} )
		);
		screen.getByText( 'It is locked now.' );
		expect( noticeTexts() ).toEqual( [] );
		expect( field( QUIET ).value ).toBe( '100' );
	} );

	test( 'locks the fields that wp-config.php sets, and names the constant', async () => {
		await open(
			server,
			allSettings( {
				environments: [
					someSettings( {
						lockedBy: 'HEADLESS_DEPLOY_ENVIRONMENTS',
						lockedFields: [
							'automation.quietPeriodSeconds',
							'automation.hold',
						],
					} ),
				],
			} )
		);
		const disabled = ( label: string ) => field( label ).disabled;
		expect( disabled( QUIET ) ).toBe( true );
		expect( disabled( LONGEST ) ).toBe( false );
		expect( disabled( 'Hold changes' ) ).toBe( true );
		expect(
			screen.getAllByText( /by HEADLESS_DEPLOY_ENVIRONMENTS/ )
		).toHaveLength( 2 );
	} );
} );
