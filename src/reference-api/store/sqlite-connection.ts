/**
 * Connections to an SQLite file: opened, brought to the newest tables, and used through compiled SQL.
 */
import {
	DummyDriver,
	Kysely,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { StartError, wordsOf } from '../lib/errors.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Dialect } from './migrations.ts';
import type { Builder, Executor, Statement } from './query.ts';
import { inWords } from './sqlite-errors.ts';
import type { Schema } from './tables.ts';

/** Only a person with a database tool could hold the file; the event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 500;

const DIALECT: Dialect = {
	bigint: 'INTEGER',
	uuid: `lower(
		hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
		substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
	)`,
	tableEnd: ' STRICT',
};

/** Makes what builds and compiles queries; it runs none itself. */
export function makeBuilder(): Builder {
	return new Kysely< Schema >( {
		dialect: {
			createAdapter: () => new SqliteAdapter(),
			createDriver: () => new DummyDriver(),
			createIntrospector: ( kysely ) => new SqliteIntrospector( kysely ),
			createQueryCompiler: () => new SqliteQueryCompiler(),
		},
	} );
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
	if ( version < MIGRATIONS.length ) {
		const missing = MIGRATIONS.slice( version ).map( ( migration ) =>
			migration( DIALECT )
		);
		connection.exec(
			`BEGIN IMMEDIATE; ${ missing.join( '' ) } PRAGMA user_version = ${
				MIGRATIONS.length
			}; COMMIT`
		);
	}
}

function checkPages( connection: DatabaseSync ): void {
	const [ row ] = connection.prepare( 'PRAGMA quick_check(1)' ).all();
	if ( row?.quick_check !== 'ok' ) {
		throw new Error(
			`it is damaged (${ String( row?.quick_check ).trim() })`
		);
	}
}

function open(
	file: string,
	prepare: ( made: DatabaseSync ) => void,
	readOnly: boolean
): DatabaseSync {
	let connection: DatabaseSync | undefined;
	try {
		connection = new DatabaseSync( file, {
			timeout: BUSY_TIMEOUT_MS,
			readOnly,
		} );
		prepare( connection );
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
			) }. Check the disk and the file's owner, bring a backup back, or choose another data folder.`,
			error
		);
	}
}

/**
 * Opens the connection that writes, and makes or upgrades the tables.
 *
 * @param file Path of the database file.
 * @throws StartError `database`; the file is as it was then.
 */
export function openWriter( file: string ): DatabaseSync {
	return open(
		file,
		( connection ) => {
			connection.exec(
				'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'
			);
			checkPages( connection );
			migrate( connection, file );
			// From here on the log is forced to the disk by log-sync.ts; SQLite orders its writes and checkpoints.
			connection.exec( 'PRAGMA synchronous = NORMAL' );
		},
		false
	);
}

/**
 * Opens a connection that sees what is committed, and cannot write.
 *
 * @param file Path of the database file, which a writer has opened.
 */
export function openReader( file: string ): DatabaseSync {
	return open( file, () => {}, true );
}

/** How many rows are remembered between two commits. */
const MAX_ROWS = 1000;

/**
 * What a reader sees between two commits: its locks are taken once for all of its reads, and a row that was read once is
 * remembered. It ends right before a commit, so that every read after that sees it, and the log can be written back.
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

	/** Begins, unless it has. */
	begin(): void {
		if ( ! this.#isOpen ) {
			this.#begin.run();
			this.#isOpen = true;
		}
	}

	/**
	 * Answers a row, which nobody may change: the next one who asks gets it too.
	 */
	row< Found >( statement: Statement, read: () => Found ): Found {
		const { sql, parameters } = statement;
		const key = `${ sql } ${ JSON.stringify( parameters ) }`;
		if ( ! this.#rows.has( key ) ) {
			if ( this.#rows.size >= MAX_ROWS ) {
				this.#rows.clear();
			}
			this.#rows.set( key, read() );
		}
		return this.#rows.get( key ) as Found;
	}

	/** Ends, if it has begun. */
	end(): void {
		if ( this.#isOpen ) {
			this.#isOpen = false;
			this.#rows.clear();
			this.#end.run();
		}
	}
}

/** Runs compiled SQL on a connection; each promise is kept in the turn in which it is made. */
export class SqliteExecutor implements Executor {
	readonly builder: Builder;
	readonly #connection: DatabaseSync;
	readonly #prepared = new Map< string, StatementSync >();

	readonly #snapshot: Snapshot | null;

	/**
	 * Makes it.
	 *
	 * @param builder  What builds and compiles its queries.
	 * @param snapshot What a reader sees.
	 */
	constructor(
		connection: DatabaseSync,
		builder: Builder,
		snapshot: Snapshot | null = null
	) {
		this.#connection = connection;
		this.builder = builder;
		this.#snapshot = snapshot;
	}

	#prepare( sql: string ): StatementSync {
		this.#snapshot?.begin();
		let prepared = this.#prepared.get( sql );
		if ( ! prepared ) {
			prepared = this.#connection.prepare( sql );
			this.#prepared.set( sql, prepared );
		}
		return prepared;
	}

	async all< Found >( statement: Statement< Found > ): Promise< Found[] > {
		const { sql, parameters } = statement;
		try {
			return this.#prepare( sql ).all(
				...( parameters as SQLInputValue[] )
			) as Found[];
		} catch ( error ) {
			throw inWords( error );
		}
	}

	async first< Found >(
		statement: Statement< Found >
	): Promise< Found | undefined > {
		const { sql, parameters } = statement;
		const read = () =>
			this.#prepare( sql ).get( ...( parameters as SQLInputValue[] ) ) as
				Found | undefined;
		try {
			return this.#snapshot
				? this.#snapshot.row( statement, read )
				: read();
		} catch ( error ) {
			throw inWords( error );
		}
	}

	async run( { sql, parameters }: Statement ): Promise< number > {
		try {
			const { changes } = this.#prepare( sql ).run(
				...( parameters as SQLInputValue[] )
			);
			return Number( changes );
		} catch ( error ) {
			throw inWords( error );
		}
	}
}
