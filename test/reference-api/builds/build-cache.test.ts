import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
	restoreCache,
	stageCache,
} from '../../../src/reference-api/builds/build-cache.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function makeRelease() {
	const root = await temporaryFolder();
	const release = path.join( root, 'release' );
	await mkdir( path.join( release, '.cache', 'deep' ), { recursive: true } );
	await writeFile( path.join( release, '.cache', 'deep', 'file' ), 'kept' );
	return { root, release, next: path.join( root, 'next' ) };
}

test( 'sockets and pipes that a build left are not kept, and everything else is', async () => {
	const { release, next } = await makeRelease();
	const cache = path.join( release, '.cache' );
	execFileSync( 'mkfifo', [ path.join( cache, 'pipe' ) ] );
	const server = createServer();
	await new Promise< void >( ( resolve ) =>
		server.listen( path.join( cache, 'socket' ), resolve )
	);
	onTestFinished( () => void server.close() );
	await stageCache( release, next, '', [ '.cache' ] );
	expect( ( await readdir( path.join( next, '.cache' ) ) ).sort() ).toEqual( [
		'deep',
	] );
	const file = path.join( next, '.cache', 'deep', 'file' );
	expect( await readFile( file, 'utf8' ) ).toBe( 'kept' );
} );

test( 'a folder that a build made a link to somewhere else is not kept', async () => {
	const { root, release, next } = await makeRelease();
	const secrets = path.join( root, 'secrets' );
	await mkdir( secrets );
	await writeFile( path.join( secrets, 'key' ), 'secret' );
	await symlink( secrets, path.join( release, '.nuxt' ) );
	await stageCache( release, next, '', [ '.cache', '.nuxt' ] );
	expect( existsSync( path.join( next, '.nuxt' ) ) ).toBe( false );
	const target = path.join( root, 'target' );
	await mkdir( target );
	expect( await restoreCache( next, target, [ '.cache', '.nuxt' ] ) ).toEqual(
		[ '.cache' ]
	);
} );

test( 'each root directory has cached folders of its own', async () => {
	const { root, release, next } = await makeRelease();
	await stageCache( release, next, 'apps/web', [ '.cache' ] );
	const target = path.join( root, 'target' );
	expect( await restoreCache( next, target, [ '.cache' ] ) ).toEqual( [] );
	expect(
		await restoreCache( path.join( next, 'apps/web' ), target, [
			'.cache',
		] )
	).toEqual( [ '.cache' ] );
} );
