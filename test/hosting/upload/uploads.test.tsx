import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addresses } from '../../../src/hosting/addresses.ts';
import type { Host, Upload } from '../../../src/hosting/client/host.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import {
	aNewEnvironment,
	anEnvironment,
	aRunningBuild,
	PATH,
} from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

const SUMMARY =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary';

/** An upload that the test ends. */
class PendingUpload {
	request: Upload | null = null;
	readonly #end = Promise.withResolvers< void >();

	readonly send: Host[ 'upload' ] = ( request ) => {
		this.request = request;
		request.signal.addEventListener( 'abort', () =>
			this.#end.reject( request.signal.reason )
		);
		return this.#end.promise;
	};

	progress( sentBytes: number, totalBytes: number ) {
		act( () => this.request?.onProgress( { sentBytes, totalBytes } ) );
	}

	succeed = () => act( async () => this.#end.resolve() );
	fail = ( error: Error ) => act( async () => this.#end.reject( error ) );
}

let server: FakeHost;
let pending: PendingUpload;

beforeEach( () => {
	server = new FakeHost().on( 'GET', SUMMARY, anEnvironment() );
	pending = new PendingUpload();
} );

async function openEnvironment( host: Partial< Host > = {} ) {
	const page = openScreen( addresses.environment( PATH ), server, {
		upload: pending.send,
		...host,
	} );
	await screen.findByRole( 'heading', { name: 'Production' } );
	return page;
}

function aZip( { name = 'site.zip', size = 4_000_000 } = {} ): File {
	const file = new File( [ 'zip' ], name, { type: 'application/zip' } );
	return Object.defineProperty( file, 'size', { value: size } );
}

function choose( file: File ) {
	fireEvent.change( screen.getByTestId( 'zip' ), {
		target: { files: [ file ] },
	} );
}

function drop( file: File ) {
	fireEvent.drop( document.body, {
		dataTransfer: { types: [ 'Files' ], files: [ file ] },
	} );
}

/** Whether the browser asks before it leaves the page. */
function asksBeforeLeaving(): boolean {
	return ! window.dispatchEvent(
		new Event( 'beforeunload', { cancelable: true } )
	);
}

test( 'sends a chosen zip to the environment', async () => {
	await openEnvironment();
	choose( aZip() );
	expect( pending.request ).toMatchObject( { path: PATH } );
} );

test( 'sends a zip that is dropped anywhere on the page', async () => {
	await openEnvironment();
	drop( aZip() );
	expect( pending.request?.file.name ).toBe( 'site.zip' );
} );

test( 'says where a dragged zip would go', async () => {
	await openEnvironment();
	fireEvent.dragEnter( document.body, {
		dataTransfer: { types: [ 'Files' ] },
	} );
	screen.getByText( 'Drop to deploy to shop, Production' );
} );

test( 'shows how much is sent and how long the rest takes', async () => {
	await openEnvironment();
	choose( aZip() );
	vi.setSystemTime( Date.now() + 4_000 );
	pending.progress( 1_000_000, 4_000_000 );
	screen.getByText( '1 MB of 4 MB, about 12 s left' );
	pending.progress( 4_000_000, 4_000_000 );
	screen.getByText( 'Unpacking and checking' );
} );

test( 'shows a part in the unit of the whole, before anything is sent too', async () => {
	await openEnvironment();
	choose( aZip( { size: 800 } ) );
	screen.getByText( '0 kB of 0.8 kB' );
	await pending.fail( new PlatformError( 'Lost.', 0 ) );
	screen.getByText( /The connection was lost after 0 kB\./ );
} );

test( 'says what stays live only where something is', async () => {
	const builds = addresses.environment( PATH, 'builds' );
	const stays = /The current release stays live/;
	server.on(
		'GET',
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds',
		{ builds: [], nextPageToken: '' }
	);
	const { go, makeStale } = openScreen( builds, server );
	expect( await screen.findByText( stays ) ).toBeTruthy();
	server.on( 'GET', SUMMARY, aNewEnvironment() );
	act( () => makeStale( { topic: 'builds' } ) );
	await waitFor( () => expect( screen.queryByText( stays ) ).toBeNull() );
	act( () => go( addresses.environment( PATH ) ) );
	await screen.findByText( 'Drop a zip here to deploy it, or' );
	expect( screen.queryByText( stays ) ).toBeNull();
} );

test( 'shows the build that an upload started', async () => {
	const { address } = await openEnvironment();
	choose( aZip() );
	server.on( 'GET', SUMMARY, anEnvironment( { newest: aRunningBuild() } ) );
	await pending.succeed();
	await screen.findByText( 'Uploaded as build 13.' );
	expect( address() ).toBe( addresses.environment( PATH, 'builds', 13 ) );
} );

test( 'stays on another screen when an upload ends', async () => {
	const { address, go } = await openEnvironment();
	choose( aZip() );
	act( () => go( '/elsewhere' ) );
	await pending.succeed();
	await screen.findByText( /^Uploaded\b/ );
	expect( address() ).toBe( '/elsewhere' );
} );

test( 'shows an upload and why it was refused on all other screens, with the way back', async () => {
	const { go } = await openEnvironment();
	choose( aZip() );
	expect( screen.getAllByRole( 'progressbar' ) ).toHaveLength( 1 );
	expect(
		screen.queryByRole( 'link', { name: 'Upload to shop' } )
	).toBeNull();
	act( () => go( '/elsewhere' ) );
	screen.getByRole( 'progressbar', { name: 'Upload of site.zip' } );
	const back = screen.getByRole( 'link', { name: 'Upload to shop' } );
	expect( back.getAttribute( 'href' ) ).toBe( addresses.environment( PATH ) );
	await pending.fail( new PlatformError( 'It has no package.json.', 422 ) );
	expect( screen.getByText( /It has no package\.json/ ).textContent ).toBe(
		'site.zip was not deployed. It has no package.json. Build 12 is still live.'
	);
} );

test( 'asks before the page of an upload is left', async () => {
	await openEnvironment();
	expect( asksBeforeLeaving() ).toBe( false );
	choose( aZip() );
	expect( asksBeforeLeaving() ).toBe( true );
	await pending.fail( new PlatformError( 'No.', 400 ) );
	expect( asksBeforeLeaving() ).toBe( false );
} );

test( 'cancels an upload', async () => {
	const { user } = await openEnvironment();
	choose( aZip() );
	await user.click( screen.getByRole( 'button', { name: 'Cancel upload' } ) );
	await waitFor( () =>
		expect( screen.queryByRole( 'progressbar' ) ).toBeNull()
	);
	expect( pending.request?.signal.aborted ).toBe( true );
	expect( screen.queryByText( /was not deployed/ ) ).toBeNull();
} );

test.each( [
	[ aZip( { name: 'site.tar' } ), /It is not a zip file\./ ],
	[ aZip( { size: 0 } ), /It is empty\./ ],
	[
		aZip( { size: 104_857_601 } ),
		/It has 100\.1 MiB, the limit is 100 MiB\./,
	],
] )( 'refuses a wrong file before it is sent', async ( file, reason ) => {
	await openEnvironment();
	drop( file );
	expect( screen.getByText( reason ).textContent ).toContain(
		`${ file.name } was not deployed.`
	);
	expect( pending.request ).toBeNull();
} );

test.each( [
	[ 'zip', 'It has no package.json at its top level.' ],
	[ 'file', 'It is not a zip file, or only a part of one.' ],
] )(
	'says why the host refused a %s, and what stays live',
	async ( what, reason ) => {
		await openEnvironment();
		choose( aZip() );
		await pending.fail(
			new PlatformError(
				`This ${ what } was not deployed. ${ reason }`,
				422,
				'repository'
			)
		);
		expect(
			screen.getByText( new RegExp( reason.slice( 0, 12 ) ) ).textContent
		).toBe(
			`site.zip was not deployed. ${ reason } Build 12 is still live.`
		);
	}
);

test( 'forgets a refusal that the user dismisses', async () => {
	const { user } = await openEnvironment();
	drop( aZip( { size: 0 } ) );
	await user.click( screen.getByRole( 'button', { name: 'Close' } ) );
	expect( screen.queryByText( /was not deployed/ ) ).toBeNull();
} );

test( 'says how far a lost upload came', async () => {
	await openEnvironment();
	choose( aZip() );
	pending.progress( 3_100_000, 4_000_000 );
	await pending.fail( new PlatformError( 'Lost.', 0 ) );
	screen.getByText( /The connection was lost after 3\.1 MB\./ );
} );

test( 'sends one zip at a time', async () => {
	await openEnvironment();
	choose( aZip() );
	drop( aZip( { name: 'other.zip' } ) );
	expect( pending.request?.file.name ).toBe( 'site.zip' );
	screen.getByText( 'site.zip' );
} );

test( 'offers no upload to users who may only look', async () => {
	await openEnvironment( { mayWrite: () => false } );
	expect( screen.queryByRole( 'button', { name: /Upload/ } ) ).toBeNull();
	drop( aZip() );
	expect( pending.request ).toBeNull();
} );
