/**
 * Runs measurements on request and estimates when they end. A request for a measurement that is queued or in progress
 * joins it.
 */
import { Semaphore } from '../lib/semaphore.ts';
import { errorMessage } from '../lib/errors.ts';
import { dayOf } from './dates.ts';
import type { UsageStore } from './subjects.ts';
import type { Measurement } from '../store/usage.ts';

/** Measures an environment or an install; the signal ends it early. */
export type Measure = (
	subjectId: string,
	signal: AbortSignal
) => Promise< Measurement >;

export interface RefreshesOptions {
	store: UsageStore;
	measure: Measure;
	now: () => Date;
	onError: ( error: unknown ) => void;
}

/** How many environments and installs are measured in parallel. */
const MAX_AT_ONCE = 2;
/** The expected duration of a first measurement. */
const FIRST_ESTIMATE_MS = 10_000;
const MIN_ESTIMATE_MS = 1000;

interface Job {
	/** Resolves when the expected time is on the disk. */
	accepted: Promise< void >;
	/** Resolves when the measurement has ended or failed. */
	done: Promise< void >;
}

/** Runs the measurements. */
export class Refreshes {
	readonly #options: RefreshesOptions;
	readonly #jobs = new Map< string, Job >();
	readonly #subjects = new Map< string, Promise< void > >();
	readonly #semaphore = new Semaphore( MAX_AT_ONCE );
	readonly #stop = new AbortController();

	constructor( options: RefreshesOptions ) {
		this.#options = options;
	}

	/**
	 * Starts measuring a scope, or joins the measurement of it that waits or runs.
	 *
	 * @return Resolves when the expected end is on the disk.
	 */
	request( scopeId: string, subjectIds: readonly string[] ): Promise< void > {
		const running = this.#jobs.get( scopeId );
		if ( running ) {
			return running.accepted;
		}
		const accepted = this.#accept( scopeId );
		const done = accepted
			.then( () => this.#run( scopeId, subjectIds ) )
			.catch( ( error: unknown ) => this.#fail( error ) )
			.finally( () => this.#jobs.delete( scopeId ) );
		this.#jobs.set( scopeId, { accepted, done } );
		return accepted;
	}

	/** Waits until nothing is measured. */
	async waitUntilIdle(): Promise< void > {
		while ( this.#jobs.size > 0 ) {
			await Promise.all(
				[ ...this.#jobs.values() ].map( ( { done } ) => done )
			);
		}
	}

	/** Ends running measurements; they are repeated after the next start. */
	async close(): Promise< void > {
		this.#stop.abort();
		await this.waitUntilIdle();
	}

	#fail( error: unknown ): void {
		// A measurement that closing interrupted has not failed.
		if ( ! this.#stop.signal.aborted ) {
			this.#options.onError(
				new Error(
					`The disk usage could not be measured: ${ errorMessage( error ) }`,
					{ cause: error }
				)
			);
		}
	}

	async #accept( scopeId: string ): Promise< void > {
		const { store, now } = this.#options;
		await store.write( async ( { usage } ) => {
			const known = await usage.refresh( scopeId );
			const estimateMs = Math.max(
				MIN_ESTIMATE_MS,
				known?.durationMs ?? FIRST_ESTIMATE_MS
			);
			await usage.saveRefresh( {
				scopeId,
				isOpen: true,
				expectedTime: new Date( now().getTime() + estimateMs ),
				finishTime: known?.finishTime ?? null,
				durationMs: known?.durationMs ?? null,
			} );
		} );
	}

	async #run(
		scopeId: string,
		subjectIds: readonly string[]
	): Promise< void > {
		const { store, now } = this.#options;
		const begin = now().getTime();
		const results = await Promise.allSettled(
			subjectIds.map( ( id ) => this.#measure( id ) )
		);
		this.#stop.signal.throwIfAborted();
		const failed = results.find( ( { status } ) => status === 'rejected' );
		const end = now();
		await store.write( async ( { usage } ) => {
			const known = await usage.refresh( scopeId );
			// Its account or install may have been deleted.
			if ( known ) {
				await usage.saveRefresh( {
					...known,
					isOpen: false,
					...( failed
						? {}
						: {
								finishTime: end,
								durationMs: end.getTime() - begin,
							} ),
				} );
			}
		} );
		if ( failed?.status === 'rejected' ) {
			throw failed.reason;
		}
	}

	#measure( subjectId: string ): Promise< void > {
		const running = this.#subjects.get( subjectId );
		if ( running ) {
			return running;
		}
		const measured = this.#semaphore
			.run( () => this.#measureNow( subjectId ) )
			.finally( () => this.#subjects.delete( subjectId ) );
		this.#subjects.set( subjectId, measured );
		return measured;
	}

	async #measureNow( subjectId: string ): Promise< void > {
		const { store, measure, now } = this.#options;
		const { signal } = this.#stop;
		signal.throwIfAborted();
		const measurement = await measure( subjectId, signal );
		const time = now();
		await store.write( ( { usage } ) =>
			usage.setStorage( dayOf( time ), time, measurement )
		);
	}
}
