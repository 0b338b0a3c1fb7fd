import os from 'node:os';
import { defineConfig } from 'vitest/config';

/** These tests run platforms in their own process and do not watch its memory. */
const IN_PROCESS =
	'test/{conformance,reference-api/{access,apps,builds,edge,faults,http,lib,portal,store,usage}}/**/!(body-memory).test.ts';

/** These tests replace a module that the other screens use, or load one again. */
const OWN_MODULES = [
	'test/admin-bar/**/*.test.ts',
	'test/panel/hostile-answers.test.tsx',
	'test/panel/live/announcements.test.tsx',
];

const testFile = ( name: string ) => new URL( name, import.meta.url ).pathname;

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
					name: 'node',
					environment: 'node',
					include: [
						'test/{shared,reference-api,conformance,cli,dev-kit}/**/*.test.ts',
					],
					exclude: [ IN_PROCESS ],
				},
			},
			{
				extends: true,
				test: {
					name: 'in-process',
					environment: 'node',
					include: [ IN_PROCESS ],
					// Loading the platform for each of these files takes longer than the tests.
					isolate: false,
				},
			},
			{
				extends: true,
				resolve: {
					alias: [
						{
							find: '@wordpress/api-fetch',
							replacement: testFile( 'panel/api-fetch.ts' ),
						},
						{
							// The block editor is not installed.
							find: /^.*\/wp-editor\.ts$/,
							replacement: testFile( 'editor/editor-double.ts' ),
						},
					],
				},
				test: {
					name: 'screens',
					environment: 'jsdom',
					include: [ 'test/{panel,editor}/**/*.test.{ts,tsx}' ],
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
