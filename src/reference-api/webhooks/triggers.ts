import type { WebhookAction } from '../../shared/actions.ts';
import type { Builds } from '../builds/builds.ts';
import type { EdgeServers } from '../edge/edge-servers.ts';
import { findEnvironment } from '../store/lookups.ts';
import { HostingError } from '../model/hosting.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store, Tables } from '../store/store.ts';
import type { WebhookSets } from './webhook-sets.ts';

const WEBHOOK = 'webhook';

export interface TriggersOptions {
	store: Store;
	builds: Builds;
	edges: EdgeServers;
	webhooks: WebhookSets;
	now: () => Date;
}

/** Performs the actions of webhooks: Rebuild, Clean Rebuild and Purge Cache. */
export class Triggers {
	readonly #options: TriggersOptions;

	constructor( options: TriggersOptions ) {
		this.#options = options;
	}

	/**
	 * Performs an action that a user requested.
	 *
	 * @return The build that was queued or joined; null after a purge.
	 */
	async trigger(
		path: EnvironmentPath,
		action: WebhookAction,
		startedBy: string
	): Promise< StoredBuild | null > {
		const environment = await findEnvironment( this.#options.store, path );
		return this.#performAction(
			environment,
			action,
			startedBy,
			async () => {}
		);
	}

	/** @throws HostingError 403, 404, 422 or 429. */
	async callWebhook(
		path: EnvironmentPath,
		action: WebhookAction,
		token: string
	): Promise< StoredBuild | null > {
		const { webhooks } = this.#options;
		const environment = await this.#findCalled( path );
		await webhooks.authorize( environment, action, token );
		try {
			return await this.#performAction(
				environment,
				action,
				WEBHOOK,
				( tables ) =>
					webhooks.recordCall( tables, environment, action, 200 )
			);
		} catch ( error ) {
			if ( error instanceof HostingError && error.status < 500 ) {
				await webhooks.recordRefusal(
					environment,
					action,
					error.status
				);
			}
			throw error;
		}
	}

	/**
	 * Finds the environment of a webhook. Callers are unknown until their token is checked, so the error names no
	 * existing objects.
	 */
	async #findCalled( path: EnvironmentPath ): Promise< StoredEnvironment > {
		const found = await this.#options.store.environments.find(
			path.environmentId
		);
		if (
			found?.accountName !== path.accountName ||
			found.appId !== path.appId
		) {
			throw new HostingError(
				404,
				'This environment does not exist. Copy the webhook URL from the portal’s Settings page.'
			);
		}
		return found;
	}

	async #performAction(
		environment: StoredEnvironment,
		action: WebhookAction,
		startedBy: string,
		recordCall: ( tables: Tables ) => Promise< void >
	): Promise< StoredBuild | null > {
		const { store, builds, edges, now } = this.#options;
		const environmentId = environment.id;
		if ( action === 'purgeCache' ) {
			const generation = await store.write( async ( tables ) => {
				await recordCall( tables );
				return tables.environments.bumpGeneration(
					environmentId,
					now()
				);
			} );
			edges.edge( environmentId )?.purge( generation, startedBy );
			return null;
		}
		return builds.queue( async ( tables ) => {
			await recordCall( tables );
			return { environmentId, trigger: action, startedBy };
		} );
	}
}
