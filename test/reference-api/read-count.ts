/** A count of the rows that are read at once. */
import path from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';
import { DATABASE_FILE } from '../../src/reference-api/store/sqlite.ts';

export interface ReadCount {
	/** The rows of all steps. */
	all: number;
	/** The rows of the step that read most: between two waits for a turn of the event loop. */
	most: number;
	/** The SQL of all reads. */
	sql: Set< string >;
}

/** Counts the rows that SQLite returns from now on, until the test ends. */
export function countReads(): ReadCount {
	const count: ReadCount = { all: 0, most: 0, sql: new Set() };
	let rows = 0;
	const add = ( statement: StatementSync, found: number ) => {
		rows += found;
		count.all += found;
		count.most = Math.max( count.most, rows );
		count.sql.add( statement.sourceSQL );
	};
	const { all, get } = StatementSync.prototype;
	const spies = [
		vi
			.spyOn( StatementSync.prototype, 'all' )
			.mockImplementation( function ( this: StatementSync, ...values ) {
				const found = all.apply( this, values );
				add( this, found.length );
				return found;
			} ),
		vi
			.spyOn( StatementSync.prototype, 'get' )
			.mockImplementation( function ( this: StatementSync, ...values ) {
				const found = get.apply( this, values );
				add( this, found ? 1 : 0 );
				return found;
			} ),
	];
	const wait = globalThis.setImmediate;
	const stub = vi.spyOn( globalThis, 'setImmediate' ).mockImplementation( ( (
		work: ( ...args: unknown[] ) => void
	) =>
		wait( () => {
			rows = 0;
			work();
		} ) ) as typeof setImmediate );
	onTestFinished( () =>
		[ ...spies, stub ].forEach( ( spy ) => spy.mockRestore() )
	);
	return count;
}

/** Returns the steps with which SQLite runs a query. */
export function planOf( dataFolder: string, sql: string ): string[] {
	const database = new DatabaseSync( path.join( dataFolder, DATABASE_FILE ), {
		readOnly: true,
	} );
	try {
		return database
			.prepare( `EXPLAIN QUERY PLAN ${ sql }` )
			.all()
			.map( ( { detail } ) => String( detail ) );
	} finally {
		database.close();
	}
}
