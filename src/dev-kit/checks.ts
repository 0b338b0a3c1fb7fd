/**
 * `npm test`, once Node 24 and the packages are there: brings the rest, runs every check, and counts.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { summary, sum } from './checks/counts.ts';
import type { Counts } from './checks/counts.ts';
import { runChecks } from './checks/runner.ts';
import { prepareResources } from './checks/resources.ts';
import type { Requirement } from './checks/resources.ts';
import { chooseChecks } from './checks/table.ts';
import { onShutdown } from './shutdown.ts';
import { describeError, KitError } from './kit-error.ts';
import { withLock } from './lock.mjs';
import { LOCAL } from './paths.ts';
import { makeProgress } from './progress.ts';
import { stopAll } from './supervised.mjs';

const INTERRUPTED = 130;

/** Reads `--only NAME,NAME`; null means all. */
function readOnly(): string[] | null {
	try {
		const { values } = parseArgs( {
			options: { only: { type: 'string' } },
		} );
		return values.only?.split( ',' ) ?? null;
	} catch {
		throw new KitError(
			`npm test does not know ${ process.argv.slice( 2 ).join( ' ' ) }.`,
			'npm test, or npm test -- --only vitest,phpunit'
		);
	}
}

/**
 * Says which large things may be fetched: those whose check was named, or that an environment variable asks for.
 *
 * @param only The checks that were named, or null.
 */
function requestedDownloads( only: string[] | null ): Set< Requirement > {
	const isAsked =
		only?.includes( 'php-versions' ) ||
		process.env.HEADLESS_DEPLOY_PHP_VERSIONS === '1';
	return new Set( isAsked ? [ 'php-versions' ] : [] );
}

/** Brings what is needed and runs the chosen checks; a second run on this clone waits for the first. */
async function run(): Promise< Counts > {
	const only = readOnly();
	const checks = chooseChecks( only );
	const requirements = new Set(
		checks.flatMap( ( check ) => check.requirements )
	);
	return withLock(
		path.join( LOCAL, 'test.lock' ),
		async () => {
			const resources = await prepareResources(
				requirements,
				requestedDownloads( only ),
				makeProgress( console.log )
			);
			return sum( await runChecks( checks, resources ) );
		},
		( pid ) =>
			console.log( `• Waiting for process ${ pid }, which tests …` )
	);
}

let isEnding = false;
onShutdown( async () => {
	isEnding = true;
	await stopAll();
	process.exit( INTERRUPTED );
} );

let counts: Counts;
try {
	counts = await run();
} catch ( error ) {
	console.error( `\n✗ ${ describeError( error ) }\n` );
	counts = { passed: 0, failed: 1, skipped: 0 };
}
if ( ! isEnding ) {
	await stopAll();
	console.log( `\n${ summary( counts ) }` );
	process.exit( counts.failed > 0 ? 1 : 0 );
}
