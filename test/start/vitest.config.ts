import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../..', import.meta.url ).pathname,
		include: [ 'test/start/*.test.ts' ],
		// Three starts on a busy machine.
		testTimeout: 600_000,
		hookTimeout: 120_000,
	},
} );
