/** The judge finds each fault in records that contain it, and none in records without. */
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import type { Evidence, HostCall, Save } from './evidence.ts';
import { judge } from './judge.ts';

const SAVE: Save = {
	postId: 7,
	modifiedSeconds: 1_000,
	startedAt: 1_000_000,
	status: 201,
	error: '',
};

const CALL: HostCall = {
	environment: 'production',
	lane: 'build',
	runId: 1,
	startedAt: 1_003_000,
	endedAt: 1_003_500,
	isAccepted: true,
};

/** A save that is in an accepted run. */
const KEPT: Evidence = {
	environments: [ 'production' ],
	saves: [ SAVE ],
	changes: [
		{
			id: 1,
			environment: 'production',
			runId: 1,
			posts: [ { id: 7, modifiedSeconds: 1_000 } ],
		},
	],
	runs: [ { id: 1, environment: 'production', status: 'accepted' } ],
	calls: [ CALL ],
	listedAsNotRecorded: 0,
	checksums: { n1: { runs: '5' }, n2: { runs: '5' }, n3: { runs: '5' } },
	phpLog: '',
};

function faults( changed: Partial< Evidence >, isHourOver = true ): string[] {
	return judge( { ...KEPT, ...changed }, isHourOver ).faults;
}

/** The row of the save in another run. */
function rowIn( runId: number ): Evidence[ 'changes' ] {
	return KEPT.changes.map( ( row ) => ( { ...row, runId } ) );
}

test( 'accepts a save in an accepted run that began after it', () => {
	expect( judge( KEPT, true ) ).toEqual( {
		faults: [],
		figures: {
			acknowledged: 1,
			unrecorded: 0,
			pending: 0,
			calls: 1,
			errors: 0,
		},
	} );
} );

describe( 'lost saves', () => {
	const NO_RUN = [ expect.stringContaining( 'No run deploys' ) ];

	test( 'a save whose run failed is lost', () => {
		const runs = [ { id: 1, environment: 'production', status: 'failed' } ];
		expect( faults( { runs, calls: [] } ) ).toEqual( NO_RUN );
	} );

	test( 'a save whose run is missing is lost', () => {
		expect( faults( { runs: [], calls: [] } ) ).toEqual( NO_RUN );
	} );

	test( 'a save is lost when the host did not accept the call of its accepted run', () => {
		const calls = [ { ...CALL, isAccepted: false } ];
		expect( faults( { calls } ) ).toEqual( NO_RUN );
	} );

	test( 'a save without a row is lost when the hour is over', () => {
		const lost = { changes: [], calls: [], listedAsNotRecorded: 1 };
		expect( faults( lost ) ).toEqual( NO_RUN );
		expect( faults( lost, false ) ).toEqual( [] );
	} );

	test( 'a save without a row in one of two environments is lost there', () => {
		const environments = [ 'production', 'staging' ];
		expect( faults( { environments, listedAsNotRecorded: 1 } ) ).toEqual( [
			expect.stringContaining( '(staging)' ),
		] );
	} );

	test( 'a save without a row must be listed before', () => {
		expect( faults( { changes: [] }, false ) ).toEqual( [
			expect.stringContaining(
				'1 saves have no row, and the notice counts 0: 7 at'
			),
		] );
	} );

	test( 'a save is lost when only an earlier save of the post has a row', () => {
		const changes = KEPT.changes.map( ( row ) => ( {
			...row,
			posts: [ { id: 7, modifiedSeconds: 900 } ],
		} ) );
		const calls = [ { ...CALL, startedAt: 900_000, endedAt: 900_100 } ];
		expect( faults( { changes, calls, listedAsNotRecorded: 1 } ) ).toEqual(
			NO_RUN
		);
	} );
} );

test.each( [ 'sending', 'retrying' ] )(
	'accepts a save in a run that is %s',
	( status ) => {
		const runs = [ { id: 1, environment: 'production', status } ];
		expect( faults( { runs, calls: [] } ) ).toEqual( [] );
	}
);

test( 'accepts a pending save', () => {
	expect( faults( { changes: rowIn( 0 ), calls: [] } ) ).toEqual( [] );
} );

test( 'finds a run that began before the save that it includes', () => {
	const calls = [ { ...CALL, startedAt: 999_000, endedAt: 999_500 } ];
	expect( faults( { calls } ) ).toContainEqual(
		expect.stringContaining( 'Run 1 began before the save of post 7' )
	);
} );

