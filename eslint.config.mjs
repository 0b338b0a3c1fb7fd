import wordpress from '@wordpress/eslint-plugin';

const serverSide = [
	'src/reference-api/**',
	'src/cli/**',
	'src/dev-kit/**',
	'test/**',
	'bin/**',
];

/** First words of half a sentence. A report shows the name of a test without the lines before it. */
const HALF_SENTENCE =
	'/^(is|are|was|were|has|have|may|can|cannot|must|that|which|who|whose|of|with|without|in|by|from|on|at|as|than|because|and|or|but|nor|it|they) /';

export default [
	{
		ignores: [
			'build/',
			'dist/',
			'vendor/',
			'.local/',
			'test-results/',
			'src/shared/wire.ts',
			'src/shared/server-facts.ts',
			'**/*.generated.ts',
		],
	},
	...wordpress.configs.recommended,
	{
		rules: {
			'@wordpress/i18n-text-domain': [
				'error',
				{ allowedTextDomain: 'headless-deploy' },
			],
			'import/no-extraneous-dependencies': [
				'error',
				{ devDependencies: true, includeTypes: true },
			],
			'import/no-unresolved': 'off',
			'jsdoc/check-param-names': 'off',
			'jsdoc/require-param': 'off',
			'jsdoc/require-param-type': 'off',
			'jsdoc/require-returns-type': 'off',
		},
	},
	{
		files: [ '**/*.ts', '**/*.tsx' ],
		languageOptions: {
			parserOptions: {
				projectService: true,
				tsconfigRootDir: import.meta.dirname,
			},
		},
		rules: {
			'no-undef': 'off',
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			// A callback may be async: Node, browsers and Vitest report what it rejects with.
			'@typescript-eslint/no-misused-promises': [
				'error',
				{
					checksVoidReturn: {
						arguments: false,
						attributes: false,
						properties: false,
					},
				},
			],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
		},
	},
	{
		files: serverSide,
		rules: {
			'no-console': 'off',
			'@wordpress/no-global-get-selection': 'off',
		},
	},
	{
		files: [ 'test/**' ],
		rules: {
			'no-restricted-syntax': [
				'error',
				...[ 'callee', 'callee.callee.object' ].map( ( path ) => ( {
					selector: `CallExpression[${ path }.name=/^(test|it)$/] > Literal.arguments:first-child[value=${ HALF_SENTENCE }]`,
					message:
						'The name of a test is a whole sentence with its subject.',
				} ) ),
			],
		},
	},
];
