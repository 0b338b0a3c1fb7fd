import { speak } from '@wordpress/a11y';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type {
	Application,
	EnvironmentSummary,
	WebhookSummary,
} from '../../../src/shared/platform-api.generated.ts';
import { addresses } from '../../../src/hosting/addresses.ts';
import type {
	Host,
	SiteConnections,
} from '../../../src/hosting/client/host.ts';
import type { HostingConnectionState } from '../../../src/shared/wire.ts';
import {
	aBuild,
	aNewEnvironment,
	anEnvironment,
	aRunningBuild,
	aSession,
	PATH,
	timeAfter,
} from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

const ENVIRONMENT =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}';
const BUILDS =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds';

function someWebhooks( webhooks: Partial< WebhookSummary > = {} ) {
	return {
		exists: false,
		createTime: null,
		createdBy: '',
		tokenEnd: '',
		lastCalls: {},
		...webhooks,
	};
}

const CALLED = someWebhooks( {
	exists: true,
	lastCalls: { rebuild: { at: timeAfter( -60 ), status: 200, reason: '' } },
} );

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost()
		.on( 'GET', BUILDS, { builds: [], nextPageToken: '' } )
		.on( 'GET', '/_local/session', aSession( { hangTimeoutSeconds: 60 } ) )
		.on( 'GET', `${ ENVIRONMENT }/webhooks/summary`, CALLED );
} );

async function openOverview(
	summary: EnvironmentSummary,
	host: Partial< Host > = {}
) {
	server.on( 'GET', `${ ENVIRONMENT }/summary`, summary );
	const page = openScreen( addresses.environment( PATH ), server, host );
	await screen.findByRole( 'heading', { name: summary.displayName } );
	return page;
}

function application( changes: Partial< Application > ): Application {
	return {
		state: 'up',
		since: timeAfter( -300 ),
		lastOutput: '',
		restarts: 0,
		lastExit: null,
		...changes,
	};
}

const LAST_EXIT = {
	time: timeAfter( -300 ),
	code: 1,
	signal: null,
	reason: 'npm run start ended with code 1',
};

test.each( [
	[
		'Live. Build 12 has been serving since 13:55.',
		anEnvironment( { application: application( {} ) } ),
	],
	[
		'Down since 13:55. npm run start ended with code 1.',
		anEnvironment( {
			application: application( {
				state: 'down',
				lastExit: LAST_EXIT,
			} ),
		} ),
	],
	[
		'Not responding since 13:55. The app runs, but it does not respond to requests.',
		anEnvironment( {
			application: application( { state: 'unresponsive' } ),
		} ),
	],
	[
		'Starting. Build 12 is being restarted.',
		anEnvironment( {
			application: application( { state: 'starting' } ),
		} ),
	],
	[
		'Down. Build 12 is not running.',
		anEnvironment( { application: null } ),
	],
	[ 'Nothing is served yet.', aNewEnvironment( { buildCount: 1 } ) ],
] )(
	'the first sentence says what visitors get: %s',
	async ( sentence, summary ) => {
		await openOverview( summary );
		const sentences = Array.from(
			screen
				.getByRole( 'heading', { level: 1 } )
				.ownerDocument.querySelectorAll( 'p' ),
			( { textContent } ) => textContent?.trim()
		);
		expect( sentences ).toContain( sentence );
	}
);

test( 'the first sentence is followed by how the build was started and how often it was restarted', async () => {
	await openOverview(
		anEnvironment( {
			application: application( {
				restarts: 2,
				lastExit: LAST_EXIT,
			} ),
			cache: { hits: 0, misses: 0, purgeTime: timeAfter( -540 ) },
		} )
	);
	screen.getByText(
		'Upload by sam. Ready 41 s after the call. Cache purged at 13:51. Restarted 2 times. Last exit at 13:55: npm run start ended with code 1.'
	);
} );

test( 'the first sentence is followed by the last output of an application that is down', async () => {
	await openOverview(
		anEnvironment( {
			application: application( {
				state: 'down',
				lastOutput: 'TypeError: menu',
			} ),
		} )
	);
	expect(
		screen.getByRole( 'region', { name: 'Last output' } ).textContent
	).toBe( 'TypeError: menu' );
	expect(
		screen
			.getByRole( 'link', { name: 'See all of its output' } )
			.getAttribute( 'href' )
	).toBe( addresses.environment( PATH, 'output' ) );
} );

