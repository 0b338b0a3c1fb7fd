import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../..', import.meta.url ).pathname,
		// Each file installs its WordPress in the same folder.
		fileParallelism: false,
		include: [ 'test/concurrency/*.test.ts' ],
		// 400 posts take a minute on a busy machine with two cores.
		testTimeout: 300_000,
		hookTimeout: 60_000,
	},
} );
