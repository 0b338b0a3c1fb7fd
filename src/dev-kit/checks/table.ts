/** The checks of `npm test`, in one table. */
import path from 'node:path';
import { KitError } from '../kit-error.ts';
import { LOCAL, NODE, PROJECT } from '../paths.ts';
import { fromCounts, fromJunit, fromPlaywright, fromVitest } from './counts.ts';
import type { Counts } from './counts.ts';
import type { Resources, Requirement } from './resources.ts';

/** A command that is one check, or a runner that reports many tests. */
export interface Command {
	command: string;
	args: string[];
	env?: Record< string, string >;
	/** Says why it cannot run here: counted as one skipped test. */
	skipped?: string;
	/** Says what is different here; printed before it runs. */
	note?: string;
}

export interface Check {
	/** For `--only`. */
	name: string;
	requirements: readonly Requirement[];
	/** Runs when it is asked for by its name, because it takes long. */
	onlyByName?: boolean;
	/** Processors that it keeps busy on average. */
	cores: number;
	/** How long it took on two processors; the longest checks start first. */
	seconds: number;
	/**
	 * Says what to run.
	 *
	 * @param report File for the runner's report.
	 */
	run: ( resources: Resources, report: string ) => Command;
	/** Reads the report; without it the exit code is the one result. */
	read?: ( report: string ) => Counts;
}

/** A tool from node_modules. */
function tool(
	name: string,
	args: string[],
	env: Record< string, string > = {}
): Command {
	return {
		command: path.join( PROJECT, 'node_modules', '.bin', name ),
		args,
		// Tools begin with "#!/usr/bin/env node": that has to be this Node.
		env: {
			PATH: `${ path.dirname( NODE ) }${ path.delimiter }${
				process.env.PATH ?? ''
			}`,
			...env,
		},
	};
}

/** A PHP tool from vendor. */
function phpTool(
	resources: Resources,
	name: string,
	args: string[],
	env: Record< string, string > = {}
): Command {
	return {
		command: resources.php,
		args: [ path.join( PROJECT, 'vendor', 'bin', name ), ...args ],
		env,
	};
}

/**
 * PHPUnit on a real WordPress.
 *
 * @param report File for its report.
 */
function phpunit(
	resources: Resources,
	report: string,
	args: string[],
	env: Record< string, string > = {}
): Command {
	return phpTool(
		resources,
		'phpunit',
		[
			...[ '-c', 'test/php/phpunit.xml.dist' ],
			...[ '--log-junit', report ],
			...args,
		],
		{ HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress, ...env }
	);
}

/**
 * The random schedules of the queue, and the mutations that they have to find.
 *
 * @param report File for the counts.
 */
function model(
	resources: Resources,
	report: string,
	schedules: number
): Command {
	return {
		command: NODE,
		args: [
			path.join( PROJECT, 'src', 'dev-kit', 'checks', 'model.ts' ),
			report,
			resources.php,
			String( schedules ),
		],
		env: { HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress },
	};
}

/** Why a check that needs MariaDB is skipped. */
const NO_MARIADB =
	'MariaDB is not installed (on Debian: sudo apt-get install mariadb-server php-mysql)';

