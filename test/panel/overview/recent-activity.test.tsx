import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
	aBuild,
	aFailedRun,
	anEnvironment,
	aPendingRun,
	aResponse,
	aRun,
	aStatus,
	at,
	GONE,
	someUndeployed,
} from '../fixtures.ts';
import { button, link } from '../queries.ts';
import { refusal } from '../server.ts';
import { open, pass, server, setUpOverview } from './overview-page.ts';

setUpOverview();

test( 'recent activity lists runs, and offers Retry on failed ones only', async () => {
	server.on( 'GET', '/runs', () => ( {
		runs: [
			aFailedRun( { id: 7 } ),
			aRun( { id: 6, action: 'purgeCache' } ),
			aRun( {
				id: 5,
				status: 'live',
				live: GONE,
				trackedAt: at( -5 ),
			} ),
		],
	} ) );
	await open( aStatus( anEnvironment() ) );
	expect( screen.getAllByText( 'Rebuild of Production' ) ).toHaveLength( 2 );
	screen.getByText( 'Failed: the webhook URL was rejected' );
	screen.getByText( 'Live' );
	screen.getByText( 'Purge Cache of Production' );
	expect( screen.getAllByRole( 'button', { name: 'Retry' } ) ).toHaveLength(
		1
	);
} );

test( 'recent activity names a removed environment as it was called last', async () => {
	server.on( 'GET', '/runs', () => ( {
		runs: [
			aRun( { environment: 'preview', environmentLabel: 'Preview' } ),
		],
	} ) );
	await open( aStatus( anEnvironment() ) );
	screen.getByText( 'Rebuild of Preview' );
} );

test( 'recent activity is reloaded when a cache purge ends beside the build of the headline', async () => {
	const environment = anEnvironment();
	const purge = aRun( {
		id: 42,
		lane: 'cache',
		action: 'purgeCache',
	} );
	await open( aStatus( environment ) );
	server.on( 'GET', '/runs', () => ( {
		runs: [ purge ],
	} ) );
	server.status = aStatus( { ...environment, otherLastRuns: [ purge ] } );
	await pass( 16 );
	screen.getByText( 'Purge Cache of Production' );
} );

test( 'recent activity is reloaded when another run was canceled', async () => {
	const environment = anEnvironment( { status: 'canceled' } );
	await open(
		aStatus( { ...environment, undeployed: [ someUndeployed() ] } )
	);
	const before = server.callsOf( 'GET', '/runs' ).length;
	const undeployed = [ someUndeployed( { run: 43 } ) ];
	server.status = aStatus( { ...environment, undeployed } );
	await pass( 16 );
	expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( before + 1 );
} );

test( 'recent activity shows that a build was canceled at the host', async () => {
	const lastRun = aRun( {
		status: 'failed',
		accepted: true,
		errorCode: 'headless_deploy_build_canceled',
		message: 'Its build “b1” was canceled.',
	} );
	server.on( 'GET', '/runs', () => ( { runs: [ lastRun ] } ) );
	await open( aStatus( anEnvironment( { status: 'failed', lastRun } ) ) );
	screen.getByText( 'Rebuild of Production' );
	screen.getByText( /^Rebuild · The build was canceled · / );
	const why = screen.getByText( 'Its build “b1” was canceled.' );
	expect( why.closest( '.is-error' ) ).toBeNull();
	expect( screen.queryByText( /build failed/ ) ).toBeNull();
} );

test.each( [
	[ 'https://portal.test/builds/3', 1 ],
	[ null, 0 ],
] )(
	'recent activity links a failed build to its log at the host: %s',
	async ( page, count ) => {
		const build = aBuild( {
			name: 'b3',
			page,
			startedAt: null,
		} );
		const lastRun = aRun( {
			status: 'failed',
			accepted: true,
			errorCode: 'headless_deploy_build_failed',
			message: 'Its build “3” failed.',
			build,
		} );
		await open( aStatus( anEnvironment( { status: 'failed', lastRun } ) ) );
		const links = screen.queryAllByRole( 'link', {
			name: /^Build log/,
		} );
		expect(
			links.map( ( element ) => element.getAttribute( 'href' ) )
		).toEqual( Array( count ).fill( page ) );
	}
);

test( 'recent activity shows during a build that the host no longer responds', async () => {
	const lastRun = aRun( {
		status: 'building',
		errorCode: 'headless_deploy_build_unseen',
		message: 'The API of the host does not answer at the moment.',
	} );
	await open( aStatus( anEnvironment( { status: 'building', lastRun } ) ) );
	const why = screen.getByText( /does not answer at the moment/ );
	expect( why.closest( '.is-warning' ) ).not.toBeNull();
} );

test( 'recent activity links each run, and the last one of a card, to its details', async () => {
	server.on( 'GET', '/runs', () => ( {
		runs: [ aFailedRun( { id: 7 } ) ],
	} ) );
	const lastRun = aRun( { id: 6, action: 'purgeCache' } );
	await open( aStatus( anEnvironment( { lastRun } ) ) );
	const to = ( name: RegExp ) => link( name ).getAttribute( 'href' );
	expect( to( /^Rebuild of Production$/ ) ).toMatch( /&tab=activity&run=7$/ );
	expect( to( /^Purge Cache · Cache purged · / ) ).toMatch(
		/&tab=activity&run=6$/
	);
} );

