import type { SqliteExecutor } from './sqlite-executor.ts';

/** How many rows of a list are read at once. */
export const SLICE_ROWS = 100;

export abstract class Repository {
	protected readonly db: SqliteExecutor;

	constructor( db: SqliteExecutor ) {
		this.db = db;
	}

	/**
	 * Reads a long list in slices, between which visitors are served. Not within a write, which must not wait.
	 *
	 * @param read Reads at most `limit` rows after `last`, the last row of the slice before.
	 * @param max  Maximum number of rows in all.
	 */
	protected async slices< Found >(
		read: ( last: Found | undefined, limit: number ) => Promise< Found[] >,
		max = Infinity
	): Promise< Found[] > {
		const found: Found[] = [];
		while ( found.length < max ) {
			const limit = Math.min( SLICE_ROWS, max - found.length );
			await this.db.takeTurn( limit );
			const slice = await read( found.at( -1 ), limit );
			found.push( ...slice );
			if ( slice.length < limit ) {
				break;
			}
		}
		return found;
	}
}
