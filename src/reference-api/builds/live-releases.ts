/** Keeps each environment's live release running. */
import type { Changes } from '../lib/change-emitter.ts';
import type { Folders } from '../store/folders.ts';
import type { Build, Served } from '../lib/model.ts';
import type { Limits } from '../lib/limits.ts';
import type { Store } from '../store/store.ts';
import { startApplication } from './application.ts';
import type { Application } from './application.ts';
import { LogFile } from './log-file.ts';
import { secretsOf } from './log-redaction.ts';
import { untilHung } from './liveness-probe.ts';
import { readSettings } from './release-config.ts';
import type { ReleaseSettings } from './release-config.ts';
import { ServedRelease } from './live-release.ts';
import { throttled } from '../lib/throttle.ts';

/** Readers who watch a log get its news four times a second. */
export const LOG_CHANGES_EVERY_MS = 250;

export interface ServingOptions {
	store: Store;
	folders: Folders;
	limits: Limits;
	changes: Pick< Changes, 'emit' >;
	now: () => Date;
}

type LiveBuild = Pick< Build, 'id' | 'environmentId' >;

/** A replaced release that ends. */
interface Leaving {
	environmentId: string;
	buildId: string;
	/** Its application answers nobody any more; what is left is to tidy up. */
	hasEnded: boolean;
	work: Promise< void >;
}

/** Holds what is served in each environment. */
export class Serving {
	readonly #options: ServingOptions;
	readonly #served = new Map< string, ServedRelease >();
	readonly #leaving = new Set< Leaving >();
	readonly #onGrow: () => void;

	constructor( options: ServingOptions ) {
		this.#options = options;
		this.#onGrow = throttled(
			() => options.changes.emit(),
			LOG_CHANGES_EVERY_MS
		);
	}

	/**
	 * Answers the application that an environment's visitors get, or null while there is none.
	 *
	 * @param environmentId Id of the environment.
	 */
	application( environmentId: string ): Application | null {
		return this.#served.get( environmentId )?.application ?? null;
	}

	/**
	 * Tells what an environment's visitors get; null before its first release.
	 *
	 * @param environmentId Id of the environment.
	 */
	served( environmentId: string ): Served | null {
		return this.#served.get( environmentId )?.state ?? null;
	}

	/**
	 * Lists the builds whose application still answers somebody.
	 *
	 * @param environmentId Id of the environment.
	 */
	inUse( environmentId: string ): Set< string > {
		const live = this.#served.get( environmentId )?.buildId;
		const leaving = [ ...this.#leaving ]
			.filter(
				( one ) => one.environmentId === environmentId && ! one.hasEnded
			)
			.map( ( { buildId } ) => buildId );
		return new Set( live ? [ live, ...leaving ] : leaving );
	}

	/**
	 * Sends visitors to a new release; the old one ends after the requests that it is answering.
	 *
	 * @param settings What it was built with.
	 * @param onLeft   Called when the old one has ended, if there is one.
	 */
	adopt(
		build: LiveBuild,
		application: Application,
		settings: ReleaseSettings,
		onLeft: () => Promise< void >
	): void {
		const { environmentId } = build;
		const old = this.#served.get( environmentId );
		this.#note( build, settings ).put( application );
		if ( old ) {
			const leaving: Leaving = {
				environmentId,
				buildId: old.buildId,
				hasEnded: false,
				work: old
					.leave( true )
					.then( () => {
						leaving.hasEnded = true;
						return onLeft();
					} )
					.finally( () => this.#leaving.delete( leaving ) ),
			};
			this.#leaving.add( leaving );
		}
	}

	/**
	 * Takes up the release that was live when the platform ended. Call `start()` next.
	 */
	async takeUp( build: LiveBuild ): Promise< void > {
		const { store, folders } = this.#options;
		const { environmentId, id } = build;
		const settings = await readSettings(
			folders.releaseSettings( environmentId, id )
		);
		const environment = await store.environments.find( environmentId );
		const install = await store.installs.find(
			environment?.wpEnvironment ?? ''
		);
		this.#note( build, {
			shellVariables:
				settings?.shellVariables ?? environment?.shellVariables ?? [],
			wordpressUrl: settings?.wordpressUrl ?? install?.url ?? '',
			rootDirectory:
				settings?.rootDirectory ?? environment?.rootDirectory ?? '',
		} );
	}

	/**
	 * Starts what was taken up; what does not start is tried again in the background.
	 *
	 * @param environmentId Id of the environment.
	 */
	async start( environmentId: string ): Promise< void > {
		await this.#served.get( environmentId )?.resume();
	}

	#note( build: LiveBuild, settings: ReleaseSettings ): ServedRelease {
		const { folders, limits, changes, now } = this.#options;
		const { environmentId, id } = build;
		const served: ServedRelease = new ServedRelease( {
			buildId: id,
			log: new LogFile( folders.appLog( environmentId ), {
				whenFull: 'rotate',
				secrets: secretsOf( settings.shellVariables ),
				onGrow: this.#onGrow,
			} ),
			start: ( log, signal ) =>
				startApplication( {
					release: folders.release( environmentId, id ),
					variables: {
						...settings,
						environmentId,
						buildId: id,
						home: folders.home( environmentId ),
						outer: process.env,
					},
					log,
					limits,
					signal,
				} ),
			untilHung: ( application, signal ) =>
				untilHung( application, {
					everyMs: limits.probeSeconds * 1000,
					timeoutMs: limits.hangTimeoutSeconds * 1000 || Infinity,
					signal,
				} ),
			hangTimeoutSeconds: limits.hangTimeoutSeconds,
			now,
			onChange: () => changes.emit(),
		} );
		this.#served.set( environmentId, served );
		return served;
	}

	/** Waits for the releases that were replaced, until nothing is left of them that is not kept. */
	async drained(): Promise< void > {
		await Promise.allSettled(
			[ ...this.#leaving ].map( ( { work } ) => work )
		);
	}

	/**
	 * Ends what an environment's visitors got, at once.
	 *
	 * @param environmentId Id of the environment.
	 */
	async remove( environmentId: string ): Promise< void > {
		const served = this.#served.get( environmentId );
		this.#served.delete( environmentId );
		await served?.leave( false );
		await Promise.allSettled(
			[ ...this.#leaving ]
				.filter( ( one ) => one.environmentId === environmentId )
				.map( ( { work } ) => work )
		);
	}

	/** Ends all applications. */
	async close(): Promise< void > {
		await Promise.all(
			[ ...this.#served.keys() ].map( ( id ) => this.remove( id ) )
		);
		await this.drained();
	}
}
