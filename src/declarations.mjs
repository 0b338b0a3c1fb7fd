/** Writes the TypeScript declarations of the npm packages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Writes the declarations of entries, and those that they import: the compiler writes one for each module of the program.
 *
 * @param {string[]} entries Source files.
 * @param {string}   root    Folder of the sources.
 * @param {string}   folder
 */
export function writeDeclarations( entries, root, folder ) {
	const config = ts.findConfigFile( root, ts.sys.fileExists );
	const { options } = ts.parseJsonConfigFileContent(
		ts.readConfigFile( config, ts.sys.readFile ).config,
		ts.sys,
		path.dirname( config )
	);
	const declarations = new Map();
	ts.createProgram( entries, {
		...options,
		allowJs: false,
		declaration: true,
		emitDeclarationOnly: true,
		noEmit: false,
		// `npm run types` checks them. Checking takes longer than the rest of a build.
		noCheck: true,
		outDir: folder,
		rootDir: root,
		stripInternal: true,
	} ).emit( undefined, ( file, text ) =>
		declarations.set( path.normalize( file ), text )
	);
	const wanted = new Set(
		entries.map( ( entry ) =>
			path.join(
				folder,
				`${ path.relative( root, entry ).slice( 0, -3 ) }.d.ts`
			)
		)
	);
	for ( const file of wanted ) {
		// An import names the file that exists in the package.
		const text = declarations
			.get( file )
			.replace( /(["'])(\.[^"']+)\.ts\1/g, ( _, quote, module ) => {
				wanted.add(
					path.resolve( path.dirname( file ), `${ module }.d.ts` )
				);
				return `${ quote }${ module }.js${ quote }`;
			} );
		mkdirSync( path.dirname( file ), { recursive: true } );
		writeFileSync( file, text );
	}
}
