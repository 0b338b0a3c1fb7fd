/**
 * Starts the whole loop in a temporary folder for the measurements that need WordPress.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kit } from '../../src/local/loop/kit-file.ts';
import { startLoop } from '../../src/local/loop/loop.ts';
import { ensurePanelBuild } from '../../src/local/panel-build.ts';
import { PROJECT } from '../../src/local/paths.ts';
import { makePluginZip, PLUGIN_ZIP } from '../../src/local/plugin-zip.ts';
import type { Progress } from '../../src/local/progress.ts';
import { findPhp } from '../../src/local/requirements/php.ts';
import { findSqliteIntegration } from '../../src/local/requirements/sqlite-integration.ts';
import { findWordpress } from '../../src/local/requirements/wordpress.ts';
import { restClient } from '../../src/local/wordpress/rest.ts';
import type { RestClient } from '../../src/local/wordpress/rest.ts';

export interface BenchLoop {
	kit: Kit;
	rest: RestClient;
	folder: string;
}

/**
 * Starts it.
 *
 * @param progress Told what is done.
 */
export async function startBenchLoop(
	progress: Progress
): Promise< BenchLoop > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
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
		followsBuilds: false,
		progress,
	} );
	const { url, adminUser, applicationPassword } = kit.wordpress;
	return {
		kit,
		folder,
		rest: restClient( url, adminUser, applicationPassword ),
	};
}
