/** Counts and table of the HTTP cache tests. */
import type { RawResults, Suite, SuiteTest, Verdict } from './suite.ts';

export interface Row {
	name: string;
	required: { passed: number; failed: number };
	optional: { passed: number; failed: number };
	/** Requests that did not reach the cache, or whose precondition is not met. */
	notRun: number;
}

export interface Failure {
	test: SuiteTest;
	verdict: Verdict;
	message: string;
}

export const HEADING =
	'### Tests of the HTTP caching community: one edge, other caches';

function isRequired( { kind }: SuiteTest ): boolean {
	return kind === undefined || kind === 'required';
}

/** Tests that a cache in front of a server can run. */
export function sharedCacheTests( { groups }: Suite ): SuiteTest[] {
	return groups
		.flatMap( ( { tests } ) => tests )
		.filter( ( test ) => ! test.browser_only );
}

export function countRow(
	name: string,
	suite: Suite,
	results: RawResults
): Row {
	const verdicts = sharedCacheTests( suite ).map( ( test ) => ( {
		isRequired: isRequired( test ),
		verdict: suite.verdict( test, results ),
	} ) );
	const count = ( required: boolean, wanted: Verdict ) =>
		verdicts.filter(
			( { isRequired: is, verdict } ) =>
				is === required && verdict === wanted
		).length;
	const counted: Verdict[] = [ 'pass', 'fail', 'optional_fail', 'yes', 'no' ];
	return {
		name,
		required: {
			passed: count( true, 'pass' ),
			failed: count( true, 'fail' ),
		},
		optional: {
			passed: count( false, 'pass' ),
			failed: count( false, 'optional_fail' ),
		},
		notRun: verdicts.filter(
			( { verdict } ) => ! counted.includes( verdict )
		).length,
	};
}

/** Lists all tests that did not pass, except questions about behavior. */
export function listFailures( suite: Suite, results: RawResults ): Failure[] {
	return sharedCacheTests( suite ).flatMap( ( test ) => {
		const verdict = suite.verdict( test, results );
		const result = results[ test.id ];
		return [ 'pass', 'yes', 'no' ].includes( verdict )
			? []
			: [
					{
						test,
						verdict,
						message: Array.isArray( result ) ? result[ 1 ] : '',
					},
				];
	} );
}

export function tableOf( rows: readonly Row[] ): string {
	return [
		'| cache | required: passed | failed | optional: passed | failed | not run |',
		'| --- | --- | --- | --- | --- | --- |',
		...rows.map( ( { name, required, optional, notRun } ) =>
			[
				'',
				name,
				required.passed,
				required.failed,
				optional.passed,
				optional.failed,
				notRun,
				'',
			]
				.join( ' | ' )
				.trim()
		),
	].join( '\n' );
}

/** Replaces the table below the heading in docs/performance.md. The text around it stays. */
export function withTable( document: string, table: string ): string {
	const start = document.indexOf( HEADING );
	const first = document.indexOf( '\n|', start ) + 1;
	if ( start < 0 || first === 0 ) {
		throw new Error(
			`docs/performance.md has no table below “${ HEADING }”.`
		);
	}
	const end = document.indexOf( '\n\n', first );
	return [
		document.slice( 0, first ),
		table,
		end < 0 ? '\n' : document.slice( end ),
	].join( '' );
}
