/**
 * Which build runs next: at most one queued build per environment, which includes all calls during the running build.
 */
import { randomUUID } from 'node:crypto';
import { HostingError } from '../model/hosting.ts';
import type { BuildTrigger } from '../model/hosting.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { Tables } from '../store/store.ts';
import { closedSteps } from './step-recorder.ts';

const RATE_WINDOW_MS = 60_000;

export interface BuildRequest {
	environmentId: string;
	trigger: BuildTrigger;
	startedBy: string;
	/** Of an upload, what its user wrote about the code. */
	commitMessage?: string;
	/** The zip file of an upload or a redeploy; a rebuild finds its own when it begins. */
	source?: string;
	/** Id for the build, if its release already exists under this id. */
	buildId?: string;
}

/**
 * A rebuild has no source of its own. It uses the live source at the time it starts, because the build before it may
 * change the live source.
 */
export function hasOwnSource( trigger: BuildTrigger ): boolean {
	return trigger === 'upload' || trigger === 'redeploy';
}

/** Decides, in a transaction, whether a request becomes a new build or joins the queued one. */
export class BuildQueue {
	readonly #buildsPerMinute: number;
	readonly #now: () => Date;

	/** @param buildsPerMinute Limit of requested builds per environment; 0 = no limit. */
	constructor( buildsPerMinute: number, now: () => Date ) {
		this.#buildsPerMinute = buildsPerMinute;
		this.#now = now;
	}

	/**
	 * Queues a build, or joins the queued one if that includes the request.
	 *
	 * @return The build that fulfills the request.
	 * @throws HostingError 422 before the first upload, 429 beyond the rate limit.
	 */
	async add( tables: Tables, request: BuildRequest ): Promise< StoredBuild > {
		const { builds } = tables;
		const clean = request.trigger === 'cleanRebuild';
		if ( ! hasOwnSource( request.trigger ) ) {
			await this.#requireSource( tables, request );
		}
		const queued = await builds.findInState(
			request.environmentId,
			'queued'
		);
		// A queued build includes a request only if it does at least as much.
		const isAbsorbed =
			queued !== null &&
			! hasOwnSource( request.trigger ) &&
			( ! clean || queued.clean || hasOwnSource( queued.trigger ) );
		if ( isAbsorbed ) {
			await builds.absorb( queued.id, clean );
			return this.#find( tables, queued.id );
		}
		if ( ! queued ) {
			await this.#checkRate( tables, request.environmentId );
		}
		const id = request.buildId ?? randomUUID();
		const now = this.#now();
		if ( queued ) {
			await builds.supersede( queued.id, id, now );
		}
		await builds.add( {
			id,
			environmentId: request.environmentId,
			operationId: randomUUID(),
			trigger: request.trigger,
			clean: clean || queued?.clean === true,
			source: request.source ?? '',
			startedBy: request.startedBy,
			commitMessage: request.commitMessage ?? '',
			absorbed: queued ? queued.absorbed + 1 : 0,
			createTime: now,
		} );
		return this.#find( tables, id );
	}

	/**
	 * Requeues a build that a stop or a crash of the platform interrupted, or merges it with the queued build.
	 *
	 * @param options.countsAsAttempt True after a crash, which the build may have caused.
	 */
	async requeueInterrupted(
		{ builds }: Tables,
		build: StoredBuild,
		{ countsAsAttempt }: { countsAsAttempt: boolean }
	): Promise< void > {
		const queued = await builds.findInState(
			build.environmentId,
			'queued'
		);
		const at = this.#now();
		if ( ! queued ) {
			await builds.requeue( build.id, countsAsAttempt );
		} else if (
			hasOwnSource( build.trigger ) &&
			! hasOwnSource( queued.trigger )
		) {
			// The queued build would use the live source, and the source of this build would be lost.
			await builds.supersede( queued.id, build.id, at );
			await builds.requeue( build.id, countsAsAttempt );
			await builds.absorb( build.id, queued.clean );
		} else {
			await builds.absorb( queued.id, build.clean );
			await builds.supersede( build.id, queued.id, at );
			await builds.setSteps( build.id, closedSteps( build.steps, at ) );
		}
	}

	async #find( { builds }: Tables, id: string ): Promise< StoredBuild > {
		const build = await builds.find( id );
		if ( ! build ) {
			throw new Error( `Build ${ id } vanished.` );
		}
		return build;
	}

	async #requireSource(
		{ environments }: Tables,
		{ environmentId }: BuildRequest
	): Promise< void > {
		const environment = await environments.find( environmentId );
		if ( ! environment?.source ) {
			throw new HostingError(
				422,
				'There is no code to build yet: upload first.'
			);
		}
	}

	async #checkRate(
		{ builds }: Tables,
		environmentId: string
	): Promise< void > {
		if ( this.#buildsPerMinute <= 0 ) {
			return;
		}
		const now = this.#now().getTime();
		const newest = await builds.newest( environmentId );
		// Numbers have no gaps between the newest builds: only the oldest ones are removed.
		const last =
			newest &&
			( await builds.findByNumber(
				environmentId,
				newest.number - this.#buildsPerMinute + 1
			) );
		const waitMs = last
			? last.createTime.getTime() + RATE_WINDOW_MS - now
			: 0;
		if ( waitMs > 0 ) {
			const seconds = Math.ceil( waitMs / 1000 );
			throw new HostingError(
				429,
				`More than ${ this.#buildsPerMinute } builds per minute are not allowed. Try again in ${ seconds } s.`,
				{ headers: { 'retry-after': String( seconds ) } }
			);
		}
	}
}