test( 'the first sentence is followed by when an unresponsive application is restarted', async () => {
	await openOverview(
		anEnvironment( {
			application: application( { state: 'unresponsive' } ),
		} )
	);
	await screen.findByText(
		/does not respond for 60 seconds, it is restarted/
	);
} );

test( 'the first sentence names the failure of a build that was never live', async () => {
	await openOverview(
		aNewEnvironment( {
			buildCount: 1,
			newest: aBuild( {
				number: 1,
				state: 'failed',
				error: 'npm ci ended with code 1.',
			} ),
		} )
	);
	screen.getByText( /npm ci ended with code 1\./ );
} );

test( 'says that an environment has no WordPress install', async () => {
	await openOverview( anEnvironment( { install: { name: '', url: '' } } ) );
	screen.getByText( 'No WordPress install' );
} );

test( 'says aloud at once that visitors get nothing', async () => {
	const { makeStale } = await openOverview( anEnvironment() );
	server.on(
		'GET',
		`${ ENVIRONMENT }/summary`,
		anEnvironment( { application: application( { state: 'down' } ) } )
	);
	makeStale( { topic: 'environments' } );
	await waitFor( () =>
		expect( speak ).toHaveBeenCalledWith( 'Production: Down', 'assertive' )
	);
} );

test( 'a build under way shows its progress against its usual duration', async () => {
	await openOverview( anEnvironment( { running: aRunningBuild() } ) );
	screen.getByText( '20 s so far, usually about 41 s' );
	expect(
		screen.getByRole( 'progressbar', { name: 'Build 13' } )
	).toHaveProperty( 'value', 20 / 41 );
	screen.getByText( /Build 12 stays live\./ );
} );

test( 'a build under way is never shown as complete', async () => {
	await openOverview(
		anEnvironment( {
			running: aRunningBuild( { startTime: timeAfter( -400 ) } ),
		} )
	);
	expect( screen.getByRole( 'progressbar' ) ).toHaveProperty( 'value', 0.97 );
} );

test( 'a build under way says what a queued build waits for', async () => {
	const { startTime: _startTime, ...queued } = aRunningBuild( {
		number: 14,
		state: 'queued',
	} );
	await openOverview( anEnvironment( { running: aRunningBuild(), queued } ) );
	screen.getByText( 'starts when build 13 ends' );
} );

test( 'a build under way can be canceled by users who may write', async () => {
	const running = aRunningBuild();
	await openOverview( anEnvironment( { running } ), {
		mayWrite: () => false,
	} );
	expect(
		screen.queryByRole( 'button', { name: 'Cancel build 13' } )
	).toBeNull();
} );

test( 'shows the last four builds that have ended', async () => {
	const numbers = [ 13, 12, 11, 10, 9, 8 ];
	server.on( 'GET', BUILDS, {
		builds: numbers.map( ( number ) =>
			number === 13 ? aRunningBuild() : aBuild( { number } )
		),
		nextPageToken: '',
	} );
	await openOverview( anEnvironment() );
	const table = await screen.findByRole( 'table' );
	const links = within( table )
		.getAllByRole( 'rowheader' )
		.map( ( { textContent } ) => textContent );
	expect( links ).toEqual( [
		'Build 12',
		'Build 11',
		'Build 10',
		'Build 9',
	] );
} );

test( 'purges the cache', async () => {
	server.on(
		'POST',
		'/v1/accounts/{account}/apps/{app}/environments/{environment}:clearCache',
		{}
	);
	const { user } = await openOverview( anEnvironment() );
	screen.getByText( '75 % hits' );
	await user.click( screen.getByRole( 'button', { name: 'Purge Cache' } ) );
	await screen.findByText( 'Cache purged.' );
} );

function siteConnections(
	message: string,
	state: HostingConnectionState = 'connected',
	problem = ''
): SiteConnections {
	const result = async () => ( {
		state,
		environment: '',
		label: '',
		message: 'Connected by the test.',
	} );
	return {
		find: () =>
			message === ''
				? null
				: { id: 'production', label: 'Live site', message, problem },
		connect: result,
		reconnect: vi.fn( result ),
	};
}

test( 'the connected WordPress site is named with the environment that it is connected to', async () => {
	await openOverview( anEnvironment(), {
		site: siteConnections( '“Live site” is already connected.' ),
	} );
	screen.getByText( 'Connected as “Live site”' );
	expect( screen.queryByRole( 'button', { name: 'Reconnect' } ) ).toBeNull();
} );

test( 'the connected WordPress site is not connected to other environments', async () => {
	await openOverview( anEnvironment(), { site: siteConnections( '' ) } );
	screen.getByText( 'Not connected' );
} );

