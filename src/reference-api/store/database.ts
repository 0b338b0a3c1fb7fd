/**
 * The one connection to the database: durable at every answer, with the writes of one turn in one commit.
 */
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { StartError, wordsOf } from '../errors.ts';
import { HostingError } from '../model.ts';
import { MIGRATIONS } from './schema.ts';

/** Only a person with a database tool could hold the file; the event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 500;

export type Row = Record< string, SQLOutputValue >;

interface QueuedWrite {
	/** Runs inside the transaction; false when it threw and was rolled back. */
	run: () => boolean;
	settle: () => void;
	fail: ( error: unknown ) => void;
}

function migrate( connection: DatabaseSync, file: string ): void {
	const row = connection.prepare( 'PRAGMA user_version' ).get();
	const version = Number( row?.user_version );
	if ( version > MIGRATIONS.length ) {
		throw new StartError(
			'database',
			`The database ${ file } was written by a newer version of Headless Deploy. Use that version, or another data folder.`
		);
	}
	for ( const [ index, sql ] of MIGRATIONS.entries() ) {
		if ( index >= version ) {
			connection.exec(
				`BEGIN IMMEDIATE; ${ sql } PRAGMA user_version = ${
					index + 1
				}; COMMIT`
			);
		}
	}
}

function openConnection( file: string ): DatabaseSync {
	let connection: DatabaseSync | undefined;
	try {
		connection = new DatabaseSync( file, {
			timeout: BUSY_TIMEOUT_MS,
		} );
		connection.exec(
			'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'
		);
		migrate( connection, file );
		return connection;
	} catch ( error ) {
		connection?.close();
		if ( error instanceof StartError ) {
			throw error;
		}
		throw new StartError(
			'database',
			`The database ${ file } cannot be used: ${ wordsOf(
				error
			) }. Check the disk and the file's owner, or choose another data folder.`,
			error
		);
	}
}

/** Reads at once; writes in groups, whose answers wait for the commit. */
export class Database {
	readonly #connection: DatabaseSync;
	readonly #statements = new Map< string, StatementSync >();
	#queue: QueuedWrite[] = [];

	/**
	 * Opens the database, and makes or upgrades its tables.
	 *
	 * @param file Path of the database file.
	 */
	constructor( file: string ) {
		this.#connection = openConnection( file );
	}

	#prepare( sql: string ): StatementSync {
		const known = this.#statements.get( sql );
		if ( known ) {
			return known;
		}
		const statement = this.#connection.prepare( sql );
		this.#statements.set( sql, statement );
		return statement;
	}

	/**
	 * Answers the first row, or undefined.
	 *
	 * @param          sql    The statement, with question marks.
	 * @param {...any} values
	 */
	one( sql: string, ...values: SQLInputValue[] ): Row | undefined {
		return this.#prepare( sql ).get( ...values );
	}

	/**
	 * Answers all rows.
	 *
	 * @param          sql    The statement, with question marks.
	 * @param {...any} values
	 */
	all( sql: string, ...values: SQLInputValue[] ): Row[] {
		return this.#prepare( sql ).all( ...values );
	}

	/**
	 * Changes rows. Call it inside `write()` alone, so that the change belongs to a transaction.
	 *
	 * @param          sql    The statement, with question marks.
	 * @param {...any} values
	 * @return How many rows were changed.
	 */
	run( sql: string, ...values: SQLInputValue[] ): number {
		return Number( this.#prepare( sql ).run( ...values ).changes );
	}

	/**
	 * Runs a piece of work in a transaction, together with the other writes of this turn of the event loop.
	 *
	 * @param work Reads and writes, synchronously. What it throws undoes it alone.
	 * @return What the work answered, once it is on the disk.
	 */
	write< T >( work: () => T ): Promise< T > {
		return new Promise( ( resolve, reject ) => {
			let answer: T;
			this.#queue.push( {
				run: () =>
					this.#runInSavepoint( () => ( answer = work() ), reject ),
				settle: () => resolve( answer ),
				fail: reject,
			} );
			if ( this.#queue.length === 1 ) {
				setImmediate( () => this.#commit() );
			}
		} );
	}

	#runInSavepoint(
		work: () => void,
		reject: ( error: unknown ) => void
	): boolean {
		this.#connection.exec( 'SAVEPOINT item' );
		try {
			work();
			this.#connection.exec( 'RELEASE item' );
			return true;
		} catch ( error ) {
			this.#connection.exec( 'ROLLBACK TO item; RELEASE item' );
			reject( this.#inWords( error ) );
			return false;
		}
	}

	#commit(): void {
		const group = this.#queue;
		this.#queue = [];
		let kept: QueuedWrite[] = [];
		try {
			this.#connection.exec( 'BEGIN IMMEDIATE' );
			kept = group.filter( ( item ) => item.run() );
			this.#connection.exec( 'COMMIT' );
		} catch ( error ) {
			if ( this.#connection.isOpen && this.#connection.isTransaction ) {
				this.#connection.exec( 'ROLLBACK' );
			}
			group.forEach( ( item ) => item.fail( this.#inWords( error ) ) );
			return;
		}
		kept.forEach( ( item ) => item.settle() );
	}

	#inWords( error: unknown ): unknown {
		const isSqlite =
			error instanceof Error &&
			'code' in error &&
			error.code === 'ERR_SQLITE_ERROR';
		return isSqlite
			? new HostingError(
					503,
					`The platform's database cannot be written (${ error.message }). Nothing was changed. Check the disk, then try again.`
				)
			: error;
	}

	/** Commits what waits, and closes the connection. */
	close(): void {
		if ( this.#queue.length > 0 ) {
			this.#commit();
		}
		this.#connection.close();
	}
}
