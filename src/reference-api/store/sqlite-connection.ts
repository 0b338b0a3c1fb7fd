import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError, errorMessage } from '../lib/errors.ts';
import { migrate, OLDEST_SCHEMA_VERSION } from './migrations.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** Only another program, such as a database tool, can lock the file. The event loop is blocked for this long. */
const BUSY_TIMEOUT_MS = 500;

/** Returns whether this version can use or migrate tables of another version. */
export function isKnownSchema( version: number ): boolean {
	return version >= OLDEST_SCHEMA_VERSION && version <= SCHEMA_VERSION;
}

/** @throws StartError If the tables are those of a newer version, or of one that has no migration. */
function prepareTables( connection: DatabaseSync, file: string ): void {
	const row = connection.prepare( 'PRAGMA user_version' ).get();
	const version = Number( row?.user_version );
	if ( version === 0 ) {
		connection.exec(
			`BEGIN IMMEDIATE; ${ SCHEMA } PRAGMA user_version = ${ SCHEMA_VERSION }; COMMIT`
		);
	} else if ( ! isKnownSchema( version ) ) {
		throw new StartError(
			'database',
			version > SCHEMA_VERSION
				? `The database ${ file } was written by a newer version of Headless Deploy. Use that version, or another data folder.`
				: `The database ${ file } was written by an older version of Headless Deploy that cannot be migrated (tables ${ version }, the oldest are ${ OLDEST_SCHEMA_VERSION }). Use that version, or another data folder.`
		);
	} else if ( version < SCHEMA_VERSION ) {
		migrate( connection, version, SCHEMA_VERSION );
	}
}

/** A check of a larger file would delay the start: it takes about a second for 200 MB. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024;
/** They grow with the use of the platform. Damage of them is reported when it is read. */
const GROWING_TABLES = [ 'builds', 'usage_days' ];

function checkPages( connection: DatabaseSync, file: string ): void {
	const tables = connection
		.prepare( "SELECT name FROM sqlite_schema WHERE type = 'table'" )
		.all()
		.map( ( { name } ) => String( name ) )
		.filter( ( name ) => ! GROWING_TABLES.includes( name ) );
	const checks =
		statSync( file ).size > MAX_CHECKED_BYTES
			? tables.map( ( name ) => `quick_check(${ name })` )
			: [ 'quick_check(1)' ];
	for ( const check of checks ) {
		const [ row ] = connection.prepare( `PRAGMA ${ check }` ).all();
		if ( row?.quick_check !== 'ok' ) {
			throw new Error(
				`it is damaged (${ String( row?.quick_check ).trim() })`
			);
		}
	}
}

function open(
	file: string,
	prepare: ( connection: DatabaseSync ) => void,
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
			`The database ${ file } cannot be used: ${ errorMessage(
				error
			) }. Check the disk and the owner of the file, restore a backup, or choose another data folder.`,
			error
		);
	}
}

/**
 * Opens the connection that writes, creates the tables of a new database, and migrates older ones.
 *
 * @throws StartError `database`; the file is unchanged then.
 */
export function openWriter( file: string ): DatabaseSync {
	return open(
		file,
		( connection ) => {
			connection.exec(
				'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'
			);
			checkPages( connection, file );
			prepareTables( connection, file );
			// From now on log-sync.ts forces the log to the disk; SQLite only orders its writes and checkpoints.
			connection.exec( 'PRAGMA synchronous = NORMAL' );
		},
		false
	);
}

export function openReader( file: string ): DatabaseSync {
	return open( file, () => {}, true );
}
