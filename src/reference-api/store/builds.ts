import type { Build, BuildState } from '../model.ts';
import type { Database, Row } from './database.ts';

/** A build with what only the platform itself needs. */
export interface StoredBuild extends Build {
	/** The cached folders are dropped first. */
	clean: boolean;
	/** Name of the zip file that is built. */
	source: string;
	/** How often it was begun; more than once only after a crash. */
	attempts: number;
	/** Id of the build that absorbed this one, or empty. */
	supersededBy: string;
}

const toDate = ( value: Row[ string ] | undefined ): Date | null =>
	typeof value === 'number' ? new Date( value ) : null;

function toBuild( row: Row ): StoredBuild {
	return {
		id: String( row.id ),
		environmentId: String( row.environment_id ),
		number: Number( row.number ),
		operationId: String( row.operation_id ),
		state: String( row.state ) as BuildState,
		trigger: String( row.trigger ) as Build[ 'trigger' ],
		clean: row.clean === 1,
		source: String( row.source ),
		startedBy: String( row.started_by ),
		absorbed: Number( row.absorbed ),
		attempts: Number( row.attempts ),
		supersededBy: String( row.superseded_by ?? '' ),
		createTime: new Date( Number( row.create_time ) ),
		startTime: toDate( row.start_time ),
		finishTime: toDate( row.finish_time ),
		error: String( row.error ),
	};
}

/** What a new build is made of. */
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

/** Keeps the builds, which are the platform's operations too: one state machine, one table. */
export class BuildRepository {
	readonly #database: Database;

	constructor( database: Database ) {
		this.#database = database;
	}

