import { rm } from 'node:fs/promises';
import type { Builder } from '../builds/builder.ts';
import type { LiveReleases } from '../builds/live-releases.ts';
import type { EdgeServers } from '../edge/edge-servers.ts';
import type { Folders } from '../store/folders.ts';
import { findApp, findEnvironment } from '../store/lookups.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import type { Store, Tables } from '../store/store.ts';

export interface DeletionOptions {
	store: Store;
	folders: Folders;
	builder: Builder;
	liveReleases: LiveReleases;
	edges: EdgeServers;
}

/** How many builds, and how many environments, one write deletes. */
const BUILDS_AT_ONCE = 100;
const ENVIRONMENTS_AT_ONCE = 20;

const FIRST_BUILD = { isDescending: false, after: null, limit: 1 };

async function deleteRows( tables: Tables, id: string ): Promise< void > {
	await tables.environments.delete( id );
	await tables.usage.removeOf( id );
}

/** Deletes applications and environments. */
export class Deletion {
	readonly #options: DeletionOptions;

	constructor( options: DeletionOptions ) {
		this.#options = options;
	}

	async environment( path: EnvironmentPath ): Promise< void > {
		const { store } = this.#options;
		const { id } = await findEnvironment( store, path );
		await this.#removeHistory( id );
		await store.write( async ( tables ) => {
			const environment = await findEnvironment( tables, path );
			await deleteRows( tables, environment.id );
		} );
		await this.#stop( id );
	}

	/** Deletes an application with all of its environments. */
	async app( accountName: string, appId: string ): Promise< void > {
		const { store } = this.#options;
		const list = ( { environments }: Pick< Tables, 'environments' > ) =>
			environments.firstOf( accountName, appId, ENVIRONMENTS_AT_ONCE );
		await findApp( store, accountName, appId );
		for ( let isDeleted = false; ! isDeleted; ) {
			for ( const { id } of await list( store ) ) {
				await this.#removeHistory( id );
			}
			const found = await store.write( async ( tables ) => {
				const app = await findApp( tables, accountName, appId );
				const some = await list( tables );
				for ( const { id } of some ) {
					await deleteRows( tables, id );
				}
				isDeleted = some.length < ENVIRONMENTS_AT_ONCE;
				if ( isDeleted ) {
					await tables.apps.delete( app.id );
				}
				return some;
			} );
			await Promise.all( found.map( ( { id } ) => this.#stop( id ) ) );
		}
	}

	/** Removes a long list of ended builds first, so that no single write deletes all of them. */
	async #removeHistory( id: string ): Promise< void > {
		const { store } = this.#options;
		const environment = await store.environments.find( id );
		const newest = await store.builds.newest( id );
		if ( ! newest || ( environment?.buildCount ?? 0 ) <= BUILDS_AT_ONCE ) {
			return;
		}
		const [ oldest ] = await store.builds.page( id, FIRST_BUILD );
		for (
			let number = oldest?.number ?? newest.number;
			number < newest.number;
			number += BUILDS_AT_ONCE
		) {
			const upTo = number + BUILDS_AT_ONCE - 1;
			await store.write( ( { builds } ) =>
				builds.removeEnded( id, upTo )
			);
		}
	}

	/**
	 * Ends the build and the application of an environment and removes its files. Its rows are already deleted, so no
	 * build can start. Files that a crash leaves are removed at the next start.
	 */
	async #stop( id: string ): Promise< void > {
		const { folders, builder, liveReleases, edges } = this.#options;
		await builder.remove( id );
		await liveReleases.remove( id );
		await edges.closeOne( id );
		await rm( folders.environment( id ), { recursive: true, force: true } );
	}
}
