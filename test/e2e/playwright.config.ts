/**
 * The browser tests: real WordPress with the plugin from its zip, the real platform, a real Chromium.
 */
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { PROJECT } from '../../src/local/paths.ts';

export default defineConfig( {
	testDir: '.',
	testMatch: '*.spec.ts',
	outputDir: path.join( PROJECT, 'test-results' ),
	globalSetup: './global-setup.ts',
	// Each worker has a WordPress of its own; two would slow each other down on a small machine.
	workers: 1,
	fullyParallel: false,
	forbidOnly: Boolean( process.env.CI ),
	retries: 0,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: 'list',
	use: {
		viewport: { width: 1440, height: 900 },
		locale: 'en-US',
		trace: 'retain-on-failure',
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath:
				process.env.HEADLESS_DEPLOY_CHROMIUM || '/usr/bin/chromium',
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
} );
