/**
 * What a browser test stands on: `import { expect, test } from './kit.ts'`.
 *
 * `kit`  (one for all tests of a worker) a bare WordPress into which the plugin's zip was installed, the platform, and
 *        the sample front end, live and connected; the same shape as `.local/kit.json`, and `rest`, `portalLink`.
 * `page` fails the test on any console error and on any request to another machine.
 */
import fs from 'node:fs';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startLoop } from '../../src/local/loop/loop.ts';
import type { Kit } from '../../src/local/loop/kit-file.ts';
import { LOCAL } from '../../src/local/paths.ts';
import { PLUGIN_ZIP } from '../../src/local/plugin-zip.ts';
import { makeProgress } from '../../src/local/progress.ts';
import { findPhp } from '../../src/local/requirements/php.ts';
import { findSqliteIntegration } from '../../src/local/requirements/sqlite-integration.ts';
import { findWordpress } from '../../src/local/requirements/wordpress.ts';
import { restClient } from '../../src/local/wordpress/rest.ts';
import type { RestClient } from '../../src/local/wordpress/rest.ts';
import { watch } from './watch.ts';

export { expect };

const FIRST_PORT = 9400;
const PORTS_PER_WORKER = 20;
const START_MS = 120_000;

export interface BrowserKit extends Kit {
	/** REST client of the administrator. */
	rest: RestClient;
	/** Signs in to the portal, once in all. */
	portalLink: string;
	/** Where WordPress's files, logs and the platform's data are. */
	folder: string;
}

interface Options {
	/** Console errors that a test provokes on purpose. */
	allowedErrors: RegExp[];
}

/**
 * Logs in to wp-admin.
 *
 * @param page  The page.
 * @param kit   The kit.
 * @param where Path to go to.
 */
export async function logIn(
	page: Page,
	kit: Kit,
	where = '/wp-admin/'
): Promise< void > {
	const { url, adminUser, adminPassword } = kit.wordpress;
	await page.goto(
		`${ url }/wp-login.php?redirect_to=${ encodeURIComponent( url + where ) }`
	);
	const name = page.getByLabel( 'Username or Email Address' );
	// WordPress's own script puts the focus there a moment after loading, wherever one is typing by then.
	await expect( name ).toBeFocused();
	await name.fill( adminUser );
	await page.getByLabel( 'Password', { exact: true } ).fill( adminPassword );
	await page.getByRole( 'button', { name: 'Log In' } ).click();
	await page.waitForURL(
		( address ) => ! address.pathname.includes( 'wp-login' )
	);
}

/**
 * Starts a kit for one worker, from nothing.
 *
 * @param worker Number of the worker.
 */
async function startKit( worker: number ) {
	fs.mkdirSync( path.join( LOCAL, 'e2e' ), { recursive: true } );
	const folder = fs.mkdtempSync( path.join( LOCAL, 'e2e', 'kit-' ) );
	const progress = makeProgress( () => {} );
	const loop = await startLoop( {
		folder,
		port: FIRST_PORT + worker * PORTS_PER_WORKER,
		php: await findPhp( progress ),
		core: ( await findWordpress( progress ) ).folder,
		sqlite: await findSqliteIntegration( progress ),
		plugin: { zip: PLUGIN_ZIP },
		progress,
	} );
	const { url, adminUser, applicationPassword } = loop.kit.wordpress;
	const kit: BrowserKit = {
		...loop.kit,
		rest: restClient( url, adminUser, applicationPassword ),
		portalLink: loop.portalLink,
		folder,
	};
	return { kit, stop: loop.stop };
}

export const test = base.extend< Options, { kit: BrowserKit } >( {
	allowedErrors: [ [], { option: true } ],
	kit: [
		async ( {}, provide, { parallelIndex } ) => {
			const { kit, stop } = await startKit( parallelIndex );
			try {
				await provide( kit );
			} finally {
				await stop();
				fs.rmSync( kit.folder, { recursive: true, force: true } );
			}
		},
		{ scope: 'worker', timeout: START_MS },
	],
	context: async ( { context, allowedErrors }, provide ) => {
		const complaints = await watch( context, allowedErrors );
		await provide( context );
		if ( complaints.length > 0 ) {
			throw new Error(
				`The browser complained:\n${ complaints.join( '\n' ) }`
			);
		}
	},
} );
