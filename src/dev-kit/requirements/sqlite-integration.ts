import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import { makeWhole } from '../files.ts';
import { withLock } from '../lock.mjs';
import { cacheFolder } from '../paths.ts';
import type { Progress } from '../progress.ts';
import { unzip } from './unzip.ts';

/** Contains the zip of the plugin. */
const PACKAGE = '@wp-playground/cli';
const VERSION = '3.1.56';
const ZIP = 'sqlite-database-integration.zip';
const TOP_FOLDER = 'plugin-sqlite-database-integration';

/** Returns the folder of the plugin, which is downloaded when the cache does not have it. */
export async function findSqliteIntegration(
	progress: Progress
): Promise< string > {
	const cache = cacheFolder();
	const folder = path.join( cache, `sqlite-integration-${ VERSION }` );
	const plugin = path.join( folder, TOP_FOLDER );
	if ( ! fs.existsSync( plugin ) ) {
		await withLock( path.join( cache, 'sqlite.lock' ), async () => {
			if ( ! fs.existsSync( plugin ) ) {
				await progress.step( 'Downloading the SQLite integration', () =>
					makeWhole( folder, downloadTo )
				);
			}
		} );
	}
	return plugin;
}

async function downloadTo( draft: string ): Promise< void > {
	await mustCapture(
		'npm',
		[ 'pack', '--silent', `${ PACKAGE }@${ VERSION }` ],
		{ cwd: draft }
	);
	const tarball = fs
		.readdirSync( draft )
		.find( ( name ) => name.endsWith( '.tgz' ) );
	await mustCapture(
		'tar',
		[ 'xzf', String( tarball ), `package/${ ZIP }` ],
		{ cwd: draft }
	);
	await unzip( path.join( draft, 'package', ZIP ), draft );
	fs.rmSync( path.join( draft, String( tarball ) ) );
	fs.rmSync( path.join( draft, 'package' ), { recursive: true } );
}
