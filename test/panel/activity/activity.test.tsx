import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Activity } from '../../../src/panel/activity/activity.tsx';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import { Panel } from '../../../src/panel/panel.tsx';
import type { BootData } from '../../../src/shared/boot.ts';
import type { Run, Status } from '../../../src/shared/wire.ts';
import {
	aBuild,
	aFailedRun,
	anEnvironment,
	aPendingRun,
	aReason,
	aResponse,
	aRun,
	aStatus,
	at,
	NOW_MS,
	someBoot,
} from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const ADDRESS = '/wp-admin/admin.php?page=headless-deploy&tab=activity';

let server: FakeServer;
let store: StatusStore | null = null;
let log: Run[] = [];
let total: number | null = null;
let searchedSince: string | null = null;

async function settle( ms = 0 ) {
	await act( async () => {
		await vi.advanceTimersByTimeAsync( ms );
	} );
}

interface Opening {
	status?: Status;
	boot?: Partial< BootData >;
	/** What follows in the address. */
	query?: string;
}

async function open( {
	status = aStatus( anEnvironment() ),
	boot = {},
	query = '',
}: Opening = {} ) {
	window.history.replaceState( null, '', `${ ADDRESS }${ query }` );
	server.status = status;
	const data = someBoot( {
		tab: 'activity',
		preload: { status, settings: null },
		...boot,
	} );
	store = new StatusStore( status, { movingMs: 2_000, idleMs: 5_000 } );
	store.start();
	render(
		<Panel boot={ data } store={ store }>
			<Activity boot={ data } store={ store } />
		</Panel>
	);
	await settle();
	return userEvent.setup( {
		advanceTimers: ( ms ) => vi.advanceTimersByTimeAsync( ms ),
	} );
}

const table = () => screen.getByRole( 'table' );
const rows = () => within( table() ).getAllByRole( 'row' ).slice( 1 );
const asked = () => server.callsOf( 'GET', '/runs?' );
const lastAsked = () =>
	new URLSearchParams( asked().at( -1 )?.path.split( '?' )[ 1 ] );
const address = () => new URLSearchParams( window.location.search );
const focused = () => document.querySelector( ':focus' );
const clickButton = ( name: string | RegExp ) =>
	screen.getByRole( 'button', { name } );

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	server = fakeServer( aStatus() );
	log = [ aRun() ];
	total = null;
	searchedSince = null;
	server.on( 'GET', '/runs?', () => {
		const count = total ?? log.length;
		return new Response( JSON.stringify( { runs: log } ), {
			headers: {
				'X-WP-Total': String( count ),
				'X-WP-TotalPages': String( Math.ceil( count / 20 ) ),
				...( searchedSince === null
					? {}
					: { 'X-Headless-Deploy-Searched-Since': searchedSince } ),
			},
		} );
	} );
	server.on( 'GET', '/runs/', ( { path } ) => {
		const found = log.find( ( { id } ) => path.endsWith( `/${ id }` ) );
		if ( ! found ) {
			throw refusal(
				404,
				'headless_deploy_unknown_run',
				'There is no run of this number.'
			);
		}
		return found;
	} );
} );

afterEach( () => {
	store?.stop();
	select( noticesStore )
		.getNotices()
		.forEach( ( { id } ) => dispatch( noticesStore ).removeNotice( id ) );
	vi.useRealTimers();
} );

