import type { Environment, ShellVariable } from '../model.ts';
import type { Database, Row } from './database.ts';

/** An environment with what only the platform itself needs. */
export interface StoredEnvironment extends Environment {
	/** Part of every cache key; one more after each purge. */
	cacheGeneration: number;
	purgeTime: Date | null;
	/** Name of the newest upload's zip file; empty before the first. */
	source: string;
}

function toEnvironment( row: Row ): StoredEnvironment {
	return {
		id: String( row.id ),
		accountName: String( row.account_name ),
		appId: String( row.app_id ),
		displayName: String( row.display_name ),
		branch: String( row.branch ),
		wpEnvironment: String( row.wp_environment ),
		shellVariables: JSON.parse(
			String( row.shell_variables )
		) as ShellVariable[],
		edgePort: Number( row.edge_port ),
		cacheGeneration: Number( row.cache_generation ),
		purgeTime:
			row.purge_time === null
				? null
				: new Date( Number( row.purge_time ) ),
		source: String( row.source ),
		createTime: new Date( Number( row.create_time ) ),
	};
}

/** Keeps the environments. */
export class EnvironmentRepository {
	readonly #database: Database;

	constructor( database: Database ) {
		this.#database = database;
	}

	/** Answers the environments of all applications. */
	all(): StoredEnvironment[] {
		return this.#database
			.all( 'SELECT * FROM environments ORDER BY create_time, id' )
			.map( toEnvironment );
	}

	/**
	 * Answers an application's environments, oldest first.
	 *
	 * @param accountName Name of the account.
	 * @param appId       Name of the application.
	 */
	of( accountName: string, appId: string ): StoredEnvironment[] {
		return this.#database
			.all(
				'SELECT * FROM environments WHERE account_name = ? AND app_id = ? ORDER BY create_time, id',
				accountName,
				appId
			)
			.map( toEnvironment );
	}

	/**
	 * Answers an environment, or null.
	 *
	 * @param id Its id.
	 */
	find( id: string ): StoredEnvironment | null {
		const row = this.#database.one(
			'SELECT * FROM environments WHERE id = ?',
			id
		);
		return row ? toEnvironment( row ) : null;
	}

	/**
	 * Adds an environment.
	 *
	 * @param environment The environment.
	 */
	add( environment: Environment ): void {
		this.#database.run(
			`INSERT INTO environments (id, account_name, app_id, display_name, branch, wp_environment, shell_variables, edge_port, create_time)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			environment.id,
			environment.accountName,
			environment.appId,
			environment.displayName,
			environment.branch,
			environment.wpEnvironment,
			JSON.stringify( environment.shellVariables ),
			environment.edgePort,
			environment.createTime.getTime()
		);
	}

	/**
	 * Remembers the port of an environment's edge.
	 *
	 * @param id   Its id.
	 * @param port The port.
	 */
	setEdgePort( id: string, port: number ): void {
		this.#database.run(
			'UPDATE environments SET edge_port = ? WHERE id = ?',
			port,
			id
		);
	}

	/**
	 * Remembers what the environment is built from.
	 *
	 * @param id     Its id.
	 * @param source Name of the zip file.
	 */
	setSource( id: string, source: string ): void {
		this.#database.run(
			'UPDATE environments SET source = ? WHERE id = ?',
			source,
			id
		);
	}

	/**
	 * Makes everything that was cached so far unreachable.
	 *
	 * @param id Its id.
	 * @param at When.
	 * @return The new generation.
	 */
	bumpGeneration( id: string, at: Date ): number {
		const row = this.#database.one(
			'UPDATE environments SET cache_generation = cache_generation + 1, purge_time = ? WHERE id = ? RETURNING cache_generation',
			at.getTime(),
			id
		);
		return Number( row?.cache_generation );
	}
}
