/** Builds must see their own project only, as at the hosting service, also when `serve` is started in a project. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stateFolder } from '../../../src/reference-api/store/state-folder.ts';
import {
	makeApp,
	makeEnvironment,
	makePlatform,
	makeZip,
	temporaryFolder,
	uploadAndWait,
	visit,
} from '../test-platform.ts';

/** Creates the project in which a platform is started: with a package, a lock file and an .editorconfig. */
async function makeProject(): Promise< string > {
	const folder = await temporaryFolder();
	const leaked = path.join( folder, 'node_modules', 'leaked-package' );
	mkdirSync( leaked, { recursive: true } );
	const files = {
		'package.json': '{"workspaces":["packages/*"]}',
		'package-lock.json': '{}',
		'.editorconfig': 'root = true\n[*]\nindent_style = tab\n',
	};
	for ( const [ name, content ] of Object.entries( files ) ) {
		writeFileSync( path.join( folder, name ), content );
	}
	writeFileSync(
		path.join( leaked, 'package.json' ),
		'{"name":"leaked-package","exports":"./index.js"}'
	);
	writeFileSync( path.join( leaked, 'index.js' ), 'module.exports = 1;' );
	return folder;
}

/** Deploys to a platform that `serve` starts in a project, and describes the result. */
async function deploy( zip: Buffer ) {
	const dataFolder = stateFolder( await makeProject(), 'serve', {
		env: { XDG_STATE_HOME: await temporaryFolder() },
		platform: 'linux',
		home: '/nowhere',
	} );
	const platform = await makePlatform( { dataFolder } );
	const place = await makeEnvironment( platform );
	await uploadAndWait( platform, place, zip );
	const [ build ] = await platform.services.builds.of( place.environmentId );
	return {
		state: build?.state,
		error: build?.error ?? '',
		page: async () => ( await visit( platform, place ) ).text(),
	};
}

test( 'a package that a project does not declare is missing', async () => {
	const { state, error } = await deploy(
		await makeZip( {
			'package.json': JSON.stringify( {
				scripts: { start: 'node server.mjs' },
			} ),
			'server.mjs': `
				import { createServer } from 'node:http';
				import leaked from 'leaked-package';
				createServer( ( request, response ) => response.end( String( leaked ) ) )
					.listen( process.env.PORT, '127.0.0.1' );
			`,
		} )
	);
	expect( state ).toBe( 'failed' );
	expect( error ).toContain( 'leaked-package' );
} );

test( 'a framework that looks for lock files above a project takes the project for its root', async () => {
	const { state, error, page } = await deploy(
		await makeZip( {
			'package.json': JSON.stringify( {
				scripts: {
					build: 'node build.mjs',
					start: 'node .next/standalone/server.mjs',
				},
			} ),
			// As Next.js with `output: "standalone"`: the result has the path of the project below its root.
			'build.mjs': `
				import { cpSync, existsSync } from 'node:fs';
				import path from 'node:path';
				const locks = [ 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock' ];
				let root = process.cwd();
				for ( let folder = root; folder !== path.dirname( folder ); folder = path.dirname( folder ) ) {
					root = locks.some( ( name ) => existsSync( path.join( folder, name ) ) ) ? folder : root;
				}
				const below = path.relative( root, process.cwd() );
				cpSync( 'server.mjs', path.join( '.next/standalone', below, 'server.mjs' ) );
			`,
			'server.mjs': `
				import { createServer } from 'node:http';
				createServer( ( request, response ) => response.end( 'standalone' ) )
					.listen( process.env.PORT, '127.0.0.1' );
			`,
		} )
	);
	expect( { state, error } ).toEqual( { state: 'live', error: '' } );
	expect( await page() ).toBe( 'standalone' );
} );

test( 'a linter finds no .editorconfig above a project', async () => {
	const { state, error } = await deploy(
		await makeApp(
			`response.end( 'checked' );`,
			`
				import { readFileSync } from 'node:fs';
				import { check, resolveConfig } from ${ JSON.stringify(
					import.meta.resolve( 'prettier' )
				) };
				const options = await resolveConfig( 'page.js', { editorconfig: true } );
				if ( ! ( await check( readFileSync( 'page.js', 'utf8' ), { ...options, filepath: 'page.js' } ) ) ) {
					throw new Error( 'page.js: Replace two spaces with a tab' );
				}
			`,
			{ 'page.js': 'if (open) {\n  close();\n}\n' }
		)
	);
	expect( { state, error } ).toEqual( { state: 'live', error: '' } );
} );
