import {
	isActive,
	isRunning,
	RUNNING_STATES,
} from '../../shared/build-states.ts';
import { HostingError } from '../model/hosting.ts';
import type { StoredBuild } from '../store/builds.ts';
import { Interruption, runBuild } from './build-run.ts';
import type { BuildRunOptions } from './build-run.ts';
import { hasOwnSource } from './queue.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { closedSteps } from './step-recorder.ts';

/** When a build that could not start or end, for example because the disk was full, is tried again. */
const RETRY_MS = 10_000;

type CanceledBuild = Pick< StoredBuild, 'number' | 'state' >;

function tooLateToCancel( { number, state }: CanceledBuild ): string {
	return state === 'live'
		? `Build ${ number } is already live. Deploy another build to replace it.`
		: `Build ${ number } has already ended, so it cannot be canceled.`;
}

/** Returns why a build cannot be canceled, or an empty string. */
export function cancelRefusal( build: CanceledBuild ): string {
	return isActive( build ) ? '' : tooLateToCancel( build );
}

interface Running {
	buildId: string;
	controller: AbortController;
}

interface Worker {
	work: Promise< void >;
	/** Ends its wait for a free slot. */
	leave: AbortController;
}

/** Runs the builds of all environments. */
export class Builder {
	readonly #options: BuildRunOptions;
	readonly #semaphore: Semaphore;
	readonly #running = new Map< string, Running >();
	readonly #workers = new Map< string, Worker >();
	/** Environments that were woken since their worker last checked the queue. */
	readonly #woken = new Set< string >();
	readonly #removed = new Set< string >();
	#isClosing = false;

	constructor( options: BuildRunOptions ) {
		this.#options = options;
		this.#semaphore = new Semaphore( options.limits.maxRunningBuilds );
	}

	/** Runs the queued build of an environment, if there is one and none is running. */
	wake( environmentId: string ): void {
		if ( ! this.#mayBuild( environmentId ) ) {
			return;
		}
		this.#woken.add( environmentId );
		if ( ! this.#workers.has( environmentId ) ) {
			const leave = new AbortController();
			const worker = { leave, work: Promise.resolve() };
			this.#workers.set( environmentId, worker );
			worker.work = this.#work( environmentId, leave.signal );
		}
	}

	#mayBuild( environmentId: string ): boolean {
		return ! this.#isClosing && ! this.#removed.has( environmentId );
	}

	async #work( environmentId: string, leave: AbortSignal ): Promise< void > {
		try {
			while ( this.#woken.delete( environmentId ) ) {
				await this.#runQueued( environmentId, leave );
			}
		} catch ( error ) {
			this.#options.onError( error );
			setTimeout( () => this.wake( environmentId ), RETRY_MS ).unref();
		} finally {
			this.#workers.delete( environmentId );
		}
	}

	async #runQueued(
		environmentId: string,
		leave: AbortSignal
	): Promise< void > {
		const { builds } = this.#options.store;
		await this.#endAbandonedBuilds( environmentId );
		for (;;) {
			const queued = await builds.findInState( environmentId, 'queued' );
			if ( ! queued || leave.aborted ) {
				return;
			}
			const release = await this.#acquire( queued, leave );
			if ( ! release ) {
				return;
			}
			try {
				// It may have been canceled or superseded while it waited.
				const next = await builds.findInState(
					environmentId,
					'queued'
				);
				if ( next && this.#mayBuild( environmentId ) ) {
					await this.#run( next );
				}
			} finally {
				release();
			}
		}
	}

	/** Waits until one more build may run, the oldest first; null when the wait was ended. */
	async #acquire(
		{ createTime }: StoredBuild,
		leave: AbortSignal
	): Promise< ( () => void ) | null > {
		try {
			return await this.#semaphore.acquire( leave, createTime.getTime() );
		} catch ( error ) {
			if ( leave.aborted ) {
				return null;
			}
			throw error;
		}
	}

	async #run( queued: StoredBuild ): Promise< void > {
		const { store, now } = this.#options;
		const { id, environmentId } = queued;
		const controller = new AbortController();
		// Registered before it begins, so that a client that reads "building" can cancel it.
		this.#running.set( environmentId, { buildId: id, controller } );
		try {
			const build = await store.write(
				async ( { builds, environments } ) => {
					if ( ! ( await builds.begin( id, now() ) ) ) {
						return null;
					}
					if ( ! hasOwnSource( queued.trigger ) ) {
						const found = await environments.find( environmentId );
						await builds.setSource( id, found?.source ?? '' );
					}
					return builds.find( id );
				}
			);
			if ( build ) {
				await runBuild( build, this.#options, controller.signal );
			}
		} finally {
			this.#running.delete( environmentId );
		}
	}

	/**
	 * Ends builds that are marked as running but have no worker, after a failed write. They would block later builds.
	 */
	async #endAbandonedBuilds( environmentId: string ): Promise< void > {
		const { store, now } = this.#options;
		for ( const state of RUNNING_STATES ) {
			const abandoned = await store.builds.findInState(
				environmentId,
				state
			);
			if ( abandoned ) {
				await store.write( async ( { builds } ) => {
					const message =
						'The platform lost track of this build. Deploy it again.';
					const at = now();
					await builds.end( abandoned.id, 'failed', message, at );
					await builds.setSteps(
						abandoned.id,
						closedSteps( abandoned.steps, at )
					);
				} );
			}
		}
	}

	/**
	 * Cancels a build, until it is live.
	 *
	 * @throws HostingError 409 when it is too late.
	 */
	async cancel( build: StoredBuild ): Promise< void > {
		const { store, now } = this.#options;
		// In one transaction, as going live is: either the build is canceled before it is live, or it is too late.
		await store.write( async ( { builds } ) => {
			const { state = build.state } =
				( await builds.find( build.id ) ) ?? {};
			const running = this.#running.get( build.environmentId );
			if ( state === 'queued' ) {
				await builds.end( build.id, 'canceled', 'Canceled.', now() );
			} else if (
				isRunning( { state } ) &&
				running?.buildId === build.id
			) {
				running.controller.abort(
					new Interruption( 'canceled', 'Canceled.' )
				);
			} else {
				throw new HostingError(
					409,
					tooLateToCancel( { number: build.number, state } )
				);
			}
		} );
	}

	/** Ends the build of an environment that is about to be deleted, and starts no other one. */
	async remove( environmentId: string ): Promise< void > {
		this.#removed.add( environmentId );
		this.#running
			.get( environmentId )
			?.controller.abort(
				new Interruption( 'canceled', 'The environment was deleted.' )
			);
		const worker = this.#workers.get( environmentId );
		worker?.leave.abort();
		await worker?.work;
	}

	/** Waits until no build runs and no replaced release answers any more. */
	async waitUntilIdle(): Promise< void > {
		while ( this.#workers.size > 0 ) {
			await Promise.all(
				[ ...this.#workers.values() ].map( ( { work } ) => work )
			);
		}
		await this.#options.liveReleases.waitUntilDrained();
	}

	/** Interrupts the running builds; they are queued again and run after the next start. */
	async close(): Promise< void > {
		this.#isClosing = true;
		for ( const { controller } of this.#running.values() ) {
			controller.abort(
				new Interruption( 'closing', 'The platform is stopped.' )
			);
		}
		const workers = [ ...this.#workers.values() ];
		workers.forEach( ( { leave } ) => leave.abort() );
		await Promise.all( workers.map( ( { work } ) => work ) );
	}
}
