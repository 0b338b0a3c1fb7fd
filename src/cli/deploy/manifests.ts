/** Reads the package.json files of a folder. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../reference-api/builds/project.ts';

/** How deep packages of a workspace are searched, for example `apps/shop/web`. */
const MAX_DEPTH = 3;
const INSTALLED = [
	'dependencies',
	'devDependencies',
	'optionalDependencies',
] as const;

/** Reads a JSON file; empty if that is not possible, which the build reports. */
export async function readJson(
	file: string
): Promise< Partial< Record< string, unknown > > > {
	try {
		return { ...( parseJson( await readFile( file, 'utf8' ) ) as object ) };
	} catch {
		return {};
	}
}

/** Lists the names and specifiers of the dependencies that are installed. */
export async function dependenciesOf(
	file: string
): Promise< [ string, string ][] > {
	const manifest = await readJson( file );
	return INSTALLED.flatMap( ( key ) =>
		Object.entries( manifest[ key ] ?? {} )
	).filter(
		( entry ): entry is [ string, string ] => typeof entry[ 1 ] === 'string'
	);
}

/** Lists each package.json of a folder, without those of installed packages. */
export async function findManifests(
	folder: string,
	depth = 0
): Promise< string[] > {
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

/** Lists the folders above, the nearest one first, up to the top of the repository if there is one. */
export function foldersAbove( folder: string ): string[] {
	const parent = path.dirname( folder );
	return parent === folder || existsSync( path.join( folder, '.git' ) )
		? []
		: [ parent, ...foldersAbove( parent ) ];
}

/** A path below a folder, with slashes on every system. */
export function relativeName( folder: string, file: string ): string {
	return path.relative( folder, file ).replaceAll( path.sep, '/' );
}

function quoteArgument( text: string ): string {
	return /^[\w@%+=:,./-]+$/.test( text )
		? text
		: `'${ text.replaceAll( "'", `'\\''` ) }'`;
}

/** Returns the command that deploys a folder, for the current folder of the user. */
export function deployCommand(
	current: string,
	folder: string,
	rootDirectory?: string
): string {
	const place = path.relative( current, folder );
	return [
		'headless-deploy deploy',
		...( place === '' ? [] : [ quoteArgument( place ) ] ),
		...( rootDirectory === undefined
			? []
			: [ '--root-directory', quoteArgument( rootDirectory || '.' ) ] ),
	].join( ' ' );
}
