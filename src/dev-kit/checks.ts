/** `npm test`: prepares what the checks need, runs them and counts the tests. */
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
import { stopAll } from './supervised-commands.mjs';

const INTERRUPTED = 130;

/** Reads `--only NAME,NAME`. Null means all checks. */
function readOnly(): string[] | null {
	try {
		const { values } = parseArgs( {
			options: { only: { type: 'string' } },
		} );
		return values.only?.split( ',' ) ?? null;
	} catch {
		throw new KitError(
			`npm test has no option ${ process.argv.slice( 2 ).join( ' ' ) }.`,
			'run npm test, or npm test -- --only vitest,phpunit'
		);
	}
}

/** Returns the large downloads that the user has requested, by the name of a check or by an environment variable. */
function requestedDownloads( only: string[] | null ): Set< Requirement > {
	const isRequested =
		only?.includes( 'php-versions' ) ||
		Boolean( process.env.HEADLESS_DEPLOY_PHP_VERSIONS );
	return new Set( isRequested ? [ 'php-versions' ] : [] );
}

/** A second run in this clone waits for the first. */
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
			console.log(
				`• Waiting for process ${ pid }, which runs the tests …`
			)
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
