import { DatabaseSync } from 'node:sqlite';
import { StartError, errorMessage } from '../lib/errors.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** Only another program, such as a database tool, can lock the file. The event loop is blocked for this long. */
const BUSY_TIMEOUT_MS = 500;

/** @throws StartError If the tables are those of another version. */
function createTables( connection: DatabaseSync, file: string ): void {
	const row = connection.prepare( 'PRAGMA user_version' ).get();
	const version = Number( row?.user_version );
	if ( version === 0 ) {
		connection.exec(
			`BEGIN IMMEDIATE; ${ SCHEMA } PRAGMA user_version = ${ SCHEMA_VERSION }; COMMIT`
		);
	} else if ( version !== SCHEMA_VERSION ) {
		const age = version > SCHEMA_VERSION ? 'a newer' : 'an older';
		throw new StartError(
			'database',
			`The database ${ file } was written by ${ age } version of Headless Deploy. Use that version, or another data folder.`
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
 * Opens the connection that writes, and creates the tables of a new database.
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
			checkPages( connection );
			createTables( connection, file );
			// From now on log-sync.ts forces the log to the disk; SQLite only orders its writes and checkpoints.
			connection.exec( 'PRAGMA synchronous = NORMAL' );
		},
		false
	);
}

export function openReader( file: string ): DatabaseSync {
	return open( file, () => {}, true );
}
