import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../..', import.meta.url ).pathname,
		include: [ 'test/replica/*.test.ts' ],
		testTimeout: 300_000,
		hookTimeout: 180_000,
	},
} );