describe( 'the list', () => {
	test( 'says what ran where, what came of it, why, when and how long it took', async () => {
		await open();
		expect( rows().map( ( row ) => row.textContent ) ).toEqual( [
			'RebuildProductionAccepted by the hostAutomaticSummer collection + 3 by Jonas WeberToday, 13:580.4 s',
		] );
	} );

	test.each( [
		[ 'live', { status: 'live', trackedAt: at( -12 ) }, 'Live' ],
		[ 'building', { status: 'building' }, 'Building, 1 min 59 s' ],
	] as [ string, Partial< Run >, string ][] )(
		'says in words that a run is %s',
		async ( _, over, words ) => {
			log = [ aRun( over ) ];
			await open();
			within( table() ).getByText( words );
		}
	);

	test( 'says why a run is tried again', async () => {
		log = [ aFailedRun( { status: 'retrying', finishedAt: null } ) ];
		await open();
		within( table() ).getByText( 'Retrying' );
		within( table() ).getByText( 'Failed: the webhook URL was rejected' );
	} );

	test( 'says on which day a run began', async () => {
		log = [
			aRun( { id: 3, createdAt: at( -60 ) } ),
			aRun( { id: 2, createdAt: at( -24 * 3600 ) } ),
			aRun( { id: 1, createdAt: at( -72 * 3600 ) } ),
		];
		await open();
		screen.getByText( 'Today, 13:59' );
		screen.getByText( 'Yesterday, 14:00' );
		screen.getByText( /Nov 18/ );
	} );

	test( 'shows the name that a removed environment had', async () => {
		log = [
			aRun( {
				environment: 'old-one',
				environmentLabel: 'Old one',
			} ),
		];
		await open();
		within( table() ).getByText( 'Old one' );
	} );

	test( 'counts how long a live run took until it was live', async () => {
		log = [ aRun( { status: 'live', trackedAt: at( -12 ) } ) ];
		await open();
		within( table() ).getByText( '1 min 48 s' );
	} );

	test( 'counts from the attempt that the host took, as the Overview does', async () => {
		const attempt = {
			durationMs: 400,
			httpStatus: 200,
			error: '',
			headline: 'Accepted by the host',
		};
		log = [
			aRun( {
				createdAt: at( -1920 ),
				attempts: [
					{ ...attempt, at: at( -1920 ), httpStatus: 503 },
					{ ...attempt, at: at( -120 ) },
				],
				status: 'live',
				trackedAt: at( -12 ),
			} ),
		];
		await open();
		within( table() ).getByText( '1 min 48 s' );
	} );

	test( 'says that nothing was sent yet', async () => {
		log = [];
		await open();
		screen.getByRole( 'heading', { name: 'No runs yet' } );
		screen.getByText( 'Runs appear here.' );
		expect(
			screen.queryByRole( 'button', { name: 'Export CSV' } )
		).toBeNull();
	} );

	test( 'leads to the connection while there is none', async () => {
		log = [];
		await open( { status: aStatus() } );
		screen.getByRole( 'link', { name: 'Connect a front end' } );
	} );

	test( 'says the server’s words when it cannot be read, and asks again', async () => {
		let refuse = true;
		server.on( 'GET', '/runs?', () => {
			if ( refuse ) {
				throw refusal( 500, 'broken', 'The table is gone.' );
			}
			return new Response( JSON.stringify( { runs: log } ) );
		} );
		const user = await open();
		screen.getByText( 'The table is gone.' );
		refuse = false;
		await user.click( clickButton( 'Try again' ) );
		await settle();
		expect( screen.queryByText( 'The table is gone.' ) ).toBeNull();
		expect( rows() ).toHaveLength( 1 );
	} );
} );

