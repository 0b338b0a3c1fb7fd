/**
 * Which compiled script a source file goes into: WordPress loads translations by the script, not by the source.
 */
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

interface BuildConfig {
	entry: Record< string, string | { import: string; dependOn?: string } >;
}

const IMPORT =
	/(?:^|\n)\s*(?:import|export)\b[^;'"]*?['"](\.[^'"]+\.tsx?)['"]/g;

/**
 * Lists the source files of each compiled script; what stands in `shared` is in no other.
 *
 * @return For each source file, below the project, the scripts that contain it.
 */
export function entriesOf( project: string ): Map< string, string[] > {
	const require = createRequire( path.resolve( project, 'package.json' ) );
	const { entry } = require( './src/build.config.cjs' ) as BuildConfig;
	const closures = Object.entries( entry ).map( ( [ name, at ] ) => {
		const { import: start, dependOn = null } =
			typeof at === 'string' ? { import: at } : at;
		return { name, dependOn, files: closure( project, start ) };
	} );
	const filesOf = ( other: string | null ) =>
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
		// A file that is missing is what the type checker tells.
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
