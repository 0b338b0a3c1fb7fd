import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

interface BuildConfig {
	entry: Record< string, string | { import: string; dependOn?: string } >;
	/** Modules that the scripts of the panel, which are on the page before, provide. */
	externals?: object;
}

const IMPORT =
	/(?:^|\n)\s*(?:import|export)\b[^;'"]*?['"](\.[^'"]+\.tsx?)['"]/g;

/**
 * WordPress loads translations by the compiled script. A file in `shared` is in no other script.
 *
 * @return The scripts that contain a source file, by its path below the project.
 */
export function entriesOf( project: string ): Map< string, string[] > {
	const require = createRequire( path.resolve( project, 'package.json' ) );
	const builds = require( './src/build.config.cjs' ) as BuildConfig[];
	const closures = builds.flatMap( ( { entry, externals } ) =>
		Object.entries( entry ).map( ( [ name, at ] ) => {
			const { import: start, dependOn = externals && 'shared' } =
				typeof at === 'string' ? { import: at } : at;
			return { name, dependOn, files: closure( project, start ) };
		} )
	);
	const filesOf = ( other: string | undefined ) =>
		closures.find( ( { name } ) => name === other )?.files;
	const entries = new Map< string, string[] >();
	for ( const { name, dependOn, files } of closures ) {
		for ( const file of files ) {
			if ( ! filesOf( dependOn )?.has( file ) ) {
				entries.set( file, [
					...( entries.get( file ) ?? [] ),
					`build/${ name }.js`,
				] );
			}
		}
	}
	return entries;
}

function closure( project: string, start: string ): Set< string > {
	const files = new Set< string >();
	const open = [ path.normalize( start ) ];
	for ( let file = open.pop(); file; file = open.pop() ) {
		// The type checker reports a missing file.
		if (
			files.has( file ) ||
			! fs.existsSync( path.join( project, file ) )
		) {
			continue;
		}
		files.add( file );
		const source = fs.readFileSync( path.join( project, file ), 'utf8' );
		for ( const [ , target = '' ] of source.matchAll( IMPORT ) ) {
			open.push( path.join( path.dirname( file ), target ) );
		}
	}
	return files;
}
