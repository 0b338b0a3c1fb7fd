/**
 * Takes queued builds, one at a time per environment, and brings them live.
 */
import { rm } from 'node:fs/promises';
import { wordsOf } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { HostingError } from '../model.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { Store } from '../store/store.ts';
import { startApplication } from './application.ts';
import type { Application } from './application.ts';
import { promoteKept } from './kept-folders.ts';
import { LogFile } from './log-file.ts';
import { BuildError } from './project.ts';
import type { BuildQueue } from './queue.ts';
import { makeRelease } from './release.ts';
import type { ReleaseJob } from './release.ts';
import type { Serving } from './serving.ts';
import { tidyEnvironment } from './tidy.ts';

const BUILD_TIMEOUT_MS = 45 * 60 * 1000;

export interface BuilderOptions {
	store: Store;
	folders: Folders;
	queue: BuildQueue;
	serving: Serving;
	now: () => Date;
	healthTimeoutMs: number;
	/** Told of each release that visitors get, with the cache generation that begins with it. */
	onLive: ( environmentId: string, generation: number ) => void;
	/** Told of what a build could not be blamed for. */
	onError: ( error: unknown ) => void;
}

/** Why a build is ended from outside. */
class Interruption extends Error {
	readonly kind: 'cancelled' | 'closing';

	constructor( kind: 'cancelled' | 'closing', message: string ) {
		super( message );
		this.kind = kind;
	}
}

interface Running {
	buildId: string;
	controller: AbortController;
}

/** Runs the builds of all environments. */
export class Builder {
	readonly #options: BuilderOptions;
	readonly #running = new Map< string, Running >();
	readonly #workers = new Map< string, Promise< void > >();
	#isClosing = false;

	constructor( options: BuilderOptions ) {
		this.#options = options;
	}

	/**
	 * Looks whether an environment has a queued build, and runs it unless one is running.
	 *
	 * @param environmentId Id of the environment.
	 */
	wake( environmentId: string ): void {
		if ( this.#isClosing || this.#workers.has( environmentId ) ) {
			return;
		}
		// The place is taken before the work begins, for the work gives it back in the turn in which it finds nothing.
		this.#workers.set( environmentId, Promise.resolve() );
		const work = this.#work( environmentId );
		if ( this.#workers.has( environmentId ) ) {
			this.#workers.set( environmentId, work );
		}
	}

