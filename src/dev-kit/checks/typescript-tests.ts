import path from 'node:path';
import { LOCAL } from '../paths.ts';
import { fullChromium } from '../requirements/chromium.ts';
import { kitScript, NO_MARIADB, tool } from './check.ts';
import type { CheckEntry, Command } from './check.ts';
import { reasonWithoutPlugins } from './neighbours-folder.ts';
import { fromCounts, fromPlaywright, fromVitest } from './counts.ts';

function vitest(
	config: string,
	report: string,
	env: Record< string, string > = {},
	files: string[] = []
): Command {
	return tool(
		'vitest',
		[
			'run',
			...files,
			...[ '--config', config ],
			'--reporter=default',
			'--reporter=json',
			`--outputFile.json=${ report }`,
		],
		env
	);
}

/**
 * @param files   Names of the test files.
 * @param changes The number of random changes, unless the user sets it.
 * @param round   The first round of them, unless the user sets it.
 */
function freshness(
	files: string[],
	changes = 200,
	round = 1
): Omit< CheckEntry, 'name' > {
	return {
		cores: 1.5,
		seconds: 240,
		requirements: [ 'php', 'wordpress', 'wp-cli', 'mariadb' ],
		read: fromVitest,
		run: ( resources, report ) =>
			vitest(
				'test/freshness/vitest.config.ts',
				report,
				{
					HEADLESS_DEPLOY_TEST_PHP: resources.php,
					HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress,
					HEADLESS_DEPLOY_TEST_WP_CLI: resources.wpCli,
					HEADLESS_DEPLOY_TEST_MYSQL_SOCKET:
						resources.mariadbSocket ?? '',
					HEADLESS_DEPLOY_TEST_CHANGES:
						process.env.HEADLESS_DEPLOY_TEST_CHANGES ??
						String( changes ),
					HEADLESS_DEPLOY_TEST_SEED:
						process.env.HEADLESS_DEPLOY_TEST_SEED ??
						String( round ),
				},
				files
			),
	};
}

/**
 * Its servers take half a minute to start, so it runs by name only.
 *
 * @param saves The number of saves, unless the user sets it.
 */
function cluster( saves: number, seconds: number ): Omit< CheckEntry, 'name' > {
	return {
		onlyByName: true,
		cores: 2,
		seconds,
		requirements: [ 'php', 'wordpress', 'cluster' ],
		read: fromVitest,
		run: ( { testWordpress, noCluster }, report ) => ( {
			...vitest( 'test/cluster/vitest.config.ts', report, {
				HEADLESS_DEPLOY_TEST_WORDPRESS: testWordpress,
				HEADLESS_DEPLOY_TEST_SAVES:
					process.env.HEADLESS_DEPLOY_TEST_SAVES ?? String( saves ),
			} ),
			skipped: noCluster || undefined,
		} ),
	};
}

