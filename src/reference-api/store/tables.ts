/**
 * The database's tables as Kysely knows them. Times are UTC milliseconds, truth is 0 or 1, lists are JSON.
 */
import type { Generated, Selectable } from 'kysely';
import type { Action } from '../../shared/actions.ts';
import type { Build, BuildState, PlatformRole } from '../lib/model.ts';

interface AccountTable {
	name: string;
	id: string;
	create_time: number;
}

interface UserTable {
	id: string;
	name: string;
	role: PlatformRole;
	/** JSON of the memberships. */
	accounts: Generated< string >;
	password_hash: string;
	create_time: number;
	created_by: string;
}

interface InstallTable {
	name: string;
	id: string;
	/** Null for installs of a platform that has no account yet. */
	account_name: string | null;
	url: string;
}

interface AppTable {
	id: string;
	account_name: string;
	app_id: string;
	region: string;
	create_time: number;
}

interface EnvironmentTable {
	id: string;
	account_name: string;
	app_id: string;
	display_name: string;
	branch: string;
	wp_environment: string;
	root_directory: string;
	shell_variables: string;
	variables_time: number | null;
	purge_on_deploy: number;
	edge_port: number;
	cache_generation: Generated< number >;
	purge_time: Generated< number | null >;
	source: Generated< string >;
	create_time: number;
}

interface BuildTable {
	id: string;
	environment_id: string;
	number: number;
	operation_id: string;
	state: BuildState;
	trigger: Build[ 'trigger' ];
	clean: number;
	source: string;
	started_by: string;
	absorbed: number;
	attempts: Generated< number >;
	superseded_by: Generated< string | null >;
	create_time: number;
	start_time: Generated< number | null >;
	finish_time: Generated< number | null >;
	error: Generated< string >;
	steps: Generated< string >;
}

interface WebhookSetTable {
	environment_id: string;
	token: string;
	created_by: string;
	create_time: number;
}

interface WebhookCallTable {
	environment_id: string;
	action: Action;
	at: number;
	status: number;
	reason: string;
}

interface UsageDayTable {
	/** Id of an environment or an install. */
	subject_id: string;
	/** `YYYY-MM-DD`, UTC. */
	date: string;
	file_bytes: Generated< number | null >;
	database_bytes: Generated< number | null >;
	measure_time: Generated< number | null >;
	visits: Generated< number >;
	requests: Generated< number >;
	origin_requests: Generated< number >;
	edge_bytes: Generated< number >;
	origin_bytes: Generated< number >;
}

interface UsageRefreshTable {
	/** Id of an account or an install. */
	scope_id: string;
	is_open: number;
	expected_time: number | null;
	finish_time: number | null;
	duration_ms: number | null;
}

interface FaultRuleTable {
	id: string;
	/** Rules are asked in this order. */
	position: number;
	/** What is asked of it; `is_on` and `used` stand beside it. */
	rule: string;
	is_on: number;
	used: number;
}

interface CheckTable {
	name: string;
	at: number;
}

/** All tables by name. */
export interface Schema {
	accounts: AccountTable;
	users: UserTable;
	installs: InstallTable;
	apps: AppTable;
	environments: EnvironmentTable;
	builds: BuildTable;
	webhook_sets: WebhookSetTable;
	webhook_calls: WebhookCallTable;
	usage_days: UsageDayTable;
	usage_refreshes: UsageRefreshTable;
	fault_rules: FaultRuleTable;
	checks: CheckTable;
}

/** A row as it is read. */
export type Row< Name extends keyof Schema > = Selectable< Schema[ Name ] >;

/**
 * Reads a point in time that may be missing.
 *
 * @param value UTC milliseconds, or null.
 */
export function toDate( value: number | null ): Date | null {
	return value === null ? null : new Date( value );
}
