import '../browser.ts';
import { expect, test } from 'vitest';
import { describeAtRest } from '../../../src/panel/labels/at-rest.ts';
import {
	buildingHeadline,
	buildMs,
	wayMs,
} from '../../../src/panel/labels/build-time.ts';
import { tookInWords } from '../../../src/panel/labels/run.ts';
import {
	releaseLabel,
	resumeLabel,
} from '../../../src/panel/labels/standing.ts';
import { whatChanged } from '../../../src/panel/labels/people.ts';
import {
	troubleInWords,
	troubleOf,
} from '../../../src/panel/labels/trouble.ts';
import { troubleFirst } from '../../../src/panel/labels/urgency.ts';
import type { EnvironmentStatus } from '../../../src/shared/wire.ts';
import {
	aRun,
	anEnvironment,
	aPendingRun,
	aReason,
	at,
	NOW_MS,
} from '../fixtures.ts';

function detailOf( over: Partial< EnvironmentStatus > ): string {
	return describeAtRest( anEnvironment( over ), NOW_MS, 'UTC' ).detail;
}

test( 'says that a build cannot be seen only while nothing follows it', () => {
	const words = 'cannot be seen, because';
	expect( detailOf( { frontEndUrl: '' } ) ).toContain( words );
	expect(
		detailOf( { frontEndUrl: '', nextCheckAt: at( 5 ) } )
	).not.toContain( words );
	expect( detailOf( {} ) ).not.toContain( words );
} );

test.each( [
	[ 'while it is still looked for', -3_600, at( 5 ), 'It goes live when' ],
	[ 'of a new run', -600, null, 'It goes live when' ],
	[ 'of an old run', -1_000, null, 'Whether it is live is not known.' ],
] )(
	'says what comes of an accepted build %s',
	( _when, seconds, nextCheckAt, words ) => {
		const last = aRun( { finishedAt: at( seconds ) } );
		expect( detailOf( { last, nextCheckAt } ) ).toContain( words );
	}
);

test( 'promises of no change that it is sent: what a change does is not known here', () => {
	for ( const hold of [ true, false ] ) {
		expect( detailOf( { last: null, hold } ) ).toBe(
			'Nothing was sent yet.'
		);
	}
} );

test( 'says since when the last run is live, not that each change is', () => {
	const last = aRun( { status: 'live', trackedAt: at( -3_600 ) } );
	expect( detailOf( { last } ) ).toBe( 'Live since 13:00.' );
} );

test.each( [
	[ { state: 'held', hold: true }, 'Stop holding and send 3 changes' ],
	[
		{ paused: { reason: 'person', since: null, nextTryAt: null } },
		'Stop holding',
	],
] as const )( 'names on the button what it sends: %#', ( over, label ) => {
	const pending = [ aPendingRun( { held: true, dueAt: null } ) ];
	expect( releaseLabel( anEnvironment( { pending, ...over } ) ) ).toBe(
		label
	);
} );

test( 'names one change and none on the button that ends a pause', () => {
	expect( resumeLabel( 1 ) ).toBe( 'Resume and send 1 change' );
	expect( resumeLabel( 0 ) ).toBe( 'Resume' );
} );

test.each( [
	[ 3, [ aReason() ], 'Summer collection + 2 by Maria Lindqvist' ],
	[ 1, [ aReason() ], 'Summer collection by Maria Lindqvist' ],
	[
		1,
		[ aReason( { title: '', user: { id: 0, name: '' } } ) ],
		'Page “Summer collection” updated',
	],
	[ 2, [], '2 changes' ],
	[
		2,
		[
			aReason( { user: { id: 0, name: '' } } ),
			aReason( { title: 'Counted' } ),
		],
		'Summer collection + 1 by WordPress and Maria Lindqvist',
	],
	[
		2,
		[ aReason(), aReason( { user: { id: 7, name: '' } } ) ],
		'Summer collection + 1 by Maria Lindqvist',
	],
] )( 'names the newest of %d changes', ( changes, reasons, words ) => {
	expect( whatChanged( { changes, reasons } ) ).toBe( words );
} );

test( 'tells how long a build has been running in whole seconds, from when the host began it', () => {
	const build = {
		name: '16',
		origin: '',
		startedAt: at( -72.4 ),
		finishedAt: null,
		message: '',
	};
	const run = aRun( { status: 'building', build } );
	expect( buildMs( run, NOW_MS ) ).toBe( 72_400 );
	expect( buildingHeadline( run, NOW_MS ) ).toBe( 'Building, 1 min 12 s' );
} );

test( 'does not count the time until a user repaired a build at the host as time that the run took', () => {
	const build = {
		name: '16',
		startedAt: at( -9 ),
		finishedAt: at( -5 ),
		message: '',
	};
	const spanOf = ( origin: string ) =>
		wayMs(
			aRun( {
				status: 'live',
				trackedAt: at( -4 ),
				build: { ...build, origin },
			} )
		);
	expect( spanOf( '' ) ).toBe( 116_000 );
	expect( spanOf( 'Build 16, started in the portal' ) ).toBeNull();
} );

test.each( [ 'token', 'key' ] as const )(
	'tells a user who may not paste a webhook URL that an administrator has to: %s',
	( reason ) => {
		const paused = { reason, since: null, nextTryAt: null };
		const trouble = troubleOf(
			anEnvironment( { state: 'paused', paused } )
		);
		expect( trouble && troubleInWords( trouble, true ) ).toMatch(
			/paste/i
		);
		const words = trouble && troubleInWords( trouble, false );
		expect( words ).toContain(
			'An administrator sees this and has to fix it.'
		);
		expect( words ).not.toMatch( /portal|paste|Connections/i );
	}
);

test( 'says of a run that still builds neither how long it took nor how long its call took', () => {
	expect( tookInWords( aRun() ) ).toBe( '0.4 s' );
	expect( tookInWords( aRun( { status: 'building' } ) ) ).toBe( '' );
} );

test( 'puts what needs help first and keeps the order of all others', () => {
	const paused = { reason: 'token', since: null, nextTryAt: null } as const;
	const all = [
		anEnvironment( { id: 'a' } ),
		anEnvironment( { id: 'b', state: 'building' } ),
		anEnvironment( { id: 'c', state: 'failed' } ),
		anEnvironment( { id: 'd', state: 'paused', paused } ),
	];
	expect( troubleFirst( all ).map( ( { id } ) => id ) ).toEqual( [
		'c',
		'd',
		'a',
		'b',
	] );
} );
