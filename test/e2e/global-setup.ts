/**
 * Packs the plugin as it is now, so that the browser tests never install an older one.
 */
import { ensurePanelBuild } from '../../src/local/panel-build.ts';
import { PROJECT } from '../../src/local/paths.ts';
import { makePluginZip, PLUGIN_ZIP } from '../../src/local/plugin-zip.ts';
import { makeProgress } from '../../src/local/progress.ts';

export default async function globalSetup(): Promise< void > {
	await ensurePanelBuild( makeProgress( console.log ) );
	await makePluginZip( PROJECT, PLUGIN_ZIP );
}
