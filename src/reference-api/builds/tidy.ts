/**
 * Removes releases, sources and cached folders that nothing needs any more.
 */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Folders } from '../folders.ts';
import type { Store } from '../store/store.ts';

const NEEDED_STATES = [ 'queued', 'building', 'deploying', 'live' ];

async function namesIn( folder: string ): Promise< string[] > {
	return readdir( folder ).catch( () => [] );
}

/**
 * Tidies up an environment's folders, when none of its builds runs.
 *
 * @param store         What is known.
 * @param folders       Where things lie.
 * @param environmentId The environment.
 * @param uploads       "keep" while an upload may be on its way into the store, "remove" what a crash left of one.
 */
export async function tidyEnvironment(
	store: Store,
	folders: Folders,
	environmentId: string,
	uploads: 'keep' | 'remove'
): Promise< void > {
	const source = store.environments.find( environmentId )?.source ?? '';
	const builds = store.builds.of( environmentId );
	const needed = builds.filter( ( { state } ) =>
		NEEDED_STATES.includes( state )
	);
	const sources = new Set( [ source, ...needed.map( ( b ) => b.source ) ] );
	const releases = new Set( needed.map( ( { id } ) => id ) );
	const known = new Set( builds.map( ( { id } ) => id ) );
	const isUpload = ( name: string ) =>
		uploads === 'keep' && ! known.has( path.parse( name ).name );
	const remove = async ( folder: string, keep: Set< string > ) => {
		for ( const name of await namesIn( folder ) ) {
			if ( ! keep.has( name ) && ! isUpload( name ) ) {
				await rm( path.join( folder, name ), {
					recursive: true,
					force: true,
				} );
			}
		}
	};
	await remove( folders.releases( environmentId ), releases );
	await remove( folders.sources( environmentId ), sources );
	await rm( folders.keptNext( environmentId ), {
		recursive: true,
		force: true,
	} );
}
