import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Folders } from '../../../src/reference-api/store/folders.ts';
import {
	checkSurroundings,
	findSurroundings,
} from '../../../src/reference-api/store/surroundings.ts';
import { makePlatform } from '../test-platform.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Creates `root/above/data`, with files in `root/above`, and packages in its node_modules. */
async function makeFolders( ...names: string[] ) {
	const root = await temporaryFolder();
	const above = path.join( root, 'above' );
	mkdirSync( above );
	for ( const name of names ) {
		if ( name.startsWith( 'node_modules/' ) ) {
			mkdirSync( path.join( above, name ), { recursive: true } );
		} else {
			writeFileSync( path.join( above, name ), '' );
		}
	}
	return { above, data: path.join( above, 'data' ) };
}

const check = ( data: string, home?: string ) =>
	checkSurroundings( new Folders( data ), home );

describe( 'above the releases', () => {
	test.each( [
		[ 'package.json', 'Node.js' ],
		[ 'pnpm-workspace.yaml', 'pnpm' ],
		[ 'turbo.json', 'Turborepo' ],
		[ 'package-lock.json', 'Next.js' ],
		[ 'yarn.lock', 'Next.js' ],
		[ 'pnpm-lock.yaml', 'Next.js' ],
		[ 'bun.lock', 'Next.js' ],
		[ '.npmrc', 'Yarn 1' ],
		[ '.yarnrc.yml', 'Yarn' ],
		[ '.editorconfig', 'EditorConfig and Prettier' ],
		[ '.prettierrc', 'Prettier' ],
		[ '.prettierrc.yaml', 'Prettier' ],
		[ 'prettier.config.mjs', 'Prettier' ],
		[ 'eslint.config.js', 'ESLint' ],
		[ '.eslintrc.json', 'ESLint' ],
		[ 'postcss.config.mjs', 'Tailwind CSS and PostCSS' ],
		[ 'tailwind.config.ts', 'Tailwind CSS and PostCSS' ],
		[ 'tsconfig.json', 'TypeScript' ],
		[ '.git', 'Git' ],
	] )( '%s is found, which %s reads', async ( name, reader ) => {
		const { above, data } = await makeFolders( name );
		const [ found ] = findSurroundings( data );
		expect( found ).toMatchObject( {
			folder: above,
			found: [ { name, readers: expect.stringContaining( reader ) } ],
		} );
	} );

	test.each( [ 'semver', '@types', '.bin' ] )(
		'node_modules is found, which contains %s',
		async ( name ) => {
			const { above, data } = await makeFolders(
				`node_modules/${ name }`
			);
			expect( findSurroundings( data )[ 0 ] ).toMatchObject( {
				folder: above,
				found: [ { name: 'node_modules', readers: 'Node.js' } ],
			} );
		}
	);

	test( 'node_modules that contains only caches is not named, and does not make its folder a project', async () => {
		const { above, data } = await makeFolders(
			'node_modules/.vite',
			'node_modules/.cache'
		);
		expect(
			findSurroundings( data ).map( ( { folder } ) => folder )
		).not.toContain( above );
		expect( () => check( data ) ).not.toThrow();
	} );

	test( 'files that no tool of a build reads are not named', async () => {
		const { above, data } = await makeFolders(
			'package.json.bak',
			'notes.md',
			'.bashrc',
			// Only pnpm reads it, in the folder of the lock file.
			'.pnpmfile.cjs',
			'tsconfig.json5'
		);
		const folders = findSurroundings( data ).map(
			( { folder } ) => folder
		);
		expect( folders ).not.toContain( above );
	} );

	test( 'the folder behind a link is looked at, not that of the link', async () => {
		const { above, data } = await makeFolders( '.editorconfig' );
		mkdirSync( data );
		const elsewhere = await makeFolders( '.prettierrc' );
		symlinkSync( data, elsewhere.data );
		const folders = findSurroundings(
			path.join( elsewhere.data, 'environments' )
		).map( ( { folder } ) => folder );
		expect( folders ).toContain( above );
		expect( folders ).not.toContain( elsewhere.above );
	} );
} );

test( 'a platform starts below files of other tools, and names the folder and its files in a warning', async () => {
	const { above, data } = await makeFolders( '.editorconfig', '.prettierrc' );
	const { warnings } = await makePlatform( { dataFolder: data } );
	expect( warnings[ 0 ] ).toContain(
		`Builds can find files in ${ above }, which is above their code: .editorconfig (read by EditorConfig and Prettier), .prettierrc (read by Prettier). The hosting service does not have them, so a build can have another result there. To prevent that, use a data folder that is not inside of ${ above }.`
	);
} );

test.each( [ 'package.json', 'node_modules/semver', 'pnpm-lock.yaml' ] )(
	'a platform refuses a data folder inside of a project with %s, and changes nothing',
	async ( name ) => {
		const { above, data } = await makeFolders( name, '.editorconfig' );
		await expect(
			makePlatform( { dataFolder: data } )
		).rejects.toMatchObject( {
			code: 'data-folder',
			message: expect.stringContaining(
				`The data folder ${ data } is inside of the project ${ above } (${ name.split( '/' )[ 0 ] }).`
			),
		} );
		expect( findSurroundings( above )[ 0 ]?.found ).toHaveLength( 2 );
	}
);

test( 'a platform warns of a project in a folder that most data folders are below, such as the home folder', async () => {
	const { above, data } = await makeFolders( 'package.json' );
	expect( () => check( data ) ).toThrow( 'is inside of the project' );
	expect( check( data, above )[ 0 ] ).toContain(
		`Builds can find files in ${ above }, which is above their code: package.json`
	);
} );

test( 'a platform does not warn of npm settings in the home folder, and names the other files there', async () => {
	const { above, data } = await makeFolders( '.npmrc' );
	expect( check( data, above ).join() ).not.toContain( above );
	expect( check( data ).join() ).toContain( '.npmrc (read by Yarn 1)' );
	writeFileSync( path.join( above, '.editorconfig' ), '' );
	const [ warning ] = check( data, above );
	expect( warning ).toContain( '.editorconfig' );
	expect( warning ).not.toContain( '.npmrc' );
} );
