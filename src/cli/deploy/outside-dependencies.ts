/** Finds dependencies that are folders or files of this machine outside of the uploaded folder. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainText } from '../../shared/plain-text.ts';
import { usageError } from '../exit-codes.ts';

/** How deep packages of a workspace are searched, for example `apps/shop/web`. */
const MAX_DEPTH = 3;
const INSTALLED = [
	'dependencies',
	'devDependencies',
	'optionalDependencies',
] as const;

export interface OutsideDependency {
	/** The package.json, relative to the uploaded folder. */
	manifest: string;
	/** For example "ui: file:../ui". */
	label: string;
}

/** Returns the path that a dependency names, or null if it names a version or an address. */
function pathOf( specifier: string ): string | null {
	if ( specifier.startsWith( 'file://' ) ) {
		return URL.canParse( specifier ) ? fileURLToPath( specifier ) : null;
	}
	const named = /^(?:file|link|portal):(.+)$/.exec( specifier )?.[ 1 ];
	return (
		named ?? ( /^(?:\.{1,2}|~)?\//.test( specifier ) ? specifier : null )
	);
}

function isOutside( root: string, folder: string, target: string ): boolean {
	const relative = path.relative( root, path.resolve( folder, target ) );
	return (
		target.startsWith( '~/' ) ||
		relative === '..' ||
		relative.startsWith( `..${ path.sep }` ) ||
		path.isAbsolute( relative )
	);
}

/** Lists names and specifiers; a package.json that cannot be read has none, and the build reports it. */
async function dependenciesOf( file: string ): Promise< [ string, string ][] > {
	try {
		const text = await readFile( file, 'utf8' );
		const manifest = JSON.parse( text.replace( /^\ufeff/, '' ) ) as Partial<
			Record< string, unknown >
		> | null;
		return INSTALLED.flatMap( ( key ) =>
			Object.entries( manifest?.[ key ] ?? {} )
		).filter(
			( entry ): entry is [ string, string ] =>
				typeof entry[ 1 ] === 'string'
		);
	} catch {
		return [];
	}
}

async function findManifests( folder: string, depth = 0 ): Promise< string[] > {
	const entries = await readdir( folder, { withFileTypes: true } ).catch(
		() => []
	);
	const own = entries.some(
		( entry ) => entry.isFile() && entry.name === 'package.json'
	)
		? [ path.join( folder, 'package.json' ) ]
		: [];
	const folders = entries.filter(
		( entry ) =>
			depth < MAX_DEPTH &&
			entry.isDirectory() &&
			entry.name !== 'node_modules' &&
			! entry.name.startsWith( '.' )
	);
	const below = folders.map( ( { name } ) =>
		findManifests( path.join( folder, name ), depth + 1 )
	);
	return [ ...own, ...( await Promise.all( below ) ).flat() ];
}

/** @param root The folder that is uploaded. */
export async function findOutsideDependencies(
	root: string
): Promise< OutsideDependency[] > {
	const found: OutsideDependency[] = [];
	for ( const file of await findManifests( root ) ) {
		for ( const [ name, specifier ] of await dependenciesOf( file ) ) {
			const target = pathOf( specifier );
			if (
				target !== null &&
				isOutside( root, path.dirname( file ), target )
			) {
				found.push( {
					manifest: path
						.relative( root, file )
						.replaceAll( path.sep, '/' ),
					label: plainText( `${ name }: ${ specifier }` ),
				} );
			}
		}
	}
	return found;
}

function describe( manifest: string, labels: readonly string[] ): string {
	return `${ manifest } names packages outside of the folder that is uploaded (${ labels.join(
		', '
	) }), which the host cannot install. Deploy the folder that contains them too and set the environment’s root directory, or use versions from a registry.`;
}

/**
 * Reports dependencies that the upload will not contain.
 *
 * @param warn Receives those of packages below the folder, which a build may not need.
 * @throws CliError when the project itself needs one.
 */
export async function checkDependencies(
	root: string,
	warn: ( line: string ) => void
): Promise< void > {
	const all = Map.groupBy(
		await findOutsideDependencies( root ),
		( { manifest } ) => manifest
	);
	for ( const [ manifest, found ] of all ) {
		const text = describe(
			manifest,
			found.map( ( { label } ) => label )
		);
		if ( manifest === 'package.json' ) {
			throw usageError( text );
		}
		warn( text );
	}
}
