import {
	DEPLOYED_STATES,
	RUNNING_STATES,
	UNSUCCESSFUL_STATES,
} from '../../shared/build-states.ts';
import type { BuildState } from '../../shared/build-states.ts';
import { BUILD_TRIGGERS } from '../model/hosting.ts';
import type { Build, BuildStep } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import { toDate } from './row.ts';
import type { Row } from './row.ts';

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
type StepItem = Row< BuildStep >;

type BuildRow = Row< StoredBuild >;

function toStep( step: StepItem ): BuildStep {
	return {
		...step,
		startTime: new Date( step.startTime ),
		finishTime: toDate( step.finishTime ),
	};
}

function toBuild( row: BuildRow ): StoredBuild {
	return {
		...row,
		clean: row.clean === 1,
		createTime: new Date( row.createTime ),
		startTime: toDate( row.startTime ),
		finishTime: toDate( row.finishTime ),
		steps: ( JSON.parse( row.steps ) as StepItem[] ).map( toStep ),
	};
}

/** A build that went live, with what its duration needs. */
export type DeployedBuild = Pick<
	Build,
	'id' | 'trigger' | 'state' | 'startTime' | 'finishTime'
>;

function toDeployedBuild( row: Row< DeployedBuild > ): DeployedBuild {
	return {
		...row,
		startTime: toDate( row.startTime ),
		finishTime: toDate( row.finishTime ),
	};
}

/** Writes states as a list of SQL. A partial index is used only where its condition stands in the statement. */
function inSql( states: readonly BuildState[] ): string {
	return `(${ states.map( ( state ) => `'${ state }'` ).join( ', ' ) })`;
}

/** The states that only one build of an environment can have at a time, as the partial indexes of the table name them. */
const SINGLE_STATES = {
	queued: "state = 'queued'",
	building: `state IN ${ inSql( RUNNING_STATES ) } AND state = 'building'`,
	deploying: `state IN ${ inSql( RUNNING_STATES ) } AND state = 'deploying'`,
	live: "state = 'live'",
};

export type SingleState = keyof typeof SINGLE_STATES;

/** Part of the builds of an environment. */
export interface BuildPage {
	isDescending: boolean;
	/** The number of the last build of the page before, or null. */
	after: number | null;
	limit: number;
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
> &
	Partial< Pick< StoredBuild, 'commitMessage' > >;

/** Builds, which are also the operations of the API: one state machine, one table. */
export class BuildRepository extends Repository {
	async #list( rest: string, values: object ): Promise< StoredBuild[] > {
		const rows = await this.db.all< BuildRow >(
			`SELECT * FROM builds ${ rest }`,
			values
		);
		return rows.map( toBuild );
	}

