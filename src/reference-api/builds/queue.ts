/**
 * What is built next: one queued build an environment, which takes up all calls that come while another runs.
 */
import { randomUUID } from 'node:crypto';
import { HostingError } from '../model.ts';
import type { Build } from '../model.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { Store } from '../store/store.ts';

const RATE_WINDOW_MS = 60_000;

export interface Wish {
	environmentId: string;
	trigger: Build[ 'trigger' ];
	startedBy: string;
	/** The zip file of an upload; a rebuild takes the newest. */
	source?: string;
	/** Id for the build, when its release lies under it already. */
	buildId?: string;
}

/** Decides, inside a transaction, which build takes up a wish. */
export class BuildQueue {
	readonly #store: Store;
	readonly #buildsPerMinute: number;
	readonly #now: () => Date;

	/**
	 * Makes the queue.
	 *
	 * @param store           Where builds are kept.
	 * @param buildsPerMinute Most builds that an environment may ask for in a minute; 0 = no limit.
	 * @param now             The clock.
	 */
	constructor( store: Store, buildsPerMinute: number, now: () => Date ) {
		this.#store = store;
		this.#buildsPerMinute = buildsPerMinute;
		this.#now = now;
	}

	/**
	 * Queues a build, or joins the queued one if that does what is wished. Call it inside `store.write()`.
	 *
	 * @param wish What is wanted.
	 * @return The build that does it.
	 * @throws HostingError 422 before the first upload, 429 beyond the rate limit.
	 */
	add( wish: Wish ): StoredBuild {
		const { builds } = this.#store;
		const clean = wish.trigger === 'cleanRebuild';
		const source = wish.source ?? this.#newestSource( wish );
		const queued = builds.only( wish.environmentId, 'queued' );
		// The stronger wins: only what does no less than is wished takes the wish up.
		const joins =
			queued !== null &&
			wish.trigger !== 'upload' &&
			( ! clean || queued.clean || queued.trigger === 'upload' );
		if ( joins ) {
			builds.absorb( queued.id, clean );
			return this.#find( queued.id );
		}
		if ( ! queued ) {
			this.#checkRate( wish.environmentId );
		}
		const id = wish.buildId ?? randomUUID();
		const now = this.#now();
		if ( queued ) {
			builds.supersede( queued.id, id, now );
		}
		builds.add( {
			id,
			environmentId: wish.environmentId,
			operationId: randomUUID(),
			trigger: wish.trigger,
			clean: clean || queued?.clean === true,
			source,
			startedBy: wish.startedBy,
			absorbed: queued ? queued.absorbed + 1 : 0,
			createTime: now,
		} );
		return this.#find( id );
	}

	/**
	 * Puts a build that a stop or a crash interrupted back, or into the queued one. Call it inside `store.write()`.
	 *
	 * @param build      The build.
	 * @param isItsFault Whether the interruption may have been the build's own doing.
	 */
	putBack( build: StoredBuild, isItsFault: boolean ): void {
		const { builds } = this.#store;
		const queued = builds.only( build.environmentId, 'queued' );
		if ( queued ) {
			builds.absorb( queued.id, build.clean );
			builds.supersede( build.id, queued.id, this.#now() );
		} else {
			builds.requeue( build.id, isItsFault );
		}
	}

	#find( id: string ): StoredBuild {
		const build = this.#store.builds.find( id );
		if ( ! build ) {
			throw new Error( `Build ${ id } vanished.` );
		}
		return build;
	}

	#newestSource( wish: Wish ): string {
		const source = this.#store.environments.find(
			wish.environmentId
		)?.source;
		if ( ! source ) {
			throw new HostingError(
				422,
				'There is nothing to build yet: upload first, then this webhook rebuilds what was uploaded.'
			);
		}
		return source;
	}

	#checkRate( environmentId: string ): void {
		if ( this.#buildsPerMinute <= 0 ) {
			return;
		}
		const now = this.#now().getTime();
		const recent = this.#store.builds.createTimesSince(
			environmentId,
			new Date( now - RATE_WINDOW_MS )
		);
		const leavesFirst = recent.at( -this.#buildsPerMinute );
		if ( leavesFirst ) {
			const seconds = Math.max(
				1,
				Math.ceil(
					( leavesFirst.getTime() + RATE_WINDOW_MS - now ) / 1000
				)
			);
			throw new HostingError(
				429,
				`More than ${ this.#buildsPerMinute } builds a minute: try again in ${ seconds } s.`,
				{ 'retry-after': String( seconds ) }
			);
		}
	}
}
