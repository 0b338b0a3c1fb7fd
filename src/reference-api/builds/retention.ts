/** Removes unused releases, sources, logs and old builds. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
	ACTIVE_STATES,
	UNSUCCESSFUL_STATES,
} from '../../shared/build-states.ts';
import { systemCode } from '../lib/errors.ts';
import type { Folders } from '../store/folders.ts';
import {
	isGeneratedName,
	isRealFolder,
	removeGeneratedEntries,
} from '../store/generated-entries.ts';
import type { Limits } from '../lib/limits.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { Store } from '../store/store.ts';

const NEEDED_STATES = [ ...ACTIVE_STATES, 'live' ] as const;
/** How many builds are removed in one write. */
const REMOVED_AT_ONCE = 50;

export interface RetentionOptions {
	store: Store;
	folders: Folders;
	limits: Pick< Limits, 'keptReleases' | 'keptSources' | 'keptBuilds' >;
}

export interface RetentionScope {
	/** "keep" while an upload may be in progress, "remove" to delete uploads that a crash interrupted. */
	uploads: 'keep' | 'remove';
	/** Builds whose application still has open requests. */
	inUse: ReadonlySet< string >;
}

/** Newest first, without duplicates. */
function inOrder( builds: readonly ( StoredBuild | null )[] ): StoredBuild[] {
	const byId = new Map(
		builds.flatMap( ( build ) => ( build ? [ [ build.id, build ] ] : [] ) )
	);
	return [ ...byId.values() ].sort( ( a, b ) => b.number - a.number );
}

/** Finds the live build and the builds in progress. */
async function findCurrent(
	{ store }: RetentionOptions,
	environmentId: string
): Promise< StoredBuild[] > {
	return inOrder(
		await Promise.all(
			NEEDED_STATES.map( ( state ) =>
				store.builds.findInState( environmentId, state )
			)
		)
	);
}

/**
 * Finds the builds that can be deployed again: of each of the sources that were live last, the newest build, and the
 * newest build that failed or was canceled. Only a source whose file exists can be deployed, so the files are looked up
 * instead of reading all builds.
 */
async function findRedeployable(
	{ store, folders, limits }: RetentionOptions,
	environmentId: string
): Promise< StoredBuild[] > {
	const { builds } = store;
	const names = await readdir( folders.sources( environmentId ) ).catch(
		( error: unknown ) => {
			if ( systemCode( error ) === 'ENOENT' ) {
				return [];
			}
			throw error;
		}
	);
	const deployed: ( StoredBuild | null )[] = [];
	for ( const name of names.filter( isGeneratedName ) ) {
		await store.takeTurn( 1 );
		deployed.push( await builds.newestDeployed( environmentId, name ) );
	}
	const [ unfinished = null ] = inOrder(
		(
			await Promise.all(
				UNSUCCESSFUL_STATES.map( ( state ) =>
					builds.newestInState( environmentId, state, 1 )
				)
			)
		).flat()
	);
	return inOrder( [
		// The live one is kept in addition to this number.
		...inOrder( deployed ).slice( 0, limits.keptSources + 1 ),
		unfinished,
	] );
}

/**
 * Removes the oldest builds and their logs.
 *
 * @param buildCount How many builds the environment has.
 * @param needed     Builds that are kept, however old they are.
 */
async function forget(
	{ store, folders, limits }: RetentionOptions,
	environmentId: string,
	buildCount: number,
	needed: ReadonlySet< string >
): Promise< void > {
	const excess = Math.max( 0, buildCount - limits.keptBuilds );
	const oldest =
		excess > 0
			? await store.builds.page( environmentId, {
					isDescending: false,
					after: null,
					limit: excess,
				} )
			: [];
	const ids = oldest
		.map( ( { id } ) => id )
		.filter( ( id ) => ! needed.has( id ) );
	const hasLogs = await isRealFolder(
		folders.root,
		folders.logs( environmentId )
	);
	for ( let first = 0; first < ids.length; first += REMOVED_AT_ONCE ) {
		const some = ids.slice( first, first + REMOVED_AT_ONCE );
		await store.write( async ( tables ) => {
			for ( const id of some ) {
				await tables.builds.remove( id );
			}
		} );
		for ( const id of hasLogs ? some : [] ) {
			await rm( folders.buildLog( environmentId, id ), { force: true } );
		}
	}
}

/**
 * Deletes the unused files of an environment: of the releases, the live one, those of builds in progress, those with
 * open requests and the newest that were live are kept.
 */
export async function applyRetention(
	options: RetentionOptions,
	environmentId: string,
	scope: RetentionScope
): Promise< void > {
	const { store, folders, limits } = options;
	const environment = await store.environments.find( environmentId );
	const current = await findCurrent( options, environmentId );
	const replaced = await store.builds.newestInState(
		environmentId,
		'succeeded',
		limits.keptReleases
	);
	const redeployable = await findRedeployable( options, environmentId );
	const releases = new Set( [
		...[ ...current, ...replaced ].map( ( { id } ) => id ),
		...scope.inUse,
	] );
	const sources = new Set( [
		environment?.source,
		...[ ...current, ...redeployable ].map( ( { source } ) => source ),
	] );
	/** Builds can be added while the files are looked at. */
	const isNew = async ( id: string ) => {
		const build = await store.builds.find( id );
		return build
			? NEEDED_STATES.some( ( state ) => state === build.state )
			: scope.uploads === 'keep';
	};
	const remove = (
		folder: string,
		isNeeded: ( id: string, name: string ) => boolean
	) =>
		removeGeneratedEntries( folders.root, folder, async ( name ) => {
			const { name: id } = path.parse( name );
			return isNeeded( id, name ) || ( await isNew( id ) );
		} );
	await remove( folders.releases( environmentId ), ( id ) =>
		releases.has( id )
	);
	await remove( folders.settings( environmentId ), ( id ) =>
		releases.has( id )
	);
	await remove( folders.sources( environmentId ), ( _id, name ) =>
		sources.has( name )
	);
	await forget(
		options,
		environmentId,
		environment?.buildCount ?? 0,
		new Set( [ ...releases, ...redeployable.map( ( { id } ) => id ) ] )
	);
}