describe( 'filters', () => {
	test( 'are in the address, go to the server and lead back to the first page', async () => {
		const user = await open( { query: '&paged=1' } );
		await user.selectOptions(
			screen.getByLabelText( 'Environment' ),
			'production'
		);
		await user.selectOptions(
			screen.getByLabelText( 'Action' ),
			'rebuild'
		);
		await user.selectOptions( screen.getByLabelText( 'Status' ), 'failed' );
		await settle();
		expect( Object.fromEntries( lastAsked() ) ).toEqual( {
			environment: 'production',
			action: 'rebuild',
			status: 'failed',
			per_page: '20',
			page: '1',
		} );
		expect( address().get( 'environment' ) ).toBe( 'production' );
		expect( address().get( 'run-action' ) ).toBe( 'rebuild' );
		expect( address().get( 'tab' ) ).toBe( 'activity' );
	} );

	test( 'come from the address', async () => {
		await open( {
			query: '&s=linen&environment=gone&run-action=purgeCache',
		} );
		expect( lastAsked().get( 'search' ) ).toBe( 'linen' );
		expect( screen.getByDisplayValue( 'linen' ) ).toBeTruthy();
		expect( screen.getByDisplayValue( 'gone' ) ).toBeTruthy();
		expect( screen.getByDisplayValue( 'Purge Cache' ) ).toBeTruthy();
	} );

	test( 'follow the way back', async () => {
		const user = await open();
		await user.selectOptions( screen.getByLabelText( 'Status' ), 'live' );
		await settle();
		expect( lastAsked().get( 'status' ) ).toBe( 'live' );
		await act( async () => {
			window.history.replaceState( null, '', ADDRESS );
			window.dispatchEvent( new PopStateEvent( 'popstate' ) );
		} );
		await settle();
		expect( lastAsked().get( 'status' ) ).toBeNull();
		expect( screen.getByDisplayValue( 'All statuses' ) ).toBeTruthy();
	} );

	test( 'ask once when the typing pauses', async () => {
		const user = await open();
		const before = asked().length;
		await user.type( screen.getByRole( 'searchbox' ), 'linen' );
		expect( asked() ).toHaveLength( before );
		await settle( 400 );
		expect( asked() ).toHaveLength( before + 1 );
		expect( lastAsked().get( 'search' ) ).toBe( 'linen' );
		expect( address().get( 's' ) ).toBe( 'linen' );
	} );

	test( 'say how far back a search looked', async () => {
		await open();
		expect( screen.queryByText( /^Only runs since/ ) ).toBeNull();
		cleanup();
		searchedSince = '2026-11-20T08:00:00.000Z';
		await open( { query: '&s=linen' } );
		screen.getByText( /^Only runs since .+ were searched\.$/ );
	} );

	test( 'have no search for users who may not manage', async () => {
		await open( {
			boot: {
				can: { view: true, manage: false, actions: [ 'rebuild' ] },
			},
		} );
		expect( screen.queryByRole( 'searchbox' ) ).toBeNull();
		screen.getByLabelText( 'Status' );
	} );

	test( 'that nothing passes can be cleared', async () => {
		log = [];
		const user = await open( { query: '&s=velvet&status=failed' } );
		screen.getByRole( 'heading', { name: 'No runs match these filters' } );
		log = [ aRun() ];
		await user.click( clickButton( 'Clear filters' ) );
		await settle();
		expect( rows() ).toHaveLength( 1 );
		expect( address().has( 's' ) ).toBe( false );
		expect( screen.getByRole( 'searchbox' ) ).toHaveProperty( 'value', '' );
	} );
} );

describe( 'pages', () => {
	const many = Array.from( { length: 20 }, ( _, index ) =>
		aRun( { id: 100 - index } )
	);

	test( 'say where one is, and lead on', async () => {
		log = many;
		total = 45;
		const user = await open();
		screen.getByText( '1–20 of 45' );
		expect(
			clickButton( 'Newer runs' ).getAttribute( 'aria-disabled' )
		).toBe( 'true' );
		const scroll = vi.spyOn( window, 'scrollTo' ).mockReturnValue();
		await user.click( clickButton( 'Older runs' ) );
		await settle();
		expect( scroll ).toHaveBeenCalledWith( 0, 0 );
		expect( lastAsked().get( 'page' ) ).toBe( '2' );
		expect( address().get( 'paged' ) ).toBe( '2' );
		screen.getByText( '21–40 of 45' );
	} );

	test( 'that are no more lead to the last one', async () => {
		total = 21;
		server.on( 'GET', '/runs?', ( { path } ) => {
			const past = path.includes( 'page=9' );
			return new Response( JSON.stringify( { runs: past ? [] : log } ), {
				headers: { 'X-WP-Total': '21', 'X-WP-TotalPages': '2' },
			} );
		} );
		await open( { query: '&paged=9' } );
		await settle();
		expect( address().get( 'paged' ) ).toBe( '2' );
		expect( rows() ).toHaveLength( 1 );
	} );

	test( 'show no buttons where there is one alone', async () => {
		await open();
		screen.getByText( '1–1 of 1' );
		expect(
			screen.queryByRole( 'button', { name: 'Older runs' } )
		).toBeNull();
	} );
} );

