/** The folder of the project in an unpacked source, and the folder in which its dependencies are installed. */
import { existsSync, realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../lib/errors.ts';
import { quoteName } from '../lib/names.ts';
import { findInstallable, managerOf } from './package-manager.ts';
import type { Failure } from './failures/failure.ts';
import type { Installable } from './package-manager.ts';
import { BuildError, readManifest } from './project.ts';
import type { Manifest } from './project.ts';

export interface ProjectFolders {
	/** The root directory: what is built and started. */
	folder: string;
	manifest: Manifest;
	/** The folder that is installed: the root directory, or the workspace that contains it. */
	install: Installable;
	/** `engines.node` of the project, else of its workspace; may be empty. */
	nodeRange: string;
}

/** Lists the folders from a root directory up to the top folder, the innermost first. */
export function foldersUpTo(
	release: string,
	rootDirectory: string
): string[] {
	const parts = rootDirectory.split( '/' ).filter( Boolean );
	return Array.from( { length: parts.length + 1 }, ( _, levels ) =>
		path.join( release, ...parts.slice( 0, parts.length - levels ) )
	);
}

/**
 * Makes sure that a root directory is a folder of the source. An upload holds no links, but a build can make some.
 *
 * @throws BuildError when it is missing, or a link leads out of its place.
 */
async function checkedFolder(
	release: string,
	rootDirectory: string
): Promise< string > {
	if ( ! rootDirectory ) {
		return release;
	}
	const folder = path.join( release, rootDirectory );
	const name = quoteName( rootDirectory );
	try {
		if ( ! ( await stat( folder ) ).isDirectory() ) {
			throw new BuildError(
				`The root directory ${ name } is a file. Set the environment’s root directory to a folder.`
			);
		}
	} catch ( error ) {
		if ( ! [ 'ENOENT', 'ENOTDIR' ].includes( systemCode( error ) ) ) {
			throw error;
		}
		throw new BuildError(
			`The uploaded code has no folder ${ name }, which is the environment’s root directory. Change the root directory, or upload code with this folder.`
		);
	}
	const place = path.join( await realpath( release ), rootDirectory );
	if ( ( await realpath( folder ) ) !== place ) {
		throw new BuildError(
			`The root directory ${ name } leads through a symbolic link. Use a folder of the uploaded code.`
		);
	}
	return folder;
}

/**
 * Reads the data of the project in a source.
 *
 * @throws BuildError when there is no such project.
 */
export async function readProject(
	release: string,
	rootDirectory: string
): Promise< ProjectFolders > {
	const folder = await checkedFolder( release, rootDirectory );
	const manifest = await readManifest( folder );
	const places: Installable[] = [ { folder, manifest } ];
	for ( const parentFolder of foldersUpTo( release, rootDirectory ).slice(
		1
	) ) {
		if ( existsSync( path.join( parentFolder, 'package.json' ) ) ) {
			const own = await readManifest( parentFolder );
			places.push( { folder: parentFolder, manifest: own } );
		}
	}
	const install = findInstallable( places );
	const nodeRange = manifest.nodeRange || install.manifest.nodeRange;
	return { folder, manifest, install, nodeRange };
}

/** What the message of a failed command has to know about the project. */
export function failureFacts(
	{ folder, manifest, install }: ProjectFolders,
	release: string
): Pick< Failure, 'scripts' | 'folders' | 'manager' > {
	return {
		scripts: Object.keys( manifest.scripts ),
		// Tools print real paths, and the data folder may be reached through a link.
		folders: [
			...new Set(
				[ folder, release ].flatMap( ( one ) => [
					one,
					realpathSync( one ),
				] )
			),
		],
		manager: managerOf( install ),
	};
}
