import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { ReadTurns } from './read-turns.ts';
import { toHostingError } from './sqlite-errors.ts';

/** How many rows are cached between two commits. */
const MAX_ROWS = 1000;

interface Prepared {
	statement: StatementSync;
	/** Names of the values, in the order of the SQL. */
	names: readonly string[];
	/** The table that it changes; undefined for a query. */
	table: string | undefined;
}

const CHANGE = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/;

function valuesOf( { names }: Prepared, values: object ): SQLInputValue[] {
	const named = values as Record< string, SQLInputValue >;
	return names.map( ( name ) => named[ name ] as SQLInputValue );
}

/**
 * A read transaction between two commits. It takes its locks once for all reads and caches each row. It ends right
 * before a commit, so that later reads see the commit and SQLite can write its log back.
 */
export class Snapshot {
	readonly #rows = new Map< string, unknown >();
	readonly #begin: StatementSync;
	readonly #end: StatementSync;
	#isOpen = false;

	constructor( connection: DatabaseSync ) {
		this.#begin = connection.prepare( 'BEGIN' );
		this.#end = connection.prepare( 'COMMIT' );
	}

	/** Begins the read transaction, unless it has begun. */
	begin(): void {
		if ( ! this.#isOpen ) {
			this.#begin.run();
			this.#isOpen = true;
		}
	}

	/** Returns a row, from the cache if it was read before. Callers must not change it: they share it. */
	row< Found >( sql: string, values: object, read: () => Found ): Found {
		const key = `${ sql } ${ JSON.stringify( values ) }`;
		if ( ! this.#rows.has( key ) ) {
			if ( this.#rows.size >= MAX_ROWS ) {
				this.#rows.clear();
			}
			this.#rows.set( key, read() );
		}
		return this.#rows.get( key ) as Found;
	}

	/** Ends the read transaction, if it has begun. */
	end(): void {
		if ( this.#isOpen ) {
			this.#isOpen = false;
			this.#rows.clear();
			this.#end.run();
		}
	}
}

/**
 * Runs statements, each prepared once.
 *
 * `node:sqlite` is synchronous: a promise of this class is settled in the turn in which it is made, so work inside a
 * transaction never waits for the event loop.
 */
export class SqliteExecutor {
	readonly #connection: DatabaseSync;
	readonly #prepared = new Map< string, Prepared >();
	readonly #snapshot: Snapshot | null;
	readonly #turns: ReadTurns | null;
	readonly #onChange: ( table: string, values: object ) => void;

	/**
	 * @param snapshot A connection that only reads has one.
	 * @param turns    The same.
	 * @param onChange Called after each statement that changed a row.
	 */
	constructor(
		connection: DatabaseSync,
		snapshot: Snapshot | null = null,
		turns: ReadTurns | null = null,
		onChange: ( table: string, values: object ) => void = () => {}
	) {
		this.#connection = connection;
		this.#snapshot = snapshot;
		this.#turns = turns;
		this.#onChange = onChange;
	}

	/** Waits until so many rows can be read. */
	takeTurn( rows: number ): Promise< void > {
		if ( ! this.#turns ) {
			throw new Error( 'A write must not wait for a long list.' );
		}
		return this.#turns.take( rows );
	}

	/** `node:sqlite` binds values by position in two thirds of the time that it takes to bind them by name. */
	#prepare( sql: string ): Prepared {
		this.#snapshot?.begin();
		let prepared = this.#prepared.get( sql );
		if ( ! prepared ) {
			const names: string[] = [];
			const positional = sql.replace(
				/:(\w+)/g,
				( _all, name: string ) => {
					names.push( name );
					return '?';
				}
			);
			const statement = this.#connection.prepare( positional );
			const table = CHANGE.exec( sql )?.[ 1 ];
			prepared = { statement, names, table };
			this.#prepared.set( sql, prepared );
		}
		return prepared;
	}

	async all< Found >( sql: string, values = {} ): Promise< Found[] > {
		try {
			const prepared = this.#prepare( sql );
			return prepared.statement.all(
				...valuesOf( prepared, values )
			) as Found[];
		} catch ( error ) {
			throw toHostingError( error );
		}
	}

	async first< Found >(
		sql: string,
		values = {}
	): Promise< Found | undefined > {
		const read = () => {
			const prepared = this.#prepare( sql );
			const row = prepared.statement.get(
				...valuesOf( prepared, values )
			) as Found | undefined;
			if ( prepared.table && row ) {
				this.#onChange( prepared.table, values );
			}
			return row;
		};
		try {
			return this.#snapshot
				? this.#snapshot.row( sql, values, read )
				: read();
		} catch ( error ) {
			throw toHostingError( error );
		}
	}

	/** Returns how many rows were changed. */
	async run( sql: string, values = {} ): Promise< number > {
		try {
			const prepared = this.#prepare( sql );
			const { changes } = prepared.statement.run(
				...valuesOf( prepared, values )
			);
			if ( prepared.table && changes > 0 ) {
				this.#onChange( prepared.table, values );
			}
			return Number( changes );
		} catch ( error ) {
			throw toHostingError( error );
		}
	}
}
