/**
 * Makes `dist/` for the published package: everything in a few files, libraries too, for hundreds of small ones take
 * twice as long to start and have to be installed by everybody.
 *
 * Usage: node src/cli/build.mjs [folder]
 */
import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	cpSync,
	existsSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = path.resolve( import.meta.dirname, '../..' );
const DIST = path.resolve( process.argv[ 2 ] ?? path.join( ROOT, 'dist' ) );
const PLATFORM = path.join( ROOT, 'src', 'reference-api' );
const CLI = path.join( DIST, 'cli' );

/**
 * Finds the folder of the package that a module belongs to.
 *
 * @param {string} id Path of the module.
 * @return {string} Empty for our own.
 */
function packageOf( id ) {
	return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec( id )?.[ 0 ] ?? '';
}

/**
 * Words the licenses of what was put in, as they ask for.
 *
 * @param {string[]} folders Of the packages.
 * @return {string} All of them.
 */
function licensesOf( folders ) {
	return folders
		.map( ( folder ) => {
			const { name, version, license } = JSON.parse(
				readFileSync( path.join( folder, 'package.json' ), 'utf8' )
			);
			const file = readdirSync( folder ).find( ( one ) =>
				/^licen[cs]e/i.test( one )
			);
			const text = file
				? readFileSync( path.join( folder, file ), 'utf8' ).trim()
				: '';
			return `${ name } ${ version } (${ license })\n\n${ text }`;
		} )
		.join( `\n\n${ '-'.repeat( 72 ) }\n\n` );
}

try {
	execFileSync(
		process.execPath,
		[
			createRequire( import.meta.url ).resolve( 'typescript/bin/tsc' ),
			'--project',
			path.join( ROOT, 'tsconfig.build.json' ),
		],
		{ stdio: 'inherit' }
	);
} catch {
	// The compiler has said what is wrong.
	process.exit( 1 );
}
rmSync( DIST, { recursive: true, force: true } );
const bundle = await rolldown( {
	input: {
		main: path.join( ROOT, 'src', 'cli', 'main.ts' ),
		runner: path.join( PLATFORM, 'builds', 'runner.ts' ),
	},
	platform: 'node',
	// A library may have parts that it never asks for here.
	onwarn: () => {},
} );
// As ES modules, Node would load all that its own modules have to offer: with node:http a second client, 35 ms of a start.
const { output } = await bundle.write( { dir: CLI, format: 'cjs' } );
await bundle.close();
const packages = output
	.flatMap( ( chunk ) => ( 'moduleIds' in chunk ? chunk.moduleIds : [] ) )
	.map( packageOf )
	.filter(
		( folder ) =>
			folder && existsSync( path.join( folder, 'package.json' ) )
	);
writeFileSync(
	path.join( DIST, 'THIRD-PARTY-LICENSES.txt' ),
	`${ licensesOf( [ ...new Set( packages ) ].sort() ) }\n`
);
writeFileSync( path.join( DIST, 'package.json' ), '{ "type": "commonjs" }\n' );
cpSync( path.join( PLATFORM, 'portal', 'assets' ), path.join( CLI, 'assets' ), {
	recursive: true,
} );
chmodSync( path.join( CLI, 'main.js' ), 0o755 );
