import { describe, expect, it } from 'vitest';
import {
	fromCounts,
	fromJunit,
	fromPlaywright,
	fromVitest,
	countTests,
	sum,
	summary,
} from '../../../src/dev-kit/checks/counts.ts';
import type { Counts } from '../../../src/dev-kit/checks/counts.ts';
import { chooseChecks } from '../../../src/dev-kit/checks/table.ts';

const JUNIT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="phpunit.xml.dist" tests="12" assertions="30" errors="1" failures="2" skipped="3" time="0.4">
    <testsuite name="Due" file="x" tests="5" assertions="9" errors="0" failures="0" skipped="0" time="0.1"/>
  </testsuite>
</testsuites>`;

function counts( passed: number, failed: number, skipped: number ): Counts {
	return { passed, failed, skipped };
}

describe( 'counting', () => {
	it( 'reads PHPUnit', () => {
		expect( fromJunit( JUNIT ) ).toEqual( counts( 6, 3, 3 ) );
	} );

	it( 'reads PHPUnit where a class failed before its first test', () => {
		const report = JUNIT.replace(
			'<testsuites>',
			'<testsuites><testsuite name="outermost"><testcase><error/></testcase>'
		);
		expect( fromJunit( report ).passed ).toBe( 6 );
		expect( countTests( 2, report, fromJunit ).failed ).toBe( 3 );
	} );

	it( 'reads Vitest', () => {
		const report =
			'{ "numPassedTests": 7, "numFailedTests": 1, "numPendingTests": 2, "numTodoTests": 1 }';
		expect( fromVitest( report ) ).toEqual( counts( 7, 1, 3 ) );
	} );

	it( 'reads the report of a check of this project', () => {
		const report = '{ "passed": 7, "failed": 1, "skipped": 2 }';
		expect( fromCounts( report ) ).toEqual( counts( 7, 1, 2 ) );
	} );

	it( 'counts a test that Playwright had to repeat as failed', () => {
		const report =
			'{ "stats": { "expected": 4, "unexpected": 1, "flaky": 1, "skipped": 2 } }';
		expect( fromPlaywright( report ) ).toEqual( counts( 4, 2, 2 ) );
	} );

	it( 'ends the summary with one line for all checks', () => {
		const total = sum( [ counts( 1, 0, 2 ), counts( 10, 3, 0 ) ] );
		expect( summary( total ) ).toBe( '11 passed, 3 failed, 2 skipped' );
	} );
} );

describe( 'counting the tests of a runner', () => {
	const good = counts( 3, 0, 0 );

	it( 'uses a report that agrees with the exit code', () => {
		expect( countTests( 0, 'x', () => good ) ).toEqual( good );
		expect(
			countTests( 1, 'x', () => ( { ...good, failed: 2 } ) ).failed
		).toBe( 2 );
	} );

	it.each( [
		[ 'it ended with an error outside of any test', 1, good ],
		[ 'no test ran', 0, counts( 0, 0, 0 ) ],
	] )( 'fails when %s', ( _why, code, read ) => {
		expect( countTests( code, 'x', () => read ).failed ).toBe( 1 );
	} );

	it( 'fails when there is no report, or a broken one', () => {
		expect( countTests( 0, null, fromVitest ).failed ).toBe( 1 );
		expect( countTests( 0, null, fromJunit ).failed ).toBe( 1 );
		expect( countTests( 0, '{', fromPlaywright ).failed ).toBe( 1 );
	} );
} );

describe( 'choosing checks', () => {
	it( 'chooses all, or those that are named', () => {
		expect( chooseChecks( null ).length ).toBeGreaterThan( 8 );
		expect(
			chooseChecks( [ 'vitest', 'phpunit' ] ).map( ( { name } ) => name )
		).toEqual( [ 'phpunit', 'vitest' ] );
	} );

	it( 'skips slow checks unless they are named', () => {
		const names = chooseChecks( null ).map( ( { name } ) => name );
		expect( names ).toContain( 'model' );
		expect( names ).not.toContain( 'model-long' );
		expect( chooseChecks( [ 'model-long' ] ) ).toHaveLength( 1 );
	} );

	it( 'names all checks when the name of a chosen check is unknown', () => {
		expect( () => chooseChecks( [ 'vitest', 'jest' ] ) ).toThrow(
			'There is no check jest.'
		);
	} );
} );
