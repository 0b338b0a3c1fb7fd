import os from 'node:os';
import { defineConfig } from 'vitest/config';

/** These tests run platforms in their own process and watch neither its memory nor other processes. */
const IN_PROCESS =
	'test/{conformance,reference-api/{access,apps,faults,http,lib,portal,store,usage}}/**/*.test.ts';

/** These tests render components and change no state of a module. */
const SCREENS =
	'test/panel/{activity,automation,connections,labels,overview,settings}/**/*.test.{ts,tsx}';

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
					alias: {
						'@wordpress/api-fetch': new URL(
							'panel/api-fetch.ts',
							import.meta.url
						).pathname,
					},
				},
				test: {
					name: 'screens',
					environment: 'jsdom',
					include: [ SCREENS ],
					setupFiles: 'test/panel/browser.ts',
					// Loading React and the components for each file takes as long as the tests.
					isolate: false,
				},
			},
			{
				extends: true,
				test: {
					name: 'browser',
					environment: 'jsdom',
					include: [
						'test/{panel,editor,admin-bar}/**/*.test.{ts,tsx}',
					],
					exclude: [ SCREENS ],
				},
			},
		],
	},
} );
