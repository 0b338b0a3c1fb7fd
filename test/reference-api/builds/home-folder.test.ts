import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pruneHome } from '../../../src/reference-api/builds/home-folder.ts';
import {
	makeApp,
	makeEnvironment,
	makePlatform,
	visit,
	makePlace,
	uploadAndWait,
} from '../test-platform.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { signal } = new AbortController();

async function makeHome( files: Record< string, number > ) {
	const root = await temporaryFolder();
	const home = path.join( root, 'environments', 'e', 'home' );
	await mkdir( home, { recursive: true } );
	for ( const [ name, bytes ] of Object.entries( files ) ) {
		const file = path.join( home, name );
		await mkdir( path.dirname( file ), { recursive: true } );
		await writeFile( file, Buffer.alloc( bytes ) );
	}
	return { root, home };
}

test( 'HOME of an environment loses its largest entries, whole, until the rest fits', async () => {
	const { root, home } = await makeHome( {
		'.npm/_cacache/a': 600,
		'.npm/_cacache/b': 600,
		'.cache/tool': 900,
		'.config/settings.json': 10,
	} );
	expect( await pruneHome( root, home, 1000, signal ) ).toEqual( [ '.npm' ] );
	expect( ( await readdir( home ) ).toSorted() ).toEqual( [
		'.cache',
		'.config',
	] );
} );

test( 'HOME of an environment keeps everything while it fits', async () => {
	const { root, home } = await makeHome( { '.npm/a': 500, b: 500 } );
	expect( await pruneHome( root, home, 1000, signal ) ).toEqual( [] );
} );

test( 'HOME of an environment is never pruned behind a link', async () => {
	const { root } = await makeHome( {} );
	const outside = await temporaryFolder();
	await writeFile( path.join( outside, 'file' ), 'x'.repeat( 2000 ) );
	const home = path.join( root, 'environments', 'linked' );
	await symlink( outside, home );
	await pruneHome( root, home, 1000, signal );
	const inside = await makeHome( {} );
	await symlink( outside, path.join( inside.home, 'link' ) );
	await pruneHome( inside.root, inside.home, 1, signal );
	expect( await readdir( outside ) ).toEqual( [ 'file' ] );
} );

test( 'HOME of an environment may be missing', async () => {
	const root = await temporaryFolder();
	const home = path.join( root, 'environments', 'e', 'home' );
	expect( await pruneHome( root, home, 1000, signal ) ).toEqual( [] );
} );

test( 'HOME of an environment is kept from build to build, is no other environment’s, and is pruned after a build', async () => {
	const platform = await makePlatform( {
		limits: { homeBytes: 100_000 },
	} );
	const zip = await makeApp(
		`response.end( readFileSync( 'page.txt' ) );`,
		`
			import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
			const { HOME, npm_config_cache: cache, BYTES } = process.env;
			const file = cache + '/count';
			mkdirSync( cache, { recursive: true } );
			const before = existsSync( file ) ? Number( readFileSync( file, 'utf8' ) ) : 0;
			writeFileSync( file, String( before + 1 ) );
			writeFileSync( cache + '/filler', 'x'.repeat( Number( BYTES ) ) );
			writeFileSync( 'page.txt', JSON.stringify( { HOME, cache, before } ) );
			`
	);
	const places = [
		await makeEnvironment( platform, { BYTES: '1000' } ),
		await makeEnvironment( platform, { BYTES: '200000' } ),
	] as const;
	const seen: unknown[] = [];
	for ( const place of [ ...places, ...places ] ) {
		await uploadAndWait( platform, place, zip );
		seen.push( await ( await visit( platform, place ) ).json() );
	}
	const expected = places.map( ( { environmentId } ) => {
		const HOME = path.join(
			...[ platform.dataFolder, 'environments', environmentId, 'home' ]
		);
		return { HOME, cache: path.join( HOME, '.npm' ) };
	} );
	expect( seen ).toEqual( [
		{ ...expected[ 0 ], before: 0 },
		{ ...expected[ 1 ], before: 0 },
		{ ...expected[ 0 ], before: 1 },
		// It was larger than the limit, and was deleted.
		{ ...expected[ 1 ], before: 0 },
	] );
} );

test( 'HOME of an environment counts for the disk usage of the environment, and is deleted with it', async () => {
	const { platform, place } = await makePlace();
	const { dataFolder, services } = platform;
	const folder = path.join(
		...[ dataFolder, 'environments', place.environmentId ]
	);
	await mkdir( path.join( folder, 'home', '.npm' ), { recursive: true } );
	const file = path.join( folder, 'home', '.npm', 'package' );
	await writeFile( file, Buffer.alloc( 300_000 ) );
	await services.usage.refresh( 'acme' );
	await expect
		.poll( async () => {
			const { environments } = await services.usage.report( 'acme' );
			return environments[ 0 ]?.days.at( -1 )?.fileBytes;
		} )
		.toBe( 300_000 );
	await services.deletion.environment( place );
	expect( existsSync( folder ) ).toBe( false );
} );