describe( 'news', () => {
	async function finish() {
		log = [ aRun( { id: 42 } ), aRun() ];
		server.status = aStatus( anEnvironment( { last: log[ 0 ] } ) );
		await settle( 6_000 );
	}

	test( 'come to the first page by themselves', async () => {
		await open();
		await finish();
		expect( rows() ).toHaveLength( 2 );
	} );

	test( 'wait while a run is open, so that nothing jumps below', async () => {
		const user = await open( { query: '&run=41' } );
		const before = asked().length;
		await finish();
		expect( asked() ).toHaveLength( before );
		await user.click( clickButton( 'Close' ) );
		await settle( 500 );
		expect( asked() ).toHaveLength( before + 1 );
		expect( rows() ).toHaveLength( 2 );
	} );

	test( 'do not disturb an older page', async () => {
		total = 40;
		await open( { query: '&paged=2' } );
		const before = asked().length;
		await finish();
		expect( asked() ).toHaveLength( before );
	} );
} );

describe( 'a run', () => {
	const drawer = () => screen.getByRole( 'dialog' );

	test( 'names a build as the host does and leads to its log', async () => {
		log = [
			aRun( {
				status: 'failed',
				accepted: true,
				build: aBuild( {
					name: '7b0d2c54',
					number: 16,
					page: 'https://portal.example/builds/16',
					finishedAt: at( -2 ),
				} ),
			} ),
		];
		await open( { query: '&run=41' } );
		within( drawer() ).getByText( /Build 16/ );
		expect(
			within( drawer() )
				.getByRole( 'link', { name: /^Build log/ } )
				.getAttribute( 'href' )
		).toBe( 'https://portal.example/builds/16' );
	} );

	test( 'opens from its row, is in the address, and gives the focus back', async () => {
		const user = await open();
		// Many rows say “Rebuild”: each button has a name of its own.
		await user.click(
			clickButton( 'Rebuild of Production, Today, 13:58' )
		);
		await settle();
		expect( address().get( 'run' ) ).toBe( '41' );
		within( drawer() ).getByText( 'Rebuild of Production, 13:58' );
		const left = new Promise( ( done ) =>
			window.addEventListener( 'popstate', done, { once: true } )
		);
		await user.keyboard( '{Escape}' );
		await settle( 1_000 );
		await act( async () => void ( await left ) );
		await settle( 1_000 );
		expect( screen.queryByRole( 'dialog' ) ).toBeNull();
		expect( address().has( 'run' ) ).toBe( false );
		expect( focused()?.textContent ).toBe( 'Rebuild' );
	} );

	test( 'that a link opened gives the focus to its row when it is left', async () => {
		log = [ aRun( { id: 9 } ), aRun( { id: 8 } ) ];
		const user = await open( { query: '&run=8' } );
		await user.keyboard( '{Escape}' );
		await settle( 1_000 );
		expect( address().get( 'run' ) ).toBeNull();
		expect( focused()?.id ).toBe( 'headless-deploy-run-8' );
	} );

	test( 'opens from a link though it is not in the list', async () => {
		const far = aRun( { id: 7, environment: 'production' } );
		server.on( 'GET', '/runs/7', () => far );
		await open( { query: '&run=7' } );
		within( drawer() ).getByText( '#7' );
	} );

	test( 'a manager ignores the meta key of a change with one click', async () => {
		log = [
			aRun( {
				id: 41,
				reasons: [
					aReason( {
						detail: 'meta “_stats_cache”, by cron',
						metaKey: '_stats_cache',
					} ),
				],
			} ),
		];
		const general = { etag: 'e1', ignoredMeta: [ '_views_*' ] };
		server.on( 'GET', '/settings', () => ( {
			environments: [],
			general,
		} ) );
		server.on( 'PUT', '/settings/general', () => general );
		const user = await open( { query: '&run=41' } );
		expect( drawer().textContent ).toContain(
			'meta “_stats_cache”, by cron'
		);
		await user.click(
			within( drawer() ).getByRole( 'button', {
				name: 'Ignore changes of “_stats_cache”',
			} )
		);
		await settle();
		const [ call ] = server.callsOf( 'PUT', '/settings/general' );
		expect( call?.headers[ 'If-Match' ] ).toBe( 'e1' );
		expect( call?.data ).toEqual( {
			ignoredMeta: [ '_views_*', '_stats_cache' ],
		} );
		within( drawer() ).getByText(
			'Changes to this meta key are now ignored. To undo this, open Automation.'
		);
	} );

	test( 'a user who may not manage sees the key and no button', async () => {
		log = [ aRun( { id: 41, reasons: [ aReason( { metaKey: 'x' } ) ] } ) ];
		await open( {
			query: '&run=41',
			boot: { can: { ...someBoot().can, manage: false } },
		} );
		expect(
			within( drawer() ).queryByRole( 'button', { name: /^Ignore/ } )
		).toBeNull();
	} );

	test( 'tells each try, the host’s answer and the changes', async () => {
		log = [
			aFailedRun( {
				attempts: [
					{
						at: at( -116 ),
						durationMs: 15_000,
						httpStatus: 0,
						error: 'headless_deploy_timeout',
						headline: 'Failed: the host did not respond in time',
					},
					{
						at: at( -60 ),
						durationMs: 200,
						httpStatus: 403,
						error: 'headless_deploy_token_refused',
						headline: 'Failed: the webhook URL was rejected',
					},
				],
				changes: 5,
				response: {
					message: 'no',
					excerpt: '{"message": "The token ••••x9Q= is not valid."}',
				},
				operation: 'accounts/acme/operations/op-1',
				reasons: [
					aReason( {
						title: 'Linen shirt',
						user: { id: 3, name: 'Jonas Weber' },
					} ),
					aReason( {
						event: 'changed',
						title: 'Main',
						text: 'Menu “Main” changed',
						link: '',
					} ),
				],
			} ),
		];
		await open( { query: '&run=41' } );
		const words = drawer().textContent ?? '';
		for ( const part of [
			'Failed: the host did not respond in time No response13:58:04, after 15 s',
			'Failed: the webhook URL was rejected HTTP 40313:59:00, after 0.2 s',
			'HTTP 403\n\n{"message": "The token ••••x9Q= is not valid."}',
			'Secrets are masked',
			'5 changes',
			'Updated · Jonas Weber · 13:59:58',
			'Menu “Main” changed',
			'and 3 more changes',
			'op-1',
			'Today, 13:58:00 (UTC)',
			'The 5 changes are kept. The next successful run includes them.',
		] ) {
			expect( words ).toContain( part );
		}
		expect(
			within( drawer() )
				.getByRole( 'link', { name: 'Linen shirt' } )
				.getAttribute( 'href' )
		).toContain( 'post=7' );
		expect(
			within( drawer() )
				.getByRole( 'link', { name: 'Replace the webhook URL' } )
				.getAttribute( 'href' )
		).toContain( 'replace=production' );
	} );

	test( 'tells an editor the server’s words for them, and nothing of the host’s answer', async () => {
		log = [ aFailedRun( { response: null } ) ];
		await open( {
			query: '&run=41',
			boot: { can: { view: true, manage: false, actions: [] } },
		} );
		expect( drawer().textContent ).toContain( aFailedRun().message );
		expect( screen.queryByText( 'Host response' ) ).toBeNull();
		expect(
			screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
		).toBeNull();
	} );

	test( 'tells when it is tried next', async () => {
		log = [ aRun( { status: 'retrying', finishedAt: null } ) ];
		await open( {
			query: '&run=41',
			status: aStatus(
				anEnvironment( {
					state: 'retrying',
					pending: [ aPendingRun( { nextAttemptAt: at( 300 ) } ) ],
				} )
			),
		} );
		within( drawer() ).getByText( 'Next attempt at 14:05' );
	} );

	test( 'whose token was refused is tried once an hour, and leads to a new one', async () => {
		log = [ aFailedRun( { status: 'retrying', finishedAt: null } ) ];
		await open( {
			query: '&run=41',
			status: aStatus(
				anEnvironment( {
					state: 'paused',
					paused: {
						reason: 'token',
						since: at( -60 ),
						nextTryAt: at( 3_600 ),
					},
				} )
			),
		} );
		within( drawer() ).getByText( 'Next attempt at 15:00' );
		within( drawer() ).getByRole( 'link', {
			name: 'Replace the webhook URL',
		} );
		within( drawer() ).getByText( /^The 4 changes are kept/ );
	} );

	test( 'links to the page that proves it, and names the build', async () => {
		log = [
			aRun( {
				status: 'live',
				trackedAt: at( -12 ),
				live: {
					url: 'https://www.acme.example/summer',
					what: 'live',
					post: 7,
				},
				build: aBuild( {
					name: 'apps/x/builds/b-7',
					startedAt: at( -100 ),
					finishedAt: at( -20 ),
				} ),
			} ),
		];
		await open( { query: '&run=41' } );
		expect(
			within( drawer() )
				.getByRole( 'link', { name: /View on the site/ } )
				.getAttribute( 'href' )
		).toBe( 'https://www.acme.example/summer' );
		within( drawer() ).getByText( 'b-7' );
	} );

	test( 'that does not exist says the server’s words, and can be left', async () => {
		const user = await open( { query: '&run=999' } );
		within( drawer() ).getByText( 'There is no run of this number.' );
		await user.click( clickButton( 'Close' ) );
		await settle( 500 );
		expect( screen.queryByRole( 'dialog' ) ).toBeNull();
		expect( rows() ).toHaveLength( 1 );
	} );

	test( 'goes on by itself while it is open', async () => {
		log = [ aRun( { status: 'building' } ) ];
		await open( { query: '&run=41' } );
		within( drawer() ).getByRole( 'heading', { name: /^Building/ } );
		log = [ aRun( { status: 'live', trackedAt: at( 2 ) } ) ];
		server.status = aStatus( anEnvironment( { last: log[ 0 ] } ) );
		await settle( 6_000 );
		within( drawer() ).getByRole( 'heading', { name: 'Live' } );
	} );
} );

