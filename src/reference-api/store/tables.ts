/** Rows of the database's tables as they are read. Times are UTC milliseconds, booleans are 0 or 1, lists are JSON. */
import type { Action } from '../../shared/actions.ts';
import type { Build, BuildState, PlatformRole } from '../model/hosting.ts';

export interface AccountRow {
	name: string;
	id: string;
	create_time: number;
}

export interface UserRow {
	id: string;
	name: string;
	role: PlatformRole;
	/** JSON of the memberships. */
	accounts: string;
	password_hash: string;
	create_time: number;
	created_by: string;
}

export interface InstallRow {
	name: string;
	id: string;
	/** Null for installs of a platform that has no account yet. */
	account_name: string | null;
	url: string;
}

export interface AppRow {
	id: string;
	account_name: string;
	app_id: string;
	region: string;
	create_time: number;
}

export interface EnvironmentRow {
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
	cache_generation: number;
	purge_time: number | null;
	source: string;
	create_time: number;
}

export interface BuildRow {
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
	attempts: number;
	superseded_by: string | null;
	create_time: number;
	start_time: number | null;
	finish_time: number | null;
	error: string;
	steps: string;
}

export interface WebhookSetRow {
	environment_id: string;
	token: string;
	created_by: string;
	create_time: number;
}

export interface WebhookCallRow {
	environment_id: string;
	action: Action;
	at: number;
	status: number;
	reason: string;
}

export interface UsageDayRow {
	/** Id of an environment or an install. */
	subject_id: string;
	/** `YYYY-MM-DD`, UTC. */
	date: string;
	file_bytes: number | null;
	database_bytes: number | null;
	measure_time: number | null;
	visits: number;
	requests: number;
	origin_requests: number;
	edge_bytes: number;
	origin_bytes: number;
}

export interface UsageRefreshRow {
	/** Id of an account or an install. */
	scope_id: string;
	is_open: number;
	expected_time: number | null;
	finish_time: number | null;
	duration_ms: number | null;
}

export interface FaultRuleRow {
	id: string;
	/** Rules are tried in this order. */
	position: number;
	/** JSON of the rule without `is_on` and `used`, which have columns. */
	rule: string;
	is_on: number;
	used: number;
}

/** Reads a nullable time in UTC milliseconds. */
export function toDate( value: number | null ): Date | null {
	return value === null ? null : new Date( value );
}
