/** The browser tests: real WordPress with the plugin from its zip, the platform and Chromium. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { installedChromium } from '../../src/dev-kit/requirements/chromium.ts';
import type { Options, WorkerOptions } from './kit.ts';

const { HEADLESS_DEPLOY_CHROMIUM, HEADLESS_DEPLOY_FULL_CHROMIUM } = process.env;

const launchOptions = {
	executablePath:
		HEADLESS_DEPLOY_CHROMIUM ||
		( installedChromium() ?? '/usr/bin/chromium' ),
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
		'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE [::1]',
		// Without a GPU process and a spare renderer, which cost memory and time.
		'--in-process-gpu',
		'--disable-features=PreloadTopChromeWebUI,SpareRendererForSitePerProcess',
	],
};

export default defineConfig< Options, WorkerOptions >( {
	testDir: '.',
	testMatch: '*.spec.ts',
	outputDir: path.join( PROJECT, 'test-results' ),
	globalSetup: './global-setup.ts',
	// Tests mostly wait for timers and builds. Each worker has its own WordPress, which the tests of a file share.
	workers: 3,
	projects: [
		{
			name: 'wordpress',
			testIgnore: [ 'portal*.spec.ts', 'network.spec.ts' ],
			grepInvert: /@oldest-only/,
			workers: 2,
		},
		{
			name: 'portal',
			testMatch: 'portal*.spec.ts',
			// The complete Chromium runs these where it is installed.
			...( HEADLESS_DEPLOY_FULL_CHROMIUM && {
				grepInvert: /@full-browser/,
			} ),
			workers: 1,
		},
		{
			name: 'network',
			testMatch: 'network.spec.ts',
			workers: 1,
		},
		{
			name: 'oldest',
			testIgnore: 'portal*.spec.ts',
			grep: /@oldest/,
			use: { wordpress: 'oldest' },
			workers: 1,
		},
		...( HEADLESS_DEPLOY_FULL_CHROMIUM
			? [
					{
						name: 'full-browser',
						grep: /@full-browser/,
						use: {
							launchOptions: {
								...launchOptions,
								executablePath: HEADLESS_DEPLOY_FULL_CHROMIUM,
							},
						},
						workers: 1,
					},
				]
			: [] ),
	],
	fullyParallel: false,
	forbidOnly: Boolean( process.env.CI ),
	retries: 0,
	// Much longer than any test takes, so that no test fails on a busy machine.
	timeout: 180_000,
	expect: { timeout: 30_000 },
	reporter: 'list',
	use: {
		// The tests of a worker share the browser's cache: WordPress has megabytes of scripts, which it compiles once.
		reuseContext: true,
		viewport: { width: 1440, height: 900 },
		locale: 'en-US',
		// Recording a trace of each test takes much processor time; `--trace on` records one when it is needed.
		trace: 'off',
		// The processor draws each frame of an animation.
		contextOptions: { reducedMotion: 'reduce' },
		screenshot: 'only-on-failure',
		launchOptions,
	},
} );