	async #work( environmentId: string ): Promise< void > {
		try {
			for (;;) {
				const build = this.#isClosing
					? null
					: this.#options.store.builds.only(
							environmentId,
							'queued'
						);
				if ( ! build ) {
					return;
				}
				await this.#run( build );
			}
		} catch ( error ) {
			this.#options.onError( error );
		} finally {
			this.#workers.delete( environmentId );
		}
	}

	async #run( queued: StoredBuild ): Promise< void > {
		const { store, folders, now } = this.#options;
		const build = await store.write( () => {
			this.#endLost( queued.environmentId );
			// It may have been cancelled or superseded in this very turn.
			return store.builds.begin( queued.id, now() )
				? store.builds.find( queued.id )
				: null;
		} );
		const environment = store.environments.find( queued.environmentId );
		if ( ! build || ! environment ) {
			return;
		}
		const controller = new AbortController();
		this.#running.set( environment.id, {
			buildId: build.id,
			controller,
		} );
		const log = new LogFile( folders.buildLog( environment.id, build.id ), {
			whenFull: 'end',
		} );
		try {
			await this.#bringLive( {
				build,
				environment,
				wordpressUrl:
					store.installs.find( environment.wpEnvironment )?.url ?? '',
				folders,
				log,
				signal: AbortSignal.any( [
					controller.signal,
					AbortSignal.timeout( BUILD_TIMEOUT_MS ),
				] ),
			} );
		} catch ( error ) {
			await this.#giveUp( build, error, log );
		} finally {
			this.#running.delete( environment.id );
			log.close();
			await tidyEnvironment(
				store,
				folders,
				environment.id,
				'keep'
			).catch( this.#options.onError );
		}
	}

	/**
	 * Ends builds that seem to run though nobody runs them, after a failed write; else they would block all others.
	 *
	 * @param environmentId Id of the environment.
	 */
	#endLost( environmentId: string ): void {
		const { store, now } = this.#options;
		for ( const build of store.builds.inStates(
			'building',
			'deploying'
		) ) {
			if ( build.environmentId === environmentId ) {
				store.builds.end(
					build.id,
					'failed',
					'The platform lost sight of this build.',
					now()
				);
			}
		}
	}

	async #bringLive( job: ReleaseJob ): Promise< void > {
		const { store, folders, onError } = this.#options;
		const { build, environment, log } = job;
		const release = await makeRelease( job );
		await store.write( () => store.builds.deploying( build.id ) );
		const application = await startApplication( {
			release,
			variables: {
				environment,
				buildId: build.id,
				wordpressUrl: job.wordpressUrl,
				home: folders.home,
				outer: process.env,
			},
			log,
			healthTimeoutMs: this.#options.healthTimeoutMs,
			signal: job.signal,
		} );
		await this.#switchTo( build, application );
		log.say( 'Live: it answers, and visitors get it from now on' );
		await promoteKept(
			folders.keptNext( environment.id ),
			folders.kept( environment.id )
		).catch( onError );
	}

	/**
	 * Gives visitors the new release, once the store says so.
	 *
	 * @param build       The build.
	 * @param application Its application, which answers.
	 */
	async #switchTo(
		build: StoredBuild,
		application: Application
	): Promise< void > {
		const { store, serving, now, onLive } = this.#options;
		try {
			const generation = await store.write( () => {
				const at = now();
				store.builds.goLive( build, at );
				return store.environments.bumpGeneration(
					build.environmentId,
					at
				);
			} );
			serving.adopt( build, application );
			onLive( build.environmentId, generation );
		} catch ( error ) {
			await application.stop( false );
			throw error;
		}
	}

	async #giveUp(
		build: StoredBuild,
		error: unknown,
		log: LogFile
	): Promise< void > {
		const { store, folders, queue, now, onError } = this.#options;
		if ( error instanceof Interruption && error.kind === 'closing' ) {
			log.say( 'The platform was stopped; this build runs again later' );
			await rm( folders.release( build.environmentId, build.id ), {
				recursive: true,
				force: true,
			} );
			await store.write( () => queue.putBack( build, false ) );
			return;
		}
		const isExpected =
			error instanceof BuildError || error instanceof Interruption;
		if ( ! isExpected ) {
			onError( error );
		}
		const live = store.builds.only( build.environmentId, 'live' );
		const message = [
			this.#inWords( error ),
			live ? `Build ${ live.number } stays live.` : '',
		]
			.join( ' ' )
			.trim();
		log.say( message );
		const state = error instanceof Interruption ? 'cancelled' : 'failed';
		await store.write( () =>
			store.builds.end( build.id, state, message, now() )
		);
	}

	#inWords( error: unknown ): string {
		return error instanceof DOMException && error.name === 'TimeoutError'
			? `The build took longer than ${ BUILD_TIMEOUT_MS / 60_000 } min.`
			: wordsOf( error );
	}

	/**
	 * Cancels a build that is queued or building.
	 *
	 * @param build The build.
	 * @throws HostingError 409 when it is too late.
	 */
	async cancel( build: StoredBuild ): Promise< void > {
		const { store, now } = this.#options;
		const state = await store.write( () => {
			const current = store.builds.find( build.id );
			if ( current?.state === 'queued' ) {
				store.builds.end( build.id, 'cancelled', 'Cancelled.', now() );
			}
			return current?.state;
		} );
		if ( state === 'queued' ) {
			return;
		}
		const running = this.#running.get( build.environmentId );
		if ( state !== 'building' || running?.buildId !== build.id ) {
			throw new HostingError(
				409,
				`Build ${ build.number } is ${ state }; only a build that is queued or building can be cancelled.`
			);
		}
		running.controller.abort(
			new Interruption( 'cancelled', 'Cancelled.' )
		);
	}

	/** Waits until no build runs and no replaced release answers any more. */
	async idle(): Promise< void > {
		while ( this.#workers.size > 0 ) {
			await Promise.all( this.#workers.values() );
		}
		await this.#options.serving.drained();
	}

	/** Interrupts the running builds; they are queued again and run after the next start. */
	async close(): Promise< void > {
		this.#isClosing = true;
		for ( const { controller } of this.#running.values() ) {
			controller.abort(
				new Interruption( 'closing', 'The platform is stopped.' )
			);
		}
		await Promise.all( this.#workers.values() );
	}
}
