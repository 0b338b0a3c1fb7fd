/** Removes unused releases, sources, logs and old builds. */
import path from 'node:path';
import type { Folders } from '../store/folders.ts';
import { removeGeneratedEntries } from '../store/generated-entries.ts';
import type { Limits } from '../lib/limits.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { Store } from '../store/store.ts';

const NEEDED_STATES = [ 'queued', 'building', 'deploying', 'live' ];
const WAS_LIVE = [ 'live', 'succeeded' ];

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

/**
 * Decides which releases are kept: the live one, those of builds in progress, and the newest that were live.
 *
 * @param builds The environment's builds, newest first.
 * @param inUse  Builds whose application still has open requests.
 */
function neededBuilds(
	builds: readonly StoredBuild[],
	keptReleases: number,
	inUse: ReadonlySet< string >
): StoredBuild[] {
	const replaced = builds
		.filter( ( { state } ) => state === 'succeeded' )
		.slice( 0, keptReleases );
	return builds.filter(
		( build ) =>
			NEEDED_STATES.includes( build.state ) ||
			replaced.includes( build ) ||
			inUse.has( build.id )
	);
}

/**
 * Finds the builds that can be deployed again: of each of the sources that were live last, the newest build, and the
 * newest build that failed or was canceled.
 *
 * @param builds The environment's builds, newest first.
 */
function redeployableBuilds(
	builds: readonly StoredBuild[],
	keptSources: number
): StoredBuild[] {
	const bySource = new Map< string, StoredBuild >();
	for ( const build of builds ) {
		if (
			WAS_LIVE.includes( build.state ) &&
			! bySource.has( build.source )
		) {
			bySource.set( build.source, build );
		}
	}
	const unfinished = builds.find( ( { state } ) =>
		[ 'failed', 'cancelled' ].includes( state )
	);
	// The live one is kept in addition to this number.
	const deployedBuilds = [ ...bySource.values() ].slice( 0, keptSources + 1 );
	return unfinished ? [ ...deployedBuilds, unfinished ] : deployedBuilds;
}

/**
 * Removes the oldest builds.
 *
 * @param builds The environment's builds, newest first.
 * @param needed Builds that are kept, however old they are.
 * @return Ids of the kept builds.
 */
async function forget(
	builds: readonly StoredBuild[],
	needed: readonly StoredBuild[],
	{ store, limits }: RetentionOptions
): Promise< StoredBuild[] > {
	const old = builds
		.slice( limits.keptBuilds )
		.filter( ( build ) => ! needed.includes( build ) );
	if ( old.length > 0 ) {
		await store.write( async ( tables ) => {
			for ( const { id } of old ) {
				await tables.builds.remove( id );
			}
		} );
	}
	return builds.filter( ( build ) => ! old.includes( build ) );
}

/** Deletes the unused files of an environment. */
export async function applyRetention(
	options: RetentionOptions,
	environmentId: string,
	scope: RetentionScope
): Promise< void > {
	const { store, folders } = options;
	const environment = await store.environments.find( environmentId );
	const builds = await store.builds.of( environmentId );
	const needed = neededBuilds(
		builds,
		options.limits.keptReleases,
		scope.inUse
	);
	const known = new Set( builds.map( ( { id } ) => id ) );
	const isUpload = ( id: string ) =>
		scope.uploads === 'keep' && ! known.has( id );
	const releases = new Set( needed.map( ( { id } ) => id ) );
	const isRelease = ( id: string ) => releases.has( id ) || isUpload( id );
	const redeployable = redeployableBuilds(
		builds,
		options.limits.keptSources
	);
	const sources = new Set( [
		environment?.source,
		...redeployable.map( ( { source } ) => source ),
		...needed
			.filter( ( { state } ) => NEEDED_STATES.includes( state ) )
			.map( ( { source } ) => source ),
	] );
	const remembered = new Set(
		( await forget( builds, [ ...needed, ...redeployable ], options ) ).map(
			( { id } ) => id
		)
	);
	const remove = (
		folder: string,
		isNeeded: ( id: string, name: string ) => boolean
	) =>
		removeGeneratedEntries( folders.root, folder, ( name ) =>
			isNeeded( path.parse( name ).name, name )
		);
	await remove( folders.releases( environmentId ), isRelease );
	await remove( folders.settings( environmentId ), isRelease );
	await remove(
		folders.sources( environmentId ),
		( id, name ) => sources.has( name ) || isUpload( id )
	);
	await remove(
		folders.logs( environmentId ),
		// The application's own log has no build's name.
		( id ) => remembered.has( id ) || ! known.has( id )
	);
}