	#first( condition: string, ...values: ( string | number )[] ) {
		const row = this.#database.one(
			`SELECT * FROM builds WHERE ${ condition }`,
			...values
		);
		return row ? toBuild( row ) : null;
	}

	/**
	 * Answers an environment's builds, newest first.
	 *
	 * @param environmentId Id of the environment.
	 */
	of( environmentId: string ): StoredBuild[] {
		return this.#database
			.all(
				'SELECT * FROM builds WHERE environment_id = ? ORDER BY number DESC',
				environmentId
			)
			.map( toBuild );
	}

	/**
	 * Answers all builds of all environments that are in one of these states.
	 *
	 * @param {...any} states
	 */
	inStates( ...states: BuildState[] ): StoredBuild[] {
		const marks = states.map( () => '?' ).join( ', ' );
		return this.#database
			.all(
				`SELECT * FROM builds WHERE state IN (${ marks }) ORDER BY create_time, number`,
				...states
			)
			.map( toBuild );
	}

	/**
	 * Answers a build, or null.
	 *
	 * @param id Its id.
	 */
	find( id: string ): StoredBuild | null {
		return this.#first( 'id = ?', id );
	}

	/**
	 * Answers an environment's build by the number that people use, or null.
	 *
	 * @param environmentId Id of the environment.
	 * @param number        The number that people use.
	 */
	findByNumber( environmentId: string, number: number ): StoredBuild | null {
		return this.#first(
			'environment_id = ? AND number = ?',
			environmentId,
			number
		);
	}

	/**
	 * Answers the build of an operation, or null.
	 *
	 * @param environmentId Id of the environment.
	 * @param operationId   Id of the operation.
	 */
	findByOperation(
		environmentId: string,
		operationId: string
	): StoredBuild | null {
		return this.#first(
			'environment_id = ? AND operation_id = ?',
			environmentId,
			operationId
		);
	}

	/**
	 * Answers an environment's newest build, or null.
	 *
	 * @param environmentId Id of the environment.
	 */
	newest( environmentId: string ): StoredBuild | null {
		return this.#first(
			'environment_id = ? ORDER BY number DESC LIMIT 1',
			environmentId
		);
	}

	/**
	 * Answers an environment's one build in this state, or null.
	 *
	 * @param environmentId Id of the environment.
	 * @param state         The state.
	 */
	only(
		environmentId: string,
		state: 'queued' | 'live'
	): StoredBuild | null {
		return this.#first(
			'environment_id = ? AND state = ?',
			environmentId,
			state
		);
	}

	/**
	 * Tells when the builds of an environment since a point in time were asked for, oldest first.
	 *
	 * @param environmentId Id of the environment.
	 * @param since         The point in time.
	 */
	createTimesSince( environmentId: string, since: Date ): Date[] {
		return this.#database
			.all(
				'SELECT create_time FROM builds WHERE environment_id = ? AND create_time > ? ORDER BY create_time',
				environmentId,
				since.getTime()
			)
			.map( ( row ) => new Date( Number( row.create_time ) ) );
	}

	/**
	 * Queues a build under the environment's next number.
	 *
	 * @param build The build.
	 */
	add( build: NewBuild ): void {
		this.#database.run(
			`INSERT INTO builds (id, environment_id, number, operation_id, state, "trigger", clean, source, started_by, absorbed, create_time)
			VALUES (?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM builds WHERE environment_id = ?), ?, 'queued', ?, ?, ?, ?, ?, ?)`,
			build.id,
			build.environmentId,
			build.environmentId,
			build.operationId,
			build.trigger,
			build.clean ? 1 : 0,
			build.source,
			build.startedBy,
			build.absorbed,
			build.createTime.getTime()
		);
	}

	/**
	 * Counts one more call into a queued build; `clean` can only be added.
	 *
	 * @param id    Its id.
	 * @param clean Whether the cached folders are dropped.
	 */
	absorb( id: string, clean: boolean ): void {
		this.#database.run(
			'UPDATE builds SET absorbed = absorbed + 1, clean = MAX(clean, ?) WHERE id = ?',
			clean ? 1 : 0,
			id
		);
	}

	/**
	 * Ends a queued build in favour of another one.
	 *
	 * @param id Its id.
	 * @param by Id of the build that takes its place.
	 * @param at When.
	 */
	supersede( id: string, by: string, at: Date ): void {
		this.#database.run(
			`UPDATE builds SET state = 'superseded', superseded_by = ?, finish_time = ? WHERE id = ?`,
			by,
			at.getTime(),
			id
		);
	}

	/**
	 * Marks a queued build as begun.
	 *
	 * @param id Its id.
	 * @param at When.
	 * @return False when it is not queued any more.
	 */
	begin( id: string, at: Date ): boolean {
		return (
			this.#database.run(
				`UPDATE builds SET state = 'building', start_time = ?, attempts = attempts + 1 WHERE id = ? AND state = 'queued'`,
				at.getTime(),
				id
			) > 0
		);
	}

	/**
	 * Marks a build as starting its application.
	 *
	 * @param id Its id.
	 */
	deploying( id: string ): void {
		this.#database.run(
			`UPDATE builds SET state = 'deploying' WHERE id = ?`,
			id
		);
	}

	/**
	 * Marks a build as live, and the one it replaces as succeeded.
	 *
	 * @param build The build.
	 * @param at    When.
	 */
	goLive( build: Pick< Build, 'id' | 'environmentId' >, at: Date ): void {
		this.#database.run(
			`UPDATE builds SET state = 'succeeded' WHERE environment_id = ? AND state = 'live'`,
			build.environmentId
		);
		this.#database.run(
			`UPDATE builds SET state = 'live', finish_time = ? WHERE id = ?`,
			at.getTime(),
			build.id
		);
	}

	/**
	 * Ends a build that did not go live.
	 *
	 * @param id    Its id.
	 * @param state The state.
	 * @param error What was caught.
	 * @param at    When.
	 */
	end(
		id: string,
		state: 'failed' | 'cancelled',
		error: string,
		at: Date
	): void {
		this.#database.run(
			'UPDATE builds SET state = ?, error = ?, finish_time = ? WHERE id = ?',
			state,
			error,
			at.getTime(),
			id
		);
	}

	/**
	 * Puts an interrupted build back into the queue.
	 *
	 * @param id         The build.
	 * @param isItsFault False when the platform was stopped in order: then this try does not count.
	 */
	requeue( id: string, isItsFault: boolean ): void {
		this.#database.run(
			`UPDATE builds SET state = 'queued', start_time = NULL, attempts = attempts - ? WHERE id = ?`,
			isItsFault ? 0 : 1,
			id
		);
	}
}
