import { screen } from '@testing-library/react';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
	EnvironmentStatus,
	Run,
	SaveLane,
} from '../../src/shared/wire.ts';
import {
	GONE,
	aBuild,
	aFailedRun,
	aPendingRun,
	aPlan,
	aRun,
	aStatus,
	anEnvironment,
	at,
	someUndeployed,
} from '../panel/fixtures.ts';
import { button } from '../panel/queries.ts';
import { EditorPage, request, START } from './editor-page.tsx';

let page: EditorPage;

beforeEach( () => {
	vi.useFakeTimers( START );
	page = new EditorPage();
} );

afterEach( () => {
	page.close();
	vi.useRealTimers();
} );

function steps(): string[] {
	return screen
		.queryAllByRole( 'listitem' )
		.map( ( item ) => item.textContent ?? '' );
}

function sent(
	over: Partial< Run >,
	environment: Partial< EnvironmentStatus > = {}
): EnvironmentStatus {
	return anEnvironment( {
		lastRun: aRun( { id: 42, ...over } ),
		...environment,
	} );
}

async function changeStatus( environment: EnvironmentStatus ) {
	page.server.status = {
		...page.server.status,
		environments: [ environment ],
	};
	document.dispatchEvent( new Event( 'visibilitychange' ) );
	await page.pass( 2 );
}

const PUBLISHED = { status: 'publish', editedStatus: 'publish' };
const SEE_IT = { name: 'View on the site' };

