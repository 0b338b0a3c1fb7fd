/** Opens connections to an SQLite file and brings its tables up to date. */
import { DatabaseSync } from 'node:sqlite';
import { StartError, errorMessage } from '../lib/errors.ts';
import { MIGRATIONS } from './migrations.ts';

/** Only another program, such as a database tool, can lock the file. The event loop is blocked for this long. */
const BUSY_TIMEOUT_MS = 500;

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
		const missing = MIGRATIONS.slice( version );
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
			`The database ${ file } cannot be used: ${ errorMessage(
				error
			) }. Check the disk and the owner of the file, restore a backup, or choose another data folder.`,
			error
		);
	}
}

/**
 * Opens the connection that writes, and creates or upgrades the tables.
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
			migrate( connection, file );
			// From now on log-sync.ts forces the log to the disk; SQLite only orders its writes and checkpoints.
			connection.exec( 'PRAGMA synchronous = NORMAL' );
		},
		false
	);
}

/** Opens a read-only connection to a database that a writer has opened. */
export function openReader( file: string ): DatabaseSync {
	return open( file, () => {}, true );
}
