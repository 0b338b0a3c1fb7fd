/**
 * `npm run screenshots`: takes the screenshots with the kit of the browser tests.
 */
import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { LOCAL } from '../../src/dev-kit/paths.ts';
import type { Options, WorkerOptions } from './kit.ts';
import browserTests from './playwright.config.ts';

export default defineConfig< Options, WorkerOptions >( {
	...browserTests,
	projects: undefined,
	// Long enough to show a countdown.
	use: { ...browserTests.use, quietPeriodSeconds: 10 },
	testMatch: '*.screenshots.ts',
	// The portal's pictures are here too. Playwright empties the folder before each run.
	outputDir: path.join( LOCAL, 'screenshots' ),
	timeout: 300_000,
} );