export const CHECKS: readonly Check[] = [
	{
		name: 'phpunit',
		cores: 0.9,
		seconds: 40,
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
		seconds: 60,
		requirements: [ 'php', 'composer', 'wordpress' ],
		read: fromJunit,
		run: ( resources, report ) =>
			phpunit( resources, report, [
				...[ '--group', 'processes' ],
				...[ '--exclude-group', 'mariadb,cli,model' ],
			] ),
	},
	{
		name: 'vitest',
		cores: 1.7,
		seconds: 135,
		requirements: [ 'php', 'panel' ],
		read: fromVitest,
		run: ( _equipment, report ) =>
			tool( 'vitest', [
				'run',
				...[ '--config', 'test/vitest.config.ts' ],
				'--reporter=default',
				'--reporter=json',
				`--outputFile.json=${ report }`,
			] ),
	},
	{
		name: 'phpunit-oldest',
		cores: 0.9,
		seconds: 30,
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
				: 'the oldest supported WordPress could not be fetched',
		} ),
	},
	{
		name: 'model',
		cores: 2,
		seconds: 75,
		requirements: [ 'php', 'composer', 'wordpress' ],
		read: fromCounts,
		run: ( resources, report ) => model( resources, report, 400 ),
	},
	{
		name: 'cli',
		cores: 0.9,
		seconds: 45,
		requirements: [ 'php', 'composer', 'wordpress', 'wp-cli' ],
		read: fromJunit,
		run: ( resources, report ) =>
			phpunit( resources, report, [ '--group', 'cli' ], {
				HEADLESS_DEPLOY_TEST_WP_CLI: resources.wpCli,
			} ),
	},
	{
		name: 'mariadb',
		cores: 0.8,
		seconds: 60,
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
						note: `${ NO_MARIADB }: on SQLite`,
					};
		},
	},
	{
		name: 'lint',
		cores: 1,
		seconds: 10,
		requirements: [],
		run: () =>
			tool( 'eslint', [
				...[ '--cache', '--cache-strategy', 'content' ],
				...[ '--cache-location', path.join( LOCAL, 'eslint' ) ],
				'.',
			] ),
	},
	{
		name: 'spelling',
		cores: 1,
		seconds: 15,
		requirements: [],
		run: () =>
			tool( 'cspell', [
				'lint',
				'--no-progress',
				...[ '--cache', '--cache-strategy', 'content' ],
				...[ '--cache-location', path.join( LOCAL, 'cspell' ) ],
				'**',
			] ),
	},
	{
		name: 'lint-typed',
		cores: 1,
		seconds: 40,
		requirements: [],
		run: () =>
			tool( 'eslint', [
				...[ '--config', 'eslint.typed.config.mjs' ],
				'--quiet',
				...[ '--cache', '--cache-strategy', 'content' ],
				...[ '--cache-location', path.join( LOCAL, 'eslint-typed' ) ],
				'src',
				'test',
			] ),
	},
	{
		name: 'styles',
		cores: 1,
		seconds: 5,
		requirements: [],
		run: () =>
			tool( 'stylelint', [
				...[ '--cache', '--cache-strategy', 'content' ],
				...[ '--cache-location', path.join( LOCAL, 'stylelint' ) ],
				'src/**/*.{css,scss}',
			] ),
	},
	{
		name: 'unused',
		cores: 1,
		seconds: 8,
		requirements: [],
		run: () => tool( 'knip', [ '--no-progress' ] ),
	},
	{
		name: 'types',
		cores: 1,
		seconds: 12,
		requirements: [],
		run: () =>
			tool( 'tsc', [
				'--noEmit',
				'--incremental',
				...[ '--tsBuildInfoFile', path.join( LOCAL, 'tsbuildinfo' ) ],
			] ),
	},
	{
		name: 'concurrency',
		cores: 1,
		seconds: 40,
		requirements: [ 'php', 'wordpress', 'mariadb' ],
		read: fromVitest,
		run: ( resources, report ) => ( {
			...tool(
				'vitest',
				[
					'run',
					...[ '--config', 'test/concurrency/vitest.config.ts' ],
					'--reporter=default',
					'--reporter=json',
					`--outputFile.json=${ report }`,
				],
				{
					HEADLESS_DEPLOY_TEST_PHP: resources.php,
					HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress,
					HEADLESS_DEPLOY_TEST_MYSQL_SOCKET:
						resources.mariadbSocket ?? '',
				}
			),
			skipped: resources.mariadbSocket ? undefined : NO_MARIADB,
		} ),
	},
	{
		name: 'multisite',
		cores: 0.9,
		seconds: 25,
		requirements: [ 'php', 'composer', 'wordpress' ],
		read: fromJunit,
		run: ( resources, report ) =>
			phpTool(
				resources,
				'phpunit',
				[
					...[ '-c', 'test/php/multisite.xml.dist' ],
					...[ '--log-junit', report ],
				],
				{ HEADLESS_DEPLOY_TEST_WORDPRESS: resources.testWordpress }
			),
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
		name: 'phpstan',
		cores: 1,
		seconds: 10,
		requirements: [ 'php', 'composer' ],
		run: ( resources ) =>
			phpTool( resources, 'phpstan', [
				'analyse',
				'--no-progress',
				'--memory-limit=1G',
			] ),
	},
	{
		name: 'phpcs',
		cores: 1,
		seconds: 15,
		requirements: [ 'php', 'composer' ],
		run: ( resources ) =>
			phpTool( resources, 'phpcs', [
				'-q',
				`--cache=${ path.join( LOCAL, 'phpcs' ) }`,
			] ),
	},
	{
		name: 'php-format',
		cores: 1,
		seconds: 10,
		requirements: [ 'php', 'composer' ],
		run: ( resources ) =>
			phpTool( resources, 'php-cs-fixer', [
				'check',
				'--show-progress=none',
				'--diff',
			] ),
	},
	{
		name: 'php-syntax',
		cores: 1,
		seconds: 1,
		requirements: [ 'php' ],
		run: ( { php } ) => ( {
			command: NODE,
			args: [
				path.join(
					PROJECT,
					'src',
					'dev-kit',
					'checks',
					'php-syntax.ts'
				),
				php,
			],
		} ),
	},
	{
		name: 'docs',
		cores: 0.8,
		seconds: 5,
		requirements: [ 'php', 'composer', 'wordpress' ],
		run: ( { php, testWordpress } ) => ( {
			command: NODE,
			args: [
				path.join( PROJECT, 'src', 'dev-kit', 'docs', 'generate.ts' ),
				php,
				'--check',
			],
			env: { HEADLESS_DEPLOY_TEST_WORDPRESS: testWordpress },
		} ),
	},
	{
		name: 'php-versions',
		cores: 1,
		seconds: 600,
		requirements: [ 'php', 'composer', 'wordpress', 'php-versions' ],
		read: fromCounts,
		run: ( { testWordpress, hasPhpVersions }, report ) => ( {
			command: NODE,
			args: [
				path.join(
					PROJECT,
					'src',
					'dev-kit',
					'php-versions',
					'run.ts'
				),
				report,
			],
			env: { HEADLESS_DEPLOY_TEST_WORDPRESS: testWordpress },
			skipped: hasPhpVersions
				? undefined
				: 'the other PHPs are not at hand (474 MB: npm run test:php-versions brings them)',
		} ),
	},
	{
		name: 'package',
		cores: 0.8,
		seconds: 3,
		requirements: [ 'panel' ],
		run: () => ( {
			command: NODE,
			args: [ path.join( PROJECT, 'src', 'dev-kit', 'plugin-zip.ts' ) ],
		} ),
	},
	{
		name: 'browser',
		cores: 1.2,
		seconds: 300,
		requirements: [ 'php', 'panel', 'chromium', 'oldest-wordpress' ],
		read: fromPlaywright,
		run: ( { chromium, oldestWordpress }, report ) => {
			const projects = [
				'wordpress',
				'portal',
				...( oldestWordpress ? [ 'oldest' ] : [] ),
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

/**
 * Chooses checks.
 *
 * @param  only Names, or null for all.
 * @throws {KitError} Names that there are not.
 */
export function chooseChecks( only: string[] | null ): readonly Check[] {
	const unknown = only?.filter(
		( name ) => ! CHECKS.some( ( check ) => check.name === name )
	);
	if ( unknown && unknown.length > 0 ) {
		throw new KitError(
			`--only ${ unknown.join( ',' ) }: there are ${ CHECKS.map(
				( { name } ) => name
			).join( ', ' ) }.`,
			''
		);
	}
	return only
		? CHECKS.filter( ( { name } ) => only.includes( name ) )
		: CHECKS.filter( ( { onlyByName } ) => ! onlyByName );
}
