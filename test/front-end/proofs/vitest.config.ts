import { defineConfig } from 'vitest/config';

export default defineConfig( {
	test: {
		root: new URL( '../../..', import.meta.url ).pathname,
		include: [ 'test/front-end/proofs/*.test.ts' ],
		// The builds share the processors.
		fileParallelism: false,
		// npm installs the frameworks from the registry.
		testTimeout: 600_000,
		hookTimeout: 60_000,
	},
} );
