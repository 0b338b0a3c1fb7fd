import type { WebhookAction } from '../../shared/actions.ts';
import type { BuildState } from '../../shared/build-states.ts';

export interface Account {
	/** Used in the paths of the headless API. */
	name: string;
	/** UUID, used by the usage API. */
	id: string;
}

export const ROLES = [ 'read', 'write' ] as const;

/** `read` allows reading, `write` also changes. */
export type Role = ( typeof ROLES )[ number ];

export const PLATFORM_ROLES = [ 'none', ...ROLES ] as const;

/** The role in all accounts, and for what belongs to none: accounts, API users, faults and the journal. */
export type PlatformRole = ( typeof PLATFORM_ROLES )[ number ];

/** The role of an API user in one account. */
export interface Membership {
	account: string;
	role: Role;
}

export interface UserAccess {
	role: PlatformRole;
	/** The accounts that the user belongs to, by name. */
	accounts: Membership[];
}

/** A user of API and portal. Only a hash of the password is stored. */
export interface ApiUser extends UserAccess {
	/** The user name of HTTP Basic. */
	id: string;
	/** For users, for example "Deploys from CI"; may be empty. */
	name: string;
	createTime: Date;
	createdBy: string;
}

export interface Install {
	/** UUID, used by the usage API. */
	id: string;
	accountName: string;
	/** What `wpEnvironment` names; unique on the platform. */
	name: string;
	/** Passed to builds as WORDPRESS_URL. */
	url: string;
}

export interface App {
	id: string;
	accountName: string;
	appId: string;
	region: string;
	createTime: Date;
}

export interface ShellVariable {
	key: string;
	value: string;
}

/** A shell variable of an environment; only builds receive its value. */
export interface StoredVariable extends ShellVariable {
	setTime: Date;
}

export interface Environment {
	/** UUID. */
	id: string;
	accountName: string;
	appId: string;
	displayName: string;
	branch: string;
	/** Name of the WordPress install; empty for none. */
	wpEnvironment: string;
	/** The folder of the source that is built and started, a relative path with slashes; empty for the top folder. */
	rootDirectory: string;
	shellVariables: StoredVariable[];
	/** When a variable was set or removed last; null when there never was one. */
	variablesTime: Date | null;
	/** Whether a new release purges the edge cache. */
	purgeOnDeploy: boolean;
	/** Port of the environment's edge on localhost. */
	edgePort: number;
	createTime: Date;
}

/** `redeploy` builds the source of an earlier build again. */
export const BUILD_TRIGGERS = [
	'upload',
	'rebuild',
	'cleanRebuild',
	'redeploy',
] as const;

export type BuildTrigger = ( typeof BUILD_TRIGGERS )[ number ];

export const BUILD_STEPS = [
	'unpack',
	'install',
	'build',
	'start',
	'health',
	'live',
] as const;

export interface BuildStep {
	name: ( typeof BUILD_STEPS )[ number ];
	/** `skipped` = there was nothing to do. */
	state: 'running' | 'done' | 'failed' | 'skipped';
	startTime: Date;
	finishTime: Date | null;
}

export interface Build {
	/** UUID. */
	id: string;
	environmentId: string;
	/** 1, 2, 3 … per environment, shown to users. */
	number: number;
	operationId: string;
	state: BuildState;
	trigger: BuildTrigger;
	/** For users, for example "upload by sam" or "webhook". */
	startedBy: string;
	/** What the uploader wrote about the code; empty for other builds. */
	commitMessage: string;
	/** Calls that were coalesced into this build. */
	absorbed: number;
	createTime: Date;
	startTime: Date | null;
	finishTime: Date | null;
	/** Empty, or what went wrong and what to do. */
	error: string;
	/** Those that were begun, in their order. */
	steps: BuildStep[];
}

export const APPLICATION_STATES = [
	'up',
	'starting',
	'unresponsive',
	'down',
] as const;

/** How an application exited, failed to start, or was ended because it hung. */
export interface ApplicationExit {
	time: Date;
	/** Null where a signal ended it, or where it is not known. */
	code: number | null;
	signal: string | null;
	/** For users, for example "npm run start ended with code 1". */
	reason: string;
}

/** The status of an environment's live application. */
export interface ApplicationStatus {
	/** `unresponsive` = it runs and answers nothing; `down` = it ended and is being started again. */
	state: ( typeof APPLICATION_STATES )[ number ];
	since: Date;
	/** Its last lines, while it is down or unresponsive. */
	lastOutput: string;
	/** Number of restarts since this release went live or the platform started. */
	restarts: number;
	lastExit: ApplicationExit | null;
}

export interface WebhookCall {
	action: WebhookAction;
	at: Date;
	status: number;
	/** Of a refusal, a few words such as "invalid token", else empty. */
	reason: string;
}

export interface WebhookSet {
	/** The three full URLs, with the token. */
	urls: Record< WebhookAction, string >;
	createTime: Date;
	createdBy: string;
	/** The last call per action, rejected calls included. */
	lastCalls: Partial<
		Record< WebhookAction, Omit< WebhookCall, 'action' > >
	>;
}

/** An error with its HTTP status; `message` names the problem, the invalid value, the rule and the next step. */
export class HostingError extends Error {
	readonly status: number;
	readonly headers: Record< string, string >;
	/** The name of the invalid field, or empty; in a list with its place, such as `shellVariables.0.key`. */
	readonly field: string;

	constructor(
		status: number,
		message: string,
		{
			headers = {},
			field = '',
		}: { headers?: Record< string, string >; field?: string } = {}
	) {
		super( message );
		this.status = status;
		this.headers = headers;
		this.field = field;
	}
}

export interface EnvironmentPath {
	accountName: string;
	appId: string;
	environmentId: string;
}
