import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../..', import.meta.url ).pathname,
		include: [ 'test/concurrency/*.test.ts' ],
		// 1,000 posts on a loaded machine with two cores take over two minutes.
		testTimeout: 300_000,
		hookTimeout: 60_000,
	},
} );
