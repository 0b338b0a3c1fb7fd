import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../src/dev-kit/files.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { makePluginZip, pluginFiles } from '../../src/dev-kit/plugin-zip.ts';
import { unzip } from '../../src/dev-kit/requirements/unzip.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A project with files that belong into the zip and files that do not. */
function project(): string {
	const root = temporaryFolder();
	const files = [
		'plugin.php',
		'uninstall.php',
		'readme.txt',
		'LICENSE',
		'includes/Plugin.php',
		'includes/Queue/Due_Time.php',
		'includes/notes.md',
		'build/.stamp',
		'build/.modules.json',
		'build/THIRD-PARTY-LICENSES.txt',
		'build/sbom.cdx.json',
		'build/overview.js',
		'build/overview.js.map',
		'build/overview.css',
		'build/overview-rtl.css',
		'build/overview.asset.php',
		'build/headless-deploy.zip',
		'languages/headless-deploy.pot',
		'package.json',
		'src/cli/main.ts',
		'test/php/bootstrap.php',
		'node_modules/a/index.js',
		'.local/kit.json',
	];
	for ( const name of files ) {
		fs.mkdirSync( path.dirname( path.join( root, name ) ), {
			recursive: true,
		} );
		fs.writeFileSync( path.join( root, name ), `content of ${ name }` );
	}
	return root;
}

describe( 'the plugin zip', () => {
	it( 'the plugin zip contains only the files of the installed plugin, in one folder', async () => {
		const root = project();
		const zip = path.join( root, 'build', 'headless-deploy.zip' );
		await makePluginZip( root, zip );
		const unpacked = temporaryFolder();
		await unzip( zip, unpacked );
		expect( listFiles( unpacked ) ).toEqual(
			[
				'LICENSE',
				'build/THIRD-PARTY-LICENSES.txt',
				'build/overview-rtl.css',
				'build/overview.asset.php',
				'build/overview.css',
				'build/overview.js',
				'build/sbom.cdx.json',
				'includes/Plugin.php',
				'includes/Queue/Due_Time.php',
				'languages/headless-deploy.pot',
				'plugin.php',
				'readme.txt',
				'uninstall.php',
			].map( ( name ) => `headless-deploy/${ name }` )
		);
	} );

	it( 'the plugin zip is the same, byte for byte, for the same sources', async () => {
		const root = project();
		const folder = temporaryFolder();
		const make = async ( name: string ): Promise< Buffer > => {
			const file = path.join( folder, name );
			await makePluginZip( root, file );
			return fs.readFileSync( file );
		};
		const first = await make( 'a.zip' );
		fs.utimesSync( path.join( root, 'plugin.php' ), 1, 1 );
		fs.chmodSync( path.join( root, 'plugin.php' ), 0o600 );
		expect( ( await make( 'b.zip' ) ).equals( first ) ).toBe( true );
	} );

	it( 'the plugin zip contains every PHP file of the plugin', () => {
		const files = pluginFiles( PROJECT );
		const php = listFiles( path.join( PROJECT, 'includes' ) );
		expect( files ).toEqual(
			expect.arrayContaining(
				php.map( ( name ) => `includes/${ name }` )
			)
		);
	} );
} );
