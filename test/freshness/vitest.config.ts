import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../..', import.meta.url ).pathname,
		include: [ 'test/freshness/*.test.ts' ],
		// A round of 100 changes takes a minute on an idle machine.
		testTimeout: 1_800_000,
		// Searching for proofs.
		hookTimeout: 1_800_000,
	},
} );