describe( 'a save that refreshes and rebuilds', () => {
	const BUILD = { ...aPendingRun( { changes: 1 } ), lane: 'build' } as const;
	const REFRESHED = aRun( {
		id: 42,
		lane: 'refresh',
		action: 'refresh',
		status: 'live',
		symbol: 'good',
		headline: { text: 'Live 1.2 s after the change' },
		trackedAt: at( 2 ),
	} );
	const REFRESH = aPendingRun( {
		lane: 'refresh',
		action: 'refresh',
		changes: 1,
		dueAt: at( 1 ),
		headline: { text: 'Refresh in %s', until: at( 1 ) },
	} );

	function saveLane(
		over: Partial< SaveLane > = {}
	): NonNullable< EnvironmentStatus[ 'saveLane' ] > {
		return {
			lane: 'refresh',
			status: 'upToDate',
			symbol: 'good',
			headline: { text: 'Live just now' },
			detail: { text: '' },
			next: null,
			problem: null,
			remedy: '',
			...over,
		};
	}

	function rebuilding( over: Partial< EnvironmentStatus > ) {
		return anEnvironment( {
			status: 'pending',
			lane: 'build',
			pending: [ BUILD ],
			lastRun: aRun( { id: 40 } ),
			headline: { text: 'Rebuild in %s', until: at( 10 ) },
			saveLane: saveLane(),
			...over,
		} );
	}

	test( 'a save that refreshes and rebuilds is live when the refresh is, while the rebuild counts down', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		await page.save(
			'publish',
			rebuilding( {
				pending: [ BUILD, REFRESH ],
				saveLane: saveLane( {
					status: 'pending',
					symbol: 'scheduled',
					headline: REFRESH.headline ?? { text: '' },
				} ),
			} )
		);
		screen.getByRole( 'heading', { name: /^Refresh in/ } );
		expect( page.text() ).toMatch( /Rebuild in \d+ s/ );
		await changeStatus( rebuilding( { otherLastRuns: [ REFRESHED ] } ) );
		screen.getByRole( 'heading', { name: 'Live 1.2 s after the change' } );
		expect( page.text() ).toMatch( /Rebuild in \d+ s/ );
		expect( page.text() ).not.toContain( 'not yet on' );
		screen.getByRole( 'link', { name: /View on the site/ } );
	} );

	test( 'a save that refreshes and rebuilds remains live while the rebuild is built, and says that the rebuild failed', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		await page.save(
			'publish',
			rebuilding( { pending: [ BUILD ], otherLastRuns: [ REFRESHED ] } )
		);
		const headline = { text: 'Failed: the build failed' };
		await changeStatus(
			rebuilding( {
				status: 'failed',
				pending: [],
				headline,
				lastRun: aFailedRun( { id: 43 } ),
				otherLastRuns: [ REFRESHED ],
			} )
		);
		screen.getByRole( 'heading', { name: 'Live 1.2 s after the change' } );
		expect( page.text() ).toContain( headline.text );
	} );

	test( 'a save that refreshes and rebuilds goes on to Live with a later build when the refresh could not be checked', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		const refreshed: Run = {
			...REFRESHED,
			status: 'accepted',
			trackedAt: null,
		};
		const otherLastRuns = [ refreshed ];
		const headline = { text: 'Refreshed' };
		await page.save(
			'publish',
			rebuilding( {
				otherLastRuns,
				saveLane: saveLane( { headline } ),
			} )
		);
		screen.getByRole( 'heading', { name: 'Refreshed' } );
		const built = ( id: number ) =>
			rebuilding( {
				otherLastRuns,
				status: 'upToDate',
				pending: [],
				lastRun: aRun( { id, status: 'live', trackedAt: at( 60 ) } ),
				saveLane: null,
			} );
		await changeStatus( built( 43 ) );
		screen.getByRole( 'heading', { name: 'Live' } );
		expect( page.text() ).toContain( 'On www.acme.example since' );
		await changeStatus( built( 44 ) );
		screen.getByRole( 'heading', { name: /^Live since/ } );
	} );

	test( 'a save that refreshes and rebuilds goes on to Live with the retry of a failed build, whichever runs are checked in between', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		const refreshed: Run = {
			...REFRESHED,
			status: 'accepted',
			trackedAt: null,
		};
		const retried = ( over: Partial< EnvironmentStatus > ) =>
			rebuilding( {
				pending: [],
				otherLastRuns: [ refreshed ],
				saveLane: saveLane( { headline: { text: 'Refreshed' } } ),
				...over,
			} );
		const failed = aFailedRun( { id: 43, accepted: true } );
		await page.save(
			'publish',
			retried( {
				status: 'failed',
				lastRun: failed,
				trackedLanes: [ 'build' ],
				nextCheckAt: at( 90 ),
			} )
		);
		expect( steps().at( -1 ) ).toBe( 'Live · not confirmed' );
		screen.getByRole( 'link', SEE_IT );
		const retry = aRun( { id: 44, status: 'sending' } );
		await changeStatus(
			retried( {
				status: 'sending',
				lastRun: failed,
				sending: [ retry ],
			} )
		);
		await changeStatus(
			retried( {
				status: 'building',
				lastRun: aRun( { id: 44, status: 'building' } ),
				trackedLanes: [ 'build' ],
				nextCheckAt: at( 90 ),
			} )
		);
		screen.getByRole( 'heading', { name: 'Refreshed' } );
		await changeStatus(
			retried( {
				status: 'upToDate',
				lastRun: aRun( {
					id: 44,
					status: 'live',
					trackedAt: at( 60 ),
				} ),
				saveLane: null,
			} )
		);
		screen.getByRole( 'heading', { name: 'Live' } );
		expect( page.text() ).toContain( 'On www.acme.example since' );
	} );

	test( 'a save that refreshes and rebuilds does not take an earlier run that becomes known during the save for its own', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		await page.set( { isSaving: true, editedStatus: 'publish' } );
		const earlier: Run = {
			...REFRESHED,
			status: 'accepted',
			trackedAt: null,
		};
		await changeStatus( anEnvironment( { lastRun: earlier } ) );
		page.server.status = aStatus(
			rebuilding( {
				pending: [ BUILD, REFRESH ],
				otherLastRuns: [ earlier ],
				saveLane: saveLane( { status: 'pending' } ),
			} )
		);
		await page.set( {
			isSaving: false,
			succeeded: true,
			status: 'publish',
		} );
		const otherLastRuns = [ { ...REFRESHED, id: 43 } ];
		await changeStatus( rebuilding( { otherLastRuns } ) );
		screen.getByRole( 'heading', { name: 'Live 1.2 s after the change' } );
		expect( page.text() ).toContain( 'On www.acme.example since' );
	} );

	test( 'a save that refreshes and rebuilds stays live when its refresh is proven after its build', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		const lastRun = aRun( { id: 43, status: 'live', trackedAt: at( 60 ) } );
		const built: Partial< EnvironmentStatus > = {
			status: 'upToDate',
			pending: [],
			lastRun,
		};
		const refreshed: Run = {
			...REFRESHED,
			status: 'accepted',
			trackedAt: null,
		};
		await page.save(
			'publish',
			rebuilding( {
				...built,
				otherLastRuns: [ refreshed ],
				saveLane: null,
				trackedLanes: [ 'refresh' ],
			} )
		);
		screen.getByRole( 'heading', { name: 'Live' } );
		await changeStatus(
			rebuilding( { ...built, otherLastRuns: [ REFRESHED ] } )
		);
		screen.getByRole( 'heading', { name: 'Live 1.2 s after the change' } );
		expect( page.text() ).toContain( 'On www.acme.example since' );
	} );

	test( 'a save that refreshes and rebuilds offers to cancel the rebuild, to undo that, and to retry a failed one', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		const refreshed = { otherLastRuns: [ REFRESHED ] };
		await page.save( 'publish', rebuilding( refreshed ) );
		expect( screen.getByRole( 'timer' ).textContent ).toMatch(
			/^Rebuild in \d+ s/
		);
		button( 'Cancel' );
		await changeStatus(
			rebuilding( {
				...refreshed,
				status: 'canceled',
				pending: [],
				headline: { text: 'Canceled' },
				undeployed: [ someUndeployed() ],
			} )
		);
		screen.getByRole( 'heading', { name: 'Live 1.2 s after the change' } );
		expect( screen.queryByRole( 'timer' ) ).toBeNull();
		button( 'Undo' );
		await changeStatus(
			rebuilding( {
				...refreshed,
				status: 'failed',
				pending: [],
				headline: { text: 'Failed: the build failed' },
				lastRun: aFailedRun( { id: 43 } ),
			} )
		);
		expect( screen.queryByRole( 'button', { name: 'Undo' } ) ).toBeNull();
		button( 'Retry' );
	} );

	test( 'a save that refreshes and rebuilds is followed in the lane of the headline when a stronger action replaced the refresh', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		await page.save(
			'publish',
			rebuilding( {
				saveLane: null,
				otherLastRuns: [
					aFailedRun( {
						id: 42,
						lane: 'refresh',
						action: 'refresh',
						replacedBy: 'rebuild',
					} ),
				],
			} )
		);
		screen.getByRole( 'heading', { name: /^Rebuild in/ } );
		expect( page.text() ).toContain( 'not yet on www.acme.example' );
	} );
} );

