import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addresses } from '../../../src/hosting/addresses.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { aBuild, anEnvironment, aRunningBuild, PATH } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

const ENVIRONMENT =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}';
const BUILDS =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds';
const AT = addresses.environment( PATH, 'builds' );

let server: FakeHost;
beforeEach( () => {
	server = new FakeHost().on(
		'GET',
		`${ ENVIRONMENT }/summary`,
		anEnvironment( {
			buildCount: 60,
			usualMilliseconds: {
				upload: null,
				rebuild: null,
				cleanRebuild: 72_000,
				redeploy: null,
			},
		} )
	);
} );

function answerBuilds( ...builds: ReturnType< typeof aBuild >[] ): void {
	server.on( 'GET', BUILDS, { builds, nextPageToken: '' } );
}

async function rowOf( name: string ): Promise< HTMLElement > {
	const link = await screen.findByRole( 'link', { name } );
	return link.closest( 'tr' ) as HTMLElement;
}

test( 'says who started a build, how many calls it serves and how long it took', async () => {
	answerBuilds(
		aBuild( { startedBy: 'webhook', trigger: 'rebuild', absorbed: 2 } )
	);
	openScreen( AT, server );
	const row = within( await rowOf( 'Build 12' ) );
	expect(
		row.getByText( 'Webhook, Rebuild. 3 calls in one build' )
	).toBeTruthy();
	expect( row.getByText( '41 s' ) ).toBeTruthy();
} );

test( 'shows the message of an upload', async () => {
	answerBuilds(
		aBuild( {
			startedBy: 'upload by sam',
			trigger: 'upload',
			commitMessage: 'Fix the header',
		} )
	);
	openScreen( AT, server );
	const row = within( await rowOf( 'Build 12' ) );
	expect( row.getByText( 'Upload by sam: Fix the header' ) ).toBeTruthy();
} );

test( 'says in which step a build failed, and why', async () => {
	answerBuilds(
		aBuild( {
			state: 'failed',
			error: 'npm ci ended with code 1. Run npm install.',
			steps: [
				{
					name: 'install',
					state: 'failed',
					startTime: aBuild().createTime,
				},
			],
		} )
	);
	openScreen( AT, server );
	expect(
		within( await rowOf( 'Build 12' ) ).getByText(
			/Install failed: npm ci ended with code 1\./
		)
	).toBeTruthy();
} );

test( 'counts how long a build has taken, beside its usual duration', async () => {
	answerBuilds( aRunningBuild() );
	openScreen( AT, server );
	expect(
		within( await rowOf( 'Build 13' ) ).getByText( /of about 41 s/ )
	).toBeTruthy();
} );

test( 'leads to older builds and back', async () => {
	server.on( 'GET', BUILDS, ( { path } ) =>
		path.includes( 'pageToken=11' )
			? { builds: [ aBuild( { number: 10 } ) ], nextPageToken: '' }
			: { builds: [ aBuild() ], nextPageToken: '11' }
	);
	const { user } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'link', { name: 'Older builds' } )
	);
	expect( await screen.findByText( 'Build 10' ) ).toBeTruthy();
	expect( screen.getByText( 'Page 2 of 2' ) ).toBeTruthy();
	await user.click( screen.getByRole( 'link', { name: 'Newer builds' } ) );
	expect( await screen.findByText( 'Build 12' ) ).toBeTruthy();
} );

test( 'says how long a Clean Rebuild takes and what stays live, then shows its build', async () => {
	answerBuilds( aBuild() );
	server.on( 'POST', `${ ENVIRONMENT }/builds`, aRunningBuild() );
	const { user, address } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Clean Rebuild' } )
	);
	const dialog = within( screen.getByRole( 'dialog' ) );
	expect( dialog.getByText( /usually takes 1 min 12 s/ ) ).toBeTruthy();
	expect( dialog.getByText( /Build 12 stays live/ ) ).toBeTruthy();
	await user.click( dialog.getByRole( 'button', { name: 'Clean Rebuild' } ) );
	await waitFor( () => expect( address() ).toBe( `${ AT }/13` ) );
	expect( server.callsOf( 'POST', '/builds' )[ 0 ]?.body ).toEqual( {
		action: 'cleanRebuild',
	} );
} );

