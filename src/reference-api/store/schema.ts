/** The tables of the database. Columns have the names of the records' fields; `Row` says how values are stored. */

/**
 * Stored as `user_version`. When the tables change, increment it, add a step to migrations.ts and store a data folder of
 * the new version beside migrations.test.ts.
 */
export const SCHEMA_VERSION = 10;

export const SCHEMA = `
	CREATE TABLE accounts (
		name TEXT PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		createTime INTEGER NOT NULL
	) STRICT;
	CREATE TABLE users (
		id TEXT PRIMARY KEY,
		name TEXT NOT NULL,
		role TEXT NOT NULL,
		accounts TEXT NOT NULL DEFAULT '[]',
		passwordHash TEXT NOT NULL,
		createTime INTEGER NOT NULL,
		createdBy TEXT NOT NULL
	) STRICT;
	CREATE TABLE installs (
		name TEXT PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		accountName TEXT REFERENCES accounts (name),
		url TEXT NOT NULL
	) STRICT;
	CREATE INDEX installs_of_account ON installs (accountName, name);
	CREATE TABLE apps (
		id TEXT PRIMARY KEY,
		accountName TEXT NOT NULL REFERENCES accounts (name),
		appId TEXT NOT NULL,
		region TEXT NOT NULL,
		createTime INTEGER NOT NULL,
		UNIQUE (accountName, appId)
	) STRICT;
	CREATE TABLE environments (
		id TEXT PRIMARY KEY,
		accountName TEXT NOT NULL,
		appId TEXT NOT NULL,
		displayName TEXT NOT NULL,
		branch TEXT NOT NULL,
		wpEnvironment TEXT NOT NULL,
		rootDirectory TEXT NOT NULL DEFAULT '',
		shellVariables TEXT NOT NULL,
		variablesTime INTEGER,
		purgeOnDeploy INTEGER NOT NULL DEFAULT 1,
		edgePort INTEGER NOT NULL,
		cacheGeneration INTEGER NOT NULL DEFAULT 0,
		purgeTime INTEGER,
		source TEXT NOT NULL DEFAULT '',
		createTime INTEGER NOT NULL,
		buildCount INTEGER NOT NULL DEFAULT 0,
		FOREIGN KEY (accountName, appId) REFERENCES apps (accountName, appId)
	) STRICT;
	CREATE INDEX environments_of_app ON environments (accountName, appId, createTime, id);
	CREATE INDEX environments_of_install ON environments (wpEnvironment, createTime, id);
	CREATE TABLE builds (
		id TEXT PRIMARY KEY,
		environmentId TEXT NOT NULL REFERENCES environments (id),
		number INTEGER NOT NULL,
		operationId TEXT NOT NULL UNIQUE,
		state TEXT NOT NULL,
		"trigger" TEXT NOT NULL,
		clean INTEGER NOT NULL,
		source TEXT NOT NULL,
		startedBy TEXT NOT NULL,
		absorbed INTEGER NOT NULL DEFAULT 0,
		attempts INTEGER NOT NULL DEFAULT 0,
		supersededBy TEXT NOT NULL DEFAULT '',
		createTime INTEGER NOT NULL,
		startTime INTEGER,
		finishTime INTEGER,
		steps TEXT NOT NULL DEFAULT '[]',
		error TEXT NOT NULL DEFAULT '',
		commitMessage TEXT NOT NULL DEFAULT '',
		UNIQUE (environmentId, number)
	) STRICT;
	CREATE INDEX builds_in_state ON builds (environmentId, state, number);
	CREATE INDEX deployed_by_trigger ON builds (environmentId, "trigger", number) WHERE state IN ('live', 'succeeded');
	CREATE INDEX deployed_sources ON builds (environmentId, source, number) WHERE state IN ('live', 'succeeded');
	CREATE UNIQUE INDEX one_queued ON builds (environmentId) WHERE state = 'queued';
	CREATE UNIQUE INDEX one_running ON builds (environmentId) WHERE state IN ('building', 'deploying');
	CREATE UNIQUE INDEX one_live ON builds (environmentId) WHERE state = 'live';
	CREATE TRIGGER count_added_build AFTER INSERT ON builds BEGIN
		UPDATE environments SET buildCount = buildCount + 1 WHERE id = NEW.environmentId;
	END;
	CREATE TRIGGER count_removed_build AFTER DELETE ON builds BEGIN
		UPDATE environments SET buildCount = buildCount - 1 WHERE id = OLD.environmentId;
	END;
	CREATE TABLE webhook_sets (
		environmentId TEXT PRIMARY KEY REFERENCES environments (id),
		token TEXT NOT NULL,
		createdBy TEXT NOT NULL,
		createTime INTEGER NOT NULL
	) STRICT;
	CREATE TABLE webhook_calls (
		environmentId TEXT NOT NULL REFERENCES environments (id),
		action TEXT NOT NULL,
		at INTEGER NOT NULL,
		status INTEGER NOT NULL,
		reason TEXT NOT NULL DEFAULT '',
		PRIMARY KEY (environmentId, action)
	) STRICT;
	CREATE TABLE usage_days (
		subjectId TEXT NOT NULL,
		date TEXT NOT NULL,
		fileBytes INTEGER,
		databaseBytes INTEGER,
		measureTime INTEGER,
		visits INTEGER NOT NULL DEFAULT 0,
		requests INTEGER NOT NULL DEFAULT 0,
		originRequests INTEGER NOT NULL DEFAULT 0,
		edgeBytes INTEGER NOT NULL DEFAULT 0,
		originBytes INTEGER NOT NULL DEFAULT 0,
		PRIMARY KEY (subjectId, date)
	) STRICT;
	CREATE TABLE usage_refreshes (
		scopeId TEXT PRIMARY KEY,
		isOpen INTEGER NOT NULL DEFAULT 0,
		expectedTime INTEGER,
		finishTime INTEGER,
		durationMs INTEGER
	) STRICT;
	CREATE TABLE checks (
		name TEXT PRIMARY KEY,
		at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE fault_rules (
		id TEXT PRIMARY KEY,
		position INTEGER NOT NULL,
		rule TEXT NOT NULL,
		isOn INTEGER NOT NULL,
		used INTEGER NOT NULL
	) STRICT;
`;
