import * as a11y from '@wordpress/a11y';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addresses } from '../../../src/hosting/addresses.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import type { Build } from '../../../src/shared/platform-api.generated.ts';
import {
	aBuild,
	anEnvironment,
	aRunningBuild,
	PATH,
	timeAfter,
} from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';
import { showAllLines } from '../log/observe.ts';

const BUILD =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}';

let server: FakeHost;
let log: string;
beforeEach( () => {
	showAllLines();
	log = '';
	server = new FakeHost()
		.on(
			'GET',
			'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary',
			anEnvironment()
		)
		.on( 'GET', `${ BUILD }/log`, ( { path } ) => {
			const offset = Number( /offset=(\d+)/.exec( path )?.[ 1 ] );
			return { text: log.slice( offset ), nextOffset: log.length };
		} );
} );

async function openBuild( build: Build, line = '' ) {
	server.on( 'GET', BUILD, build );
	const at = addresses.environment( PATH, 'builds', build.number );
	const page = openScreen( `${ at }${ line }`, server );
	await screen.findByRole( 'list', { name: 'Steps' } );
	await screen.findByRole( 'region', { name: 'Log' } );
	return { ...page, at };
}

test( 'a build that failed says the cause, what to do and what is live', async () => {
	await openBuild(
		aBuild( {
			number: 13,
			state: 'failed',
			error: 'npm ci ended with code 1. Run npm install.',
			steps: [
				{
					name: 'install',
					state: 'failed',
					startTime: timeAfter( -600 ),
					finishTime: timeAfter( -590 ),
				},
			],
		} )
	);
	expect(
		screen.getByText( 'Install failed: npm ci ended with code 1.' )
			.parentElement?.textContent
	).toBe(
		'Install failed: npm ci ended with code 1. Run npm install. Build 12 is live.'
	);
	const steps = within( screen.getByRole( 'list', { name: 'Steps' } ) );
	expect(
		steps.getAllByRole( 'listitem' ).map( ( { children } ) =>
			[ ...children ]
				.map( ( { textContent } ) => textContent )
				.filter( Boolean )
				.join( ': ' )
		)
	).toEqual( [
		'Unpack: not run',
		'Install, failed: 10 s',
		'Build: not run',
		'Start: not run',
		'Health: not run',
		'Live: not run',
	] );
} );

test( 'a build that runs can be canceled without a question, and the notice says what stays live', async () => {
	server.on(
		'POST',
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}:cancel',
		{}
	);
	const { user } = await openBuild( aRunningBuild() );
	await user.click(
		screen.getByRole( 'button', { name: 'Cancel build 13' } )
	);
	expect(
		await screen.findByText( 'Build 13 canceled. Build 12 is still live.' )
	).toBeTruthy();
	expect(
		server.callsOf( 'POST', 'operations/operation-13:cancel' )
	).toHaveLength( 1 );
} );

test( 'a build that cannot be canceled any more says why', async () => {
	server.on(
		'POST',
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/operations/{operation}:cancel',
		new PlatformError( 'Build 13 has ended.', 409 )
	);
	const { user } = await openBuild( aRunningBuild() );
	await user.click(
		screen.getByRole( 'button', { name: 'Cancel build 13' } )
	);
	expect(
		( await screen.findAllByText( 'Build 13 has ended.' ) ).length
	).toBeGreaterThan( 0 );
} );

test( 'a build speaks the next step and the end once', async () => {
	const { makeStale } = await openBuild( aRunningBuild() );
	const speak = vi.mocked( a11y.speak );
	speak.mockClear();
	const installed = aRunningBuild( {
		steps: [
			{
				name: 'build',
				state: 'done',
				startTime: timeAfter( -15 ),
				finishTime: timeAfter( -5 ),
			},
			{ name: 'start', state: 'running', startTime: timeAfter( -5 ) },
		],
	} );
	server.on( 'GET', BUILD, installed );
	makeStale( { topic: 'builds' } );
	await waitFor( () =>
		expect( speak.mock.calls ).toEqual( [
			[ 'Build done, 10 s. Start running.', 'polite' ],
		] )
	);
	server.on( 'GET', BUILD, aBuild( { number: 13 } ) );
	makeStale( { topic: 'builds' } );
	await waitFor( () =>
		expect( speak.mock.calls.at( -1 ) ).toEqual( [
			'Build 13: Live',
			'polite',
		] )
	);
	expect( speak ).toHaveBeenCalledTimes( 2 );
} );

