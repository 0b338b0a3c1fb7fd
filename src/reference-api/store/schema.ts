/**
 * The database's tables, by version. A version that was ever released is never changed: add the next one.
 */

/** The nth item brings a database from version n to n + 1. Times are UTC milliseconds. */
export const MIGRATIONS: readonly string[] = [
	`
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
	`,
];
