import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { zipFolder } from '../../../src/cli/deploy/zip-folder.ts';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';

const never = new AbortController().signal;

async function makeFolder( files: Record< string, string > ) {
	const folder = await temporaryFolder();
	for ( const [ name, content ] of Object.entries( files ) ) {
		const file = path.join( folder, name );
		mkdirSync( path.dirname( file ), { recursive: true } );
		writeFileSync( file, content );
	}
	return folder;
}

async function namesInZip( folder: string ): Promise< string[] > {
	const zip = path.join( await temporaryFolder(), 'code.zip' );
	await zipFolder( folder, zip, never );
	const list = execFileSync( 'unzip', [ '-Z1', zip ], { encoding: 'utf8' } );
	return list.trim().split( '\n' ).sort();
}

test( 'applies each .gitignore to its folder; the deepest one decides', async () => {
	const folder = await makeFolder( {
		'.gitignore': '*.log\n/out\n!keep.log\n',
		'a.log': '',
		'keep.log': '',
		'out/x': '',
		'web/.gitignore': '!a.log\nlocal\n',
		'web/a.log': '',
		'web/b.log': '',
		'web/local': '',
		'web/out/x': '',
	} );
	expect( await namesInZip( folder ) ).toEqual( [
		'.gitignore',
		'keep.log',
		'web/.gitignore',
		'web/a.log',
		'web/out/x',
	] );
} );

test( 'applies the .gitignore of the folders above, up to that of the repository', async () => {
	const folder = await makeFolder( {
		'.git/HEAD': '',
		'.gitignore': 'dist\n/apps/web/tmp\n',
		'apps/web/index.js': '',
		'apps/web/dist/x': '',
		'apps/web/tmp/x': '',
	} );
	expect( await namesInZip( path.join( folder, 'apps/web' ) ) ).toEqual( [
		'index.js',
	] );
} );

test( 'never packs versions, packages, local secrets and data of a platform', async () => {
	const folder = await makeFolder( {
		'.gitignore': '!node_modules\n!.env.local\n',
		'.git/HEAD': '',
		'.headless-deploy/hosting.db': '',
		'.env.local': '',
		'.env.production.local': '',
		'.env': '',
		'web/node_modules/a/index.js': '',
	} );
	expect( await namesInZip( folder ) ).toEqual( [ '.env', '.gitignore' ] );
} );

test( 'keeps the executable bit and names outside ASCII', async () => {
	const folder = await makeFolder( { 'bin/Größe.sh': '#!/bin/sh' } );
	chmodSync( path.join( folder, 'bin/Größe.sh' ), 0o755 );
	const zip = path.join( await temporaryFolder(), 'code.zip' );
	const result = await zipFolder( folder, zip, never );
	expect( result ).toMatchObject( { files: 1, skippedLinks: [] } );
	const list = execFileSync( 'unzip', [ '-Z', zip ], { encoding: 'utf8' } );
	expect( list ).toMatch( /^-rwx\S+ .* bin\/Größe\.sh$/m );
} );

test( 'fails if a file cannot be read', async () => {
	const zip = path.join( await temporaryFolder(), 'code.zip' );
	await expect( zipFolder( '/nowhere/at-all', zip, never ) ).rejects.toThrow(
		'ENOENT'
	);
} );

test( 'packs nothing through a link that leads out of the folder', async () => {
	const outside = await makeFolder( { id_rsa: 'key', '.gitignore': '*' } );
	const folder = await makeFolder( { 'index.js': '' } );
	symlinkSync( outside, path.join( folder, 'keys' ) );
	symlinkSync( path.join( outside, 'id_rsa' ), path.join( folder, 'key' ) );
	// Git ignores such a link too.
	symlinkSync(
		path.join( outside, '.gitignore' ),
		path.join( folder, '.gitignore' )
	);
	const zip = path.join( await temporaryFolder(), 'code.zip' );
	const { files, skippedLinks } = await zipFolder( folder, zip, never );
	expect( files ).toBe( 1 );
	expect( skippedLinks.sort() ).toEqual( [ '.gitignore', 'key', 'keys' ] );
} );

test( 'does not read a .gitignore that is a folder', async () => {
	const folder = await makeFolder( { '.gitignore/x': '', 'index.js': '' } );
	expect( await namesInZip( folder ) ).toEqual( [
		'.gitignore/x',
		'index.js',
	] );
} );

test( 'rejects a file name that is a path in a zip', async () => {
	const folder = await makeFolder( { '..\\..\\profile': '' } );
	const zip = path.join( await temporaryFolder(), 'code.zip' );
	await expect( zipFolder( folder, zip, never ) ).rejects.toThrow(
		'contains a backslash'
	);
} );

test( 'names the packed files that can contain secrets', async () => {
	const folder = await makeFolder( {
		'.env': '',
		'.env.example': '',
		'.env.local': '',
		'web/.env.production': '',
		'web/environment.ts': '',
	} );
	const zip = path.join( await temporaryFolder(), 'code.zip' );
	const { secretFiles } = await zipFolder( folder, zip, never );
	expect( secretFiles.sort() ).toEqual( [ '.env', 'web/.env.production' ] );
} );

test( 'stops packing when the signal is aborted, also between two folders', async () => {
	const folder = await makeFolder( { 'a/x': 'x', 'b/x': 'x', 'c/x': 'x' } );
	const zip = path.join( await temporaryFolder(), 'code.zip' );
	const stop = new AbortController();
	const packed = zipFolder( folder, zip, stop.signal );
	stop.abort();
	await expect( packed ).rejects.toMatchObject( { name: 'AbortError' } );
} );
