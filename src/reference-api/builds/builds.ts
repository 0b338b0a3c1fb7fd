import type { Builder } from './builder.ts';
import { readLog, readRotatingLog } from './log-reader.ts';
import type { LogChunk } from './log-reader.ts';
import type { BuildQueue } from './queue.ts';
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
import type { Store } from '../store/store.ts';

/** The operation id of the newest operation of an environment. */
const NEWEST = 'no_build';
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
			name === NEWEST
				? await builds.newest( environmentId )
				: await builds.find( name );
		const found =
			byId?.environmentId === environmentId || ! NUMBER.test( name )
				? byId
				: await builds.findByNumber( environmentId, Number( name ) );
		if ( found?.environmentId !== environmentId ) {
			throw new HostingError(
				404,
				`There is no build ${ quote( name ) }.`
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
	 * Finds an operation by its id, or the newest one by `no_build`.
	 *
	 * @throws HostingError 404.
	 */
	async operation( path: EnvironmentPath, id: string ): Promise< Operation > {
		const { store } = this.#options;
		const environment = await findEnvironment( store, path );
		const isNewest = id === NEWEST;
		const build = isNewest
			? await store.builds.newest( environment.id )
			: await store.builds.findByOperation( environment.id, id );
		if ( ! build && ! isNewest ) {
			throw new HostingError(
				404,
				`No operation ${ quoteName( id ) } in environment ${
					environment.id
				}. “${ NEWEST }” stands for the newest one.`
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
