import { kitScript, NO_MARIADB, phpTool } from './check.ts';
import type { CheckEntry, Command } from './check.ts';
import { COSTS_FILE, reportCosts } from './costs.ts';
import { fromCounts, fromJunit } from './counts.ts';
import type { Resources } from './resources.ts';

/** The tests of query plans and of costs read MariaDB's own. */
const NOT_ABOUT_PLANS = String.raw`/^(?!HeadlessDeploy\\Tests\\Scale\\)/`;

function phpunit(
	resources: Resources,
	report: string,
	args: string[],
	env: Record< string, string > = {},
	config = 'phpunit.xml.dist'
): Command {
	return phpTool(
		resources,
		'phpunit',
		[
			...[ '-c', `test/php/${ config }` ],
			...[ '--log-junit', report ],
			...args,
		],
		{ HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress, ...env }
	);
}

/** Runs the random schedules of the queue and the mutations that they must find. */
function model(
	resources: Resources,
	report: string,
	schedules: number
): Command {
	return kitScript(
		'checks/model.ts',
		[ report, resources.php, String( schedules ) ],
		{ HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress }
	);
}

export const PHP_TESTS: readonly CheckEntry[] = [
	{
		name: 'phpunit',
		seconds: 60,
		requirements: [ 'php', 'composer', 'wordpress' ],
		read: fromJunit,
		run: ( resources, report ) =>
			phpunit( resources, report, [
				'--exclude-group',
				'mariadb,cli,model,processes',
			] ),
	},
	{
		name: 'phpunit-processes',
		cores: 0.8,
		seconds: 75,
		requirements: [ 'php', 'composer', 'wordpress' ],
		read: fromJunit,
		run: ( resources, report ) =>
			phpunit( resources, report, [
				...[ '--group', 'processes' ],
				...[ '--exclude-group', 'mariadb,cli,model' ],
			] ),
	},
	{
		name: 'phpunit-oldest',
		seconds: 20,
		requirements: [ 'php', 'composer', 'oldest-wordpress' ],
		read: fromJunit,
		run: ( resources, report ) => ( {
			...phpunit(
				resources,
				report,
				[
					...[ '--testsuite', 'wordpress' ],
					...[ '--exclude-group', 'mariadb,cli,model,newest' ],
				],
				{
					HEADLESS_DEPLOY_TEST_WORDPRESS: resources.oldestWordpress,
				}
			),
			skipped: resources.oldestWordpress
				? undefined
				: 'the oldest supported WordPress could not be downloaded',
		} ),
	},
	{
		name: 'multisite',
		seconds: 20,
		requirements: [ 'php', 'composer', 'wordpress' ],
		read: fromJunit,
		run: ( resources, report ) =>
			phpunit( resources, report, [], {}, 'multisite.xml.dist' ),
	},
	{
		name: 'cli',
		seconds: 55,
		requirements: [ 'php', 'composer', 'wordpress', 'wp-cli' ],
		read: fromJunit,
		run: ( resources, report ) =>
			phpunit( resources, report, [ '--group', 'cli' ], {
				HEADLESS_DEPLOY_TEST_WP_CLI: resources.wpCli,
			} ),
	},
	{
		name: 'mariadb',
		cores: 0.9,
		seconds: 45,
		requirements: [ 'php', 'composer', 'wordpress', 'mariadb' ],
		read: fromJunit,
		run: ( resources, report ) => {
			const args = [ '--group', 'mariadb' ];
			const socket = resources.mariadbSocket;
			return socket
				? phpunit( resources, report, args, {
						HEADLESS_DEPLOY_TEST_DATABASE: 'mysql',
						HEADLESS_DEPLOY_TEST_MYSQL_SOCKET: socket,
					} )
				: {
						...phpunit( resources, report, args ),
						note: `${ NO_MARIADB }, so these tests run on SQLite`,
					};
		},
	},
	{
		name: 'mysql',
		cores: 0.9,
		seconds: 60,
		requirements: [ 'php', 'composer', 'wordpress', 'mysql' ],
		onlyByName: true,
		read: fromJunit,
		run: ( resources, report ) => ( {
			...phpunit(
				resources,
				report,
				[
					...[ '--group', 'mariadb' ],
					...[ '--exclude-group', 'model' ],
					...[ '--filter', NOT_ABOUT_PLANS ],
				],
				{
					HEADLESS_DEPLOY_TEST_DATABASE: 'mysql',
					HEADLESS_DEPLOY_TEST_MYSQL_SOCKET:
						resources.mysqlSocket ?? '',
				}
			),
			skipped: resources.mysqlSocket
				? undefined
				: 'MySQL comes from a Debian mirror, and this machine knows none',
		} ),
	},
	{
		name: 'model',
		cores: 2,
		seconds: 25,
		requirements: [ 'php', 'composer', 'wordpress' ],
		read: fromCounts,
		run: ( resources, report ) => model( resources, report, 160 ),
	},
	{
		name: 'model-long',
		cores: 2,
		seconds: 1800,
		requirements: [ 'php', 'composer', 'wordpress' ],
		onlyByName: true,
		read: fromCounts,
		run: ( resources, report ) => model( resources, report, 10_000 ),
	},
	{
		name: 'model-mariadb',
		cores: 2,
		seconds: 1800,
		requirements: [ 'php', 'composer', 'wordpress', 'mariadb' ],
		onlyByName: true,
		read: fromCounts,
		run: ( resources, report ) => {
			const command = model( resources, report, 10_000 );
			return {
				...command,
				env: {
					...command.env,
					HEADLESS_DEPLOY_TEST_DATABASE: 'mysql',
					HEADLESS_DEPLOY_TEST_MYSQL_SOCKET:
						resources.mariadbSocket ?? '',
				},
				skipped: resources.mariadbSocket ? undefined : NO_MARIADB,
			};
		},
	},
	{
		name: 'network',
		// It fills 1,000,000 runs on 200 sites.
		onlyByName: true,
		cores: 1.5,
		seconds: 400,
		requirements: [ 'php', 'composer', 'wordpress', 'mariadb' ],
		read: fromJunit,
		figures: reportCosts,
		run: ( resources, report ) => ( {
			...phpunit(
				resources,
				report,
				[],
				{
					HEADLESS_DEPLOY_TEST_MYSQL_SOCKET:
						resources.mariadbSocket ?? '',
					HEADLESS_DEPLOY_TEST_COSTS: COSTS_FILE,
				},
				'network.xml.dist'
			),
			skipped: resources.mariadbSocket ? undefined : NO_MARIADB,
		} ),
	},
	{
		name: 'php-versions',
		seconds: 600,
		requirements: [ 'php', 'composer', 'wordpress', 'php-versions' ],
		read: fromCounts,
		run: ( { testWordpress, hasPhpVersions }, report ) => ( {
			...kitScript( 'php-versions/run.ts', [ report ], {
				HEADLESS_DEPLOY_TEST_WORDPRESS: testWordpress,
			} ),
			skipped: hasPhpVersions
				? undefined
				: 'the other versions of PHP are not installed (474 MB; npm run test:php-versions installs them)',
		} ),
	},
];