test( 'a build that does not exist is not found', async () => {
	server.on(
		'GET',
		BUILD,
		new PlatformError( 'Build “99” does not exist.', 404 )
	);
	openScreen( addresses.environment( PATH, 'builds', 99 ), server );
	expect(
		await screen.findByText( 'Build “99” does not exist.' )
	).toBeTruthy();
} );

test( 'the log is read on from where it was read to', async () => {
	log = 'first\n';
	const { makeStale } = await openBuild( aRunningBuild() );
	await screen.findByText( 'first' );
	log += 'second\n';
	makeStale( { topic: 'log', environment: PATH.environment } );
	await screen.findByText( 'second' );
	expect( screen.getByText( '2 lines' ) ).toBeTruthy();
	const offsets = server
		.callsOf( 'GET', '/log' )
		.map( ( { path } ) => /offset=(\d+)/.exec( path )?.[ 1 ] );
	expect( offsets ).toEqual( [ '0', '6', '6', '13' ] );
} );

test( 'the log is complete when the build has ended', async () => {
	log = 'first\n';
	const { makeStale } = await openBuild( aRunningBuild() );
	await screen.findByText( 'first' );
	log += 'last, without a line break';
	server.on( 'GET', BUILD, aBuild( { number: 13 } ) );
	makeStale( { topic: 'builds' } );
	expect(
		await screen.findByText( 'last, without a line break' )
	).toBeTruthy();
	expect( screen.queryByText( 'Following' ) ).toBeNull();
} );

test( 'the log is requested again by the clock where the host sends no events', async () => {
	server.on( 'GET', BUILD, aRunningBuild() );
	log = 'first\n';
	openScreen( addresses.environment( PATH, 'builds', 13 ), server, {
		pollMs: 20,
	} );
	await screen.findByText( 'first' );
	log += 'second\n';
	expect( await screen.findByText( 'second' ) ).toBeTruthy();
} );

test( 'the log shows the lines that contain a text, and leads from there to their place', async () => {
	log = 'hay\nthe needle\nhay\n';
	const { user, address, at } = await openBuild( aBuild() );
	await user.type( screen.getByRole( 'searchbox' ), 'NEEDLE' );
	await screen.findByText( '1 of 3 lines' );
	expect( screen.queryByText( 'hay' ) ).toBeNull();
	await user.click( screen.getByRole( 'link', { name: 'Line 2' } ) );
	expect( await screen.findAllByText( 'hay' ) ).toHaveLength( 2 );
	expect( address() ).toBe( `${ at }/2` );
} );

test( 'the log leads to the first error', async () => {
	log = 'fine\nError: broken\n';
	const { user } = await openBuild( aBuild() );
	await user.click(
		await screen.findByRole( 'button', { name: 'First error' } )
	);
	await waitFor( () =>
		expect(
			screen.getByRole( 'link', { name: 'Line 2' } ).matches( ':focus' )
		).toBe( true )
	);
} );

test( 'the log begins at the line of the address', async () => {
	log = 'one\ntwo\n';
	await openBuild( aBuild(), '/2' );
	const link = await screen.findByRole( 'link', { name: 'Line 2' } );
	expect( link.matches( ':focus' ) ).toBe( true );
} );

test( 'the log is followed until the user stops it', async () => {
	log = 'one\n';
	const { user } = await openBuild( aRunningBuild() );
	await user.click(
		screen.getByRole( 'button', { name: 'Stop following' } )
	);
	expect( screen.queryByText( 'Following' ) ).toBeNull();
	expect( screen.getByRole( 'button', { name: 'Follow' } ) ).toBeTruthy();
} );
