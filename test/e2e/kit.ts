/**
 * Fixtures of the browser tests: `import { expect, test } from './kit.ts'`.
 *
 * `kit`  (one for all tests of a worker) a bare WordPress into which the plugin's zip was installed, the platform, and
 *        the sample front end, live and connected; the same shape as `.local/kit.json`, and `rest`, `portalLink`.
 * `page` fails the test on any console error and on any request to another machine.
 *
 * The quiet period is two seconds; `test.use( { quietPeriodSeconds: 10 } )` where a test observes it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { startStack } from '../../src/dev-kit/stack/stack.ts';
import type { Kit } from '../../src/dev-kit/stack/kit-file.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { findPhp } from '../../src/dev-kit/requirements/php.ts';
import { findSqliteIntegration } from '../../src/dev-kit/requirements/sqlite-integration.ts';
import {
	findRelease,
	findWordpress,
	OLDEST_RELEASE,
} from '../../src/dev-kit/requirements/wordpress.ts';
import { stopAll } from '../../src/dev-kit/supervised-commands.mjs';
import { restClient } from '../../src/dev-kit/json-client.ts';
import type { JsonClient } from '../../src/dev-kit/json-client.ts';
import type { Settings } from '../../src/shared/wire.ts';
import { KITS, TESTED_ZIP } from './global-setup.ts';
import { waitUntilIdle } from './stable-page.ts';
import { watch } from './browser-errors.ts';

export { logIn, logInByForm } from './sign-in.ts';
export { expect };

const FIRST_PORT = 9400;
const PORTS_PER_WORKER = 20;
const START_MS = 300_000;
const QUIET_SECONDS = 2;
const SETTINGS_ROUTE = 'headless-deploy/v1/settings';

export interface BrowserKit extends Kit {
	/** REST client of the administrator. */
	rest: JsonClient;
	/** Signs in to the portal, once in all. */
	portalLink: string;
	/** Where WordPress's files, logs and the platform's data are. */
	folder: string;
}

/** The WordPress that is the newest, or the oldest that is supported. */
type Release = 'newest' | 'oldest';

export interface WorkerOptions {
	wordpress: Release;
}

export interface Options {
	/** Console errors that a test provokes on purpose. */
	allowedErrors: RegExp[];
	quietPeriodSeconds: number;
}

async function setQuietPeriod(
	kit: BrowserKit,
	seconds: number
): Promise< void > {
	const { environments } = await kit.rest.call< Settings >(
		'GET',
		SETTINGS_ROUTE
	);
	const known = environments.find( ( { id } ) => id === kit.environment.id );
	if ( known && known.automation.quietPeriodSeconds !== seconds ) {
		await kit.rest.call(
			'PUT',
			`${ SETTINGS_ROUTE }/environments/${ known.id }`,
			{ automation: { quietPeriodSeconds: seconds } },
			known.etag
		);
	}
}

/** Starts a kit for one worker. */
async function startKit(
	folder: string,
	platformData: string,
	worker: number,
	wordpress: Release
): Promise< BrowserKit > {
	const progress = makeProgress( () => {} );
	const core = await ( wordpress === 'oldest'
		? findRelease( progress, OLDEST_RELEASE )
		: findWordpress( progress ) );
	const loop = await startStack( {
		folder,
		platformData,
		port: FIRST_PORT + worker * PORTS_PER_WORKER,
		php: await findPhp( progress ),
		core: core.folder,
		sqlite: await findSqliteIntegration( progress ),
		plugin: { zip: TESTED_ZIP },
		// Without an API user; builds.spec.ts saves one.
		tracksBuilds: false,
		refreshes: false,
		progress,
	} );
	const { url, adminUser, applicationPassword } = loop.kit.wordpress;
	return {
		...loop.kit,
		rest: restClient( url, adminUser, applicationPassword ),
		portalLink: loop.portalLink,
		folder,
	};
}

/** The file whose tests this worker runs. */
let current = '';

export const test = base.extend<
	Options & { quiet: void; settled: void },
	{ kit: BrowserKit } & WorkerOptions
>( {
	allowedErrors: [ [], { option: true } ],
	quietPeriodSeconds: [ QUIET_SECONDS, { option: true } ],
	quiet: [
		async ( { kit, quietPeriodSeconds }, provide ) => {
			await setQuietPeriod( kit, quietPeriodSeconds );
			await provide();
		},
		{ auto: true },
	],
	settled: [
		async ( { kit }, provide, { file } ) => {
			if ( file !== current ) {
				await waitUntilIdle( kit );
				current = file;
			}
			await provide();
		},
		{ auto: true },
	],
	wordpress: [ 'newest', { option: true, scope: 'worker' } ],
	kit: [
		async ( { wordpress }, provide, { parallelIndex } ) => {
			const folder = fs.mkdtempSync( path.join( KITS, 'kit-' ) );
			const platformData = fs.mkdtempSync(
				path.join( os.tmpdir(), 'headless-deploy-' )
			);
			try {
				await provide(
					await startKit(
						folder,
						platformData,
						parallelIndex,
						wordpress
					)
				);
			} finally {
				// Also after a failed start.
				await stopAll();
				for ( const used of [ folder, platformData ] ) {
					fs.rmSync( used, { recursive: true, force: true } );
				}
			}
		},
		{ scope: 'worker', timeout: START_MS },
	],
	context: async ( { context, allowedErrors }, provide ) => {
		const browserErrors = watch( context, allowedErrors );
		await provide( context );
		if ( browserErrors.length > 0 ) {
			throw new Error(
				`The browser complained:\n${ browserErrors.join( '\n' ) }`
			);
		}
	},
} );
