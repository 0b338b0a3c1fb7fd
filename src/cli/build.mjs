/**
 * Builds `dist/` for the npm package: a few files that include all libraries, because hundreds of small files take twice
 * as long to start and to install.
 *
 * Usage: node src/cli/build.mjs [folder]
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { build as buildWithVite } from 'vite';
import { writeDeclarations } from '../declarations.mjs';
import { buildFrontEndPackage } from '../front-end/build.mjs';
import { writeThirdPartyFiles } from '../third-party/write.ts';

const ROOT = path.resolve( import.meta.dirname, '../..' );
const DIST = path.resolve( process.argv[ 2 ] ?? path.join( ROOT, 'dist' ) );
const PLATFORM = path.join( ROOT, 'src', 'reference-api' );
const CLI = path.join( DIST, 'cli' );

/**
 * Bundles programs into a folder.
 *
 * @param {Record<string, string>} input Source file by program name.
 * @return {Promise<string[]>} Paths of the bundled modules.
 */
async function bundle( input, folder ) {
	const build = await rolldown( {
		input,
		platform: 'node',
		// Libraries have unresolved imports in code that this command never uses.
		onwarn: () => {},
	} );
	// An ES module import of node:http also loads Node's fetch client, which adds 35 ms to each start.
	const { output } = await build.write( { dir: folder, format: 'cjs' } );
	await build.close();
	return output.flatMap( ( chunk ) =>
		'moduleIds' in chunk ? chunk.moduleIds : []
	);
}

rmSync( DIST, { recursive: true, force: true } );
writeDeclarations(
	[ path.join( PLATFORM, 'index.ts' ) ],
	path.join( ROOT, 'src' ),
	path.join( DIST, 'types' )
);
const modules = [
	...( await bundle(
		{
			main: path.join( ROOT, 'src', 'cli', 'main.ts' ),
			platform: path.join( PLATFORM, 'index.ts' ),
		},
		CLI
	) ),
	// A separate bundle: otherwise the shared chunk makes the runner load the command.
	...( await bundle(
		{ runner: path.join( PLATFORM, 'builds', 'runner.ts' ) },
		CLI
	) ),
];
writeFileSync( path.join( DIST, 'package.json' ), '{ "type": "commonjs" }\n' );
await buildWithVite( {
	configFile: path.join( ROOT, 'src', 'portal', 'vite.config.ts' ),
	logLevel: 'warn',
	build: { outDir: path.join( DIST, 'portal' ) },
	plugins: [
		{
			name: 'bundled-modules',
			generateBundle( _options, files ) {
				for ( const { moduleIds = [] } of Object.values( files ) ) {
					modules.push( ...moduleIds );
				}
			},
		},
	],
} );
writeThirdPartyFiles( DIST, {}, modules );
// A package of its own, which the command's package does not contain.
await buildFrontEndPackage( path.join( DIST, 'front-end' ) );