test( 'the connected WordPress site is not mentioned in the portal', async () => {
	await openOverview( anEnvironment() );
	expect( screen.queryByText( 'This site' ) ).toBeNull();
} );

test( 'the connected WordPress site is reconnected in one click when the host refuses its webhook URL', async () => {
	const site = siteConnections( 'Connected.', 'connected', 'Refused.' );
	const { user } = await openOverview( anEnvironment(), { site } );
	screen.getByText( 'Refused.' );
	await user.click( screen.getByRole( 'button', { name: 'Reconnect' } ) );
	await screen.findByText( 'Connected by the test.' );
	expect( site.reconnect ).toHaveBeenCalledWith( 'production' );
} );

test( 'the card of this WordPress site says where the URL is copied if the host cannot create webhooks', async () => {
	const site = siteConnections( 'Connected.', 'manual', 'Refused.' );
	const { user } = await openOverview( anEnvironment(), { site } );
	await user.click( screen.getByRole( 'button', { name: 'Reconnect' } ) );
	await screen.findByText( 'Refused. Connected by the test.' );
	expect( screen.queryByRole( 'button', { name: 'Reconnect' } ) ).toBeNull();
} );

test( 'the connected WordPress site is not reconnected by an API user who may only read', async () => {
	await openOverview( anEnvironment(), {
		site: siteConnections( 'Connected.', 'connected', 'Refused.' ),
		mayWrite: () => false,
	} );
	screen.getByText( 'Refused.' );
	expect( screen.queryByRole( 'button', { name: 'Reconnect' } ) ).toBeNull();
} );

function connectButton(): HTMLElement | null {
	return screen.queryByRole( 'button', { name: 'Connect to this site' } );
}

test( 'the next steps are what is left until WordPress deploys changes', async () => {
	server.on( 'GET', `${ ENVIRONMENT }/webhooks/summary`, someWebhooks() );
	await openOverview( aNewEnvironment() );
	await screen.findByRole( 'heading', { name: 'Create the webhooks' } );
	screen.getByRole( 'heading', { name: 'Upload the code' } );
	screen.getByRole( 'heading', { name: 'Connect WordPress' } );
	screen.getByText( /Drop a zip here to deploy it/ );
} );

test( 'the next steps say which of them are done', async () => {
	server.on(
		'GET',
		`${ ENVIRONMENT }/webhooks/summary`,
		someWebhooks( { exists: true } )
	);
	await openOverview( anEnvironment() );
	await screen.findByRole( 'heading', {
		name: 'Create the webhooks (done)',
	} );
	screen.getByRole( 'heading', { name: 'Upload the code (done)' } );
} );

test( 'the next steps offer no connection of a site that is connected', async () => {
	server.on( 'GET', `${ ENVIRONMENT }/webhooks/summary`, someWebhooks() );
	await openOverview( aNewEnvironment(), {
		site: siteConnections( '“Production” is already connected.' ),
	} );
	screen.getByRole( 'heading', { name: 'Connect WordPress (done)' } );
	expect( connectButton() ).toBeNull();
} );

test( 'the next steps connect this site, and say so', async () => {
	const { user } = await openOverview( aNewEnvironment(), {
		site: siteConnections( '' ),
	} );
	await user.click( connectButton() as HTMLElement );
	await screen.findByText( 'Connected by the test.', {
		selector: '.components-notice *',
	} );
} );

test( 'the next steps say what to do where the host cannot create webhooks', async () => {
	const { user } = await openOverview( aNewEnvironment(), {
		site: siteConnections( '', 'manual' ),
	} );
	await user.click( connectButton() as HTMLElement );
	await waitFor( () =>
		expect( screen.getByRole( 'status' ).textContent ).toBe(
			'Connected by the test.'
		)
	);
	expect( connectButton() ).toBeNull();
} );

test( 'the next steps show the upload as a command without a password', async () => {
	await openOverview( aNewEnvironment(), {
		api: { url: 'http://host.test', user: 'sam' },
	} );
	screen.getByText(
		`curl -u 'sam' -F repository=@site.zip 'http://host.test/fu/v1/accounts/acme/apps/shop/environments/${ PATH.environment }:upload'`
	);
	screen.getByRole( 'button', { name: 'Copy the command' } );
} );

test( 'the next steps are gone once WordPress has called', async () => {
	await openOverview( anEnvironment() );
	await waitFor( () =>
		expect(
			screen.queryByRole( 'heading', { name: 'Next steps' } )
		).toBeNull()
	);
} );