describe( 'Retry', () => {
	const failed = () =>
		aStatus( anEnvironment( { state: 'failed', last: aFailedRun() } ) );

	test( 'stands on failed rows alone', async () => {
		log = [ aFailedRun( { id: 43 } ), aRun( { id: 42 } ) ];
		await open( { status: failed() } );
		expect(
			screen.getAllByRole( 'button', { name: /^Retry/ } )
		).toHaveLength( 1 );
	} );

	test.each( [
		[ 'who may not', { can: [ 'purgeCache' as const ] }, {} ],
		[ 'for a removed environment', {}, { environment: 'old' } ],
		[ 'once a later run made up for it', { last: aRun( { id: 50 } ) }, {} ],
	] )( 'is not there %s', async ( _, environment, run ) => {
		log = [ aFailedRun( run ) ];
		await open( {
			status: aStatus(
				anEnvironment( {
					state: 'failed',
					last: aFailedRun(),
					...environment,
				} )
			),
		} );
		expect( screen.queryByRole( 'button', { name: /^Retry/ } ) ).toBeNull();
	} );

	test( 'sends it again once, says so, and keeps the focus in its row', async () => {
		log = [ aFailedRun() ];
		const user = await open( { status: failed() } );
		server.on( 'POST', '/retry', () => {
			const again = aRun( { id: 42 } );
			log = [ again, aFailedRun() ];
			server.status = aStatus( anEnvironment( { last: again } ) );
			return aResponse( again );
		} );
		await user.dblClick( clickButton( /^Retry/ ) );
		await settle();
		expect( server.callsOf( 'POST', '/runs/41/retry' ) ).toHaveLength( 1 );
		screen.getByText( 'Rebuild of Production was accepted.' );
		expect( rows() ).toHaveLength( 2 );
		expect( focused()?.id ).toBe( 'headless-deploy-run-41' );
	} );

	test( 'that is refused says why and shows no success', async () => {
		log = [ aFailedRun() ];
		const user = await open( { status: failed() } );
		server.on( 'POST', '/retry', () => {
			throw refusal(
				409,
				'headless_deploy_copy',
				'This site is a copy.'
			);
		} );
		await user.click( clickButton( /^Retry/ ) );
		await settle();
		screen.getByText( 'This site is a copy.' );
		expect( screen.queryByText( /was accepted/ ) ).toBeNull();
		clickButton( /^Retry/ );
	} );

	test( 'in the open run goes on with the new one, whose headline has the focus', async () => {
		log = [ aFailedRun() ];
		const user = await open( { status: failed(), query: '&run=41' } );
		server.on( 'POST', '/retry', () => {
			const again = aRun( { id: 42 } );
			log = [ again, aFailedRun() ];
			server.status = aStatus( anEnvironment( { last: again } ) );
			return aResponse( again );
		} );
		await user.click(
			within( screen.getByRole( 'dialog' ) ).getByRole( 'button', {
				name: 'Retry',
			} )
		);
		await settle();
		expect( address().get( 'run' ) ).toBe( '42' );
		within( screen.getByRole( 'dialog' ) ).getByText( '#42' );
		expect( focused()?.textContent ).toBe( 'Accepted by the host' );
	} );
} );

