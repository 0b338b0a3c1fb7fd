/** Checks that the platform can install and start a folder, before anything is created for it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PLATFORM_NODE } from '../../reference-api/builds/node-version.ts';
import { installCommand } from '../../reference-api/builds/package-manager.ts';
import { readProject } from '../../reference-api/builds/project-folders.ts';
import {
	BuildError,
	readManifest,
	startCommand,
} from '../../reference-api/builds/project.ts';
import { ROOT_DIRECTORY } from '../../reference-api/lib/names.ts';
import { usageError } from '../exit-codes.ts';
import type { CliError } from '../exit-codes.ts';
import { deployCommand, findManifests, relativeName } from './manifests.ts';

/** Shell variable that names another start script. */
export const START_VARIABLE = 'ATLAS_START_SCRIPT';
const MAX_SHOWN_FOLDERS = 3;

export function notDeployed( reason: string ): CliError {
	return usageError( `This folder was not deployed. ${ reason }` );
}

/** Lists the folders that have a start script, as values of --root-directory. */
async function foldersWithStart( root: string ): Promise< string[] > {
	const folders: string[] = [];
	for ( const file of await findManifests( root ) ) {
		const folder = path.dirname( file );
		const manifest = await readManifest( folder ).catch( () => null );
		if ( manifest?.scripts.start !== undefined ) {
			folders.push( relativeName( root, folder ) );
		}
	}
	return folders.filter( ( folder ) => ROOT_DIRECTORY.test( folder ) );
}

/** Names the folders that can be built, for a root directory that cannot. */
async function remedyFor(
	root: string,
	rootDirectory: string,
	current: string
): Promise< string > {
	const top = path.resolve(
		root,
		...rootDirectory.split( '/' ).map( () => '..' )
	);
	if ( rootDirectory && path.join( top, rootDirectory ) === root ) {
		return ` It is the root directory itself. Deploy the folder above: ${ deployCommand( current, top ) }`;
	}
	const folders = await foldersWithStart( root );
	const [ first ] = folders;
	if ( first === undefined ) {
		return '';
	}
	const names = folders.map( ( folder ) => folder || 'the top folder' );
	const shown = names.slice( 0, MAX_SHOWN_FOLDERS ).join( ', ' );
	const others = names.length - MAX_SHOWN_FOLDERS;
	return ` There is a start script in ${ shown }${ others > 0 ? ` and ${ others } more` : '' }. To build that folder: ${ deployCommand( current, root, first ) }`;
}

/** Replaces the error of a build that cannot succeed. */
async function orBuildError< Value >(
	work: () => Promise< Value >,
	explain: ( reason: string ) => Promise< CliError >
): Promise< Value > {
	try {
		return await work();
	} catch ( error ) {
		throw error instanceof BuildError
			? await explain( error.message )
			: error;
	}
}

/**
 * Checks a folder as the platform does after the upload.
 *
 * @param root          The folder that is uploaded.
 * @param rootDirectory The folder in it that is built; empty for the top folder.
 * @param startScript   The value of ATLAS_START_SCRIPT; null if it is not known.
 * @param current       The current folder of the user.
 * @throws CliError When there is no package.json, or nothing to start.
 */
export async function checkProject(
	root: string,
	rootDirectory: string,
	startScript: string | null,
	current: string
): Promise< void > {
	const manifestName = path.posix.join( rootDirectory, 'package.json' );
	if ( ! existsSync( path.join( root, manifestName ) ) ) {
		throw notDeployed(
			`It has no ${ manifestName }.${ await remedyFor( root, rootDirectory, current ) }`
		);
	}
	const named = ( reason: string ) =>
		reason.replace( /^package\.json/, `Its ${ manifestName }` );
	const { folder, manifest } = await orBuildError(
		async () => {
			const project = await readProject( root, rootDirectory );
			await installCommand( project, PLATFORM_NODE );
			return project;
		},
		async ( reason ) => notDeployed( named( reason ) )
	);
	if ( startScript !== null ) {
		await orBuildError(
			async () =>
				startCommand( folder, manifest, PLATFORM_NODE, startScript ),
			async ( reason ) =>
				notDeployed(
					`${ named( reason ) }${ await remedyFor( root, rootDirectory, current ) }`
				)
		);
	}
}
