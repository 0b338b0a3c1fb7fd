/** Finds the folders that `build/` is compiled from, by following the imports of the entries of the build. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PROJECT } from '../../../src/dev-kit/paths.ts';

type Entry = string | { import: string };

export const BUILD_CONFIGURATION = 'src/build.config.cjs';

/** Returns the files that webpack starts with, relative to the project. */
function entries(): string[] {
	const configurations = createRequire( import.meta.url )(
		path.join( PROJECT, BUILD_CONFIGURATION )
	) as { entry: Record< string, Entry > }[];
	return configurations
		.flatMap( ( { entry } ) => Object.values( entry ) )
		.map( ( entry ) =>
			typeof entry === 'string' ? entry : entry.import
		)
		.map( ( file ) => path.posix.normalize( file ) );
}

/** The files that a file imports, types and styles included. */
function importsOf( file: string ): string[] {
	const code = fs.readFileSync( path.join( PROJECT, file ), 'utf8' );
	return [
		...code.matchAll(
			/(?:from|import|import\(|@import)\s*['"](\.[^'"]+)['"]/g
		),
	].map( ( [ , target = '' ] ) =>
		path.posix.join( path.posix.dirname( file ), target )
	);
}

/** Returns folders like `src/panel`, sorted. */
export function buildSourceFolders(): string[] {
	const found = new Set( entries() );
	for ( const file of found ) {
		for ( const imported of importsOf( file ) ) {
			found.add( imported );
		}
	}
	const folders = [ ...found ].map( ( file ) =>
		file.split( '/' ).slice( 0, 2 ).join( '/' )
	);
	return [ ...new Set( folders ) ].sort();
}
