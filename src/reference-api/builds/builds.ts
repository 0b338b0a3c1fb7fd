import { existsSync } from 'node:fs';
import { isActive, NO_BUILD } from '../../shared/build-states.ts';
import type { Builder } from './builder.ts';
import { readLog, readRotatingLog } from './log-reader.ts';
import type { LogChunk } from './log-reader.ts';
import type { BuildQueue, BuildRequest } from './queue.ts';
import { readReleaseConfig } from './release-config.ts';
import { queueUpload } from './uploads.ts';
import { DURATION_BUILDS } from './usual-duration.ts';
import { variableChanges } from './variable-changes.ts';
import type { VariableChange } from './variable-changes.ts';
import { quote, quoteName } from '../lib/names.ts';
import type { Limits } from '../lib/limits.ts';
import { HostingError } from '../model/hosting.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import type {
	BuildPage,
	DeployedBuild,
	SingleState,
	StoredBuild,
} from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Folders } from '../store/folders.ts';
import { findBuild, findBuildById, findEnvironment } from '../store/lookups.ts';
import type { Store, Tables } from '../store/store.ts';

const NUMBER = /^[1-9]\d{0,14}$/;

export interface BuildsOptions {
	store: Store;
	folders: Folders;
	queue: BuildQueue;
	builder: Builder;
	limits: Limits;
}

export interface Operation {
	environment: StoredEnvironment;
	/** Null for the creation of the environment. */
	build: StoredBuild | null;
	/** The build that decides the result: the one that superseded `build`, or `build` itself. */
	outcome: StoredBuild | null;
}

export class Builds {
	readonly #options: BuildsOptions;

	constructor( options: BuildsOptions ) {
		this.#options = options;
	}

	/** Lists all builds of an environment, newest first. */
	of( environmentId: string ): Promise< StoredBuild[] > {
		return this.page( environmentId, {
			isDescending: true,
			after: null,
			limit: Infinity,
		} );
	}

	/** Lists a part of an environment's builds. */
	page( environmentId: string, page: BuildPage ): Promise< StoredBuild[] > {
		return this.#options.store.builds.page( environmentId, page );
	}

	/** Returns an environment's newest build, or null. */
	newest( environmentId: string ): Promise< StoredBuild | null > {
		return this.#options.store.builds.newest( environmentId );
	}

	/** Returns an environment's one build in a state that only one of its builds can have, or null. */
	inState(
		environmentId: string,
		state: SingleState
	): Promise< StoredBuild | null > {
		return this.#options.store.builds.findInState( environmentId, state );
	}

