import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClassicBox } from '../../src/editor/classic-box.tsx';
import { readClassicPost } from '../../src/editor/classic-post.ts';
import { StatusStore } from '../../src/live/status-store.ts';
import {
	aPendingRun,
	aRun,
	aStatus,
	anEnvironment,
	at,
	someBoot,
} from '../panel/fixtures.ts';
import { fakeServer } from '../panel/server.ts';
import type { Panel } from './editor-double.ts';
import { EditorPage, START } from './editor-page.tsx';

const ROUTE = '/wp/v2/posts/7';
/** The post is due ten seconds after the start of a test. */
const DUE = at( 10 );
const GMT = DUE.slice( 0, 19 );
const LINK = 'http://wordpress.test/summer-collection/';

const SCHEDULED = {
	status: 'future',
	editedStatus: 'future',
	date: GMT,
	dateGmt: GMT,
	editedDate: GMT,
	// From a minute before its time on, the editor says so.
	isDateAhead: false,
};

const BEFORE = anEnvironment( {
	lastRun: aRun( { id: 41, createdAt: at( -600 ), status: 'live' } ),
} );
const LIVE = anEnvironment( {
	lastRun: aRun( {
		id: 42,
		createdAt: at( 11 ),
		trackedAt: at( 12 ),
		status: 'live',
	} ),
} );

beforeEach( () => {
	vi.useFakeTimers( START );
} );

describe( 'a scheduled post, while the block editor is open', () => {
	let page: EditorPage;
	let status: string;

	beforeEach( () => {
		page = new EditorPage();
		status = 'future';
		page.server.on( 'GET', ROUTE, () => ( {
			status,
			date: GMT,
			date_gmt: GMT,
			link: LINK,
		} ) );
	} );
	afterEach( () => {
		page.close();
		vi.useRealTimers();
	} );

	const open = ( panel: Panel ) =>
		page.open( { panel, environments: [ BEFORE ], post: SCHEDULED } );

	test( 'an open block editor does not read a scheduled post before its time, and says when it is published', async () => {
		await open( 'document' );
		await page.pass( 8 );
		expect( page.server.callsOf( 'GET', ROUTE ) ).toHaveLength( 0 );
		expect( page.text() ).toContain( 'when this is published on' );
		expect( page.text() ).not.toContain( 'after you publish' );
	} );

	test.each( [ 'document', 'post' ] as const )(
		'a scheduled post in an open block editor goes on to “Live” in the panel “%s”',
		async ( panel ) => {
			await open( panel );
			await page.pass( 10 );
			expect( page.text() ).toContain( 'when this is published on' );
			status = 'publish';
			page.server.status = aStatus(
				anEnvironment( {
					lastRun: BEFORE.lastRun,
					status: 'pending',
					pending: [ aPendingRun() ],
				} )
			);
			await page.pass( 2 );
			expect( page.text() ).toContain(
				'Published in WordPress, not yet'
			);
			page.server.status = aStatus( LIVE );
			await page.pass( 12 );
			screen.getByRole( 'heading', { name: /^Live/ } );
			expect( page.text() ).toContain( 'On www.acme.example since' );
			expect( page.text() ).not.toContain( 'when this is published' );
			expect( page.text() ).not.toContain( 'after you publish' );
		}
	);

	test( 'an open block editor counts a run that was faster than the request for the scheduled post', async () => {
		await open( 'document' );
		status = 'publish';
		page.server.status = aStatus( LIVE );
		await page.pass( 12 );
		expect( page.text() ).toContain( 'On www.acme.example since' );
	} );

	test( 'an open block editor does not count a run from before the scheduled post was published', async () => {
		await open( 'document' );
		await page.pass( 12 );
		page.server.status = aStatus( LIVE );
		await page.pass( 20 );
		status = 'publish';
		await page.pass( 20 );
		expect( page.text() ).not.toContain( 'when this is published' );
		expect( page.text() ).not.toContain( 'On www.acme.example since' );
	} );

	test( 'an open block editor reads a scheduled post less and less often, and calls it late after a minute', async () => {
		await open( 'document' );
		await page.pass( 60 );
		expect( page.text() ).not.toContain( 'has not published' );
		await page.pass( 30 );
		expect( page.text() ).toContain(
			'WordPress has not published this yet, because its scheduled tasks are late.'
		);
		const asked = page.server.callsOf( 'GET', ROUTE ).length;
		await page.pass( 60 );
		expect( page.server.callsOf( 'GET', ROUTE ) ).toHaveLength( asked + 4 );
	} );

	test( 'an open block editor no longer reads a scheduled post after it became a draft', async () => {
		await open( 'document' );
		await page.pass( 11 );
		status = 'draft';
		await page.pass( 6 );
		const asked = page.server.callsOf( 'GET', ROUTE ).length;
		await page.pass( 60 );
		expect( page.server.callsOf( 'GET', ROUTE ) ).toHaveLength( asked );
		expect( page.text() ).toContain( 'after you publish' );
	} );

	test( 'a scheduled post is published at once when the user moves its date to the past', async () => {
		await open( 'document' );
		await page.set( { editedDate: at( -3600 ).slice( 0, 19 ) } );
		expect( page.text() ).toContain( 'after you publish' );
	} );

	test( 'an open block editor reads a scheduled post again after an error of the server', async () => {
		let fails = 2;
		page.server.on( 'GET', ROUTE, () => {
			fails -= 1;
			if ( fails >= 0 ) {
				throw { code: 'http_503', message: '', data: { status: 503 } };
			}
			return { status: 'publish', date: GMT, date_gmt: GMT, link: LINK };
		} );
		await open( 'document' );
		page.server.status = aStatus( LIVE );
		await page.pass( 20 );
		expect( page.text() ).toContain( 'On www.acme.example since' );
	} );
} );

test( 'a scheduled post in an open classic editor goes on to “Live”', async () => {
	const environment = aStatus( BEFORE );
	const server = fakeServer( environment );
	server.on( 'GET', ROUTE, () => ( { status: 'publish', link: LINK } ) );
	const store = new StatusStore( environment, {
		movingMs: 2_000,
		idleMs: null,
	} );
	store.start();
	const post = readClassicPost(
		JSON.stringify( {
			source: 'content',
			status: 'future',
			date: GMT,
			isDateAhead: true,
			mayPublish: true,
			permalink: 'http://wordpress.test/?p=7',
			savedAt: null,
			schedule: { path: ROUTE, dateGmt: GMT },
		} )
	);
	const boot = someBoot( {
		preload: { status: environment, settings: null },
	} );
	render( <ClassicBox { ...{ boot, store, post } } /> );
	const pass = async ( seconds: number ) => {
		server.seconds += seconds;
		await act( async () => {
			await vi.advanceTimersByTimeAsync( 1_000 * seconds );
		} );
	};
	await pass( 5 );
	screen.getByText( /when this is published on/ );
	server.status = aStatus( LIVE );
	await pass( 6 );
	screen.getByRole( 'heading', { name: /^Live/ } );
	expect( screen.queryByText( /when this is published/ ) ).toBeNull();
	expect(
		screen
			.getByRole( 'link', { name: /View on the site/ } )
			.getAttribute( 'href' )
	).toBe( 'https://www.acme.example/summer-collection/' );
	store.stop();
	vi.useRealTimers();
} );
