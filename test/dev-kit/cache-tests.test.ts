import { expect, test } from 'vitest';
import {
	countRow,
	HEADING,
	listFailures,
	tableOf,
	withTable,
} from '../cache-tests/counts.ts';
import type { RawResults, Suite, Verdict } from '../cache-tests/suite.ts';
import { CHECKS, chooseChecks } from '../../src/dev-kit/checks/table.ts';
import type { Resources } from '../../src/dev-kit/checks/resources.ts';

const VERDICTS: Record< string, Verdict > = {
	a: 'pass',
	b: 'fail',
	c: 'pass',
	d: 'optional_fail',
	e: 'yes',
	f: 'dependency_fail',
};
const RESULTS: RawResults = { b: [ 'Assertion', 'comes from cache' ] };
const SUITE: Suite = {
	groups: [
		{
			id: 'group',
			tests: [
				{ id: 'a', name: 'A' },
				{ id: 'b', name: 'B', kind: 'required' },
				{ id: 'c', name: 'C', kind: 'optimal' },
				{ id: 'd', name: 'D', kind: 'optimal' },
				{ id: 'e', name: 'E', kind: 'check' },
				{ id: 'f', name: 'F' },
				{ id: 'g', name: 'G', browser_only: true },
			],
		},
	],
	run: async () => RESULTS,
	verdict: ( { id } ) => VERDICTS[ id ] ?? 'untested',
	origin: () => {
		throw new Error( 'The test needs no server.' );
	},
	implementations: [],
};

test( 'required and optional tests are counted, and those that did not run', () => {
	expect( countRow( 'edge', SUITE, RESULTS ) ).toEqual( {
		name: 'edge',
		required: { passed: 1, failed: 1 },
		optional: { passed: 1, failed: 1 },
		notRun: 1,
	} );
} );

test( 'each test that did not pass is listed with its message', () => {
	expect(
		listFailures( SUITE, RESULTS ).map(
			( { test: { id }, verdict, message } ) =>
				`${ id } ${ verdict } ${ message }`
		)
	).toEqual( [
		'b fail comes from cache',
		'd optional_fail ',
		'f dependency_fail ',
	] );
} );

test( 'the table replaces the previous one, and the text around it stays', () => {
	const table = tableOf( [ countRow( 'edge', SUITE, RESULTS ) ] );
	expect( table.split( '\n' ).at( -1 ) ).toBe(
		'| edge | 1 | 1 | 1 | 1 | 1 |'
	);
	const document = `# Before\n\n${ HEADING }\n\nText.\n\n| old |\n| --- |\n\nAfter.\n`;
	expect( withTable( document, table ) ).toBe(
		`# Before\n\n${ HEADING }\n\nText.\n\n${ table }\n\nAfter.\n`
	);
	expect( () => withTable( '# Before', table ) ).toThrow( 'no table' );
} );

test( 'the check runs only by name, and is skipped with a reason without a copy of the tests', () => {
	const check = CHECKS.find( ( { name } ) => name === 'cache-tests' );
	expect( chooseChecks( null ) ).not.toContain( check );
	expect( check?.run( {} as Resources, 'report' ).skipped ).toMatch(
		/HEADLESS_DEPLOY_CACHE_TESTS names no folder/
	);
} );