describe( 'the export', () => {
	beforeEach( () => {
		URL.createObjectURL = vi.fn( () => 'blob:file' );
		URL.revokeObjectURL = vi.fn();
		server.on( 'GET', '/environments', () => ( { environments: [] } ) );
	} );

	test( 'saves what passes the filters', async () => {
		server.on( 'GET', '/runs/export', () => new Response( 'id\r\n' ) );
		const saved: string[] = [];
		const click = vi
			.spyOn( HTMLAnchorElement.prototype, 'click' )
			.mockImplementation( function ( this: HTMLAnchorElement ) {
				saved.push( this.download );
			} );
		const user = await open( { query: '&s=linen' } );
		await user.click( clickButton( 'Export CSV' ) );
		await settle();
		expect( saved ).toEqual( [ 'headless-deploy-2026-11-21.csv' ] );
		expect(
			server.callsOf( 'GET', '/runs/export' ).at( -1 )?.path
		).toContain( 'search=linen' );
		expect(
			server.callsOf( 'GET', '/runs/export' ).at( -1 )?.path
		).not.toContain( '_wpnonce' );
		click.mockRestore();
	} );

	test( 'that is refused says why', async () => {
		server.on( 'GET', '/runs/export', () => {
			throw refusal( 403, 'headless_deploy_forbidden', 'You may not.' );
		} );
		const user = await open();
		await user.click( clickButton( 'Export CSV' ) );
		await settle();
		screen.getByText( 'You may not.' );
	} );

	test( 'is for those alone who manage', async () => {
		await open( {
			boot: { can: { view: true, manage: false, actions: [] } },
		} );
		expect(
			screen.queryByRole( 'button', { name: 'Export CSV' } )
		).toBeNull();
	} );
} );