	async #first(
		rest: string,
		values: object
	): Promise< StoredBuild | null > {
		const row = await this.db.first< BuildRow >(
			`SELECT * FROM builds ${ rest }`,
			values
		);
		return row ? toBuild( row ) : null;
	}

	/** @return False when there is no such build. */
	async #update( id: string, rest: string, values = {} ): Promise< boolean > {
		const changed = await this.db.run( `UPDATE builds SET ${ rest }`, {
			id,
			...values,
		} );
		return changed > 0;
	}

	/** Returns a part of an environment's builds, by their numbers. */
	page(
		environmentId: string,
		{ isDescending, after, limit }: BuildPage
	): Promise< StoredBuild[] > {
		const order = isDescending
			? 'number < :number ORDER BY number DESC'
			: 'number > :number ORDER BY number';
		const first = after ?? ( isDescending ? Number.MAX_SAFE_INTEGER : 0 );
		return this.slices(
			( last, rows ) =>
				this.#list(
					`WHERE environmentId = :environmentId AND ${ order } LIMIT :rows`,
					{ environmentId, number: last?.number ?? first, rows }
				),
			limit
		);
	}

	/** Returns the builds of all environments that are in this state, oldest first. */
	inState( state: Exclude< SingleState, 'live' > ): Promise< StoredBuild[] > {
		return this.#list(
			`WHERE ${ SINGLE_STATES[ state ] } ORDER BY createTime, number`,
			{}
		);
	}

	/** Returns an environment's newest builds in one of the states, newest first. */
	newestInState(
		environmentId: string,
		state: BuildState,
		limit: number
	): Promise< StoredBuild[] > {
		return this.#list(
			`WHERE environmentId = :environmentId AND state = :state
			ORDER BY number DESC LIMIT :limit`,
			{ environmentId, state, limit }
		);
	}

	/** Returns the newest build of a source that went live, or null. */
	newestDeployed(
		environmentId: string,
		source: string
	): Promise< StoredBuild | null > {
		return this.#first(
			`WHERE environmentId = :environmentId AND source = :source
				AND state IN ${ inSql( DEPLOYED_STATES ) }
			ORDER BY number DESC LIMIT 1`,
			{ environmentId, source }
		);
	}

	/**
	 * Returns an environment's newest builds that went live.
	 *
	 * @param limit Maximum number of builds of each trigger.
	 */
	async newestDeployedByTrigger(
		environmentId: string,
		limit: number
	): Promise< DeployedBuild[] > {
		const found: DeployedBuild[] = [];
		for ( const trigger of BUILD_TRIGGERS ) {
			const rows = await this.db.all< Row< DeployedBuild > >(
				`SELECT id, "trigger", state, startTime, finishTime FROM builds
				WHERE environmentId = :environmentId AND "trigger" = :trigger
					AND state IN ${ inSql( DEPLOYED_STATES ) }
				ORDER BY number DESC LIMIT :limit`,
				{ environmentId, trigger, limit }
			);
			found.push( ...rows.map( toDeployedBuild ) );
		}
		return found;
	}

	find( id: string ): Promise< StoredBuild | null > {
		return this.#first( 'WHERE id = :id', { id } );
	}

	/** Returns an environment's build by the number that users see, or null. */
	findByNumber(
		environmentId: string,
		number: number
	): Promise< StoredBuild | null > {
		return this.#first(
			'WHERE environmentId = :environmentId AND number = :number',
			{ environmentId, number }
		);
	}

	findByOperation(
		environmentId: string,
		operationId: string
	): Promise< StoredBuild | null > {
		return this.#first(
			'WHERE environmentId = :environmentId AND operationId = :operationId',
			{ environmentId, operationId }
		);
	}

	newest( environmentId: string ): Promise< StoredBuild | null > {
		return this.#first(
			'WHERE environmentId = :environmentId ORDER BY number DESC LIMIT 1',
			{ environmentId }
		);
	}

	/** Returns an environment's one build in a state that only one of its builds can have, or null. */
	findInState(
		environmentId: string,
		state: SingleState
	): Promise< StoredBuild | null > {
		return this.#first(
			`WHERE environmentId = :environmentId AND ${ SINGLE_STATES[ state ] }`,
			{ environmentId }
		);
	}

	/** Queues a build under the environment's next number. */
	async add( build: NewBuild ): Promise< void > {
		await this.db.run(
			`INSERT INTO builds (
				number, state, id, environmentId, operationId, "trigger", clean, source, startedBy, absorbed,
				commitMessage, createTime
			) VALUES (
				(SELECT coalesce(max(number), 0) + 1 FROM builds WHERE environmentId = :environmentId), 'queued',
				:id, :environmentId, :operationId, :trigger, :clean, :source, :startedBy, :absorbed,
				:commitMessage, :createTime
			)`,
			{
				commitMessage: '',
				...build,
				clean: build.clean ? 1 : 0,
				createTime: build.createTime.getTime(),
			}
		);
	}

	/** Counts one more call into a queued build; `clean` can only be added. */
	async absorb( id: string, clean: boolean ): Promise< void > {
		await this.#update(
			id,
			'absorbed = absorbed + 1, clean = max(clean, :clean) WHERE id = :id',
			{ clean: clean ? 1 : 0 }
		);
	}

	/** Replaces a queued build by another one. */
	async supersede( id: string, by: string, at: Date ): Promise< void > {
		await this.#update(
			id,
			"state = 'superseded', supersededBy = :by, finishTime = :at WHERE id = :id",
			{ by, at: at.getTime() }
		);
	}

	/**
	 * Marks a queued build as begun.
	 *
	 * @return False when it is not queued any more.
	 */
	begin( id: string, at: Date ): Promise< boolean > {
		return this.#update(
			id,
			`state = 'building', startTime = :at, steps = '[]', attempts = attempts + 1
			WHERE id = :id AND state = 'queued'`,
			{ at: at.getTime() }
		);
	}

	async setSource( id: string, source: string ): Promise< void > {
		await this.#update( id, 'source = :source WHERE id = :id', { source } );
	}

	/** Marks a build as starting its application. */
	async deploying( id: string ): Promise< void > {
		await this.#update( id, "state = 'deploying' WHERE id = :id" );
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
		await this.#update( id, 'steps = :steps WHERE id = :id', {
			steps: JSON.stringify( items ),
		} );
	}

	/**
	 * Marks a build as live, and the one it replaces as succeeded.
	 *
	 * @return False when the build is gone, as its environment is.
	 */
	async goLive(
		{ id, environmentId }: Pick< Build, 'id' | 'environmentId' >,
		at: Date
	): Promise< boolean > {
		await this.db.run(
			"UPDATE builds SET state = 'succeeded' WHERE environmentId = :environmentId AND state = 'live'",
			{ environmentId }
		);
		return this.#update(
			id,
			"state = 'live', finishTime = :at WHERE id = :id",
			{ at: at.getTime() }
		);
	}

	/** Ends a build that did not go live. */
	async end(
		id: string,
		state: ( typeof UNSUCCESSFUL_STATES )[ number ],
		error: string,
		at: Date
	): Promise< void > {
		await this.#update(
			id,
			'state = :state, error = :error, finishTime = :at WHERE id = :id',
			{ state, error, at: at.getTime() }
		);
	}

	/**
	 * Requeues an interrupted build. It restarts from its first step.
	 *
	 * @param countsAsAttempt False after a graceful shutdown.
	 */
	async requeue( id: string, countsAsAttempt: boolean ): Promise< void > {
		await this.#update(
			id,
			`state = 'queued', startTime = NULL, steps = '[]', attempts = attempts - :uncounted
			WHERE id = :id`,
			{ uncounted: countsAsAttempt ? 0 : 1 }
		);
	}

	/** Removes the ended builds of an environment up to a number, except for the live one. */
	async removeEnded(
		environmentId: string,
		upToNumber: number
	): Promise< void > {
		await this.db.run(
			`DELETE FROM builds WHERE environmentId = :environmentId AND number <= :upToNumber
				AND state IN ${ inSql( [ 'succeeded', ...UNSUCCESSFUL_STATES, 'superseded' ] ) }`,
			{ environmentId, upToNumber }
		);
	}

	async remove( id: string ): Promise< void > {
		await this.db.run( 'DELETE FROM builds WHERE id = :id', { id } );
	}
}
