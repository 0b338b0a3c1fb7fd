import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../..', import.meta.url ).pathname,
		// Each file starts a cluster of its own.
		fileParallelism: false,
		include: [ 'test/cluster/*.test.ts' ],
		testTimeout: 1_800_000,
		hookTimeout: 180_000,
	},
} );