describe( 'after publishing', () => {
	async function publish( after: EnvironmentStatus ) {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		await page.save( 'publish', after );
	}

	test( 'waits for the live check, and links to the page only after it', async () => {
		await publish( sent( {}, { nextCheckAt: at( 20 ) } ) );
		screen.getByRole( 'heading', { name: 'Accepted by the host' } );
		expect( steps() ).toEqual( [
			'Sent to Production · 13:58',
			'Accepted by the host',
			'Live · not confirmed yet',
		] );
		expect( page.text() ).toContain( 'not yet on www.acme.example' );
		expect( screen.queryByRole( 'link', SEE_IT ) ).toBeNull();
	} );

	test( 'says that the live check ended without a result', async () => {
		await publish( sent( {} ) );
		expect( steps().at( -1 ) ).toBe( 'Live · not confirmed' );
		expect( page.text() ).toContain(
			'WordPress could not check whether it is live.'
		);
		screen.getByRole( 'link', SEE_IT );
	} );

	test( 'the progress after publishing ends with accepted if there is no front-end URL', async () => {
		await publish( sent( {}, { frontEndUrl: '' } ) );
		expect( steps() ).toHaveLength( 2 );
		expect( page.text() ).toContain(
			'It appears on the site when the build is done. You can leave'
		);
		expect( screen.queryByRole( 'link', SEE_IT ) ).toBeNull();
	} );

	describe( 'by a refresh', () => {
		const refresh = ( over: Partial< Run > ) =>
			( { lane: 'refresh', action: 'refresh', ...over } ) as const;

		test( 'waits for the live check, which follows within seconds', async () => {
			const headline = { text: 'Refreshed' };
			await publish(
				sent( refresh( { headline } ), { nextCheckAt: at( 1 ) } )
			);
			screen.getByRole( 'heading', { name: 'Refreshed' } );
			expect( steps().slice( 1 ) ).toEqual( [
				'Accepted by the front end',
				'Live · not confirmed yet',
			] );
			expect( page.text() ).toContain( 'not yet on www.acme.example' );
		} );

		test( 'says how long after the save it was live', async () => {
			const headline = { text: 'Live in 1.2 s' };
			await publish(
				sent(
					refresh( { status: 'live', headline, trackedAt: at( -1 ) } )
				)
			);
			screen.getByRole( 'heading', { name: 'Live in 1.2 s' } );
			screen.getByRole( 'link', SEE_IT );
		} );

		test( 'says that the live check ended without a result, and nothing of a cache', async () => {
			await publish( sent( refresh( {} ) ) );
			expect( page.text() ).toContain(
				'The front end knows which pages changed. WordPress could not check'
			);
			expect( page.text() ).not.toContain( 'cache' );
		} );
	} );

	describe( 'by a purge that replaced a failed refresh', () => {
		const PLAN =
			'Refresh failed, so the cache of the whole site is purged.';
		const FAILED = aFailedRun( {
			id: 42,
			lane: 'refresh',
			action: 'refresh',
			replacedBy: 'purgeCache',
		} );
		const purge = ( over: Partial< Run > ) =>
			aRun( { id: 43, lane: 'cache', action: 'purgeCache', ...over } );
		const after = ( over: Partial< EnvironmentStatus > ) =>
			anEnvironment( {
				lane: 'cache',
				planChange: PLAN,
				otherLastRuns: [ FAILED, aRun() ],
				...over,
			} );

		test( 'says the change of plan when it happens, and goes on to Live with the time of this change and the link', async () => {
			await publish(
				after( {
					status: 'pending',
					lastRun: null,
					pending: [
						aPendingRun( {
							lane: 'cache',
							action: 'purgeCache',
							dueAt: at( 0 ),
						} ),
					],
				} )
			);
			expect( page.text() ).toContain( PLAN );
			expect( page.text() ).toContain( 'not yet on www.acme.example' );
			const headline = { text: 'Cache purged' };
			await changeStatus(
				after( {
					lastRun: purge( { headline } ),
					nextCheckAt: at( 1 ),
				} )
			);
			screen.getByRole( 'heading', { name: 'Cache purged' } );
			expect( page.text() ).toContain( PLAN );
			expect( steps().at( -1 ) ).toBe( 'Live · not confirmed yet' );
			expect( screen.queryByRole( 'link', SEE_IT ) ).toBeNull();
			await changeStatus(
				after( {
					lastRun: purge( { status: 'live', trackedAt: at( 5 ) } ),
					planChange: '',
				} )
			);
			screen.getByRole( 'heading', { name: 'Live' } );
			expect( page.text() ).toContain(
				'On www.acme.example since 14:00.'
			);
			expect( page.text() ).not.toContain( PLAN );
			screen.getByRole( 'link', SEE_IT );
		} );
	} );

	const BUILD = aBuild( { name: 'build-7' } );

	test( 'the progress after publishing counts the duration of the build', async () => {
		await publish(
			sent(
				{ status: 'building', build: BUILD },
				{ status: 'building', nextCheckAt: at( 20 ) }
			)
		);
		screen.getByRole( 'heading', { name: /^Building, 1 min 1\d s$/ } );
		expect( steps()[ 1 ] ).toMatch( /^Building · 1 min 1\d s$/ );
		expect( steps()[ 2 ] ).toBe( 'Live' );
		expect( page.text() ).toContain( 'You can leave this page.' );
		expect( screen.queryByRole( 'link', SEE_IT ) ).toBeNull();
	} );

	test( 'says that the host does not report its builds', async () => {
		const message = 'The API of the host does not answer at the moment.';
		const errorCode = 'headless_deploy_build_unseen';
		await publish(
			sent(
				{ status: 'building', build: BUILD, errorCode, message },
				{ status: 'building', nextCheckAt: at( 20 ) }
			)
		);
		screen.getByRole( 'heading', { name: /^Building, / } );
		expect( page.text() ).toContain( message );
	} );

	test( 'offers a Rebuild that deploys held changes', async () => {
		await publish(
			anEnvironment( {
				status: 'held',
				hold: true,
				pending: [ aPendingRun( { held: true, dueAt: null } ) ],
			} )
		);
		button( 'Rebuild' );
	} );

	test( 'the progress after publishing ends with Live and a link to the page', async () => {
		const build = { ...BUILD, finishedAt: at( -2 ) };
		await publish( sent( { status: 'live', trackedAt: at( -1 ), build } ) );
		screen.getByRole( 'heading', { name: 'Live' } );
		expect( steps() ).toEqual( [
			'Sent to Production · 13:58',
			'Built · 1 min 10 s',
			'Live · 13:59',
		] );
		expect( page.text() ).toContain( 'On www.acme.example since 13:59.' );
		expect( page.text() ).toContain( 'The run took 1 min 59 s.' );
		expect(
			screen.getByRole( 'link', SEE_IT ).getAttribute( 'href' )
		).toBe( 'https://www.acme.example/summer-collection/' );
	} );

	test( 'shows why the build failed, with Retry', async () => {
		const message = 'The host could not build the site.';
		await publish(
			sent(
				{
					status: 'failed',
					accepted: true,
					errorCode: 'headless_deploy_build_failed',
					message,
					build: { ...BUILD, finishedAt: at( -2 ) },
				},
				{ status: 'failed' }
			)
		);
		expect( steps()[ 1 ] ).toBe( 'The build failed · 1 min 10 s' );
		expect( page.text() ).toContain( message );
		button( 'Retry' );
		expect( select( noticesStore ).getNotices() ).toMatchObject( [
			{ status: 'error', content: expect.stringContaining( message ) },
		] );
	} );

	test( 'says once since when an environment at rest is live', async () => {
		await publish(
			anEnvironment( {
				lastRun: aRun( { status: 'live', trackedAt: at( -600 ) } ),
				detail: { text: 'Live since 13:50.' },
				next: null,
			} )
		);
		expect( page.text().match( /Live since/g ) ).toHaveLength( 1 );
	} );

	test( 'the progress after publishing ends a cache purge with done', async () => {
		await publish( sent( { action: 'purgeCache', lane: 'cache' } ) );
		screen.getByRole( 'heading', { name: 'Cache purged' } );
		expect( page.text() ).toContain( 'the next visitor sees the new' );
		expect( steps() ).toHaveLength( 2 );
		screen.getByRole( 'link', SEE_IT );
	} );

	test( 'starts again when a scheduled post is published', async () => {
		await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
		await page.set( {
			status: 'future',
			editedStatus: 'future',
			editedDate: '2026-11-24T09:00:00',
			isDateAhead: true,
		} );
		expect( page.text() ).toContain(
			'Production is rebuilt when this is published on Nov 24, 09:00.'
		);
	} );
} );

