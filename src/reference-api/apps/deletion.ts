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
		const { id } = await store.write( async ( tables ) => {
			const environment = await findEnvironment( tables, path );
			await deleteRows( tables, environment.id );
			return environment;
		} );
		await this.#stop( id );
	}

	/** Deletes an application with all of its environments. */
	async app( accountName: string, appId: string ): Promise< void > {
		const { store } = this.#options;
		const environments = await store.write( async ( tables ) => {
			const app = await findApp( tables, accountName, appId );
			const found = await tables.environments.of( accountName, appId );
			for ( const { id } of found ) {
				await deleteRows( tables, id );
			}
			await tables.apps.delete( app.id );
			return found;
		} );
		await Promise.all( environments.map( ( { id } ) => this.#stop( id ) ) );
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