test( 'offers no change to a user who may only read', async () => {
	answerBuilds( aBuild( { number: 11, state: 'succeeded' } ) );
	openScreen( AT, server, { mayWrite: () => false } );
	await rowOf( 'Build 11' );
	expect( screen.queryAllByRole( 'button' ) ).toEqual( [] );
} );

test( 'deploys an earlier build again, after it said what that means', async () => {
	answerBuilds( aBuild( { number: 11, state: 'succeeded' } ) );
	server
		.on( 'POST', `${ BUILDS }/{build}:redeploy`, {
			name: 'operations/no_build',
			metadata: {
				'@type':
					'type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata',
				build: 'builds/build-13',
				deployment: '',
			},
			done: false,
		} )
		.on( 'GET', `${ BUILDS }/{build}`, aRunningBuild() );
	const { user, address } = openScreen( AT, server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Deploy again: Build 11' } )
	);
	const dialog = within( screen.getByRole( 'dialog' ) );
	expect( dialog.getByText( /code of build 11/ ) ).toBeTruthy();
	expect( dialog.getByText( /current variables/ ) ).toBeTruthy();
	expect( dialog.getByText( /Build 12 stays live/ ) ).toBeTruthy();
	await user.click( dialog.getByRole( 'button', { name: 'Deploy again' } ) );
	await waitFor( () => expect( address() ).toBe( `${ AT }/13` ) );
	expect( server.callsOf( 'POST', 'build-11:redeploy' ) ).toHaveLength( 1 );
	expect( await screen.findByText( 'Build 13 created.' ) ).toBeTruthy();
} );

test.each( [ 'failed', 'canceled', 'superseded' ] as const )(
	'offers to try a %s build again, which was never deployed',
	async ( state ) => {
		answerBuilds( aBuild( { number: 11, state } ) );
		const { user } = openScreen( AT, server );
		await user.click(
			await screen.findByRole( 'button', { name: 'Try again: Build 11' } )
		);
		const dialog = within(
			screen.getByRole( 'dialog', { name: 'Try build 11 again?' } )
		);
		expect(
			dialog.getByRole( 'button', { name: 'Try again' } )
		).toBeTruthy();
	}
);

test( 'keeps what it shows without an answer of the host, says of when it is, and recovers', async () => {
	let isReachable = true;
	server.on( 'GET', BUILDS, () =>
		isReachable
			? { builds: [ aBuild() ], nextPageToken: '' }
			: new PlatformError( 'The host did not respond.', 429 )
	);
	const { makeStale, user } = openScreen( AT, server );
	await rowOf( 'Build 12' );
	const stale =
		/^Not connected\. Showing the data of \d\d:\d\d\. Trying again\.$/;
	expect( screen.queryByText( stale ) ).toBeNull();

	isReachable = false;
	makeStale( { topic: 'builds' } );
	expect( await screen.findByText( stale ) ).toBeTruthy();
	await rowOf( 'Build 12' );

	isReachable = true;
	await user.click( screen.getByRole( 'button', { name: 'Try again' } ) );
	await waitFor( () => expect( screen.queryByText( stale ) ).toBeNull() );
	await rowOf( 'Build 12' );
} );

test( 'shows why the first answer failed, and tries again', async () => {
	let message = 'Copy the user and password again.';
	server.on( 'GET', BUILDS, () =>
		message === ''
			? { builds: [ aBuild() ], nextPageToken: '' }
			: new PlatformError( message, 403 )
	);
	const { user } = openScreen( AT, server );
	await screen.findByText( message );
	const again = screen.getByRole( 'button', { name: 'Try again' } );
	message = '';
	await user.click( again );
	await rowOf( 'Build 12' );
} );
