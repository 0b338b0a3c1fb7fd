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
INSERT INTO accounts VALUES ('acme', 'ca36b62b-6155-4c3a-ab63-6fb1115d8308', 1795825414175);
INSERT INTO users VALUES ('sam', '', 'write', '[]', 'scrypt$1,1,1$X9pLN-hdif6iZqbGB5bqXQ$-_EibxKRw2LRBwlTLc4rv29uDXuP9LoqqEw1INtTirw', 1795825414725, 'the start of the platform');
INSERT INTO users VALUES ('kim', 'Kim', 'read', '[]', 'scrypt$1,1,1$LPujeH-ZZWNlKnFHIubE2A$jZ9vrYmsudQ03E-utq5eJeshJVcNH1W-K2J27r6KlE0', 1795825419204, 'sam');
INSERT INTO installs VALUES ('blog', '244c2cbb-893e-4388-acec-ac7cd9e395ea', 'acme', 'http://127.0.0.1:9');
INSERT INTO apps VALUES ('f4611f86-f2a3-4e37-bedf-c2a483ab3571', 'acme', 'shop', 'regions/UK', 1795825414736);
INSERT INTO environments VALUES ('11486f5c-16bf-44c8-ad98-069620563a4d', 'acme', 'shop', 'Production', 'uploadable', 'blog', '', '[{"key":"GREETING","value":"hello","setTime":1795825414761}]', 1795825414761, 1, 36181, 2, 1795825417950, '4d268d68-6f79-4acc-bd26-c7dd42e9f2fb.zip', 1795825414761);
INSERT INTO builds VALUES ('dd2ad72f-ffe4-4b96-b9c5-3811efc7cff5', '11486f5c-16bf-44c8-ad98-069620563a4d', 1, '91188ade-77ff-4cd0-aadf-e1d193f4a2fd', 'succeeded', 'upload', 0, 'dd2ad72f-ffe4-4b96-b9c5-3811efc7cff5.zip', 'upload by sam', 0, 1, NULL, 1795825414833, 1795825414839, 1795825416317, '[{"name":"unpack","state":"done","startTime":1795825414865,"finishTime":1795825414894},{"name":"install","state":"skipped","startTime":1795825414894,"finishTime":1795825414904},{"name":"build","state":"skipped","startTime":1795825414904,"finishTime":1795825414916},{"name":"start","state":"done","startTime":1795825414948,"finishTime":1795825416295},{"name":"health","state":"done","startTime":1795825416295,"finishTime":1795825416307},{"name":"live","state":"done","startTime":1795825416307,"finishTime":1795825416317}]', '');
INSERT INTO builds VALUES ('4d268d68-6f79-4acc-bd26-c7dd42e9f2fb', '11486f5c-16bf-44c8-ad98-069620563a4d', 2, '742a6e85-d2e5-4a7a-8ed9-47f520bd1bb1', 'live', 'upload', 0, '4d268d68-6f79-4acc-bd26-c7dd42e9f2fb.zip', 'upload by sam', 0, 1, NULL, 1795825416402, 1795825416420, 1795825417950, '[{"name":"unpack","state":"done","startTime":1795825416423,"finishTime":1795825416424},{"name":"install","state":"skipped","startTime":1795825416424,"finishTime":1795825416425},{"name":"build","state":"skipped","startTime":1795825416425,"finishTime":1795825416426},{"name":"start","state":"done","startTime":1795825416426,"finishTime":1795825417930},{"name":"health","state":"done","startTime":1795825417930,"finishTime":1795825417934},{"name":"live","state":"done","startTime":1795825417934,"finishTime":1795825417950}]', '');
INSERT INTO builds VALUES ('105fe1c1-6355-4a8c-9151-0621d866fb42', '11486f5c-16bf-44c8-ad98-069620563a4d', 3, 'ef070b8a-d529-4720-9ab3-00023bf2a22b', 'failed', 'upload', 0, '105fe1c1-6355-4a8c-9151-0621d866fb42.zip', 'upload by sam', 0, 1, NULL, 1795825418123, 1795825418137, 1795825418814, '[{"name":"unpack","state":"done","startTime":1795825418147,"finishTime":1795825418157},{"name":"install","state":"skipped","startTime":1795825418157,"finishTime":1795825418166},{"name":"build","state":"failed","startTime":1795825418166,"finishTime":1795825418814}]', 'Build failed: npm run build ended with code 3. It printed nothing. Build 2 stays live.');
INSERT INTO webhook_sets VALUES ('11486f5c-16bf-44c8-ad98-069620563a4d', 'Lkx2oec4N2QXoDOVBZRGdne3vYA=', 'sam', 1795825419147);
INSERT INTO usage_days VALUES ('11486f5c-16bf-44c8-ad98-069620563a4d', '2026-11-28', NULL, NULL, NULL, 1, 1, 1, 12, 12);
PRAGMA user_version = 6;
