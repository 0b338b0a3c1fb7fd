/** The HTTP caching community's tests (github.com/http-tests/cache-tests), from a copy that the developer provides. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetch } from 'undici';

type Handler = (
	segments: string[],
	request: IncomingMessage,
	response: ServerResponse
) => void;

export interface SuiteTest {
	id: string;
	name: string;
	/** Missing for `required`. */
	kind?: 'required' | 'optimal' | 'check';
	browser_only?: boolean;
	dump?: boolean;
}

export interface TestGroup {
	id: string;
	tests: SuiteTest[];
}

/** True, or the name and the message of the error. */
export type RawResults = Record< string, true | [ string, string ] >;

/** A result as the suite counts it. */
export type Verdict =
	| 'pass'
	| 'fail'
	| 'optional_fail'
	| 'yes'
	| 'no'
	| 'untested'
	| 'setup_fail'
	| 'harness_fail'
	| 'dependency_fail'
	| 'retry';

/** What a published result file of the copy belongs to. */
interface Implementation {
	file: string;
	name: string;
	version: string;
	type: string;
}

export interface Suite {
	groups: readonly TestGroup[];
	/** Starts requests for these tests and returns their results. */
	run: (
		groups: readonly TestGroup[],
		address: string
	) => Promise< RawResults >;
	verdict: ( test: SuiteTest, results: RawResults ) => Verdict;
	/** The server that the tests expect behind the cache. It does not listen yet. */
	origin: () => Server;
	/** Results of other caches that the copy contains. */
	implementations: readonly Implementation[];
}

/** The copy needs no packages: its only dependency for the tests is undici, whose `fetch()` must be of the same version. */
function provideUndici(): void {
	const undici = import.meta.resolve( 'undici' );
	registerHooks( {
		resolve: ( specifier, context, next ) =>
			specifier === 'undici'
				? next( undici, context )
				: next( specifier, context ),
	} );
	Object.assign( globalThis, { fetch } );
}

/** @param folder A clone of the repository. */
export async function loadSuite( folder: string ): Promise< Suite > {
	provideUndici();
	const load = async ( file: string ) =>
		( await import(
			pathToFileURL( path.join( folder, file ) ).href
		) ) as Record< string, unknown >;
	const handlers = Object.fromEntries(
		await Promise.all(
			[ 'config', 'state', 'test' ].map( async ( name ) => {
				const file = `test-engine/server/handle-${ name }.mjs`;
				return [ name, ( await load( file ) ).default as Handler ];
			} )
		)
	) as Record< string, Handler >;
	const groups = ( await load( 'tests/index.mjs' ) ).default as TestGroup[];
	const { runTests, getResults } = ( await load(
		'test-engine/client/runner.mjs'
	) ) as {
		runTests: (
			tests: readonly TestGroup[],
			isBrowser: boolean,
			address: string
		) => Promise< void >;
		getResults: () => RawResults;
	};
	const { determineTestResult, resultTypes } = ( await load(
		'test-engine/lib/results.mjs'
	) ) as {
		determineTestResult: (
			tests: readonly TestGroup[],
			id: string,
			results: RawResults
		) => unknown;
		resultTypes: Record< Verdict, unknown >;
	};
	const verdicts = Object.entries( resultTypes ) as [ Verdict, unknown ][];
	return {
		groups,
		run: async ( chosen, address ) => {
			await runTests( chosen, false, address );
			return getResults();
		},
		verdict: ( test, results ) => {
			const symbol = determineTestResult( groups, test.id, results );
			return (
				verdicts.find( ( [ , value ] ) => value === symbol )?.[ 0 ] ??
				'harness_fail'
			);
		},
		origin: () =>
			createServer( ( request, response ) => {
				const [ , name = '', ...segments ] = (
					request.url ?? ''
				).split( /[/?]/ );
				const handler = handlers[ name ];
				if ( handler ) {
					handler( segments, request, response );
				} else {
					response.writeHead( 404 ).end();
				}
			} ),
		implementations: ( await load( 'results/index.mjs' ) )
			.default as Implementation[],
	};
}
