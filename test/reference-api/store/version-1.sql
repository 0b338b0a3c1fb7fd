-- A database as version 1 wrote it, with some rows.
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
INSERT INTO accounts VALUES ('beta', '7b1c9a52-0000-4000-8000-000000000002', 1893456000002);
INSERT INTO accounts VALUES ('acme', '7b1c9a52-0000-4000-8000-000000000001', 1893456000001);
INSERT INTO installs VALUES ('blog', 'http://127.0.0.1:9');
INSERT INTO installs VALUES ('shop', '');
INSERT INTO apps VALUES ('app', 'acme', 'storefront', 'regions/UK', 1893456000003);
INSERT INTO environments VALUES ('environment', 'acme', 'storefront', 'Production', 'uploadable', 'blog', '[{"key":"KEY","value":"secret"}]', 4001, 3, 1893456000004, 'one.zip', 1893456000005);
INSERT INTO environments VALUES ('plain', 'acme', 'storefront', 'Staging', 'uploadable', 'blog', '[]', 4002, 0, NULL, '', 1893456000006);
INSERT INTO builds VALUES ('one', 'environment', 1, 'operation', 'live', 'upload', 0, 'one.zip', 'sam', 2, 1, NULL, 1893456000007, 1893456000008, 1893456000009, '');
INSERT INTO webhook_sets VALUES ('environment', 'token', 'sam', 1893456000010);
INSERT INTO webhook_calls VALUES ('environment', 'rebuild', 1893456000011, 200);
PRAGMA user_version = 1;
