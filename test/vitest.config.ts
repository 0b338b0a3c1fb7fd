import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '..', import.meta.url ).pathname,
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// On a machine that is busy one second, which is the default, passes unnoticed.
		expect: { poll: { timeout: 10_000 } },
		projects: [
			{
				extends: true,
				test: {
					name: 'node',
					environment: 'node',
					include: [
						'test/{shared,reference-api,conformance,cli,local}/**/*.test.ts',
					],
				},
			},
			{
				extends: true,
				test: {
					name: 'browser',
					environment: 'jsdom',
					include: [
						'test/{admin,editor,everywhere}/**/*.test.{ts,tsx}',
					],
				},
			},
		],
	},
} );
