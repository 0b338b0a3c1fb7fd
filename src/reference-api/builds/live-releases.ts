import { existsSync } from 'node:fs';
import type { ChangeEmitter } from '../lib/change-emitter.ts';
import type { Folders } from '../store/folders.ts';
import type { Build, ApplicationStatus } from '../model/hosting.ts';
import type { Limits } from '../lib/limits.ts';
import type { Store } from '../store/store.ts';
import { startApplication } from './application.ts';
import type { Application } from './application.ts';
import { LogFile } from './log-file.ts';
import { secretForms } from './log-redaction.ts';
import { waitUntilUnresponsive } from './liveness-probe.ts';
import { missingCode } from './missing-code.ts';
import { BuildError } from './project.ts';
import { readReleaseConfig } from './release-config.ts';
import type { ReleaseConfig } from './release-config.ts';
import { LiveRelease } from './live-release.ts';
import { throttle } from '../lib/throttle.ts';

/** How often readers of a growing log are notified. */
export const LOG_CHANGE_INTERVAL_MS = 250;

export interface LiveReleasesOptions {
	store: Store;
	folders: Folders;
	limits: Limits;
	changes: Pick< ChangeEmitter, 'emit' >;
	now: () => Date;
}

type LiveBuild = Pick< Build, 'id' | 'environmentId' | 'number' >;

/** A replaced release that ends. */
interface ReplacedRelease {
	environmentId: string;
	buildId: string;
	/** Its application has stopped; its files can be removed. */
	hasEnded: boolean;
	work: Promise< void >;
}

/** Holds the live release of each environment. */
export class LiveReleases {
	readonly #options: LiveReleasesOptions;
	readonly #served = new Map< string, LiveRelease >();
	readonly #replaced = new Set< ReplacedRelease >();
	/** The live builds, also those whose files were missing at the start. */
	readonly #live = new Map< string, LiveBuild >();

	constructor( options: LiveReleasesOptions ) {
		this.#options = options;
	}

	/** Returns the application of the live release, or null if it does not run. */
	application( environmentId: string ): Application | null {
		return this.#served.get( environmentId )?.application ?? null;
	}

	/** Returns the status of an environment's application; null before the first release. */
	status( environmentId: string ): ApplicationStatus | null {
		return this.#served.get( environmentId )?.state ?? null;
	}

	/** Lists the builds whose application still has open requests. */
	inUse( environmentId: string ): Set< string > {
		const live = this.#served.get( environmentId )?.buildId;
		const replaced = [ ...this.#replaced ]
			.filter(
				( one ) => one.environmentId === environmentId && ! one.hasEnded
			)
			.map( ( { buildId } ) => buildId );
		return new Set( live ? [ live, ...replaced ] : replaced );
	}

	/**
	 * Sends visitors to a new release; the old one ends after the requests that it is answering.
	 *
	 * @param onReplacedEnd Called when the old one has ended, if there is one.
	 */
	adopt(
		build: LiveBuild,
		application: Application,
		settings: ReleaseConfig,
		onReplacedEnd: () => Promise< void >
	): void {
		const { environmentId } = build;
		const old = this.#served.get( environmentId );
		this.#addRelease( build, settings ).put( application );
		if ( old ) {
			const replaced: ReplacedRelease = {
				environmentId,
				buildId: old.buildId,
				hasEnded: false,
				work: old
					.stop( true )
					.then( () => {
						replaced.hasEnded = true;
						return onReplacedEnd();
					} )
					.finally( () => this.#replaced.delete( replaced ) ),
			};
			this.#replaced.add( replaced );
		}
	}

	/**
	 * Loads the release that was live when the platform stopped. Call `startAll()` when all are loaded.
	 *
	 * @return False if its files are missing; nothing is served then.
	 */
	async restore( build: LiveBuild ): Promise< boolean > {
		const { store, folders } = this.#options;
		const { environmentId, id } = build;
		this.#live.set( environmentId, build );
		if ( this.#isMissing( build ) ) {
			return false;
		}
		const settings = await readReleaseConfig(
			folders.releaseSettings( environmentId, id )
		);
		const environment = await store.environments.find( environmentId );
		const install = await store.installs.find(
			environment?.wpEnvironment ?? ''
		);
		this.#addRelease( build, {
			shellVariables:
				settings?.shellVariables ?? environment?.shellVariables ?? [],
			wordpressUrl: settings?.wordpressUrl ?? install?.url ?? '',
			rootDirectory:
				settings?.rootDirectory ?? environment?.rootDirectory ?? '',
		} );
		return true;
	}

