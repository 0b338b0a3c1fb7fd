import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BootData } from '../../../src/shared/boot.ts';
import type { Run, Runs, Status } from '../../../src/shared/wire.ts';
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
import { advance, openPanel } from '../panel-page.tsx';
import {
	button,
	dialog,
	field,
	focused,
	link,
	queryButton,
} from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';

const PAGE_URL = '/wp-admin/admin.php?page=headless-deploy&tab=activity';

let server: FakeServer;
let log: Run[] = [];
let total: number | null = null;
let searchedSince: string | null = null;
let removedEnvironments: Runs[ 'removedEnvironments' ] = [];

interface Opening {
	status?: Status;
	boot?: Partial< BootData >;
	/** More of the URL’s query. */
	query?: string;
}

async function open( {
	status = aStatus( anEnvironment() ),
	boot = {},
	query = '',
}: Opening = {} ) {
	window.history.replaceState( null, '', `${ PAGE_URL }${ query }` );
	server.status = status;
	return openPanel( { tab: 'activity', status, boot, pollMs: 5_000 } );
}

const table = () => screen.getByRole( 'table' );
const rows = () => within( table() ).getAllByRole( 'row' ).slice( 1 );
const requests = () => server.callsOf( 'GET', '/runs?' );
const lastQuery = () =>
	new URLSearchParams( requests().at( -1 )?.path.split( '?' )[ 1 ] );
const query = () => new URLSearchParams( window.location.search );

beforeEach( () => {
	vi.useFakeTimers( { now: NOW_MS } );
	server = fakeServer( aStatus() );
	log = [ aRun() ];
	total = null;
	searchedSince = null;
	removedEnvironments = [];
	server.on( 'GET', '/runs?', () => {
		const count = total ?? log.length;
		return new Response(
			JSON.stringify( {
				runs: log,
				removedEnvironments,
			} ),
			{
				headers: {
					'X-WP-Total': String( count ),
					'X-WP-TotalPages': String( Math.ceil( count / 20 ) ),
					...( searchedSince === null
						? {}
						: {
								'X-Headless-Deploy-Searched-Since':
									searchedSince,
							} ),
				},
			}
		);
	} );
	server.on( 'GET', '/runs/', ( { path } ) => {
		const found = log.find( ( { id } ) => path.endsWith( `/${ id }` ) );
		if ( ! found ) {
			throw refusal(
				404,
				'headless_deploy_unknown_run',
				'Run 999 does not exist. Runs are kept for up to 90 days.'
			);
		}
		return found;
	} );
} );

afterEach( () => {
	vi.useRealTimers();
} );

