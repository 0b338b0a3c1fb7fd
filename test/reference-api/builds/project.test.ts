import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	buildCommand,
	readManifest,
	startCommand,
} from '../../../src/reference-api/builds/project.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NODE = { version: '24.11.0', folder: '/nowhere' };

async function makeProject( manifest: unknown, files: readonly string[] = [] ) {
	const folder = await temporaryFolder();
	await writeFile(
		path.join( folder, 'package.json' ),
		JSON.stringify( manifest )
	);
	for ( const name of files ) {
		await writeFile( path.join( folder, name ), '' );
	}
	return { folder, manifest: await readManifest( folder ) };
}

describe( 'the build script', () => {
	const scripts = { build: 'b', 'wpe-build': 'w', other: 'o' };

	test.each( [
		[ 'ATLAS_BUILD_SCRIPT', scripts, 'other', 'npm run other' ],
		[ 'wpe-build', scripts, undefined, 'npm run wpe-build' ],
		[ 'build', { build: 'b' }, undefined, 'npm run build' ],
	] )( 'the build script is %s', async ( _what, own, wanted, title ) => {
		const { manifest } = await makeProject( { scripts: own } );
		expect( buildCommand( manifest, NODE, wanted )?.title ).toBe( title );
	} );

	test( 'the build script may be missing', async () => {
		const { manifest } = await makeProject( {} );
		expect( buildCommand( manifest, NODE, undefined ) ).toBeNull();
	} );

	test( 'a variable that names a build script that does not exist is rejected', async () => {
		const { manifest } = await makeProject( { scripts } );
		expect( () => buildCommand( manifest, NODE, 'none' ) ).toThrow(
			/“none”.*It has build, wpe-build, other\./
		);
	} );

	test( 'the build script runs by npm when it has scripts before or after it', async () => {
		const { manifest } = await makeProject( {
			scripts: { build: 'b', prebuild: 'p' },
		} );
		expect( buildCommand( manifest, NODE, undefined )?.command ).toBe(
			'npm'
		);
	} );
} );

test.each( [
	[ 'ATLAS_START_SCRIPT', { start: 's', go: 'g' }, 'go', 'npm run go' ],
	[ 'start', { start: 's' }, undefined, 'npm run start' ],
] )( 'the start script is %s', async ( _what, scripts, wanted, title ) => {
	const { folder, manifest } = await makeProject( { scripts } );
	expect( startCommand( folder, manifest, NODE, wanted ).title ).toBe(
		title
	);
} );

test( 'the start script is server.js, as with npm start', async () => {
	const { folder, manifest } = await makeProject( {}, [ 'server.js' ] );
	expect( startCommand( folder, manifest, NODE, undefined ).title ).toBe(
		'node server.js'
	);
} );

test( 'a project without a start script is rejected', async () => {
	const { folder, manifest } = await makeProject( {} );
	expect( () => startCommand( folder, manifest, NODE, undefined ) ).toThrow(
		/no script “start”.*It has no scripts\./
	);
} );