export const TYPESCRIPT_TESTS: readonly CheckEntry[] = [
	{
		name: 'vitest',
		cores: 1.8,
		seconds: 185,
		requirements: [ 'php', 'panel', 'php-compilers' ],
		read: fromVitest,
		run: ( _resources, report ) =>
			vitest( 'test/vitest.config.ts', report ),
	},
	{
		name: 'concurrency',
		cores: 1.5,
		seconds: 46,
		requirements: [ 'php', 'wordpress', 'mariadb' ],
		read: fromVitest,
		run: ( resources, report ) => ( {
			...vitest( 'test/concurrency/vitest.config.ts', report, {
				HEADLESS_DEPLOY_TEST_PHP: resources.php,
				HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress,
				HEADLESS_DEPLOY_TEST_MYSQL_SOCKET:
					resources.mariadbSocket ?? '',
			} ),
			skipped: resources.mariadbSocket ? undefined : NO_MARIADB,
		} ),
	},
	{ name: 'cluster', ...cluster( 120, 240 ) },
	{ name: 'cluster-long', ...cluster( 1_000, 900 ) },
	{
		name: 'replica',
		// It waits for a replica that lags.
		onlyByName: true,
		cores: 1.5,
		seconds: 270,
		requirements: [ 'php', 'wordpress', 'cluster' ],
		read: fromVitest,
		run: ( { testWordpress, noCluster }, report ) => ( {
			...vitest( 'test/replica/vitest.config.ts', report, {
				HEADLESS_DEPLOY_TEST_WORDPRESS: testWordpress,
			} ),
			skipped: noCluster || undefined,
		} ),
	},
	{
		name: 'start',
		seconds: 30,
		requirements: [ 'php', 'panel' ],
		read: fromVitest,
		run: ( _resources, report ) =>
			vitest( 'test/start/vitest.config.ts', report ),
	},
	{
		name: 'freshness',
		// The changes that no other test covers, and a sample. Round 2 runs on MariaDB.
		...freshness( [ 'proofs.test', 'freshness.test' ], 12, 2 ),
		seconds: 60,
	},
	{
		name: 'freshness-long',
		onlyByName: true,
		...freshness( [ 'freshness.test' ], 1_000 ),
		seconds: 900,
	},
	{
		name: 'freshness-rebuild',
		onlyByName: true,
		...freshness( [ 'rebuild.test' ] ),
	},
	{
		name: 'freshness-mutations',
		onlyByName: true,
		...freshness( [ 'mutations.test' ] ),
		requirements: [ 'php', 'composer', 'wordpress', 'wp-cli', 'mariadb' ],
	},
	{
		name: 'cache-tests',
		// It needs a clone of github.com/http-tests/cache-tests.
		onlyByName: true,
		cores: 0.5,
		seconds: 65,
		read: fromCounts,
		run: ( _resources, report ) => ( {
			...kitScript( '../../test/cache-tests/run.ts', [ report ] ),
			skipped: process.env.HEADLESS_DEPLOY_CACHE_TESTS
				? undefined
				: 'HEADLESS_DEPLOY_CACHE_TESTS names no folder (a clone of github.com/http-tests/cache-tests)',
		} ),
	},
	{
		name: 'neighbours',
		// It needs plugins of other authors (docs/compatibility.md).
		onlyByName: true,
		cores: 2,
		seconds: 3_600,
		requirements: [ 'php', 'wordpress', 'panel', 'mariadb' ],
		read: fromVitest,
		run: ( resources, report ) => ( {
			...vitest( 'test/neighbours/vitest.config.ts', report, {
				HEADLESS_DEPLOY_TEST_PHP: resources.php,
				HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress,
				HEADLESS_DEPLOY_TEST_MYSQL_SOCKET:
					resources.mariadbSocket ?? '',
			} ),
			skipped: resources.mariadbSocket
				? reasonWithoutPlugins()
				: NO_MARIADB,
		} ),
	},
	{
		name: 'kit-proofs',
		// It installs the frameworks from the registry.
		onlyByName: true,
		cores: 1.5,
		seconds: 300,
		read: fromVitest,
		run: ( _resources, report ) =>
			vitest( 'test/front-end/proofs/vitest.config.ts', report ),
	},
	{
		name: 'frameworks',
		// It installs the frameworks from the registry.
		onlyByName: true,
		cores: 1.5,
		seconds: 250,
		read: fromVitest,
		run: ( _resources, report ) =>
			vitest( 'test/frameworks/vitest.config.ts', report ),
	},
	{
		name: 'browser',
		cores: 1.5,
		seconds: 310,
		requirements: [ 'php', 'panel', 'chromium', 'oldest-wordpress' ],
		read: fromPlaywright,
		run: ( { chromium, oldestWordpress }, report ) => {
			const full = fullChromium( chromium );
			const projects = [
				'wordpress',
				'portal',
				'network',
				...( oldestWordpress ? [ 'oldest' ] : [] ),
				...( full === '' ? [] : [ 'full-browser' ] ),
			];
			return tool(
				'playwright',
				[
					'test',
					...[ '--config', 'test/e2e/playwright.config.ts' ],
					...projects.flatMap( ( name ) => [ '--project', name ] ),
					'--reporter=list,json',
				],
				{
					HEADLESS_DEPLOY_CHROMIUM: chromium,
					HEADLESS_DEPLOY_FULL_CHROMIUM: full,
					PLAYWRIGHT_JSON_OUTPUT_FILE: report,
					PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(
						LOCAL,
						'playwright'
					),
				}
			);
		},
	},
];
