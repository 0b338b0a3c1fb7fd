import { defineConfig } from 'vitest/config';
import proofs from '../front-end/proofs/vitest.config.ts';

export default defineConfig( {
	test: { ...proofs.test, include: [ 'test/frameworks/*.test.ts' ] },
} );