describe( 'the panel in the post’s settings', () => {
	async function open(
		environment: EnvironmentStatus,
		post: Record< string, unknown > = PUBLISHED
	) {
		await page.open( {
			panel: 'document',
			post,
			environments: [ environment ],
		} );
	}

	test( 'the panel in the post’s settings shows since when the post is live, and what an update deploys', async () => {
		await open( sent( { status: 'live', trackedAt: at( -60 ) } ) );
		expect( page.text() ).toContain( 'Live since 13:59' );
		expect( page.text() ).toContain(
			'The front end is rebuilt 10 s after you save.'
		);
		expect(
			screen
				.getByRole( 'link', { name: /View on the site/ } )
				.getAttribute( 'href' )
		).toBe( 'https://www.acme.example/summer-collection/' );
	} );

	test( 'the panel in the post’s settings shows that changes are held', async () => {
		await open(
			anEnvironment( {
				status: 'held',
				hold: true,
				pending: [ aPendingRun( { held: true, dueAt: null } ) ],
			} )
		);
		expect( page.text() ).toMatch( /3 pending changes/ );
		expect( page.text() ).toContain( 'Press Rebuild' );
	} );

	test( 'the panel in the post’s settings shows that an update will be held while there are no changes', async () => {
		const update = 'Changes are held. Press Rebuild to deploy.';
		const plans = [ aPlan( { kind: 'held', symbol: 'held', update } ) ];
		await open( anEnvironment( { hold: true, plans } ) );
		expect( page.text() ).toContain( update );
	} );

	test( 'the panel in the post’s settings shows what publishing a draft deploys', async () => {
		await open( anEnvironment(), {} );
		expect( page.text() ).toContain(
			'Production is rebuilt 10 s after you publish.'
		);
		expect( screen.queryByRole( 'link' ) ).toBeNull();
	} );

	test( 'the panel in the post’s settings counts down after an update, with buttons and without steps', async () => {
		await open( anEnvironment() );
		await page.save(
			'publish',
			anEnvironment( { status: 'pending', pending: [ aPendingRun() ] } )
		);
		screen.getByRole( 'timer' );
		expect( page.text() ).toContain(
			'Saved in WordPress, not yet on www.acme.example.'
		);
		button( 'Rebuild now' );
		button( 'Cancel' );
		expect( page.text() ).not.toContain( 'Send to Production' );
	} );

	test( 'the panel in the post’s settings does not confuse a change of another user with this one', async () => {
		await open(
			anEnvironment( { status: 'pending', pending: [ aPendingRun() ] } )
		);
		expect( page.text() ).not.toContain( 'Saved in WordPress' );
		expect( page.text() ).toContain( '3 changes by Maria Lindqvist' );
	} );

	test( 'the panel in the post’s settings shows that an unpublished post is still on the site, then gone', async () => {
		await open( anEnvironment() );
		await page.save(
			'draft',
			anEnvironment( { status: 'pending', pending: [ aPendingRun() ] } )
		);
		expect( page.text() ).toContain(
			'Unpublished in WordPress, still on www.acme.example.'
		);
		page.server.status = {
			...page.server.status,
			environments: [
				sent( { status: 'live', live: GONE, trackedAt: at( 60 ) } ),
			],
		};
		await page.pass( 3 );
		screen.getByRole( 'heading', { name: 'Removed from the site' } );
		expect( page.text() ).toContain(
			'No longer on www.acme.example since 14:01.'
		);
	} );

	test( 'the panel in the post’s settings shows in a notice that an update failed', async () => {
		await open( anEnvironment() );
		await page.save(
			'publish',
			anEnvironment( {
				status: 'failed',
				lastRun: aFailedRun( { id: 42 } ),
			} )
		);
		expect( select( noticesStore ).getNotices() ).toMatchObject( [
			{
				status: 'error',
				content: expect.stringMatching( /^Production · Failed/ ),
			},
		] );
	} );
} );

