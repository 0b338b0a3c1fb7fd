import { screen } from '@testing-library/react';
import { speak } from '@wordpress/a11y';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
	aFailedRun,
	anEnvironment,
	aPendingRun,
	aResponse,
	aRun,
	aStatus,
	type EnvironmentFacts,
	NOW_MS,
} from '../panel/fixtures.ts';
import { advance, notices, openPanel } from '../panel/panel-page.tsx';
import { fakeServer, type FakeServer, refusal } from '../panel/server.ts';

let server: FakeServer;

async function openAndClick( name: string | RegExp ) {
	const user = await openPanel( { status: server.status, pollMs: 5_000 } );
	expect( speak ).not.toHaveBeenCalled();
	const [ first ] = screen.getAllByRole( 'button', { name } );
	await user.click( first as HTMLElement );
	await advance( 1_000 );
}

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	vi.mocked( speak ).mockClear();
	server = fakeServer( aStatus( anEnvironment() ) );
} );

afterEach( () => {
	vi.useRealTimers();
} );

test( 'announces a success once: with the status, not with the snackbar too', async () => {
	const lastRun = aRun( { id: 42 } );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus( anEnvironment( { lastRun } ) );
		return aResponse( lastRun );
	} );
	await openAndClick( 'Rebuild' );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		'Production: Accepted by the host',
		'polite'
	);
	expect( notices() ).toMatchObject( [
		{ status: 'success', spokenMessage: null },
	] );
} );

test( 'announces a failure once, immediately, with the reason', async () => {
	const lastRun = aFailedRun( { id: 42 } );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus(
			anEnvironment( { status: 'failed', lastRun } )
		);
		return aResponse( lastRun );
	} );
	await openAndClick( 'Rebuild' );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		`Production: Failed: the webhook URL was rejected. ${ lastRun.message }`,
		'assertive'
	);
	expect( notices() ).toMatchObject( [
		{ status: 'error', spokenMessage: null },
	] );
} );

test( 'announces that a refresh is live while the rebuild of the same save is pending', async () => {
	const saveLane = {
		lane: 'refresh',
		status: 'sending',
		symbol: 'busy',
		headline: { text: 'Sending' },
		detail: { text: '' },
		next: null,
		problem: null,
		remedy: '',
	} as const;
	const waiting: EnvironmentFacts = {
		status: 'pending',
		pending: [ aPendingRun() ],
	};
	server.status = aStatus( anEnvironment( { ...waiting, saveLane } ) );
	await openPanel( { status: server.status, pollMs: 5_000 } );
	server.status = aStatus(
		anEnvironment( {
			...waiting,
			saveLane: {
				...saveLane,
				status: 'upToDate',
				headline: { text: 'Live just now' },
			},
			otherLastRuns: [
				aRun( { id: 42, lane: 'refresh', status: 'live' } ),
			],
		} )
	);
	await advance( 5_000 );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		'Production: Live just now',
		'polite'
	);
} );

test( 'announces with the snackbar what changes no status', async () => {
	server.on( 'POST', '/runs', () => {
		throw refusal(
			403,
			'headless_deploy_forbidden',
			'Ask an administrator.'
		);
	} );
	await openAndClick( 'Rebuild' );
	expect( speak ).not.toHaveBeenCalled();
	expect( notices() ).toMatchObject( [
		{ spokenMessage: 'Ask an administrator.' },
	] );
} );

test( 'announces that a run is live', async () => {
	const lastRun = aRun( { id: 42 } );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus( anEnvironment( { lastRun } ) );
		return aResponse( lastRun );
	} );
	await openAndClick( 'Rebuild' );
	vi.mocked( speak ).mockClear();
	server.status = aStatus(
		anEnvironment( {
			lastRun: aRun( {
				id: 42,
				status: 'live',
				trackedAt: lastRun.createdAt,
			} ),
		} )
	);
	await advance( 10_000 );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		expect.stringMatching( /^Production: (?:Live|Up to date)/ ),
		'polite'
	);
} );

test( 'announces changes of two environments together', async () => {
	const staging = anEnvironment( { id: 'staging', label: 'Staging' } );
	const lastRun = aRun( { id: 42 } );
	server.status = aStatus( anEnvironment(), staging );
	server.on( 'POST', '/runs', () => {
		server.status = aStatus( anEnvironment( { lastRun } ), {
			...anEnvironment( {
				id: 'staging',
				label: 'Staging',
				lastRun: aFailedRun( { id: 43 } ),
				status: 'failed',
			} ),
		} );
		return aResponse( lastRun );
	} );
	await openAndClick( /^Rebuild.*Production|^Rebuild$/ );
	expect( speak ).toHaveBeenCalledExactlyOnceWith(
		expect.stringMatching( /^Production: .+\. Staging: Failed/ ),
		'assertive'
	);
} );

test( 'announces that a build can no longer be observed while its status stays building', async () => {
	const lastRun = aRun( { status: 'building' } );
	server = fakeServer(
		aStatus( anEnvironment( { status: 'building', lastRun } ) )
	);
	server.on( 'POST', '/runs', () => {
		const errorCode = 'headless_deploy_build_unseen';
		const unseen = { ...lastRun, errorCode, message: 'No answer.' };
		server.status = aStatus(
			anEnvironment( { status: 'building', lastRun: unseen } )
		);
		return aResponse( null );
	} );
	await openAndClick( 'Rebuild' );
	expect( speak ).toHaveBeenCalledWith(
		'Production: Building. No answer.',
		'polite'
	);
} );
