import type { SqliteExecutor } from './sqlite-executor.ts';

/** SQL with the types of its named values (`:name`) and of its rows. */
export interface Statement< Values, Found > {
	readonly sql: string;
	/** Never set: carries the types. */
	readonly types?: ( values: Values ) => Found;
}

/** Declares a statement; the compiler cannot read the types from the SQL. */
export function statement< Values = object, Found = unknown >(
	sql: string
): Statement< Values, Found > {
	return { sql };
}

/** What the repositories share: prepared statements on one connection. */
export abstract class Repository {
	readonly #executor: SqliteExecutor;

	constructor( executor: SqliteExecutor ) {
		this.#executor = executor;
	}

	/** Integers and reals of the rows are numbers. */
	protected list< Values extends object, Found >(
		{ sql }: Statement< Values, Found >,
		values: Values
	): Promise< Found[] > {
		return this.#executor.all( sql, values );
	}

	protected first< Values extends object, Found >(
		{ sql }: Statement< Values, Found >,
		values: Values
	): Promise< Found | undefined > {
		return this.#executor.first( sql, values );
	}

	/**
	 * Changes rows.
	 *
	 * @return How many rows were changed.
	 */
	protected run< Values extends object >(
		{ sql }: Statement< Values, unknown >,
		values: Values
	): Promise< number > {
		return this.#executor.run( sql, values );
	}
}