describe( 'the site editor', () => {
	const TEMPLATE = { postType: 'wp_template', ...PUBLISHED };
	const WAITING = anEnvironment( {
		status: 'pending',
		pending: [ aPendingRun() ],
	} );

	async function open() {
		await page.open( {
			panel: 'document',
			post: TEMPLATE,
			environments: [ anEnvironment() ],
		} );
	}

	test( 'shows what saving a template deploys', async () => {
		await open();
		expect( page.text() ).toContain(
			'The front end is rebuilt 10 s after you save.'
		);
		expect( screen.queryByRole( 'link' ) ).toBeNull();
	} );

	test.each( [
		[ '/wp/v2/templates/theme//home', 'PUT' ],
		[ '/wp/v2/global-styles/7', 'PUT' ],
		[ '/wp/v2/navigation/12?_locale=user', 'POST' ],
		[ '/wp/v2/template-parts/theme//footer', 'PUT' ],
		[ '/wp/v2/settings', 'POST' ],
		[ '/wp/v2/templates/theme//home', 'DELETE' ],
	] )( 'follows %s %s', async ( path, method ) => {
		await open();
		await request( path, method, async () => {
			page.server.status = {
				...page.server.status,
				environments: [ WAITING ],
			};
		} );
		expect( page.text() ).toContain( 'Saved in WordPress, not yet' );
	} );

	test.each( [
		[ '/wp/v2/global-styles/7', 'GET' ],
		[ '/wp/v2/users/me', 'PUT' ],
		[ '/wp/v2/posts/7/autosaves', 'POST' ],
		[ '/wp/v2/blocks/7/autosaves', 'POST' ],
	] )( 'ignores %s %s', async ( path, method ) => {
		await open();
		const requestCount = page.server.callsOf( 'GET', '/status' ).length;
		await request( path, method, async () => null );
		expect( page.server.callsOf( 'GET', '/status' ) ).toHaveLength(
			requestCount
		);
	} );

	test( 'requests nothing after a rejected save', async () => {
		await open();
		const requestCount = page.server.callsOf( 'GET', '/status' ).length;
		await request( '/wp/v2/navigation/12', 'PUT', () =>
			Promise.reject( new Error( 'No.' ) )
		);
		expect( page.server.callsOf( 'GET', '/status' ) ).toHaveLength(
			requestCount
		);
	} );
} );

