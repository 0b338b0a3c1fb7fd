/** Brings the tables of an older version of the platform up to date. */
import type { DatabaseSync } from 'node:sqlite';

/** Columns that version 7 named as the fields of the records. */
const RENAMED_IN_7: Readonly< Record< string, readonly string[] > > = {
	accounts: [ 'createTime' ],
	users: [ 'passwordHash', 'createTime', 'createdBy' ],
	installs: [ 'accountName' ],
	apps: [ 'accountName', 'appId', 'createTime' ],
	environments: [
		'accountName',
		'appId',
		'displayName',
		'wpEnvironment',
		'rootDirectory',
		'shellVariables',
		'variablesTime',
		'purgeOnDeploy',
		'edgePort',
		'cacheGeneration',
		'purgeTime',
		'createTime',
	],
	builds: [
		'environmentId',
		'operationId',
		'startedBy',
		'createTime',
		'startTime',
		'finishTime',
	],
	webhook_sets: [ 'environmentId', 'createdBy', 'createTime' ],
	webhook_calls: [ 'environmentId' ],
	usage_days: [
		'subjectId',
		'fileBytes',
		'databaseBytes',
		'measureTime',
		'originRequests',
		'edgeBytes',
		'originBytes',
	],
	usage_refreshes: [
		'scopeId',
		'isOpen',
		'expectedTime',
		'finishTime',
		'durationMs',
	],
	fault_rules: [ 'isOn' ],
};

function renameColumns( table: string, names: readonly string[] ): string {
	return names
		.map( ( name ) => {
			const before = name.replace(
				/[A-Z]/g,
				( letter ) => `_${ letter.toLowerCase() }`
			);
			return `ALTER TABLE ${ table } RENAME COLUMN ${ before } TO ${ name };`;
		} )
		.join( '\n' );
}

const TO_7 = `
	${ Object.entries( RENAMED_IN_7 )
		.map( ( [ table, names ] ) => renameColumns( table, names ) )
		.join( '\n' ) }
	ALTER TABLE builds ADD COLUMN supersededBy TEXT NOT NULL DEFAULT '';
	UPDATE builds SET supersededBy = coalesce(superseded_by, '');
	ALTER TABLE builds DROP COLUMN superseded_by;
`;

/** Lists that are read by an index, and the count of builds. */
const TO_8 = `
	CREATE INDEX installs_of_account ON installs (accountName, name);
	DROP INDEX environments_of_app;
	CREATE INDEX environments_of_app ON environments (accountName, appId, createTime, id);
	CREATE INDEX environments_of_install ON environments (wpEnvironment, createTime, id);
	CREATE INDEX builds_in_state ON builds (environmentId, state, number);
	CREATE INDEX deployed_by_trigger ON builds (environmentId, "trigger", number) WHERE state IN ('live', 'succeeded');
	CREATE INDEX deployed_sources ON builds (environmentId, source, number) WHERE state IN ('live', 'succeeded');
	ALTER TABLE environments ADD COLUMN buildCount INTEGER NOT NULL DEFAULT 0;
	UPDATE environments SET buildCount =
		(SELECT count(*) FROM builds WHERE environmentId = environments.id);
	CREATE TRIGGER count_added_build AFTER INSERT ON builds BEGIN
		UPDATE environments SET buildCount = buildCount + 1 WHERE id = NEW.environmentId;
	END;
	CREATE TRIGGER count_removed_build AFTER DELETE ON builds BEGIN
		UPDATE environments SET buildCount = buildCount - 1 WHERE id = OLD.environmentId;
	END;
`;

const TO_9 = `
	ALTER TABLE builds ADD COLUMN commitMessage TEXT NOT NULL DEFAULT '';
`;

/** The API and the screens use the American spelling. */
const TO_10 = `
	UPDATE builds SET state = 'canceled' WHERE state = 'cancelled';
`;

/**
 * SQL that changes the tables of the version before into those of the version that is its key. A step is never changed
 * or removed. Foreign keys are checked after the last step.
 */
export const MIGRATIONS: Readonly< Record< number, string > > = {
	7: TO_7,
	8: TO_8,
	9: TO_9,
	10: TO_10,
};

/** The oldest version that can be migrated. */
export const OLDEST_SCHEMA_VERSION =
	Math.min( ...Object.keys( MIGRATIONS ).map( Number ) ) - 1;

/**
 * Runs the steps from one version to another in one transaction, so that an interrupted migration changes nothing.
 *
 * @param connection A connection that enforces foreign keys.
 */
export function migrate(
	connection: DatabaseSync,
	from: number,
	to: number,
	migrations: Readonly< Record< number, string > > = MIGRATIONS
): void {
	// A step can replace a table that others refer to. The setting has no effect within a transaction.
	connection.exec( 'PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE' );
	try {
		for ( let version = from + 1; version <= to; version++ ) {
			const step = migrations[ version ];
			if ( step === undefined ) {
				throw new Error( `no step to version ${ version }` );
			}
			connection.exec( step );
		}
		const broken = connection.prepare( 'PRAGMA foreign_key_check' ).all();
		if ( broken.length > 0 ) {
			throw new Error( 'rows would refer to missing rows' );
		}
		connection.exec( `PRAGMA user_version = ${ to }; COMMIT` );
	} catch ( error ) {
		// SQLite has already ended the transaction after some errors, for example of the disk.
		if ( connection.isTransaction ) {
			connection.exec( 'ROLLBACK' );
		}
		throw error;
	} finally {
		connection.exec( 'PRAGMA foreign_keys = ON' );
	}
}
