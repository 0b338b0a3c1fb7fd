/**
 * Builds the npm package for front ends.
 *
 * Usage: node src/front-end/build.mjs [folder]
 */
import {
	copyFileSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { writeDeclarations } from '../declarations.mjs';
import {
	LICENSES_FILE,
	SBOM_FILE,
	writeThirdPartyFiles,
} from '../third-party/write.ts';

const SOURCE = import.meta.dirname;
const ROOT = path.resolve( SOURCE, '../..' );

const NAME = 'headless-deploy-front-end';

/** Of an entry, minified and compressed with gzip. */
export const MAX_ENTRY_BYTES = 3_400;

/** The entries of the package. The main one has no name of its own. */
export const ENTRIES = [ 'index', 'next', 'next-cache', 'astro', 'node' ];

/** The modules of the frameworks, which the front end has. */
const FRAMEWORKS = /^(next|react)(\/|$)/;

/**
 * Bundles entries. They share code, because an application that uses two of them needs one state.
 *
 * @param {string[]} entries Names of ENTRIES.
 * @param {boolean}  minify  Whether to minify them as an application does.
 * @return {Promise<{fileName: string, code: string, moduleIds: string[]}[]>} The files.
 */
export async function bundleEntries( entries, minify ) {
	const build = await rolldown( {
		input: Object.fromEntries(
			entries.map( ( name ) => [
				name,
				path.join( SOURCE, `${ name }.ts` ),
			] )
		),
		external: FRAMEWORKS,
		platform: 'neutral',
	} );
	const { output } = await build.generate( {
		format: 'esm',
		minify,
		comments: ! minify,
		chunkFileNames: 'shared-[hash].js',
	} );
	await build.close();
	return output;
}

/** Returns the package.json, with the version of this project. */
function manifest() {
	const { version, license } = JSON.parse(
		readFileSync( path.join( ROOT, 'package.json' ), 'utf8' )
	);
	const exports = ENTRIES.map( ( name ) => [
		name === 'index' ? '.' : `./${ name }`,
		{ types: `./types/${ name }.d.ts`, default: `./${ name }.js` },
	] );
	return {
		name: NAME,
		version,
		description:
			'Refreshes the pages of a headless front end when their content changes in WordPress.',
		license,
		keywords: [
			'wordpress',
			'headless',
			'revalidate',
			'cache',
			'nextjs',
			'astro',
		],
		type: 'module',
		engines: { node: '>=20' },
		sideEffects: false,
		exports: {
			...Object.fromEntries( exports ),
			'./package.json': './package.json',
		},
		files: [ '*.js', 'types', LICENSES_FILE, SBOM_FILE ],
		peerDependencies: { next: '>=15', react: '>=18' },
		peerDependenciesMeta: {
			next: { optional: true },
			react: { optional: true },
		},
	};
}

/** @param {string} folder It is replaced. */
export async function buildFrontEndPackage( folder ) {
	rmSync( folder, { recursive: true, force: true } );
	mkdirSync( folder, { recursive: true } );
	const output = await bundleEntries( ENTRIES, false );
	for ( const { fileName, code } of output ) {
		writeFileSync( path.join( folder, fileName ), code );
	}
	writeThirdPartyFiles(
		folder,
		{ name: NAME },
		output.flatMap( ( { moduleIds } ) => moduleIds )
	);
	writeDeclarations(
		ENTRIES.map( ( name ) => path.join( SOURCE, `${ name }.ts` ) ),
		SOURCE,
		path.join( folder, 'types' )
	);
	writeFileSync(
		path.join( folder, 'package.json' ),
		`${ JSON.stringify( manifest(), null, 2 ) }\n`
	);
	copyFileSync(
		path.join( SOURCE, 'README.md' ),
		path.join( folder, 'README.md' )
	);
	copyFileSync(
		path.join( ROOT, 'LICENSE' ),
		path.join( folder, 'LICENSE' )
	);
}

if ( process.argv[ 1 ] === import.meta.filename ) {
	await buildFrontEndPackage(
		path.resolve(
			process.argv[ 2 ] ?? path.join( ROOT, 'dist', 'front-end' )
		)
	);
}