	#isMissing( { environmentId, id }: LiveBuild ): boolean {
		const { folders } = this.#options;
		return ! existsSync( folders.release( environmentId, id ) );
	}

	/** Returns the live build if it does not run because its files are missing, otherwise null. */
	missingOf( environmentId: string ): LiveBuild | null {
		const build = this.#live.get( environmentId );
		return build &&
			! this.application( environmentId ) &&
			this.#isMissing( build )
			? build
			: null;
	}

	/** Lists the live builds that do not run because their files are missing. */
	get missing(): LiveBuild[] {
		return [ ...this.#live.keys() ].flatMap(
			( id ) => this.missingOf( id ) ?? []
		);
	}

	/**
	 * Starts the restored releases. A failed start is retried.
	 *
	 * @return Resolves when each application runs, or is not needed because a newer release is live.
	 */
	async startAll(): Promise< void > {
		await Promise.all(
			[ ...this.#served.values() ].map( ( release ) => release.resume() )
		);
	}

	/** Counts the restored and adopted releases (`total`) and those whose application runs (`running`). */
	get counts(): { total: number; running: number } {
		const all = [ ...this.#served.values() ];
		const running = all.filter( ( { application } ) => application );
		return { total: all.length, running: running.length };
	}

	#addRelease( build: LiveBuild, settings: ReleaseConfig ): LiveRelease {
		const { folders, limits, changes, now } = this.#options;
		const { environmentId, id, number } = build;
		this.#live.set( environmentId, build );
		const served: LiveRelease = new LiveRelease( {
			buildId: id,
			log: new LogFile( folders.appLog( environmentId ), {
				whenFull: 'rotate',
				secrets: secretForms( settings.shellVariables ),
				onGrow: throttle(
					() => changes.emit( { topic: 'output', environmentId } ),
					LOG_CHANGE_INTERVAL_MS
				),
			} ),
			start: async ( log, signal ) => {
				if ( this.#isMissing( build ) ) {
					throw new BuildError( missingCode( number ) );
				}
				return startApplication( {
					release: folders.release( environmentId, id ),
					variables: {
						...settings,
						environmentId,
						buildId: id,
						home: folders.home( environmentId ),
						platformEnv: process.env,
					},
					log,
					limits,
					signal,
				} );
			},
			untilHung: ( application, signal ) =>
				waitUntilUnresponsive( application, {
					everyMs: limits.probeSeconds * 1000,
					timeoutMs: limits.hangTimeoutSeconds * 1000 || Infinity,
					signal,
				} ),
			hangTimeoutSeconds: limits.hangTimeoutSeconds,
			now,
			onChange: () =>
				changes.emit( { topic: 'environments', environmentId } ),
		} );
		this.#served.set( environmentId, served );
		return served;
	}

	/** Waits until all replaced releases have stopped and their files were cleaned up. */
	async waitUntilDrained(): Promise< void > {
		await Promise.allSettled(
			[ ...this.#replaced ].map( ( { work } ) => work )
		);
	}

	/** Ends the live release of an environment immediately. */
	async remove( environmentId: string ): Promise< void > {
		const served = this.#served.get( environmentId );
		this.#served.delete( environmentId );
		this.#live.delete( environmentId );
		await served?.stop( false );
		await Promise.allSettled(
			[ ...this.#replaced ]
				.filter( ( one ) => one.environmentId === environmentId )
				.map( ( { work } ) => work )
		);
	}

	/** Ends all applications. */
	async close(): Promise< void > {
		await Promise.all(
			[ ...this.#served.keys() ].map( ( id ) => this.remove( id ) )
		);
		await this.waitUntilDrained();
	}
}
