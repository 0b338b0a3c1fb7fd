/** The cached folders of frameworks: kept from one build to the next, deleted by a Clean Rebuild. */
import { existsSync, constants } from 'node:fs';
import { cp, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';

export const CACHE_FOLDERS = [
	'.cache',
	'.next/cache',
	'.nuxt',
	'.wordpress-cache',
	'public',
] as const;

/** Sockets and pipes cannot be copied, and are useless without their process. */
async function isCacheable( place: string ): Promise< boolean > {
	const found = await lstat( place );
	return found.isFile() || found.isDirectory() || found.isSymbolicLink();
}

/** Returns whether a folder is really at its path: a build may have replaced it by a link. */
async function isRealFolder(
	folder: string,
	name: string
): Promise< boolean > {
	const place = path.join( folder, name );
	return (
		existsSync( place ) &&
		( await realpath( place ) ) ===
			path.join( await realpath( folder ), name )
	);
}

const copy = ( from: string, to: string ): Promise< void > =>
	cp( from, to, {
		recursive: true,
		verbatimSymlinks: true,
		preserveTimestamps: true,
		mode: constants.COPYFILE_FICLONE,
		filter: isCacheable,
	} );

/** Returns the folders that belong to the framework, because the project does not contain them. */
export function ownedByFramework( release: string ): string[] {
	return CACHE_FOLDERS.filter(
		( name ) => ! existsSync( path.join( release, name ) )
	);
}

/**
 * Copies the folders of the last successful build into a new release.
 *
 * @param names The folders that the project does not bring itself.
 */
export async function restoreCache(
	kept: string,
	release: string,
	names: readonly string[]
): Promise< string[] > {
	const found = names.filter( ( name ) =>
		existsSync( path.join( kept, name ) )
	);
	for ( const name of found ) {
		await mkdir( path.dirname( path.join( release, name ) ), {
			recursive: true,
		} );
		await copy( path.join( kept, name ), path.join( release, name ) );
	}
	return found;
}

/**
 * Copies the folders after a build, before the application can write to them.
 *
 * @param next          The target; replaced if it exists.
 * @param rootDirectory Its path in the release: each root directory has cached folders of its own.
 * @param names         The folders that the project does not bring itself.
 */
export async function stageCache(
	release: string,
	next: string,
	rootDirectory: string,
	names: readonly string[]
): Promise< void > {
	await rm( next, { recursive: true, force: true } );
	const target = path.join( next, rootDirectory );
	await mkdir( target, { recursive: true } );
	for ( const name of names ) {
		const from = path.join( release, name );
		if ( await isRealFolder( release, name ) ) {
			await mkdir( path.dirname( path.join( target, name ) ), {
				recursive: true,
			} );
			await copy( from, path.join( target, name ) );
		}
	}
}

/**
 * Replaces the cached folders with those of a successful build.
 *
 * @param next The folders that this build saved.
 * @param kept The folders that the next build restores.
 */
export async function promoteCache(
	next: string,
	kept: string
): Promise< void > {
	await rm( kept, { recursive: true, force: true } );
	await rename( next, kept );
}
