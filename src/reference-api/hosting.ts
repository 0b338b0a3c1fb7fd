/**
 * The one service behind all doors of the platform.
 */
import type { Action } from '../shared/actions.ts';
import type { Builder } from './builds/builder.ts';
import { readLog } from './builds/log-file.ts';
import type { BuildQueue } from './builds/queue.ts';
import type { Catalog, EnvironmentFields } from './catalog.ts';
import type { Edges } from './edge/edges.ts';
import type { Folders } from './folders.ts';
import { HostingError } from './model.ts';
import type {
	Account,
	App,
	Build,
	CacheStatistics,
	Environment,
	EnvironmentPath,
	Hosting,
	Install,
	WebhookSet,
} from './model.ts';
import { quote } from './names.ts';
import type { StoredBuild } from './store/builds.ts';
import type { StoredEnvironment } from './store/environments.ts';
import type { Store } from './store/store.ts';
import { takeUpload } from './uploads.ts';
import type { Webhooks } from './webhooks.ts';

export interface PlatformParts {
	store: Store;
	folders: Folders;
	catalog: Catalog;
	webhooks: Webhooks;
	queue: BuildQueue;
	builder: Builder;
	edges: Edges;
	now: () => Date;
}

/** What an operation stands for: a build, or (null) the creation of an environment. */
export interface Operation {
	environment: StoredEnvironment;
	build: StoredBuild | null;
	/** The build that decides the outcome: the one that absorbed it, if one did. */
	outcome: StoredBuild | null;
}

/** The platform on this machine: what all doors use, and what the contract's routes need besides. */
export class LocalHosting implements Hosting {
	readonly #parts: PlatformParts;

	constructor( parts: PlatformParts ) {
		this.#parts = parts;
	}

	async accounts(): Promise< Account[] > {
		return this.#parts.catalog.accounts();
	}

	createAccount( name: string ): Promise< Account > {
		return this.#parts.catalog.createAccount( name );
	}

	async installs(): Promise< Install[] > {
		return this.#parts.catalog.installs();
	}

	async saveInstall( install: Install ): Promise< void > {
		return this.#parts.catalog.saveInstall( install );
	}

	async apps( accountName: string ): Promise< App[] > {
		return this.#parts.catalog.apps( accountName );
	}

	async app( accountName: string, appId: string ): Promise< App > {
		return this.#parts.catalog.app( accountName, appId );
	}

	createApp(
		accountName: string,
		appId: string,
		region: string
	): Promise< App > {
		return this.#parts.catalog.createApp( accountName, appId, region );
	}

	async environments(
		accountName: string,
		appId: string
	): Promise< StoredEnvironment[] > {
		return this.#parts.catalog.environments( accountName, appId );
	}

	async environment( path: EnvironmentPath ): Promise< StoredEnvironment > {
		return this.#parts.catalog.environment( path );
	}