	/** Returns the builds that decide the usual durations of an environment. */
	newestDeployed( environmentId: string ): Promise< DeployedBuild[] > {
		return this.#options.store.builds.newestDeployedByTrigger(
			environmentId,
			DURATION_BUILDS
		);
	}

	/**
	 * Finds a build of an environment by its id or its number, or the newest one by `no_build`.
	 *
	 * @throws HostingError 404.
	 */
	async findByName(
		environmentId: string,
		name: string
	): Promise< StoredBuild > {
		const { builds } = this.#options.store;
		const byId =
			name === NO_BUILD
				? await builds.newest( environmentId )
				: await builds.find( name );
		const found =
			byId?.environmentId === environmentId || ! NUMBER.test( name )
				? byId
				: await builds.findByNumber( environmentId, Number( name ) );
		if ( found?.environmentId !== environmentId ) {
			throw new HostingError(
				404,
				`Build ${ quote( name ) } does not exist.`
			);
		}
		return found;
	}

	/**
	 * Finds a build by the number that users see.
	 *
	 * @throws HostingError 404.
	 */
	find( environmentId: string, number: number ): Promise< StoredBuild > {
		return findBuild( this.#options.store, environmentId, number );
	}

	/**
	 * @param zipFile On the disk; it is always deleted.
	 * @throws HostingError if the file is not accepted.
	 */
	async upload(
		path: EnvironmentPath,
		zipFile: string,
		startedBy: string,
		commitMessage = ''
	): Promise< StoredBuild > {
		const build = await queueUpload(
			this.#options,
			path,
			zipFile,
			startedBy,
			commitMessage
		);
		this.#options.builder.wake( build.environmentId );
		return build;
	}

	/**
	 * Starts a build of the live code.
	 *
	 * @return The build that was queued or joined.
	 * @throws HostingError 404, 422 or 429.
	 */
	async rebuild(
		path: EnvironmentPath,
		trigger: 'rebuild' | 'cleanRebuild',
		startedBy: string
	): Promise< StoredBuild > {
		return this.queue( async ( tables ) => {
			const { id } = await findEnvironment( tables, path );
			return { environmentId: id, trigger, startedBy };
		} );
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
		return this.queue( async ( tables ) => {
			const { id } = await findEnvironment( tables, path );
			const earlier = await findBuildById( tables, buildId );
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
			return {
				environmentId: id,
				trigger: 'redeploy',
				startedBy: `redeploy of build ${ earlier.number } by ${ startedBy }`,
				source: earlier.source,
			};
		} );
	}

	/** Returns why a build cannot be deployed again, or an empty string. */
	redeployRefusal( build: StoredBuild ): string {
		const { number, state, source, environmentId } = build;
		if ( state === 'superseded' ) {
			return `A newer build replaced build ${ number } before it started. Deploy that build instead.`;
		}
		if ( isActive( build ) ) {
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

	/**
	 * Queues a build, or joins the queued one, and starts it when no other build of the environment runs.
	 *
	 * @param prepare Returns the request; it runs in the same transaction.
	 */
	async queue(
		prepare: ( tables: Tables ) => Promise< BuildRequest >
	): Promise< StoredBuild > {
		const { store, queue, builder } = this.#options;
		const build = await store.write( async ( tables ) =>
			queue.add( tables, await prepare( tables ) )
		);
		builder.wake( build.environmentId );
		return build;
	}

	/**
	 * Finds an operation by its id, or the newest one by `no_build`.
	 *
	 * @throws HostingError 404.
	 */
	async operation( path: EnvironmentPath, id: string ): Promise< Operation > {
		const { store } = this.#options;
		const environment = await findEnvironment( store, path );
		const isNewest = id === NO_BUILD;
		const build = isNewest
			? await store.builds.newest( environment.id )
			: await store.builds.findByOperation( environment.id, id );
		if ( ! build && ! isNewest ) {
			throw new HostingError(
				404,
				`The operation ${ quoteName( id ) } does not exist in environment ${
					environment.id
				}. “${ NO_BUILD }” stands for the newest one.`
			);
		}
		let outcome = build;
		while ( outcome?.supersededBy ) {
			outcome = await store.builds.find( outcome.supersededBy );
		}
		return { environment, build, outcome };
	}

	/** @throws HostingError 404, or 409 after the build is live or has ended. */
	async cancel(
		path: EnvironmentPath,
		operationId: string
	): Promise< void > {
		const { outcome } = await this.operation( path, operationId );
		if ( ! outcome ) {
			throw new HostingError(
				409,
				'This operation created the environment and is complete. It cannot be canceled.'
			);
		}
		await this.#options.builder.cancel( outcome );
	}

	/** Compares the shell variables of an environment with those of its live release, if there is one. */
	async variableChanges( {
		id,
		shellVariables,
	}: StoredEnvironment ): Promise< VariableChange[] > {
		const { store, folders } = this.#options;
		const live = await store.builds.findInState( id, 'live' );
		const config =
			live &&
			( await readReleaseConfig(
				folders.releaseSettings( id, live.id )
			) );
		return config
			? variableChanges( shellVariables, config.shellVariables )
			: [];
	}

	/** @throws HostingError 404. */
	async readLog( buildId: string, offset: number ): Promise< LogChunk > {
		const { store, folders } = this.#options;
		const { id, environmentId } = await findBuildById( store, buildId );
		return readLog( folders.buildLog( environmentId, id ), offset );
	}

	/** Reads what the live application printed from a byte offset. */
	readApplicationLog(
		environmentId: string,
		offset: number
	): Promise< LogChunk > {
		const file = this.#options.folders.appLog( environmentId );
		return readRotatingLog( file, offset );
	}
}
