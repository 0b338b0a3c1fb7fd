import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../..', import.meta.url ).pathname,
		include: [ 'test/neighbours/*.test.ts' ],
		// A shop has 200 pages, which are visited five times.
		testTimeout: 900_000,
		hookTimeout: 60_000,
	},
} );
