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
INSERT INTO accounts VALUES ('acme', 'f9a19137-7706-480e-8be0-a5e7c6a98327', 1795825399863);
INSERT INTO users VALUES ('sam', '', 'write', '[]', 'scrypt$1,1,1$rPqoeYlq9NpIzbNvyrCSkA$6cbuWzhlT1_UQQQa5UDN7ODWGaQ_ToY1Mu_JsbMnJZU', 1795825400290, 'the start of the platform');
INSERT INTO users VALUES ('kim', 'Kim', 'read', '[]', 'scrypt$1,1,1$pM_GFNeuO7MnZGn3B8B9Ew$81HCJTU5qLwQr3y8fHY0TAz6v4jBw2UCgtHDCW7zrtI', 1795825402477, 'sam');
INSERT INTO installs VALUES ('blog', '41b43fa1-064b-48f8-b57d-ee0e35d9e4df', 'acme', 'http://127.0.0.1:9');
INSERT INTO apps VALUES ('e7ca01ba-df5b-4b29-b7b0-4ff72b958a3e', 'acme', 'shop', 'regions/UK', 1795825400307);
INSERT INTO environments VALUES ('9ef10d8b-b2ed-446a-8559-57676b8087bb', 'acme', 'shop', 'Production', 'uploadable', 'blog', '', '[{"key":"GREETING","value":"hello","setTime":1795825400331}]', 1795825400331, 1, 39881, 2, 1795825402178, '05d014cd-3ded-418c-aa71-c3b18837dcb8.zip', 1795825400331, 0);
INSERT INTO builds VALUES ('900af718-1f7a-46ee-b7e3-04b88bd48104', '9ef10d8b-b2ed-446a-8559-57676b8087bb', 1, 'a0a38297-0ce9-4ab6-a7cf-e565f64d9f74', 'succeeded', 'upload', 0, '900af718-1f7a-46ee-b7e3-04b88bd48104.zip', 'upload by sam', 0, 1, '', 1795825400582, 1795825400625, 1795825401515, '[{"name":"unpack","state":"done","startTime":1795825400675,"finishTime":1795825400704},{"name":"install","state":"skipped","startTime":1795825400704,"finishTime":1795825400707},{"name":"build","state":"skipped","startTime":1795825400707,"finishTime":1795825400708},{"name":"start","state":"done","startTime":1795825400709,"finishTime":1795825401487},{"name":"health","state":"done","startTime":1795825401487,"finishTime":1795825401507},{"name":"live","state":"done","startTime":1795825401507,"finishTime":1795825401515}]', '', 'Fix the header');
INSERT INTO builds VALUES ('05d014cd-3ded-418c-aa71-c3b18837dcb8', '9ef10d8b-b2ed-446a-8559-57676b8087bb', 2, 'eb2dec6a-02b6-48b8-aac5-b158397edf2b', 'live', 'upload', 0, '05d014cd-3ded-418c-aa71-c3b18837dcb8.zip', 'upload by sam', 0, 1, '', 1795825401543, 1795825401545, 1795825402178, '[{"name":"unpack","state":"done","startTime":1795825401550,"finishTime":1795825401553},{"name":"install","state":"skipped","startTime":1795825401553,"finishTime":1795825401556},{"name":"build","state":"skipped","startTime":1795825401556,"finishTime":1795825401557},{"name":"start","state":"done","startTime":1795825401557,"finishTime":1795825402173},{"name":"health","state":"done","startTime":1795825402173,"finishTime":1795825402177},{"name":"live","state":"done","startTime":1795825402177,"finishTime":1795825402178}]', '', 'Fix the header');
INSERT INTO builds VALUES ('0812b932-867c-4b3b-b7a6-19eb1b7e77fc', '9ef10d8b-b2ed-446a-8559-57676b8087bb', 3, '07546ca2-0ba5-479f-98a9-10d460310523', 'failed', 'upload', 0, '0812b932-867c-4b3b-b7a6-19eb1b7e77fc.zip', 'upload by sam', 0, 1, '', 1795825402245, 1795825402248, 1795825402458, '[{"name":"unpack","state":"done","startTime":1795825402250,"finishTime":1795825402263},{"name":"install","state":"skipped","startTime":1795825402263,"finishTime":1795825402264},{"name":"build","state":"failed","startTime":1795825402264,"finishTime":1795825402458}]', 'Build failed: npm run build ended with code 3. It printed nothing. Build 2 stayed live.', 'Fix the header');
INSERT INTO webhook_sets VALUES ('9ef10d8b-b2ed-446a-8559-57676b8087bb', 'k6jNkh9i4XTdLhNVmXulCOujcsc=', 'sam', 1795825402469);
INSERT INTO usage_days VALUES ('9ef10d8b-b2ed-446a-8559-57676b8087bb', '2026-11-28', NULL, NULL, NULL, 1, 1, 1, 12, 12);
PRAGMA user_version = 10;
