import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { capture, lastLines } from '../../src/dev-kit/commands.ts';
import { readIfExists } from '../../src/dev-kit/files.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { mutatedSource } from './mutations.ts';
import type { Mutation } from './mutations.ts';

const NAMESPACE = 'HeadlessDeploy\\Tests\\';
const TEST_CASE =
	/<testcase name="([^"]*)"[^>]* class="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;
/** Tests of programs and of many processes take long, and show no mutation that the others do not show. */
const LEFT_OUT = 'cli,model,processes';

export interface TestsToRun {
	php: string;
	/** A file or folder with tests. */
	path: string;
	/** Names as `Folder.ClassTest::test_method`; all without it. */
	names?: readonly string[];
	/** Ends at the first failure. */
	mutation?: Mutation;
}

/** Names of tests. One with several data sets is in a list when one of them is. */
export interface Results {
	passed: Set< string >;
	failed: Set< string >;
}

function readResults( report: string ): Results {
	const results: Results = { passed: new Set(), failed: new Set() };
	for ( const [ , test = '', type = '', body = '' ] of report.matchAll(
		TEST_CASE
	) ) {
		const [ method ] = test.split( ' with data set' );
		const name = `${ type.replace( NAMESPACE, '' ).replaceAll( '\\', '.' ) }::${ method }`;
		if ( body.includes( '<failure' ) ) {
			results.failed.add( name );
		} else if ( ! /<error|<skipped/.test( body ) ) {
			results.passed.add( name );
		}
	}
	return results;
}

/** @throws {Error} When PHPUnit ends without a report. */
export async function runTests( {
	php,
	path: tests,
	names = [],
	mutation,
}: TestsToRun ): Promise< Results > {
	const folder = fs.mkdtempSync( path.join( os.tmpdir(), 'mutation-' ) );
	const report = path.join( folder, 'junit.xml' );
	const changed = path.join( folder, mutation?.file ?? '' );
	try {
		if ( mutation ) {
			fs.mkdirSync( path.dirname( changed ), { recursive: true } );
			fs.writeFileSync( changed, mutatedSource( mutation ) );
		}
		const { stdout, stderr } = await capture(
			php,
			[
				path.join( PROJECT, 'vendor/bin/phpunit' ),
				...[ '-c', 'test/php/phpunit.xml.dist' ],
				'--do-not-cache-result',
				...[ '--order-by', 'default' ],
				...[ '--exclude-group', LEFT_OUT ],
				...[ '--log-junit', report ],
				...( mutation ? [ '--stop-on-failure' ] : [] ),
				...( names.length > 0
					? [ '--filter', `/(${ names.join( '|' ) })( |$)/` ]
					: [] ),
				tests,
			],
			{
				cwd: PROJECT,
				env: {
					...process.env,
					...( mutation
						? { HEADLESS_DEPLOY_TEST_CHANGED_FILE: changed }
						: {} ),
				},
			}
		);
		const xml = readIfExists( report );
		if ( xml === null ) {
			throw new Error( lastLines( stdout + stderr ) );
		}
		return readResults( xml );
	} finally {
		fs.rmSync( folder, { recursive: true } );
	}
}