describe( 'the list', () => {
	test( 'shows action, environment, status, cause, changes, start and duration of a run', async () => {
		await open();
		expect( rows().map( ( row ) => row.textContent ) ).toEqual( [
			'RebuildProductionAccepted by the hostAutomaticPage “Summer collection” updated, and 3 more by Jonas WeberToday, 13:58',
		] );
	} );

	test.each( [
		[ 'live', { status: 'live', trackedAt: at( -12 ) }, 'Live' ],
		[ 'building', { status: 'building' }, 'Building, 1 min 12 s' ],
	] as [ string, Partial< Run >, string ][] )(
		'shows the status of a run that is %s',
		async ( _, over, text ) => {
			log = [ aRun( over ) ];
			await open();
			within( table() ).getByText( text );
		}
	);

	test( 'shows why a run is retried', async () => {
		log = [ aFailedRun( { status: 'retrying', finishedAt: null } ) ];
		await open();
		within( table() ).getByText( 'Retrying' );
		within( table() ).getByText( 'Failed: the webhook URL was rejected' );
	} );

	test( 'shows the day on which a run started', async () => {
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

	test( 'shows the name of a removed environment', async () => {
		log = [
			aRun( {
				environment: 'old-one',
				environmentLabel: 'Old one',
			} ),
		];
		await open();
		within( table() ).getByText( 'Old one' );
	} );

	test( 'shows how long a run took until it was live', async () => {
		log = [ aRun( { status: 'live', durationMs: 108_000 } ) ];
		await open();
		within( table() ).getByText( '1 min 48 s' );
	} );

	test( 'says that there are no runs yet', async () => {
		log = [];
		await open();
		screen.getByRole( 'heading', { name: 'No runs yet' } );
		screen.getByText( 'Runs appear here.' );
		expect( queryButton( 'Export CSV' ) ).toBeNull();
	} );

	test( 'links to Connections while no front end is connected', async () => {
		log = [];
		await open( { status: aStatus() } );
		link( 'Connect a front end' );
	} );

	test( 'shows the server’s message when the list cannot be read, and tries again', async () => {
		let refuse = true;
		server.on( 'GET', '/runs?', () => {
			if ( refuse ) {
				throw refusal( 500, 'broken', 'The table is gone.' );
			}
			return new Response(
				JSON.stringify( {
					runs: log,
					removedEnvironments,
				} )
			);
		} );
		const user = await open();
		screen.getByText( 'The table is gone.' );
		refuse = false;
		await user.click( button( 'Try again' ) );
		await advance();
		expect( screen.queryByText( 'The table is gone.' ) ).toBeNull();
		expect( rows() ).toHaveLength( 1 );
	} );
} );

const BUILD_4 = aRun( {
	cause: 'host',
	title: 'Build 4',
	causeLabel: 'Uploaded by sam',
	changes: 0,
	changesSummary: '',
	reasons: [],
	attempts: [],
	status: 'live',
	createdAt: at( -120 ),
	finishedAt: at( -120 ),
	trackedAt: at( -79 ),
	durationMs: 41_000,
	response: null,
	build: aBuild( { number: 4, page: 'https://portal.example/4' } ),
} );

test( 'a build that this site did not start is a row with its duration and the user who uploaded it', async () => {
	log = [ BUILD_4 ];
	await open();
	expect( rows().map( ( row ) => row.textContent ) ).toEqual( [
		'Build 4ProductionLiveUploaded by samToday, 13:5841 s',
	] );
	expect( queryButton( 'Retry' ) ).toBeNull();
} );

test( 'a build that this site did not start shows no action, changes and attempts in its details', async () => {
	log = [ BUILD_4 ];
	await open( { query: `&run=${ BUILD_4.id }` } );
	const details = screen.getByRole( 'dialog', {
		name: /^Build 4 of Production/,
	} );
	within( details ).getByText( 'Uploaded by sam' );
	expect( details.textContent ).not.toMatch( /No changes|Attempt|Rebuild/ );
} );

test( 'the log has a filter for builds that this site did not start', async () => {
	const user = await open();
	await user.selectOptions( field( 'Action' ), 'Builds started at the host' );
	await advance();
	expect( lastQuery().get( 'cause' ) ).toBe( 'host' );
	expect( lastQuery().get( 'action' ) ).toBeNull();
	expect( query().get( 'run-action' ) ).toBe( 'host' );
} );

test( 'a build that this site did not start leaves the failed run before it open', async () => {
	const failed = aFailedRun( { id: 40 } );
	log = [ { ...BUILD_4, id: 41 }, failed ];
	await open( {
		status: aStatus(
			anEnvironment( { status: 'failed', lastRun: failed } )
		),
	} );
	expect( queryButton( /^Retry/ ) ).not.toBeNull();
} );

test( 'filters list removed environments that have runs', async () => {
	removedEnvironments = [ { id: 'staging', label: 'Staging' } ];
	const user = await open();
	await user.selectOptions( field( 'Environment' ), 'Staging' );
	await advance();
	expect( lastQuery().get( 'environment' ) ).toBe( 'staging' );
} );

test( 'filters are written to the URL, sent to the server and return to the first page', async () => {
	const user = await open( { query: '&paged=1' } );
	await user.selectOptions( field( 'Environment' ), 'production' );
	await user.selectOptions( field( 'Action' ), 'rebuild' );
	await user.selectOptions( field( 'Status' ), 'failed' );
	await advance();
	expect( Object.fromEntries( lastQuery() ) ).toEqual( {
		environment: 'production',
		action: 'rebuild',
		status: 'failed',
		per_page: '20',
		page: '1',
	} );
	expect( query().get( 'environment' ) ).toBe( 'production' );
	expect( query().get( 'run-action' ) ).toBe( 'rebuild' );
	expect( query().get( 'tab' ) ).toBe( 'activity' );
} );

test( 'filters are read from the URL', async () => {
	await open( {
		query: '&s=linen&environment=gone&run-action=purgeCache',
	} );
	expect( lastQuery().get( 'search' ) ).toBe( 'linen' );
	expect( screen.getByDisplayValue( 'linen' ) ).toBeTruthy();
	expect( screen.getByDisplayValue( 'gone' ) ).toBeTruthy();
	expect( screen.getByDisplayValue( 'Purge Cache' ) ).toBeTruthy();
} );

test( 'filters follow the browser’s Back button', async () => {
	const user = await open();
	await user.selectOptions( field( 'Status' ), 'live' );
	await advance();
	expect( lastQuery().get( 'status' ) ).toBe( 'live' );
	await act( async () => {
		window.history.replaceState( null, '', PAGE_URL );
		window.dispatchEvent( new PopStateEvent( 'popstate' ) );
	} );
	await advance();
	expect( lastQuery().get( 'status' ) ).toBeNull();
	expect( screen.getByDisplayValue( 'All statuses' ) ).toBeTruthy();
} );

test( 'filters send one request when the user pauses typing', async () => {
	const user = await open();
	const before = requests().length;
	await user.type( screen.getByRole( 'searchbox' ), 'linen' );
	expect( requests() ).toHaveLength( before );
	await advance( 400 );
	expect( requests() ).toHaveLength( before + 1 );
	expect( lastQuery().get( 'search' ) ).toBe( 'linen' );
	expect( query().get( 's' ) ).toBe( 'linen' );
} );

test( 'filters show how far back a search looked', async () => {
	await open();
	expect( screen.queryByText( /^Only runs since/ ) ).toBeNull();
	cleanup();
	searchedSince = '2026-11-20T08:00:00.000Z';
	await open( { query: '&s=linen' } );
	screen.getByText( /^Only runs since .+ were searched\.$/ );
} );

test( 'filters have no search field for users who may not manage', async () => {
	await open( {
		boot: {
			can: { view: true, manage: false, actions: [ 'rebuild' ] },
		},
	} );
	expect( screen.queryByRole( 'searchbox' ) ).toBeNull();
	field( 'Status' );
} );

test( 'filters can be cleared when they match no run', async () => {
	log = [];
	const user = await open( { query: '&s=velvet&status=failed' } );
	screen.getByRole( 'heading', { name: 'No runs match these filters' } );
	log = [ aRun() ];
	await user.click( button( 'Clear filters' ) );
	await advance();
	expect( rows() ).toHaveLength( 1 );
	expect( query().has( 's' ) ).toBe( false );
	expect( screen.getByRole( 'searchbox' ) ).toHaveProperty( 'value', '' );
} );

const many = Array.from( { length: 20 }, ( _, index ) =>
	aRun( { id: 100 - index } )
);

test( 'pages show the position and lead to older runs', async () => {
	log = many;
	total = 45;
	const user = await open();
	screen.getByText( '1–20 of 45' );
	expect( button( 'Newer runs' ).getAttribute( 'aria-disabled' ) ).toBe(
		'true'
	);
	const scroll = vi.spyOn( window, 'scrollTo' ).mockReturnValue();
	await user.click( button( 'Older runs' ) );
	await advance();
	expect( scroll ).toHaveBeenCalledWith( 0, 0 );
	expect( lastQuery().get( 'page' ) ).toBe( '2' );
	expect( query().get( 'paged' ) ).toBe( '2' );
	screen.getByText( '21–40 of 45' );
} );

test( 'pages lead to the last page when the page of the URL no longer exists', async () => {
	total = 21;
	server.on( 'GET', '/runs?', ( { path } ) => {
		const past = path.includes( 'page=9' );
		return new Response( JSON.stringify( { runs: past ? [] : log } ), {
			headers: { 'X-WP-Total': '21', 'X-WP-TotalPages': '2' },
		} );
	} );
	await open( { query: '&paged=9' } );
	await advance();
	expect( query().get( 'paged' ) ).toBe( '2' );
	expect( rows() ).toHaveLength( 1 );
} );

test( 'pages have no buttons when there is only one page', async () => {
	await open();
	screen.getByText( '1–1 of 1' );
	expect( queryButton( 'Older runs' ) ).toBeNull();
} );

async function finish() {
	log = [ aRun( { id: 42 } ), aRun() ];
	server.status = aStatus( anEnvironment( { lastRun: log[ 0 ] } ) );
	await advance( 6_000 );
}

test( 'new runs appear on the first page automatically', async () => {
	await open();
	await finish();
	expect( rows() ).toHaveLength( 2 );
} );

test( 'new runs do not move the list while a run is open', async () => {
	const user = await open( { query: '&run=41' } );
	const before = requests().length;
	await finish();
	expect( requests() ).toHaveLength( before );
	await user.click( button( 'Close' ) );
	await advance( 500 );
	expect( requests() ).toHaveLength( before + 1 );
	expect( rows() ).toHaveLength( 2 );
} );

test( 'new runs do not reload an older page', async () => {
	total = 40;
	await open( { query: '&paged=2' } );
	const before = requests().length;
	await finish();
	expect( requests() ).toHaveLength( before );
} );

const detailsText = () => screen.getByRole( 'dialog' ).textContent ?? '';

test( 'a run’s details show the build’s number and link to its log', async () => {
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
	dialog().getByText( /Build 16/ );
	expect(
		dialog()
			.getByRole( 'link', { name: /^Build log/ } )
			.getAttribute( 'href' )
	).toBe( 'https://portal.example/builds/16' );
} );

test( 'a run’s details open from the row, change the URL, and return the focus', async () => {
	const user = await open();
	// Many rows say “Rebuild”: each button has a name of its own.
	await user.click( button( 'Rebuild of Production, Today, 13:58' ) );
	await advance();
	expect( query().get( 'run' ) ).toBe( '41' );
	dialog().getByText( 'Rebuild of Production, 13:58' );
	const left = new Promise( ( done ) =>
		window.addEventListener( 'popstate', done, { once: true } )
	);
	await user.keyboard( '{Escape}' );
	await advance( 1_000 );
	await act( async () => void ( await left ) );
	await advance( 1_000 );
	expect( screen.queryByRole( 'dialog' ) ).toBeNull();
	expect( query().has( 'run' ) ).toBe( false );
	expect( focused()?.textContent ).toBe( 'Rebuild' );
} );

test( 'a run’s details return the focus to the row when the run was opened by a link', async () => {
	log = [ aRun( { id: 9 } ), aRun( { id: 8 } ) ];
	const user = await open( { query: '&run=8' } );
	await user.keyboard( '{Escape}' );
	await advance( 1_000 );
	expect( query().get( 'run' ) ).toBeNull();
	expect( focused()?.id ).toBe( 'headless-deploy-run-8' );
} );

test( 'a run’s details open from a link to a run that is not in the list', async () => {
	const far = aRun( { id: 7, environment: 'production' } );
	server.on( 'GET', '/runs/7', () => far );
	await open( { query: '&run=7' } );
	dialog().getByText( '#7' );
} );

test( 'a run’s details list a bounded number of the pages and tags of a refresh', async () => {
	const paths = Array.from( { length: 48 }, ( _, n ) => `/page-${ n }/` );
	log = [
		aRun( {
			action: 'refresh',
			lane: 'refresh',
			refreshed: {
				scope: 'some',
				tags: [ 'post-7', 'post-list' ],
				paths: { changed: paths, gone: [ '/old/' ] },
			},
		} ),
	];
	const user = await open( { query: '&run=41' } );
	for ( const name of [ '/page-7/', '/old/', 'post-list' ] ) {
		dialog().getByText( name );
	}
	expect( dialog().queryByText( '/page-8/' ) ).toBeNull();
	expect( dialog().queryByText( 'All pages' ) ).toBeNull();
	await user.click( button( 'and 40 more' ) );
	dialog().getByText( '/page-47/' );
} );

test( 'a run’s details say that a refresh renewed everything', async () => {
	log = [
		aRun( {
			action: 'refresh',
			lane: 'refresh',
			refreshed: {
				scope: 'all',
				tags: [],
				paths: { changed: [], gone: [] },
			},
		} ),
	];
	await open( { query: '&run=41' } );
	dialog().getByText( 'All pages' );
} );

test( 'a run’s details say which action replaced a failed refresh, and offer no Retry', async () => {
	log = [
		aFailedRun( {
			action: 'refresh',
			lane: 'refresh',
			replacedBy: 'purgeCache',
			remedy: 'Purge Cache was started instead and includes these changes.',
		} ),
	];
	await open( { query: '&run=41' } );
	dialog().getByText( /Purge Cache was started instead/ );
	expect( detailsText() ).not.toContain( 'not deployed yet' );
	expect( queryButton( 'Retry' ) ).toBeNull();
} );

test( 'a run’s details let a manager ignore the meta key of a change', async () => {
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
	expect( detailsText() ).toContain( 'meta “_stats_cache”, by cron' );
	await user.click(
		dialog().getByRole( 'button', {
			name: 'Ignore changes to “_stats_cache”',
		} )
	);
	await advance();
	const [ call ] = server.callsOf( 'PUT', '/settings/general' );
	expect( call?.headers[ 'If-Match' ] ).toBe( 'e1' );
	expect( call?.data ).toEqual( {
		ignoredMeta: [ '_views_*', '_stats_cache' ],
	} );
	dialog().getByText(
		'Changes to this meta key are now ignored. To undo this, open Automation.'
	);
} );

test( 'a run’s details do not let other users ignore the meta key of a change', async () => {
	log = [ aRun( { id: 41, reasons: [ aReason( { metaKey: 'x' } ) ] } ) ];
	await open( {
		query: '&run=41',
		boot: { can: { ...someBoot().can, manage: false } },
	} );
	expect( dialog().queryByRole( 'button', { name: /^Ignore/ } ) ).toBeNull();
} );

test( 'a run’s details show every attempt, the host’s answer and the changes', async () => {
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
	const text = detailsText();
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
		'5 changes are not deployed yet. The next successful run includes them.',
	] ) {
		expect( text ).toContain( part );
	}
	expect(
		dialog()
			.getByRole( 'link', { name: 'Linen shirt' } )
			.getAttribute( 'href' )
	).toContain( 'post=7' );
	expect(
		dialog()
			.getByRole( 'link', { name: 'Replace the webhook URL' } )
			.getAttribute( 'href' )
	).toContain( 'replace=production' );
} );

