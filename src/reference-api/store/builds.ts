import type { Build, BuildState, BuildStep } from '../model/hosting.ts';
import * as queries from './build-queries.ts';
import { Repository } from './repository.ts';
import { toDate } from './tables.ts';
import type { Row } from './tables.ts';

/** A build with what only the platform itself needs. */
export interface StoredBuild extends Build {
	/** The cached folders are dropped first. */
	clean: boolean;
	/** Name of the zip file that is built; empty for a rebuild that has not begun. */
	source: string;
	/** How often it was begun; more than once only after a crash. */
	attempts: number;
	/** Id of the build that absorbed this one, or empty. */
	supersededBy: string;
}

/** A step in its database row. */
type StepItem = Pick< BuildStep, 'name' | 'state' > & {
	startTime: number;
	finishTime: number | null;
};

function toStep( { name, state, startTime, finishTime }: StepItem ): BuildStep {
	return {
		name,
		state,
		startTime: new Date( startTime ),
		finishTime: toDate( finishTime ),
	};
}

function toBuild( row: Row< 'builds' > ): StoredBuild {
	return {
		id: row.id,
		environmentId: row.environment_id,
		number: row.number,
		operationId: row.operation_id,
		state: row.state,
		trigger: row.trigger,
		clean: row.clean === 1,
		source: row.source,
		startedBy: row.started_by,
		absorbed: row.absorbed,
		attempts: row.attempts,
		supersededBy: row.superseded_by ?? '',
		createTime: new Date( row.create_time ),
		startTime: toDate( row.start_time ),
		finishTime: toDate( row.finish_time ),
		error: row.error,
		steps: ( JSON.parse( row.steps ) as StepItem[] ).map( toStep ),
	};
}

export type NewBuild = Pick<
	StoredBuild,
	| 'id'
	| 'environmentId'
	| 'operationId'
	| 'trigger'
	| 'clean'
	| 'source'
	| 'startedBy'
	| 'absorbed'
	| 'createTime'
>;

/** Builds, which are also the operations of the API: one state machine, one table. */
export class BuildRepository extends Repository {
	async #one(
		row: Promise< Row< 'builds' > | undefined >
	): Promise< StoredBuild | null > {
		const found = await row;
		return found ? toBuild( found ) : null;
	}

	/** Returns an environment's builds, newest first. */
	async of( environmentId: string ): Promise< StoredBuild[] > {
		const rows = await this.list( queries.OF, { environmentId } );
		return rows.map( toBuild );
	}

	/** Returns all builds of all environments that are in this state, oldest first. */
	async inState( state: BuildState ): Promise< StoredBuild[] > {
		return ( await this.list( queries.IN_STATE, { state } ) ).map(
			toBuild
		);
	}

	find( id: string ): Promise< StoredBuild | null > {
		return this.#one( this.first( queries.FIND, { id } ) );
	}

	/** Returns an environment's build by the number that users see, or null. */
	findByNumber(
		environmentId: string,
		number: number
	): Promise< StoredBuild | null > {
		return this.#one(
			this.first( queries.FIND_BY_NUMBER, { environmentId, number } )
		);
	}

	findByOperation(
		environmentId: string,
		operationId: string
	): Promise< StoredBuild | null > {
		return this.#one(
			this.first( queries.FIND_BY_OPERATION, {
				environmentId,
				operationId,
			} )
		);
	}

	newest( environmentId: string ): Promise< StoredBuild | null > {
		return this.#one( this.first( queries.NEWEST, { environmentId } ) );
	}

	/** Returns an environment's one build in this state, or null. */
	only(
		environmentId: string,
		state: 'queued' | 'building' | 'deploying' | 'live'
	): Promise< StoredBuild | null > {
		return this.#one(
			this.first( queries.ONLY, { environmentId, state } )
		);
	}

	/** Tells when the builds of an environment since a point in time were asked for, oldest first. */
	async createTimesSince(
		environmentId: string,
		since: Date
	): Promise< Date[] > {
		const rows = await this.list( queries.CREATE_TIMES, {
			environmentId,
			since: since.getTime(),
		} );
		return rows.map( ( row ) => new Date( row.create_time ) );
	}

	/** Queues a build under the environment's next number. */
	async add( build: NewBuild ): Promise< void > {
		await this.run( queries.ADD, {
			id: build.id,
			environment_id: build.environmentId,
			operation_id: build.operationId,
			trigger: build.trigger,
			clean: build.clean ? 1 : 0,
			source: build.source,
			started_by: build.startedBy,
			absorbed: build.absorbed,
			create_time: build.createTime.getTime(),
		} );
	}

	/** Counts one more call into a queued build; `clean` can only be added. */
	async absorb( id: string, clean: boolean ): Promise< void > {
		await this.run( clean ? queries.ABSORB_CLEAN : queries.ABSORB, { id } );
	}

	/** Replaces a queued build by another one. */
	async supersede( id: string, by: string, at: Date ): Promise< void > {
		await this.run( queries.SUPERSEDE, { id, by, at: at.getTime() } );
	}

	/**
	 * Marks a queued build as begun.
	 *
	 * @return False when it is not queued any more.
	 */
	async begin( id: string, at: Date ): Promise< boolean > {
		const changed = await this.run( queries.BEGIN, {
			id,
			at: at.getTime(),
		} );
		return changed > 0;
	}

	/** Remembers what a build is made from. */
	async setSource( id: string, source: string ): Promise< void > {
		await this.run( queries.SET_SOURCE, { id, source } );
	}

	/** Marks a build as starting its application. */
	async deploying( id: string ): Promise< void > {
		await this.run( queries.DEPLOYING, { id } );
	}

	async setSteps( id: string, steps: readonly BuildStep[] ): Promise< void > {
		const items = steps.map(
			( { name, state, startTime, finishTime } ): StepItem => ( {
				name,
				state,
				startTime: startTime.getTime(),
				finishTime: finishTime?.getTime() ?? null,
			} )
		);
		await this.run( queries.SET_STEPS, {
			id,
			steps: JSON.stringify( items ),
		} );
	}

	/**
	 * Marks a build as live, and the one it replaces as succeeded.
	 *
	 * @return False when the build is gone, as its environment is.
	 */
	async goLive(
		build: Pick< Build, 'id' | 'environmentId' >,
		at: Date
	): Promise< boolean > {
		await this.run( queries.RETIRE_LIVE, {
			environmentId: build.environmentId,
		} );
		const changed = await this.run( queries.GO_LIVE, {
			id: build.id,
			at: at.getTime(),
		} );
		return changed > 0;
	}

	/** Ends a build that did not go live. */
	async end(
		id: string,
		state: 'failed' | 'cancelled',
		error: string,
		at: Date
	): Promise< void > {
		await this.run( queries.END, { id, state, error, at: at.getTime() } );
	}

	/**
	 * Requeues an interrupted build. It restarts from its first step.
	 *
	 * @param countsAsAttempt False after a graceful shutdown.
	 */
	async requeue( id: string, countsAsAttempt: boolean ): Promise< void > {
		await this.run( queries.REQUEUE, {
			id,
			uncounted: countsAsAttempt ? 0 : 1,
		} );
	}

	async remove( id: string ): Promise< void > {
		await this.run( queries.REMOVE, { id } );
	}
}
