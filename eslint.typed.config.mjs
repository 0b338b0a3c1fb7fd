// The rules that need types: slower than all others, so they are a check of their own.
import typescript from 'typescript-eslint';

export default [
	// The comments in the code are about the rules of eslint.config.mjs.
	{ linterOptions: { noInlineConfig: true } },
	{
		files: [ 'src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}' ],
		languageOptions: {
			parser: typescript.parser,
			parserOptions: {
				projectService: true,
				tsconfigRootDir: import.meta.dirname,
			},
		},
		plugins: { '@typescript-eslint': typescript.plugin },
		rules: {
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
];