test( 'a run’s details show an editor the server’s message and not the host’s answer', async () => {
	log = [ aFailedRun( { response: null } ) ];
	await open( {
		query: '&run=41',
		boot: { can: { view: true, manage: false, actions: [] } },
	} );
	expect( detailsText() ).toContain( aFailedRun().message );
	expect( screen.queryByText( 'Host response' ) ).toBeNull();
	expect(
		screen.queryByRole( 'link', { name: 'Replace the webhook URL' } )
	).toBeNull();
} );

test( 'a run’s details show the time of the next attempt', async () => {
	log = [ aRun( { status: 'retrying', finishedAt: null } ) ];
	await open( {
		query: '&run=41',
		status: aStatus(
			anEnvironment( {
				status: 'retrying',
				pending: [ aPendingRun( { nextAttemptAt: at( 300 ) } ) ],
			} )
		),
	} );
	dialog().getByText( 'Next attempt at 14:05' );
} );

test( 'a run’s details show the hourly attempt after a rejected token, and link to its replacement', async () => {
	log = [ aFailedRun( { status: 'retrying', finishedAt: null } ) ];
	await open( {
		query: '&run=41',
		status: aStatus(
			anEnvironment( {
				status: 'paused',
				paused: {
					reason: 'token',
					since: at( -60 ),
					nextAttemptAt: at( 3_600 ),
				},
			} )
		),
	} );
	dialog().getByText( 'Next attempt at 15:00' );
	dialog().getByRole( 'link', {
		name: 'Replace the webhook URL',
	} );
	dialog().getByText( /^4 changes are not deployed yet/ );
} );

