/** Turns an uploaded zip into a queued build, or rejects it and leaves no files. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PLATFORM_NODE } from './node-version.ts';
import { BuildError, startCommand } from './project.ts';
import { readProject } from './project-folders.ts';
import { unzip } from './unzip.ts';
import { zipError } from './zip-errors.ts';
import type { BuildQueue } from './queue.ts';
import { toDiskError } from '../lib/disk-errors.ts';
import { systemCode } from '../lib/errors.ts';
import type { Folders } from '../store/folders.ts';
import { findEnvironment } from '../store/lookups.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import type { Limits } from '../lib/limits.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store } from '../store/store.ts';

export interface UploadsOptions {
	store: Store;
	folders: Folders;
	queue: BuildQueue;
	limits: Limits;
}

/** Moves a file, also from another disk. */
async function moveFile( from: string, to: string ): Promise< void > {
	try {
		await rename( from, to );
	} catch ( error ) {
		if ( systemCode( error ) !== 'EXDEV' ) {
			throw error;
		}
		await copyFile( from, to, constants.COPYFILE_EXCL );
		await rm( from, { force: true } );
	}
}

async function syncToDisk( file: string ): Promise< void > {
	const handle = await open( file, 'r' );
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Turns an error of the disk into a message. If the environment was deleted in the meantime, its folders do not exist. */
async function refusalFor(
	{ store }: UploadsOptions,
	path: EnvironmentPath,
	error: unknown
): Promise< unknown > {
	if ( systemCode( error ) === 'ENOENT' ) {
		return findEnvironment( store, path ).then(
			() => error,
			( gone: unknown ) => gone
		);
	}
	return toDiskError( error ) ?? error;
}

/**
 * Rejects a project without a start command, because its build would fail at the end.
 *
 * @throws HostingError 422.
 */
async function checkStart(
	source: string,
	{ shellVariables, rootDirectory }: StoredEnvironment
): Promise< void > {
	const wanted = shellVariables.find(
		( { key } ) => key === 'ATLAS_START_SCRIPT'
	);
	try {
		const { folder, manifest } = await readProject( source, rootDirectory );
		startCommand( folder, manifest, PLATFORM_NODE, wanted?.value );
	} catch ( error ) {
		throw error instanceof BuildError
			? zipError(
					error.message
						.replace( /^package\.json/, 'its package.json' )
						.replace( /\.$/, '' ),
					422
				)
			: error;
	}
}

/**
 * Checks and unpacks an upload, and queues its build.
 *
 * @param zipFile The zip on the disk. It is moved or deleted, also after an error.
 * @throws HostingError if the upload is rejected.
 */
export async function queueUpload(
	options: UploadsOptions,
	path: EnvironmentPath,
	zipFile: string,
	startedBy: string,
	commitMessage = ''
): Promise< StoredBuild > {
	const { store, folders, queue, limits } = options;
	const buildId = randomUUID();
	const source = `${ buildId }.zip`;
	const staging = join( folders.temporary, buildId );
	const places = [ staging ];
	let environmentId = '';
	try {
		const environment = await findEnvironment( store, path );
		environmentId = environment.id;
		places.push(
			folders.source( environment.id, source ),
			folders.release( environment.id, buildId )
		);
		// Another program may have deleted its folders. Not after the zip is unpacked, when the environment may be deleted.
		await folders.prepareEnvironment( environment.id );
		await unzip( zipFile, staging, limits, environment.rootDirectory );
		await checkStart( staging, environment );
		await moveFile( zipFile, folders.source( environment.id, source ) );
		await syncToDisk( folders.source( environment.id, source ) );
		await syncToDisk( folders.sources( environment.id ) );
		await rename( staging, folders.release( environment.id, buildId ) );
		return await store.write( async ( tables ) => {
			// It may have been deleted while the zip was unpacked.
			await findEnvironment( tables, path );
			if (
				! ( await tables.builds.findInState( environment.id, 'live' ) )
			) {
				// No build was live yet, so a rebuild uses this upload.
				await tables.environments.setSource( environment.id, source );
			}
			return queue.add( tables, {
				environmentId: environment.id,
				trigger: 'upload',
				startedBy,
				commitMessage,
				source,
				buildId,
			} );
		} );
	} catch ( error ) {
		for ( const place of places ) {
			await rm( place, { recursive: true, force: true } );
		}
		if (
			environmentId &&
			! ( await store.environments.find( environmentId ) )
		) {
			// It was deleted before its folders were made again.
			await rm( folders.environment( environmentId ), {
				recursive: true,
				force: true,
			} );
		}
		throw await refusalFor( options, path, error );
	} finally {
		await rm( zipFile, { force: true } );
	}
}
