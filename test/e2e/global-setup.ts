import fs from 'node:fs';
import path from 'node:path';
import {
	ensurePanelBuild,
	ensurePortalBuild,
} from '../../src/dev-kit/builds.ts';
import { LOCAL, PROJECT } from '../../src/dev-kit/paths.ts';
import { makePluginZip } from '../../src/dev-kit/plugin-zip.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';

/** The folder of the kits. */
export const KITS = path.join( LOCAL, 'e2e' );

/** Not in `build`, which every build empties while the tests run. */
export const TESTED_ZIP = path.join( KITS, 'headless-deploy.zip' );

/** Longer than any run. */
const STALE_MS = 3_600_000;

/** Removes the kits that killed runs left. */
function removeStaleKits(): void {
	for ( const name of fs.readdirSync( KITS ) ) {
		const folder = path.join( KITS, name );
		if ( Date.now() - fs.statSync( folder ).mtimeMs > STALE_MS ) {
			fs.rmSync( folder, { recursive: true, force: true } );
		}
	}
}

/** Builds and packs the plugin, so that the tests never install an older one. */
export default async function globalSetup(): Promise< void > {
	const progress = makeProgress( console.log );
	await ensurePanelBuild( progress );
	await ensurePortalBuild( progress );
	fs.mkdirSync( KITS, { recursive: true } );
	removeStaleKits();
	await makePluginZip( PROJECT, TESTED_ZIP );
}
