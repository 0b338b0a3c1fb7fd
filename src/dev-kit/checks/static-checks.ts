/** Checks that run no tests. The slow ones cache their results in `.local`. */
import path from 'node:path';
import { LOCAL } from '../paths.ts';
import { COMPILED_VERSIONS } from '../php-versions/downloads.ts';
import { kitScript, phpTool, tool } from './check.ts';
import type { CheckEntry } from './check.ts';

function cacheIn( folder: string ): string[] {
	return [
		...[ '--cache', '--cache-strategy', 'content' ],
		...[ '--cache-location', path.join( LOCAL, folder ) ],
	];
}

export const STATIC_CHECKS: readonly CheckEntry[] = [
	{
		name: 'lint',
		seconds: 5,
		run: () => tool( 'eslint', [ ...cacheIn( 'eslint' ), '.' ] ),
	},
	{
		name: 'styles',
		seconds: 2,
		run: () =>
			tool( 'stylelint', [
				...cacheIn( 'stylelint' ),
				'src/**/*.{css,scss}',
			] ),
	},
	{
		name: 'unused',
		seconds: 3,
		run: () => tool( 'knip', [ '--no-progress' ] ),
	},
	{
		name: 'types',
		seconds: 8,
		run: () =>
			tool( 'tsc', [
				'--noEmit',
				'--incremental',
				...[ '--tsBuildInfoFile', path.join( LOCAL, 'tsbuildinfo' ) ],
			] ),
	},
	{
		name: 'spelling',
		seconds: 2,
		run: () =>
			tool( 'cspell', [
				'lint',
				'--no-progress',
				...cacheIn( 'cspell' ),
				'**',
			] ),
	},
	{
		name: 'phpstan',
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
		seconds: 1,
		requirements: [ 'php' ],
		run: ( { php } ) => kitScript( 'checks/php-syntax.ts', [ php ] ),
	},
	{
		name: 'php-syntax-versions',
		seconds: 4,
		requirements: [ 'php-compilers' ],
		run: ( { phpCompilers } ) => ( {
			...kitScript( 'php-versions/compile.ts', [
				phpCompilers,
				COMPILED_VERSIONS.join( ',' ),
			] ),
			skipped: phpCompilers
				? undefined
				: `PHP ${ COMPILED_VERSIONS.join(
						' and '
					) } could not be downloaded from npm, so only the installed PHP has compiled the files`,
		} ),
	},
	{
		name: 'docs',
		cores: 0.8,
		seconds: 5,
		requirements: [ 'php', 'composer', 'wordpress' ],
		run: ( { php, testWordpress } ) =>
			kitScript( 'docs/generate.ts', [ php, '--check' ], {
				HEADLESS_DEPLOY_TEST_WORDPRESS: testWordpress,
			} ),
	},
	{
		name: 'package',
		cores: 0.8,
		seconds: 1,
		requirements: [ 'panel' ],
		run: () => kitScript( 'plugin-zip.ts' ),
	},
];
