/**
 * Keeps each environment's live release running.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { wordsOf } from '../errors.ts';
import type { Folders } from '../folders.ts';
import type { Build } from '../model.ts';
import type { Store } from '../store/store.ts';
import { startApplication } from './application.ts';
import type { Application } from './application.ts';
import { LogFile } from './log-file.ts';

const FIRST_RESTART_MS = 1000;
const LAST_RESTART_MS = 30_000;
/** Whoever ran as long as this is started again at once. */
const STEADY_MS = 10_000;

export interface ServingOptions {
	store: Store;
	folders: Folders;
	healthTimeoutMs: number;
}

interface Served {
	buildId: string;
	application: Application | null;
	log: LogFile;
}

type LiveBuild = Pick< Build, 'id' | 'environmentId' >;

/** Holds what is served, and starts it again when it ends by itself. */
export class Serving {
	readonly #options: ServingOptions;
	readonly #served = new Map< string, Served >();
	readonly #pending = new Set< Promise< void > >();
	readonly #stop = new AbortController();

	constructor( options: ServingOptions ) {
		this.#options = options;
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
	 * Sends visitors to a new release; the old one ends after the requests that it is answering.
	 *
	 * @param build       The build.
	 * @param application The application.
	 */
	adopt( build: LiveBuild, application: Application ): void {
		const old = this.#served.get( build.environmentId );
		const served = this.#note( build );
		this.#put( served, build, application );
		if ( old ) {
			this.#leave( old );
		}
	}

	/**
	 * Starts the release that was live when the platform ended; what does not start is tried again.
	 *
	 * @param build The build.
	 */
	async resume( build: LiveBuild ): Promise< void > {
		const served = this.#note( build );
		try {
			await this.#start( served, build );
		} catch ( error ) {
			served.log.say( wordsOf( error ) );
			void this.#restart( served, build, FIRST_RESTART_MS );
		}
	}

	#note( build: LiveBuild ): Served {
		const file = this.#options.folders.appLog( build.environmentId );
		const served: Served = {
			buildId: build.id,
			application: null,
			log: new LogFile( file, { whenFull: 'rotate' } ),
		};
		this.#served.set( build.environmentId, served );
		return served;
	}

	#put( served: Served, build: LiveBuild, application: Application ): void {
		served.application = application;
		application.logTo( served.log );
		const began = performance.now();
		void application.exited.then( () => {
			const isSteady = performance.now() - began > STEADY_MS;
			return this.#restart(
				served,
				build,
				isSteady ? 0 : FIRST_RESTART_MS
			);
		} );
	}

	#isCurrent( served: Served, build: LiveBuild ): boolean {
		return (
			! this.#stop.signal.aborted &&
			this.#served.get( build.environmentId ) === served
		);
	}

	#start( served: Served, build: LiveBuild ): Promise< void > {
		return this.#track( this.#startNow( served, build ) );
	}

	/**
	 * Remembers what `close()` has to wait for.
	 *
	 * @param work What is done.
	 */
	#track( work: Promise< void > ): Promise< void > {
		const tracked = work.finally( () => this.#pending.delete( tracked ) );
		this.#pending.add( tracked );
		return tracked;
	}

	async #startNow( served: Served, build: LiveBuild ): Promise< void > {
		const { store, folders, healthTimeoutMs } = this.#options;
		const environment = store.environments.find( build.environmentId );
		if ( ! environment ) {
			return;
		}
		const application = await startApplication( {
			release: folders.release( environment.id, build.id ),
			variables: {
				environment,
				buildId: build.id,
				wordpressUrl:
					store.installs.find( environment.wpEnvironment )?.url ?? '',
				home: folders.home,
				outer: process.env,
			},
			log: served.log,
			healthTimeoutMs,
			signal: this.#stop.signal,
		} );
		if ( this.#isCurrent( served, build ) ) {
			this.#put( served, build, application );
		} else {
			await application.stop( false );
		}
	}

	/**
	 * Starts an application that ended by itself again, ever more slowly while that does not help.
	 *
	 * @param served      What is served.
	 * @param build       The build.
	 * @param firstWaitMs How long to wait before the first try.
	 */
	async #restart(
		served: Served,
		build: LiveBuild,
		firstWaitMs: number
	): Promise< void > {
		served.application = null;
		let wait = firstWaitMs;
		while ( this.#isCurrent( served, build ) && ! served.application ) {
			await delay( wait, undefined, {
				signal: this.#stop.signal,
			} ).catch( () => {} );
			wait = Math.min(
				Math.max( 2 * wait, FIRST_RESTART_MS ),
				LAST_RESTART_MS
			);
			if ( this.#isCurrent( served, build ) ) {
				served.log.say( 'Starting the application again' );
				await this.#start( served, build ).catch( ( error ) =>
					served.log.say( wordsOf( error ) )
				);
			}
		}
	}

	#leave( served: Served ): void {
		void this.#track(
			( async () => {
				await served.application?.stop( true );
				served.log.close();
			} )()
		);
	}

	/** Waits for the releases that were replaced and still answer requests. */
	async drained(): Promise< void > {
		await Promise.allSettled( this.#pending );
	}

	/** Ends all applications. */
	async close(): Promise< void > {
		this.#stop.abort();
		await Promise.allSettled( this.#pending );
		await Promise.all(
			[ ...this.#served.values() ].map( async ( served ) => {
				await served.application?.stop( false );
				served.log.close();
			} )
		);
	}
}
