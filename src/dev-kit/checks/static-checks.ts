/** The checks that run no test: each reads the sources, and has a cache in `.local` of what it has read. */
import path from 'node:path';
import { LOCAL, NODE, PROJECT } from '../paths.ts';
import { phpTool, tool } from './check.ts';
import type { Check } from './check.ts';

export const STATIC_CHECKS: readonly Check[] = [
	{
		name: 'lint',
		cores: 1,
		seconds: 5,
		requirements: [],
		run: () =>
			tool( 'eslint', [
				...[ '--cache', '--cache-strategy', 'content' ],
				...[ '--cache-location', path.join( LOCAL, 'eslint' ) ],
				'.',
			] ),
	},
	{
		name: 'lint-typed',
		cores: 1,
		seconds: 2,
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
		seconds: 2,
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
		seconds: 3,
		requirements: [],
		run: () => tool( 'knip', [ '--no-progress' ] ),
	},
	{
		name: 'types',
		cores: 1,
		seconds: 8,
		requirements: [],
		run: () =>
			tool( 'tsc', [
				'--noEmit',
				'--incremental',
				...[ '--tsBuildInfoFile', path.join( LOCAL, 'tsbuildinfo' ) ],
			] ),
	},
	{
		name: 'spelling',
		cores: 1,
		seconds: 2,
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
		name: 'phpstan',
		cores: 1,
		seconds: 4,
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
		seconds: 3,
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
		seconds: 2,
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
		name: 'package',
		cores: 0.8,
		seconds: 1,
		requirements: [ 'panel' ],
		run: () => ( {
			command: NODE,
			args: [ path.join( PROJECT, 'src', 'dev-kit', 'plugin-zip.ts' ) ],
		} ),
	},
];
