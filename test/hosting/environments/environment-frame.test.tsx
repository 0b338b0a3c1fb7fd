import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EnvironmentSummary } from '../../../src/shared/platform-api.generated.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { addresses } from '../../../src/hosting/addresses.ts';
import {
	aBuild,
	aNewEnvironment,
	anEnvironment,
	aRunningBuild,
	PATH,
} from '../fixtures.ts';
import { FakeHost, type HostOptions, openScreen } from '../hosting-page.tsx';

const SUMMARY =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary';

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost();
} );

async function openEnvironment(
	summary: EnvironmentSummary,
	host: HostOptions = {}
) {
	server.on( 'GET', SUMMARY, summary );
	const page = openScreen( addresses.environment( PATH ), server, host );
	await screen.findByRole( 'heading', { name: summary.displayName } );
	return page;
}

describe( 'the head', () => {
	test.each( [
		[ 'Live', anEnvironment() ],
		[ 'Down', anEnvironment( { application: null } ) ],
		[ 'No code yet', aNewEnvironment() ],
		[ 'Not live yet', aNewEnvironment( { buildCount: 1 } ) ],
	] )( 'says %s beside the name', async ( word, summary ) => {
		await openEnvironment( summary );
		const head = screen.getByRole( 'heading', { level: 1 } ).parentElement;
		expect( within( head as HTMLElement ).getByText( word ) ).toBeTruthy();
	} );

	test( 'links to the site once a build was live', async () => {
		await openEnvironment( anEnvironment() );
		expect(
			screen.getByRole( 'link', { name: 'Visit site' } )
		).toHaveProperty( 'href', 'http://localhost:8890/' );
	} );

	test( 'leads to the tabs that the host has', async () => {
		await openEnvironment( anEnvironment(), {
			has: ( operation ) => operation !== 'readCache',
		} );
		const tabs = within(
			screen.getByRole( 'navigation', { name: 'Environment' } )
		).getAllByRole( 'link' );
		expect( tabs.map( ( { textContent } ) => textContent ) ).toEqual( [
			'Overview',
			'Builds',
			'Settings',
			'Variables',
			'Disk usage',
		] );
	} );

	test( 'follows the environment', async () => {
		const { makeStale } = await openEnvironment( anEnvironment() );
		server.on( 'GET', SUMMARY, anEnvironment( { displayName: 'Shop' } ) );
		makeStale( { topic: 'environments', environment: PATH.environment } );
		await screen.findByRole( 'heading', { name: 'Shop' } );
	} );

	test( 'says in its own page that an environment was deleted', async () => {
		const { makeStale } = await openEnvironment( anEnvironment() );
		server.on(
			'GET',
			SUMMARY,
			new PlatformError( 'There is no such environment.', 404 )
		);
		makeStale( { topic: 'environments' } );
		await screen.findByRole( 'heading', { name: 'Not found' } );
		screen.getByText( 'There is no such environment.' );
	} );
} );

test( 'the tab of the browser counts how long a build has run', async () => {
	const icons: unknown[] = [];
	await openEnvironment( anEnvironment( { running: aRunningBuild() } ), {
		setTabIcon: ( tone ) => icons.push( tone ),
	} );
	expect( document.title ).toBe(
		'Building, 20 s · shop · Production · Headless Deploy'
	);
	expect( icons ).toEqual( [ 'running' ] );
} );

test( 'the tab of the browser says that visitors get nothing', async () => {
	await openEnvironment(
		anEnvironment( { served: aBuild(), application: null } )
	);
	await waitFor( () =>
		expect( document.title ).toBe(
			'Down · shop · Production · Headless Deploy'
		)
	);
} );