describe( 'two saves of a post in one second', () => {
	const saves = [ { ...SAVE, startedAt: 1_003_400 }, SAVE ];
	const second = {
		...CALL,
		runId: 2,
		startedAt: 1_004_000,
		endedAt: 1_004_100,
	};
	const runs = [ 1, 2 ].map( ( id ) => ( {
		id,
		environment: 'production',
		status: 'accepted',
	} ) );
	const both = { saves, runs, calls: [ CALL, second ] };

	test( 'two saves may be in two runs', () => {
		const changes = [ ...rowIn( 2 ), ...rowIn( 1 ) ];
		expect( faults( { ...both, changes } ) ).toEqual( [] );
	} );

	test( 'the second save is found in a run that began before it', () => {
		const changes = [ ...rowIn( 1 ), ...rowIn( 1 ) ];
		expect( faults( { ...both, changes } ) ).toEqual( [
			expect.stringContaining( 'Run 1 began before' ),
		] );
	} );

	test( 'a single row leaves one of two saves unrecorded', () => {
		expect( faults( both ) ).toEqual( [
			expect.stringContaining(
				'1 saves have no row, and the notice counts 0: 7 at'
			),
		] );
	} );
} );

describe( 'calls in a lane', () => {
	const second = {
		...CALL,
		runId: 2,
		startedAt: 1_003_499,
		endedAt: 1_004_000,
	};

	test( 'two calls at a time are found, also after a short one', () => {
		const short = { ...CALL, startedAt: 1_003_100, endedAt: 1_003_200 };
		expect( faults( { calls: [ CALL, second ] } ) ).toHaveLength( 1 );
		expect( faults( { calls: [ CALL, short, second ] } ) ).toHaveLength(
			2
		);
	} );

	test( 'a second call is found while the first is open', () => {
		const calls = [ { ...CALL, endedAt: Infinity }, second ];
		expect( faults( { calls } ) ).toEqual( [
			expect.stringContaining(
				'Two calls at a time in the lane production build'
			),
		] );
	} );

	test( 'calls may follow each other, and other lanes may be called', () => {
		const calls = [
			CALL,
			{ ...second, startedAt: 1_003_500 },
			{ ...second, lane: 'refresh' },
			{ ...second, environment: 'staging' },
		];
		expect( faults( { calls } ) ).toEqual( [] );
	} );
} );

test( 'finds nodes that differ in a table, or lack one', () => {
	const checksums = {
		n1: { runs: '5', lanes: '1' },
		n2: { runs: '6', lanes: '1' },
		n3: { runs: '5' },
	};
	expect( faults( { checksums } ) ).toEqual( [
		'The nodes differ in runs.',
		'The nodes differ in lanes.',
	] );
} );

describe( 'errors', () => {
	const failed = { ...SAVE, status: 500, postId: null };

	test( 'an error of WordPress is allowed, and the save is not acknowledged', () => {
		const error = 'Error establishing a database connection';
		const verdict = judge(
			{ ...KEPT, saves: [ SAVE, { ...failed, error } ] },
			true
		);
		expect( verdict.faults ).toEqual( [] );
		expect( verdict.figures ).toMatchObject( {
			acknowledged: 1,
			errors: 1,
		} );
	} );

	test( 'an error of the plugin that an editor sees is found', () => {
		const error = '{"code":"headless_deploy_database_unavailable"}';
		expect( faults( { saves: [ { ...failed, error } ] } ) ).toEqual( [
			`An editor saw: ${ error }`,
		] );
	} );

	test( 'an error that is printed before a saved post is found, and an empty page or post of WordPress is none', () => {
		const answers = [ '<b>Warning</b>{"id":7}', '{"id":null}', '' ];
		const saves = answers.map( ( error ) => ( {
			...failed,
			status: 201,
			error,
		} ) );
		expect( faults( { saves } ) ).toEqual( [
			expect.stringContaining( 'was not valid: “<b>Warning</b>' ),
		] );
	} );

	test( 'an error of the plugin in the log is found', () => {
		const line = `[28-Nov-2026] PHP Warning:  Undefined variable $a in ${ PROJECT }/includes/Lane.php on line 3`;
		const other =
			'[28-Nov-2026] PHP Warning:  mysqli_query(): server has gone away in /wp/wp-includes/class-wpdb.php on line 3';
		expect( faults( { phpLog: `${ other }\n${ line }\n` } ) ).toEqual( [
			`The log of PHP has: ${ line }`,
		] );
	} );
} );
