/**
 * The database's tables, by version. A version that was ever released is never changed: add the next one.
 */

/** Expression that makes a random UUID (RFC 9562, version 4). */
const UUID = `lower(
	hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
	substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
)`;

const FIRST = `
	CREATE TABLE accounts (
		name TEXT PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		create_time INTEGER NOT NULL
	) STRICT;
	CREATE TABLE installs (
		name TEXT PRIMARY KEY,
		url TEXT NOT NULL
	) STRICT;
	CREATE TABLE apps (
		id TEXT PRIMARY KEY,
		account_name TEXT NOT NULL REFERENCES accounts (name),
		app_id TEXT NOT NULL,
		region TEXT NOT NULL,
		create_time INTEGER NOT NULL,
		UNIQUE (account_name, app_id)
	) STRICT;
	CREATE TABLE environments (
		id TEXT PRIMARY KEY,
		account_name TEXT NOT NULL,
		app_id TEXT NOT NULL,
		display_name TEXT NOT NULL,
		branch TEXT NOT NULL,
		wp_environment TEXT NOT NULL,
		shell_variables TEXT NOT NULL,
		edge_port INTEGER NOT NULL,
		cache_generation INTEGER NOT NULL DEFAULT 0,
		purge_time INTEGER,
		source TEXT NOT NULL DEFAULT '',
		create_time INTEGER NOT NULL,
		FOREIGN KEY (account_name, app_id) REFERENCES apps (account_name, app_id)
	) STRICT;
	CREATE INDEX environments_of_app ON environments (account_name, app_id);
	CREATE TABLE builds (
		id TEXT PRIMARY KEY,
		environment_id TEXT NOT NULL REFERENCES environments (id),
		number INTEGER NOT NULL,
		operation_id TEXT NOT NULL UNIQUE,
		state TEXT NOT NULL,
		"trigger" TEXT NOT NULL,
		clean INTEGER NOT NULL,
		source TEXT NOT NULL,
		started_by TEXT NOT NULL,
		absorbed INTEGER NOT NULL DEFAULT 0,
		attempts INTEGER NOT NULL DEFAULT 0,
		superseded_by TEXT,
		create_time INTEGER NOT NULL,
		start_time INTEGER,
		finish_time INTEGER,
		error TEXT NOT NULL DEFAULT '',
		UNIQUE (environment_id, number)
	) STRICT;
	CREATE UNIQUE INDEX one_queued ON builds (environment_id) WHERE state = 'queued';
	CREATE UNIQUE INDEX one_running ON builds (environment_id) WHERE state IN ('building', 'deploying');
	CREATE UNIQUE INDEX one_live ON builds (environment_id) WHERE state = 'live';
	CREATE TABLE webhook_sets (
		environment_id TEXT PRIMARY KEY REFERENCES environments (id),
		token TEXT NOT NULL,
		created_by TEXT NOT NULL,
		create_time INTEGER NOT NULL
	) STRICT;
	CREATE TABLE webhook_calls (
		environment_id TEXT NOT NULL REFERENCES environments (id),
		action TEXT NOT NULL,
		at INTEGER NOT NULL,
		status INTEGER NOT NULL,
		PRIMARY KEY (environment_id, action)
	) STRICT;
	`;

/**
 * Users, installs of accounts, variables with times, steps, reasons, figures and faults.
 */
const SECOND = `
	CREATE TABLE users (
		id TEXT PRIMARY KEY,
		name TEXT NOT NULL,
		role TEXT NOT NULL,
		password_hash TEXT NOT NULL,
		create_time INTEGER NOT NULL,
		created_by TEXT NOT NULL
	) STRICT;
	ALTER TABLE installs ADD COLUMN id TEXT NOT NULL DEFAULT '';
	ALTER TABLE installs ADD COLUMN account_name TEXT REFERENCES accounts (name);
	UPDATE installs SET id = ${ UUID },
		account_name = (SELECT name FROM accounts ORDER BY create_time, name LIMIT 1);
	CREATE UNIQUE INDEX install_ids ON installs (id);
	ALTER TABLE environments ADD COLUMN variables_time INTEGER;
	ALTER TABLE environments ADD COLUMN purge_on_deploy INTEGER NOT NULL DEFAULT 1;
	UPDATE environments SET variables_time = create_time WHERE shell_variables <> '[]';
	ALTER TABLE builds ADD COLUMN steps TEXT NOT NULL DEFAULT '[]';
	ALTER TABLE webhook_calls ADD COLUMN reason TEXT NOT NULL DEFAULT '';
	CREATE TABLE usage_days (
		subject_id TEXT NOT NULL,
		date TEXT NOT NULL,
		file_bytes INTEGER,
		database_bytes INTEGER,
		measure_time INTEGER,
		visits INTEGER NOT NULL DEFAULT 0,
		requests INTEGER NOT NULL DEFAULT 0,
		origin_requests INTEGER NOT NULL DEFAULT 0,
		edge_bytes INTEGER NOT NULL DEFAULT 0,
		origin_bytes INTEGER NOT NULL DEFAULT 0,
		PRIMARY KEY (subject_id, date)
	) STRICT;
	CREATE TABLE usage_refreshes (
		scope_id TEXT PRIMARY KEY,
		expected_time INTEGER,
		finish_time INTEGER,
		duration_ms INTEGER
	) STRICT;
	CREATE TABLE checks (
		name TEXT PRIMARY KEY,
		at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE fault_rules (
		id TEXT PRIMARY KEY,
		position INTEGER NOT NULL,
		rule TEXT NOT NULL,
		is_on INTEGER NOT NULL,
		used INTEGER NOT NULL
	) STRICT;
	`;

/** Measurements that are known to be open, apart from the time that they were expected to take. */
const OPEN_REFRESHES = `
	ALTER TABLE usage_refreshes ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;
	UPDATE usage_refreshes SET is_open = 1 WHERE expected_time IS NOT NULL;
	`;

/** A rebuild takes the source that was live last, not the newest upload. */
const LAST_LIVE_SOURCES = `
	UPDATE environments SET source = (
		SELECT source FROM builds
		WHERE environment_id = environments.id AND state = 'live'
	) WHERE id IN ( SELECT environment_id FROM builds WHERE state = 'live' );
	`;

/** The folder of a source that is built, for repositories of several projects. */
const ROOT_DIRECTORIES = `
	ALTER TABLE environments ADD COLUMN root_directory TEXT NOT NULL DEFAULT '';
	`;

/** Accounts that an API user belongs to; users of before keep their role on the whole platform. */
const ACCOUNTS_OF_USERS = `
	ALTER TABLE users ADD COLUMN accounts TEXT NOT NULL DEFAULT '[]';
	`;

/** The nth item brings a database from version n to n + 1. Times are UTC milliseconds. */
export const MIGRATIONS: readonly string[] = [
	FIRST,
	SECOND,
	OPEN_REFRESHES,
	LAST_LIVE_SOURCES,
	ROOT_DIRECTORIES,
	ACCOUNTS_OF_USERS,
];
