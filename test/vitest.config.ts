import os from 'node:os';
import { defineConfig } from 'vitest/config';

/** These tests watch the memory or the processes of a platform. */
const OWN_PROCESS = [
	'test/reference-api/*.test.ts',
	'test/reference-api/edge/body-memory.test.ts',
	'test/reference-api/edge/cache-memory.test.ts',
];

/** These tests replace a module that the other screens use, or load one again. */
const OWN_MODULES = [
	'test/admin-bar/**/*.test.ts',
	'test/panel/hostile-answers.test.tsx',
];

export default defineConfig( {
	test: {
		root: new URL( '..', import.meta.url ).pathname,
		// By default a machine with two processors gets one worker.
		maxWorkers: Math.max( 2, os.availableParallelism() - 1 ),
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// The default of one second is too short on a busy machine.
		expect: { poll: { timeout: 10_000 } },
		projects: [
			{
				extends: true,
				test: {
					name: 'own-process',
					environment: 'node',
					include: OWN_PROCESS,
				},
			},
			{
				extends: true,
				resolve: {
					// Next.js is not installed.
					alias: [
						{
							find: /^next\/.*cache(\.js)?$/,
							replacement: new URL(
								'front-end/next-double.ts',
								import.meta.url
							).pathname,
						},
					],
				},
				test: {
					name: 'node',
					environment: 'node',
					include: [
						'test/{shared,front-end,platform-client,reference-api,conformance,cli,third-party,dev-kit,cluster/judge}/**/*.test.ts',
					],
					exclude: [ ...OWN_PROCESS, 'test/front-end/proofs/**' ],
					// Loading the platform for each of these files takes longer than the tests.
					isolate: false,
				},
			},
			{
				extends: true,
				resolve: {
					alias: {
						'@wordpress/a11y': new URL(
							'panel/a11y.ts',
							import.meta.url
						).pathname,
						'@wordpress/api-fetch': new URL(
							'panel/api-fetch.ts',
							import.meta.url
						).pathname,
						// The block editor is not installed.
						'@wordpress/core-data': new URL(
							'editor/core-data-double.ts',
							import.meta.url
						).pathname,
						'@wordpress/editor': new URL(
							'editor/editor-double.ts',
							import.meta.url
						).pathname,
					},
				},
				test: {
					name: 'screens',
					environment: 'jsdom',
					include: [
						'test/{ui,live,panel,editor,hosting,portal}/**/*.test.{ts,tsx}',
					],
					exclude: OWN_MODULES,
					setupFiles: 'test/panel/browser.ts',
					// Loading React and the components for each file takes as long as the tests.
					isolate: false,
				},
			},
			{
				extends: true,
				test: {
					name: 'own-modules',
					environment: 'jsdom',
					include: OWN_MODULES,
				},
			},
		],
	},
} );
