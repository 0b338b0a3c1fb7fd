/** The tables of the database. Times are UTC milliseconds. */

/** Stored as `user_version`. Increment it when the tables change. */
export const SCHEMA_VERSION = 6;

export const SCHEMA = `
	CREATE TABLE accounts (
		name TEXT PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		create_time INTEGER NOT NULL
	) STRICT;
	CREATE TABLE users (
		id TEXT PRIMARY KEY,
		name TEXT NOT NULL,
		role TEXT NOT NULL,
		accounts TEXT NOT NULL DEFAULT '[]',
		password_hash TEXT NOT NULL,
		create_time INTEGER NOT NULL,
		created_by TEXT NOT NULL
	) STRICT;
	CREATE TABLE installs (
		name TEXT PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		account_name TEXT REFERENCES accounts (name),
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
		root_directory TEXT NOT NULL DEFAULT '',
		shell_variables TEXT NOT NULL,
		variables_time INTEGER,
		purge_on_deploy INTEGER NOT NULL DEFAULT 1,
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
		steps TEXT NOT NULL DEFAULT '[]',
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
		reason TEXT NOT NULL DEFAULT '',
		PRIMARY KEY (environment_id, action)
	) STRICT;
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
		is_open INTEGER NOT NULL DEFAULT 0,
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