	createEnvironment(
		accountName: string,
		appId: string,
		fields: EnvironmentFields
	): Promise< StoredEnvironment > {
		return this.#parts.catalog.createEnvironment(
			accountName,
			appId,
			fields
		);
	}

	async upload(
		path: EnvironmentPath,
		zipFile: string,
		startedBy: string
	): Promise< Build > {
		const { catalog, builder } = this.#parts;
		const build = await takeUpload(
			this.#parts,
			() => catalog.environment( path ),
			zipFile,
			startedBy
		);
		builder.wake( build.environmentId );
		return build;
	}

	async trigger(
		path: EnvironmentPath,
		action: Action,
		startedBy: string
	): Promise< StoredBuild | null > {
		const environment = this.#parts.catalog.environment( path );
		return this.#act( environment, action, startedBy, () => {} );
	}

	/**
	 * Does what a webhook asks for.
	 *
	 * @param path   The environment.
	 * @param action The action.
	 * @param token  The secret of the URL.
	 * @throws HostingError 403, 404, 422 or 429.
	 */
	async callWebhook(
		path: EnvironmentPath,
		action: Action,
		token: string
	): Promise< StoredBuild | null > {
		const { catalog, webhooks } = this.#parts;
		const environment = catalog.environment( path );
		await webhooks.authorize( environment, action, token );
		try {
			return await this.#act( environment, action, 'webhook', () =>
				webhooks.noteCallNow( environment, action, 200 )
			);
		} catch ( error ) {
			if ( error instanceof HostingError && error.status < 500 ) {
				await webhooks.noteCall( environment, action, error.status );
			}
			throw error;
		}
	}

	async #act(
		environment: StoredEnvironment,
		action: Action,
		startedBy: string,
		alongside: () => void
	): Promise< StoredBuild | null > {
		const { store, queue, builder, edges, now } = this.#parts;
		if ( action === 'purgeCache' ) {
			const generation = await store.write( () => {
				alongside();
				return store.environments.bumpGeneration(
					environment.id,
					now()
				);
			} );
			edges.edge( environment.id )?.cache.purge( generation );
			return null;
		}
		const build = await store.write( () => {
			const added = queue.add( {
				environmentId: environment.id,
				trigger: action,
				startedBy,
			} );
			alongside();
			return added;
		} );
		builder.wake( environment.id );
		return build;
	}

	async builds( environmentId: string ): Promise< StoredBuild[] > {
		return this.#parts.store.builds.of( environmentId );
	}

	async build( environmentId: string, number: number ): Promise< Build > {
		const build = this.#parts.store.builds.findByNumber(
			environmentId,
			number
		);
		if ( ! build ) {
			throw new HostingError( 404, `There is no build ${ number }.` );
		}
		return build;
	}

	async readLog(
		buildId: string,
		offset: number
	): Promise< { text: string; nextOffset: number } > {
		const { store, folders } = this.#parts;
		const build = store.builds.find( buildId );
		if ( ! build ) {
			throw new HostingError(
				404,
				`There is no build ${ quote( buildId ) }.`
			);
		}
		return readLog(
			folders.buildLog( build.environmentId, build.id ),
			offset
		);
	}

	/**
	 * Finds an operation by its id; `no_build` is the newest one.
	 *
	 * @param path Account, app and environment.
	 * @param id   Its id.
	 */
	async operation( path: EnvironmentPath, id: string ): Promise< Operation > {
		const { store, catalog } = this.#parts;
		const environment = catalog.environment( path );
		const isNewest = id === 'no_build';
		const build = isNewest
			? store.builds.newest( environment.id )
			: store.builds.findByOperation( environment.id, id );
		if ( ! build && ! isNewest ) {
			throw new HostingError(
				404,
				`There is no operation ${ quote( id ) }.`
			);
		}
		let outcome = build;
		while ( outcome?.supersededBy ) {
			outcome = store.builds.find( outcome.supersededBy );
		}
		return { environment, build, outcome };
	}

	/**
	 * Cancels the build of an operation.
	 *
	 * @param path        Account, app and environment.
	 * @param operationId Id of the operation.
	 */
	async cancel(
		path: EnvironmentPath,
		operationId: string
	): Promise< void > {
		const { outcome } = await this.operation( path, operationId );
		if ( ! outcome ) {
			throw new HostingError(
				409,
				'The creation of an environment is done at once; there is nothing to cancel.'
			);
		}
		await this.#parts.builder.cancel( outcome );
	}

	cache( environmentId: string ): CacheStatistics {
		const { edges, store } = this.#parts;
		const figures = edges.edge( environmentId )?.cache.figures ?? {
			hits: 0,
			misses: 0,
			entries: 0,
			bytes: 0,
		};
		const purgedAt =
			store.environments.find( environmentId )?.purgeTime ?? null;
		return { ...figures, purgedAt };
	}

	async webhooks( path: EnvironmentPath ): Promise< WebhookSet | null > {
		return this.#parts.webhooks.find(
			this.#parts.catalog.environment( path )
		);
	}

	async createWebhooks(
		path: EnvironmentPath,
		createdBy: string
	): Promise< WebhookSet > {
		return this.#parts.webhooks.create(
			this.#parts.catalog.environment( path ),
			createdBy
		);
	}

	async regenerateWebhooks(
		path: EnvironmentPath,
		createdBy: string
	): Promise< WebhookSet > {
		return this.#parts.webhooks.regenerate(
			this.#parts.catalog.environment( path ),
			createdBy
		);
	}

	async deleteWebhooks( path: EnvironmentPath ): Promise< void > {
		return this.#parts.webhooks.delete(
			this.#parts.catalog.environment( path )
		);
	}

	edgeUrl( environment: Environment ): string {
		const port =
			this.#parts.edges.port( environment.id ) || environment.edgePort;
		return `http://localhost:${ port }`;
	}
}
