/**
 * `npm run bench`: starts the whole loop in a temporary folder, measures, prints, and ends it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { onEnding } from '../../src/local/ending.ts';
import { describeError } from '../../src/local/kit-error.ts';
import { hostingClient } from '../../src/local/loop/hosting.ts';
import { startLoop } from '../../src/local/loop/loop.ts';
import { ensurePanelBuild } from '../../src/local/panel-build.ts';
import { PROJECT } from '../../src/local/paths.ts';
import { makePluginZip, PLUGIN_ZIP } from '../../src/local/plugin-zip.ts';
import { makeProgress } from '../../src/local/progress.ts';
import { findPhp } from '../../src/local/requirements/php.ts';
import { findSqliteIntegration } from '../../src/local/requirements/sqlite-integration.ts';
import { findWordpress } from '../../src/local/requirements/wordpress.ts';
import { stopAll } from '../../src/local/supervised.mjs';
import { restClient } from '../../src/local/wordpress/rest.ts';
import { benchLive } from './live.ts';
import { benchPublish } from './publish.ts';
import { benchWebhooks } from './webhooks.ts';

const MEASUREMENTS = [ 'live', 'publish', 'webhooks' ] as const;

const progress = makeProgress( console.log );
const folder = fs.mkdtempSync( path.join( os.tmpdir(), 'headless-deploy-' ) );

/**
 * Ends what was started, and removes its folder.
 *
 * @param code Exit code.
 */
async function finish( code: number ): Promise< never > {
	await stopAll();
	fs.rmSync( folder, { recursive: true, force: true } );
	process.exit( code );
}

/**
 * Starts the loop and measures.
 *
 * @param chosen Names of the measurements.
 */
async function bench( chosen: readonly string[] ): Promise< void > {
	const php = await findPhp( progress );
	const core = await findWordpress( progress );
	const sqlite = await findSqliteIntegration( progress );
	await ensurePanelBuild( progress );
	await makePluginZip( PROJECT, PLUGIN_ZIP );
	const { kit } = await startLoop( {
		folder,
		port: null,
		php,
		core: core.folder,
		sqlite,
		plugin: { zip: PLUGIN_ZIP },
		progress,
	} );
	const rest = restClient(
		kit.wordpress.url,
		kit.wordpress.adminUser,
		kit.wordpress.applicationPassword
	);
	if ( chosen.includes( 'live' ) ) {
		await benchLive( kit, rest );
	}
	if ( chosen.includes( 'publish' ) ) {
		await benchPublish( rest );
	}
	if ( chosen.includes( 'webhooks' ) ) {
		const urls = await hostingClient(
			kit.hosting.url,
			kit.hosting.password
		).webhooks( kit.hosting.environmentId );
		await benchWebhooks( urls.purgeCache );
	}
}

onEnding( () => void finish( 130 ) );
try {
	const { positionals } = parseArgs( { allowPositionals: true } );
	await bench( positionals.length ? positionals : MEASUREMENTS );
	await finish( 0 );
} catch ( error ) {
	console.error( `\n✗ ${ describeError( error ) }` );
	await finish( 1 );
}