test( 'shows that the connection is lost, and stops its countdown', async () => {
	await page.open( { panel: 'post', environments: [ anEnvironment() ] } );
	await page.save(
		'publish',
		anEnvironment( { status: 'pending', pending: [ aPendingRun() ] } )
	);
	expect( page.text() ).toContain( 'Changes saved until then are included' );
	page.server.on( 'GET', '/status', () => {
		throw new TypeError( 'Failed to fetch' );
	} );
	await page.pass( 4 );
	expect( screen.getByRole( 'status' ).textContent ).toContain(
		'The status could not be loaded and may be outdated.'
	);
	const seen = screen.getByRole( 'timer' ).textContent;
	await page.pass( 3 );
	expect( screen.getByRole( 'timer' ).textContent ).toBe( seen );
} );

test( 'keeps a notice when the panel is closed', async () => {
	await page.open( {
		panel: 'pre',
		post: PUBLISHED,
		environments: [ anEnvironment() ],
	} );
	await page.save(
		'publish',
		anEnvironment( {
			status: 'failed',
			lastRun: aFailedRun( { id: 42 } ),
		} )
	);
	expect( select( noticesStore ).getNotices() ).toHaveLength( 1 );
	void dispatch( noticesStore ).removeNotice( 'headless-deploy-production' );
} );
