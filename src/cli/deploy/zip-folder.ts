/** Packs a folder into a zip, without the files that .gitignore excludes. */
import {
	createWriteStream,
	existsSync,
	lstatSync,
	readFileSync,
} from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import { ZipFile } from 'yazl';
import { usageError } from '../exit-codes.ts';
import { PROJECT_FILE } from '../project-file.ts';

/** Never uploaded, whatever .gitignore says: versions, packages, local secrets, and data of this command. */
const ALWAYS_IGNORED = [
	'.git',
	'node_modules',
	'.DS_Store',
	'.env.local',
	'.env.*.local',
	'.headless-deploy',
	PROJECT_FILE,
];
/** Files that usually contain secrets, but also settings that a build needs. */
const SECRET_FILE = /(?:^|\/)\.env(?:\.(?!example$|sample$|template$)[^/]+)?$/;

/** The rules of one .gitignore; paths are relative to its folder. */
interface Rules {
	folder: string;
	ignore: Ignore;
}

export interface ZipResult {
	files: number;
	/** Size of the zip. */
	bytes: number;
	/** Symbolic links, relative to the folder. The host accepts none. */
	skippedLinks: string[];
	/** Packed files that may contain secrets, relative to the folder. */
	secretFiles: string[];
}

/** Like Git, it ignores a .gitignore that is a link. */
function readRules( folder: string ): Rules[] {
	const file = path.join( folder, '.gitignore' );
	return lstatSync( file, { throwIfNoEntry: false } )?.isFile()
		? [ { folder, ignore: ignore().add( readFileSync( file, 'utf8' ) ) } ]
		: [];
}

/** Reads the rules of the folders above, up to that of the repository, from the top. */
function rulesAbove( folder: string ): Rules[] {
	const found: Rules[] = [];
	let current = folder;
	while ( ! existsSync( path.join( current, '.git' ) ) ) {
		const parent = path.dirname( current );
		if ( parent === current ) {
			// The folder is in no repository.
			return [];
		}
		found.unshift( ...readRules( parent ) );
		current = parent;
	}
	return found;
}

/** A path in the zip, with slashes on every system. */
function relativeName( folder: string, file: string ): string {
	return path.relative( folder, file ).replaceAll( path.sep, '/' );
}

/** As in Git, the last rule of the deepest .gitignore decides. */
function isIgnored( rules: Rules[], file: string, isFolder: boolean ): boolean {
	for ( const { folder, ignore: own } of rules.toReversed() ) {
		const relative = relativeName( folder, file );
		const tested = own.test( isFolder ? `${ relative }/` : relative );
		if ( tested.ignored || tested.unignored ) {
			return tested.ignored;
		}
	}
	return false;
}

/** What is packed, and where the result is collected. */
interface Packing {
	zip: ZipFile;
	root: string;
	result: ZipResult;
	signal: AbortSignal;
}

async function addFolder(
	packing: Packing,
	folder: string,
	above: Rules[]
): Promise< void > {
	const { zip, root, result, signal } = packing;
	const always = { folder: root, ignore: ignore().add( ALWAYS_IGNORED ) };
	const rules = [ ...above, ...readRules( folder ) ];
	const entries = await readdir( folder, { withFileTypes: true } );
	for ( const entry of entries ) {
		signal.throwIfAborted();
		const file = path.join( folder, entry.name );
		const name = relativeName( root, file );
		const isFolder = entry.isDirectory();
		if (
			isIgnored( [ always ], file, isFolder ) ||
			isIgnored( rules, file, isFolder )
		) {
			continue;
		}
		if ( isFolder ) {
			await addFolder( packing, file, rules );
		} else if ( entry.isFile() ) {
			if ( entry.name.includes( '\\' ) ) {
				throw usageError(
					`The name of ${ file } contains a backslash, which separates folders in a zip. Rename the file, or add it to .gitignore.`
				);
			}
			zip.addFile( file, name );
			result.files += 1;
			result.secretFiles.push(
				...( SECRET_FILE.test( name ) ? [ name ] : [] )
			);
		} else if ( entry.isSymbolicLink() ) {
			result.skippedLinks.push( name );
		}
	}
}

/** Names the file that cannot be packed, and the remedy. */
function explain( error: unknown, folder: string ): unknown {
	const { code, path: file } = error as NodeJS.ErrnoException;
	return file?.startsWith( folder )
		? usageError(
				`${ file } cannot be read (${ code }). Change its permissions, or add it to .gitignore.`
			)
		: error;
}

/**
 * Writes the zip of a folder to a file.
 *
 * @param target Path of the zip.
 * @throws CliError When a file cannot be read, or nothing is to be packed.
 */
export async function zipFolder(
	folder: string,
	target: string,
	signal: AbortSignal
): Promise< ZipResult > {
	const zip = new ZipFile();
	const result: ZipResult = {
		files: 0,
		bytes: 0,
		skippedLinks: [],
		secretFiles: [],
	};
	const failure = new AbortController();
	const fail = ( error: unknown ) => failure.abort( error );
	// Several files can fail, and an event without a listener would end the process.
	zip.on( 'error', fail );
	const either = AbortSignal.any( [ signal, failure.signal ] );
	const packing = { zip, root: folder, result, signal: either };
	await Promise.all( [
		pipeline(
			zip.outputStream,
			createWriteStream( target, { mode: 0o600 } ),
			{ signal: either }
		).catch( fail ),
		addFolder( packing, folder, rulesAbove( folder ) )
			.then( () => zip.end() )
			.catch( fail ),
	] );
	signal.throwIfAborted();
	if ( failure.signal.aborted ) {
		throw explain( failure.signal.reason, folder );
	}
	if ( result.files === 0 ) {
		throw usageError( `${ folder } contains no file that is uploaded.` );
	}
	return { ...result, bytes: ( await stat( target ) ).size };
}
