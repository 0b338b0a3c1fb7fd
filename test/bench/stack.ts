/**
 * Starts the whole loop in a temporary folder for the measurements that need WordPress.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kit } from '../../src/dev-kit/stack/kit-file.ts';
import { startStack } from '../../src/dev-kit/stack/stack.ts';
import { ensurePanelBuild } from '../../src/dev-kit/builds.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { makePluginZip, PLUGIN_ZIP } from '../../src/dev-kit/plugin-zip.ts';
import type { Progress } from '../../src/dev-kit/progress.ts';
import { findPhp } from '../../src/dev-kit/requirements/php.ts';
import { findSqliteIntegration } from '../../src/dev-kit/requirements/sqlite-integration.ts';
import { findWordpress } from '../../src/dev-kit/requirements/wordpress.ts';
import { restClient } from '../../src/dev-kit/json-client.ts';
import type { JsonClient } from '../../src/dev-kit/json-client.ts';

export interface BenchStack {
	kit: Kit;
	rest: JsonClient;
	folder: string;
}

/**
 * Starts it.
 *
 * @param progress Told what is done.
 */
export async function startBenchLoop(
	progress: Progress
): Promise< BenchStack > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	const php = await findPhp( progress );
	const core = await findWordpress( progress );
	const sqlite = await findSqliteIntegration( progress );
	await ensurePanelBuild( progress );
	await makePluginZip( PROJECT, PLUGIN_ZIP );
	const { kit } = await startStack( {
		folder,
		platformData: path.join( folder, 'platform' ),
		port: null,
		php,
		core: core.folder,
		sqlite,
		plugin: { zip: PLUGIN_ZIP },
		tracksBuilds: false,
		refreshes: true,
		progress,
	} );
	const { url, adminUser, applicationPassword } = kit.wordpress;
	return {
		kit,
		folder,
		rest: restClient( url, adminUser, applicationPassword ),
	};
}