test.each( [
	[ 'a later success', { id: 8 }, 0 ],
	[ 'a later success of the cache', { id: 8, lane: 'cache' }, 1 ],
	[ 'a success elsewhere', { id: 8, environment: 'staging' }, 1 ],
	[ 'an earlier success', { id: 6 }, 1 ],
	[ 'a later cancel', { id: 8, status: 'canceled' }, 1 ],
	[
		'a later build that failed',
		{ id: 8, status: 'failed', accepted: true },
		1,
	],
] as const )(
	'recent activity shows after a failure and %s only useful Retry buttons',
	async ( _, other, count ) => {
		server.on( 'GET', '/runs', () => ( {
			runs: [ aFailedRun( { id: 7 } ), aRun( other ) ].sort(
				( one, two ) => two.id - one.id
			),
		} ) );
		await open( aStatus( anEnvironment() ) );
		screen.getByText( 'Failed: the webhook URL was rejected' );
		expect(
			screen.queryAllByRole( 'button', { name: 'Retry' } )
		).toHaveLength( count );
	}
);

test( 'recent activity is reloaded when a run ends, and not before', async () => {
	await open( aStatus( anEnvironment() ) );
	await pass( 31 );
	expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 1 );
	server.status = aStatus( anEnvironment( { lastRun: aRun( { id: 42 } ) } ) );
	await pass( 16 );
	expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 2 );
} );

test( 'recent activity is reloaded after a failed attempt', async () => {
	const tried = ( attempt: number ) =>
		aStatus(
			anEnvironment( {
				status: 'retrying',
				pending: [
					aPendingRun( {
						attempt,
						attemptedAt: at( attempt ),
						nextAttemptAt: at( 600 ),
					} ),
				],
			} )
		);
	await open( tried( 1 ) );
	server.status = tried( 2 );
	await pass( 16 );
	expect( server.callsOf( 'GET', '/runs' ) ).toHaveLength( 2 );
} );

test( 'recent activity names the schedule that started a run', async () => {
	server.on( 'GET', '/runs', () => ( {
		runs: [
			aRun( {
				cause: 'schedule',
				causeLabel: 'Schedule “Nightly”',
			} ),
		],
	} ) );
	await open( aStatus( anEnvironment() ) );
	screen.getByText( 'Schedule “Nightly”' );
} );

test( 'recent activity says that it cannot be read', async () => {
	server.on( 'GET', '/runs', () => {
		throw refusal( 500, 'x', 'The table is missing.' );
	} );
	await open( aStatus( anEnvironment() ) );
	screen.getByText( 'The table is missing.' );
} );

const BUILDING = anEnvironment( {
	status: 'building',
	lastRun: aRun( { status: 'building' } ),
} );
const PURGE = {
	lane: 'cache',
	action: 'purgeCache',
	changes: 1,
} as const;

test( 'a purge beside a build has its own line with Cancel, and the build stays the headline', async () => {
	const user = await open(
		aStatus( {
			...BUILDING,
			lane: 'build',
			pending: [ aPendingRun( { ...PURGE, reasons: [] } ) ],
			otherLane: {
				symbol: 'scheduled',
				headline: { text: 'Purge Cache in %s', until: at( 8 ) },
				detail: { text: '' },
				next: null,
			},
		} )
	);
	screen.getByRole( 'heading', { name: 'Building' } );
	screen.getByText( /^Purge Cache in \d s$/ );
	server.on( 'POST', '/pending/cache/cancel', () =>
		aResponse( null, 'Canceled.' )
	);
	await user.click( button( 'Cancel' ) );
	expect( server.callsOf( 'POST', '/pending/cache/cancel' ) ).toHaveLength(
		1
	);
} );

test( 'a purge beside a build is shown below a later upload at the host', async () => {
	await open(
		aStatus(
			anEnvironment( {
				lastRun: aRun( { finishedAt: at( -200 ) } ),
				hostBuild: aRun( {
					id: 45,
					cause: 'host',
					title: 'Build 4',
					causeLabel: 'Uploaded by sam',
					status: 'live',
					attempts: [],
					createdAt: at( -46 ),
					finishedAt: at( -46 ),
					trackedAt: at( -5 ),
					durationMs: 41_000,
				} ),
				otherLastRuns: [
					aRun( { ...PURGE, id: 44, finishedAt: at( -9 ) } ),
				],
			} )
		)
	);
	const [ latest, ...earlier ] = screen.getAllByText(
		/^(Build 4|Rebuild|Purge Cache) · /
	);
	expect( latest?.textContent ).toBe( 'Build 4 · Live · 5 s ago' );
	expect( earlier ).toHaveLength( 2 );
	screen.getByText( /^Uploaded by sam\./ );
	screen.getByText( 'Took 41 s.' );
} );

test( 'a purge beside a build is shown above an earlier build, which a repair in the portal made live', async () => {
	await open(
		aStatus(
			anEnvironment( {
				lastRun: aRun( {
					status: 'live',
					trackedAt: at( -30 ),
					build: aBuild( {
						name: '16',
						origin: 'Build 16, started in the portal',
						startedAt: null,
					} ),
				} ),
				otherLastRuns: [
					aRun( {
						...PURGE,
						id: 44,
						finishedAt: at( -9 ),
					} ),
				],
			} )
		)
	);
	const runs = screen.getAllByText( /^(Rebuild|Purge Cache) · / );
	expect( runs.map( ( { textContent } ) => textContent ) ).toEqual( [
		'Purge Cache · Cache purged · 9 s ago',
		'Rebuild · Live · 30 s ago',
	] );
} );
