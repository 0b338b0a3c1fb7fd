import type { SqliteExecutor } from './sqlite-executor.ts';

export abstract class Repository {
	protected readonly db: SqliteExecutor;

	constructor( db: SqliteExecutor ) {
		this.db = db;
	}
}