test( 'a run’s details link to the page that was checked, and name the build', async () => {
	log = [
		aRun( {
			status: 'live',
			trackedAt: at( -12 ),
			live: {
				url: 'https://www.acme.example/summer',
				pageStatus: 'live',
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
		dialog()
			.getByRole( 'link', { name: /View on the site/ } )
			.getAttribute( 'href' )
	).toBe( 'https://www.acme.example/summer' );
	dialog().getByText( 'b-7' );
} );

test( 'a run’s details show the server’s message for a run that does not exist, and can be closed', async () => {
	const user = await open( { query: '&run=999' } );
	dialog().getByText(
		'Run 999 does not exist. Runs are kept for up to 90 days.'
	);
	await user.click( button( 'Close' ) );
	await advance( 500 );
	expect( screen.queryByRole( 'dialog' ) ).toBeNull();
	expect( rows() ).toHaveLength( 1 );
} );

test( 'a run’s details follow the run while they are open', async () => {
	log = [ aRun( { status: 'building' } ) ];
	await open( { query: '&run=41' } );
	dialog().getByRole( 'heading', { name: /^Building/ } );
	log = [ aRun( { status: 'live', trackedAt: at( 2 ) } ) ];
	server.status = aStatus( anEnvironment( { lastRun: log[ 0 ] } ) );
	await advance( 6_000 );
	dialog().getByRole( 'heading', { name: 'Live' } );
} );

describe( 'Retry', () => {
	const failed = () =>
		aStatus( anEnvironment( { status: 'failed', lastRun: aFailedRun() } ) );

	test( 'Retry is offered on failed rows only', async () => {
		log = [ aFailedRun( { id: 43 } ), aRun( { id: 42 } ) ];
		await open( { status: failed() } );
		expect(
			screen.getAllByRole( 'button', { name: /^Retry/ } )
		).toHaveLength( 1 );
	} );

	test.each( [
		[
			'for a user without the permission',
			{ can: [ 'purgeCache' as const ] },
			{},
		],
		[ 'for a removed environment', {}, { environment: 'old' } ],
		[
			'after a later run included the changes',
			{ lastRun: aRun( { id: 50 } ) },
			{},
		],
	] )( 'Retry is not offered %s', async ( _, environment, run ) => {
		log = [ aFailedRun( run ) ];
		await open( {
			status: aStatus(
				anEnvironment( {
					status: 'failed',
					lastRun: aFailedRun(),
					...environment,
				} )
			),
		} );
		expect( queryButton( /^Retry/ ) ).toBeNull();
	} );

	test( 'Retry sends the run once, confirms it, and keeps the focus in the row', async () => {
		log = [ aFailedRun() ];
		const user = await open( { status: failed() } );
		server.on( 'POST', '/retry', () => {
			const again = aRun( { id: 42 } );
			log = [ again, aFailedRun() ];
			server.status = aStatus( anEnvironment( { lastRun: again } ) );
			return aResponse( again );
		} );
		await user.dblClick( button( /^Retry/ ) );
		await advance();
		expect( server.callsOf( 'POST', '/runs/41/retry' ) ).toHaveLength( 1 );
		screen.getByText( 'Rebuild of Production was accepted.' );
		expect( rows() ).toHaveLength( 2 );
		expect( focused()?.id ).toBe( 'headless-deploy-run-41' );
	} );

	test( 'Retry shows why the server rejected it, and no success', async () => {
		log = [ aFailedRun() ];
		const user = await open( { status: failed() } );
		server.on( 'POST', '/retry', () => {
			throw refusal(
				409,
				'headless_deploy_copy',
				'This site is a copy.'
			);
		} );
		await user.click( button( /^Retry/ ) );
		await advance();
		screen.getByText( 'This site is a copy.' );
		expect( screen.queryByText( /was accepted/ ) ).toBeNull();
		button( /^Retry/ );
	} );

	test( 'Retry replaces the open run by the new one and focuses its headline', async () => {
		log = [ aFailedRun() ];
		const user = await open( { status: failed(), query: '&run=41' } );
		server.on( 'POST', '/retry', () => {
			const again = aRun( { id: 42 } );
			log = [ again, aFailedRun() ];
			server.status = aStatus( anEnvironment( { lastRun: again } ) );
			return aResponse( again );
		} );
		await user.click(
			dialog().getByRole( 'button', {
				name: 'Retry',
			} )
		);
		await advance();
		expect( query().get( 'run' ) ).toBe( '42' );
		dialog().getByText( '#42' );
		expect( focused()?.textContent ).toBe( 'Accepted by the host' );
	} );
} );

describe( 'Export CSV', () => {
	beforeEach( () => {
		URL.createObjectURL = vi.fn( () => 'blob:file' );
		URL.revokeObjectURL = vi.fn();
		server.on( 'GET', '/environments', () => ( { environments: [] } ) );
	} );

	test( 'Export CSV saves the runs that match the filters', async () => {
		server.on( 'GET', '/runs/export', () => new Response( 'id\r\n' ) );
		const saved: string[] = [];
		const click = vi
			.spyOn( HTMLAnchorElement.prototype, 'click' )
			.mockImplementation( function ( this: HTMLAnchorElement ) {
				saved.push( this.download );
			} );
		const user = await open( { query: '&s=linen' } );
		await user.click( button( 'Export CSV' ) );
		await advance();
		expect( saved ).toEqual( [ 'headless-deploy-2026-11-21.csv' ] );
		expect(
			server.callsOf( 'GET', '/runs/export' ).at( -1 )?.path
		).toContain( 'search=linen' );
		expect(
			server.callsOf( 'GET', '/runs/export' ).at( -1 )?.path
		).not.toContain( '_wpnonce' );
		click.mockRestore();
	} );

	test( 'Export CSV shows why the server rejected it', async () => {
		server.on( 'GET', '/runs/export', () => {
			throw refusal( 403, 'headless_deploy_forbidden', 'You may not.' );
		} );
		const user = await open();
		await user.click( button( 'Export CSV' ) );
		await advance();
		screen.getByText( 'You may not.' );
	} );

	test( 'Export CSV is only offered to users who may manage', async () => {
		await open( {
			boot: { can: { view: true, manage: false, actions: [] } },
		} );
		expect( queryButton( 'Export CSV' ) ).toBeNull();
	} );
} );
