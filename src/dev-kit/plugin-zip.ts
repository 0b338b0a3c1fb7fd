/**
 * `npm run plugin-zip`: makes build/headless-deploy.zip, the plugin as WordPress installs it, without sources and
 * tests.
 */
import fs from 'node:fs';
import path from 'node:path';
import { listFiles } from './files.ts';
import { describeError } from './kit-error.ts';
import { ensurePanelBuild } from './builds.ts';
import { PROJECT } from './paths.ts';
import { makeProgress } from './progress.ts';
import { zipFiles } from './zip.ts';

export const PLUGIN_ZIP = path.join( PROJECT, 'build', 'headless-deploy.zip' );

const TOP = [ 'plugin.php', 'uninstall.php', 'readme.txt', 'LICENSE' ];
const FOLDERS: [ folder: string, files: RegExp ][] = [
	[ 'includes', /\.php$/ ],
	[
		'build',
		/\.(js|css|asset\.php)$|^THIRD-PARTY-LICENSES\.txt$|^sbom\.cdx\.json$/,
	],
	[ 'languages', /\.(pot|po|mo|json|l10n\.php)$/ ],
];

export function pluginFiles( project: string ): string[] {
	const below = FOLDERS.flatMap( ( [ folder, files ] ) => {
		const root = path.join( project, folder );
		return fs.existsSync( root )
			? listFiles( root )
					.filter( ( name ) => files.test( name ) )
					.map( ( name ) => `${ folder }/${ name }` )
			: [];
	} );
	return [ ...TOP, ...below ];
}

export async function makePluginZip(
	project: string,
	file: string
): Promise< void > {
	await zipFiles( project, pluginFiles( project ), 'headless-deploy/', file );
}

if ( import.meta.main ) {
	try {
		await ensurePanelBuild( makeProgress( console.log ) );
		await makePluginZip( PROJECT, PLUGIN_ZIP );
		const { size } = fs.statSync( PLUGIN_ZIP );
		console.log(
			`✓ ${ path.relative( PROJECT, PLUGIN_ZIP ) } (${ Math.ceil(
				size / 1024
			) } KiB)`
		);
	} catch ( error ) {
		console.error( `✗ ${ describeError( error ) }` );
		process.exitCode = 1;
	}
}
