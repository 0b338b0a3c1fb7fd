import { existsSync } from 'node:fs';
import type { WebhookAction } from '../../shared/actions.ts';
import type { Builder } from '../builds/builder.ts';
import type { BuildQueue } from '../builds/queue.ts';
import type { EdgeServers } from '../edge/edge-servers.ts';
import type { Folders } from '../store/folders.ts';
import { findBuildById, findEnvironment } from '../store/lookups.ts';
import { HostingError } from '../model/hosting.ts';
import type { BuildState, EnvironmentPath } from '../model/hosting.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store, Tables } from '../store/store.ts';
import type { WebhookSets } from './webhook-sets.ts';

const WEBHOOK = 'webhook';

/** Builds in these states can be deployed again. */
const ENDED: BuildState[] = [ 'live', 'succeeded', 'failed', 'cancelled' ];

export interface TriggersOptions {
	store: Store;
	folders: Folders;
	queue: BuildQueue;
	builder: Builder;
	edges: EdgeServers;
	webhooks: WebhookSets;
	now: () => Date;
}

/** Starts builds and purges. */
export class Triggers {
	readonly #options: TriggersOptions;

	constructor( options: TriggersOptions ) {
		this.#options = options;
	}

	/**
	 * Starts an action that a user requested.
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

	/**
	 * Starts a build of the live code that a user requested.
	 *
	 * @return The build that was queued or joined.
	 * @throws HostingError 404, 422 or 429.
	 */
	async startBuild(
		path: EnvironmentPath,
		action: Exclude< WebhookAction, 'purgeCache' >,
		startedBy: string
	): Promise< StoredBuild > {
		const environment = await findEnvironment( this.#options.store, path );
		return this.#build( environment.id, action, startedBy, async () => {} );
	}

	/**
	 * Redeploys the source of an earlier build, with the current variables.
	 *
	 * @throws HostingError 404, 409 or 429.
	 */
	async redeploy(
		path: EnvironmentPath,
		buildId: string,
		startedBy: string
	): Promise< StoredBuild > {
		const { store, queue, builder } = this.#options;
		const build = await store.write( async ( tables ) => {
			const { id } = await findEnvironment( tables, path );
			const earlier = await findBuildById( tables, buildId );
			const { number, source } = earlier;
			if ( earlier.environmentId !== id ) {
				throw new HostingError(
					404,
					'The build belongs to another environment.'
				);
			}
			const refusal = this.redeployRefusal( earlier );
			if ( refusal !== '' ) {
				throw new HostingError( 409, refusal );
			}
			return queue.add( tables, {
				environmentId: id,
				trigger: 'redeploy',
				startedBy: `redeploy of build ${ number } by ${ startedBy }`,
				source,
			} );
		} );
		builder.wake( build.environmentId );
		return build;
	}

	/** Returns why a build cannot be deployed again, or an empty string. */
	redeployRefusal( build: StoredBuild ): string {
		const { number, state, source, environmentId } = build;
		if ( state === 'superseded' ) {
			return `A newer build replaced build ${ number } before it started. Deploy that build instead.`;
		}
		if ( ! ENDED.includes( state ) ) {
			return `Build ${ number } has not ended. Wait until it ends, then deploy it again.`;
		}
		if ( source === '' ) {
			return `Build ${ number } ended before it had code. Deploy another build.`;
		}
		return existsSync(
			this.#options.folders.source( environmentId, source )
		)
			? ''
			: `The code of build ${ number } is no longer stored (see the limit keptSources). Upload it again.`;
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
		const { store, edges, now } = this.#options;
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
		return this.#build( environmentId, action, startedBy, recordCall );
	}

	async #build(
		environmentId: string,
		trigger: Exclude< WebhookAction, 'purgeCache' >,
		startedBy: string,
		recordCall: ( tables: Tables ) => Promise< void >
	): Promise< StoredBuild > {
		const { store, queue, builder } = this.#options;
		const build = await store.write( async ( tables ) => {
			const added = await queue.add( tables, {
				environmentId,
				trigger,
				startedBy,
			} );
			await recordCall( tables );
			return added;
		} );
		builder.wake( environmentId );
		return build;
	}
}
