/**
 * The types of the platform, and the service behind all entry points (HTTP routes, portal, webhooks).
 */
import type { Action } from '../../shared/actions.ts';
import type { CacheReport } from './cache-report.ts';
import type { AccountUsage, UsageRange } from './usage.ts';

export interface Account {
	/** Used in the paths of the headless API. */
	name: string;
	/** UUID, used by the usage API. */
	id: string;
}

export const ROLES = [ 'read', 'write' ] as const;

/** `read` may look, `write` may change things too. */
export type Role = ( typeof ROLES )[ number ];

export const PLATFORM_ROLES = [ 'none', ...ROLES ] as const;

/** The role in all accounts, and for what belongs to none: accounts, API users, faults and the journal. */
export type PlatformRole = ( typeof PLATFORM_ROLES )[ number ];

/** The role of an API user in one account. */
export interface Membership {
	account: string;
	role: Role;
}

/** What an API user may do, and where. */
export interface UserAccess {
	role: PlatformRole;
	/** The accounts that the user belongs to, by name. */
	accounts: Membership[];
}

/** Who may use API and portal; the password is kept as a hash alone. */
export interface ApiUser extends UserAccess {
	/** The user name of HTTP Basic. */
	id: string;
	/** For people, for example "Deploys from CI"; may be empty. */
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

/** A shell variable of an environment; its value leaves the platform in builds alone. */
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
	wpEnvironment: string;
	/** The folder of the source that is built and started, a relative path with slashes; empty for the top folder. */
	rootDirectory: string;
	shellVariables: StoredVariable[];
	/** When a variable was set or removed last; null when there never was one. */
	variablesTime: Date | null;
	/** Whether a new release empties the edge's cache. */
	purgeOnDeploy: boolean;
	/** Port of the environment's edge on localhost. */
	edgePort: number;
	createTime: Date;
}

/** `succeeded` = was live and has been replaced; `superseded` = a queued run that a later one absorbed. */
export const BUILD_STATES = [
	'queued',
	'building',
	'deploying',
	'live',
	'succeeded',
	'failed',
	'cancelled',
	'superseded',
] as const;

export type BuildState = ( typeof BUILD_STATES )[ number ];

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
	/** 1, 2, 3 … per environment, for people. */
	number: number;
	operationId: string;
	state: BuildState;
	trigger: BuildTrigger;
	/** For people, for example "upload by sam" or "webhook". */
	startedBy: string;
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
	/** For people, for example "npm run start ended with code 1". */
	reason: string;
}

/** What visitors get from an environment whose live build was begun. */
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
	action: Action;
	at: Date;
	status: number;
	/** Of a refusal, a few words such as "invalid token", else empty. */
	reason: string;
}

export interface WebhookSet {
	/** The three full URLs, with the token. */
	urls: Record< Action, string >;
	createTime: Date;
	createdBy: string;
	/** The last call per action, rejected calls included. */
	lastCalls: Partial< Record< Action, WebhookCall > >;
}

/**
 * A refusal with its HTTP status; `message` says what, the offending value, the rule and what to do.
 */
export class HostingError extends Error {
	readonly status: number;
	readonly headers: Record< string, string >;

	constructor(
		status: number,
		message: string,
		headers: Record< string, string > = {}
	) {
		super( message );
		this.status = status;
		this.headers = headers;
	}
}

export interface EnvironmentPath {
	accountName: string;
	appId: string;
	environmentId: string;
}

/** Everything the platform does; each method throws a HostingError when it refuses. */
export interface Hosting {
	accounts: () => Promise< Account[] >;
	createAccount: ( name: string ) => Promise< Account >;
	installs: () => Promise< Install[] >;
	/** Gives an install its address; a new one belongs to the account. */
	saveInstall: (
		install: Pick< Install, 'accountName' | 'name' | 'url' >
	) => Promise< Install >;
	/** Refused while an environment is linked to it. */
	deleteInstall: ( name: string ) => Promise< void >;
	users: () => Promise< ApiUser[] >;
	/** Without a password one is made; it is answered this once. */
	createUser: (
		user: Pick< ApiUser, 'id' | 'name' | 'role' > & {
			accounts?: Membership[];
			password?: string;
		},
		createdBy: string
	) => Promise< { user: ApiUser; password: string } >;
	/** The last user with the role `write` on the whole platform keeps it. */
	setUserAccess: ( id: string, access: UserAccess ) => Promise< ApiUser >;
	/** The last user with the role `write` cannot be deleted. */
	deleteUser: ( id: string ) => Promise< void >;
	apps: ( accountName: string ) => Promise< App[] >;
	createApp: (
		accountName: string,
		appId: string,
		region: string
	) => Promise< App >;
	/** With all of its environments. */
	deleteApp: ( accountName: string, appId: string ) => Promise< void >;
	environments: (
		accountName: string,
		appId: string
	) => Promise< Environment[] >;
	environment: ( path: EnvironmentPath ) => Promise< Environment >;
	createEnvironment: (
		accountName: string,
		appId: string,
		fields: Pick<
			Environment,
			'displayName' | 'branch' | 'wpEnvironment'
		> & { rootDirectory?: string; shellVariables: ShellVariable[] }
	) => Promise< Environment >;
	/** Stops its application and builds, and deletes its files. */
	deleteEnvironment: ( path: EnvironmentPath ) => Promise< void >;
	/** Counts from the next build on. */
	setVariables: (
		path: EnvironmentPath,
		changes: { set: ShellVariable[]; remove: string[] }
	) => Promise< Environment >;
	linkInstall: (
		path: EnvironmentPath,
		name: string
	) => Promise< Environment >;
	/** Counts from the next build on. */
	setRootDirectory: (
		path: EnvironmentPath,
		rootDirectory: string
	) => Promise< Environment >;
	setPurgeOnDeploy: (
		path: EnvironmentPath,
		isOn: boolean
	) => Promise< Environment >;
	/** Deploys a zip file that lies on disk; the file is consumed. */
	upload: (
		path: EnvironmentPath,
		zipFile: string,
		startedBy: string
	) => Promise< Build >;
	/** The build that was queued or joined; null after a purge. */
	trigger: (
		path: EnvironmentPath,
		action: Action,
		startedBy: string
	) => Promise< Build | null >;
	/** Redeploys the source of an earlier build, while it is kept. */
	redeploy: (
		path: EnvironmentPath,
		buildId: string,
		startedBy: string
	) => Promise< Build >;
	/** Newest first. */
	builds: ( environmentId: string ) => Promise< Build[] >;
	build: ( environmentId: string, number: number ) => Promise< Build >;
	/** Cancels the build of an operation, until it is live. */
	cancel: ( path: EnvironmentPath, operationId: string ) => Promise< void >;
	/** The build's log from a byte offset on. */
	readLog: (
		buildId: string,
		offset: number
	) => Promise< { text: string; nextOffset: number } >;
	cache: ( environmentId: string ) => Promise< CacheReport >;
	/** Null before the first release. */
	served: ( environmentId: string ) => Promise< ApplicationStatus | null >;
	/** What the live application prints, from a byte offset on. */
	readApplicationLog: (
		environmentId: string,
		offset: number
	) => Promise< { text: string; nextOffset: number } >;
	usage: (
		accountName: string,
		range?: UsageRange
	) => Promise< AccountUsage >;
	/** Starts a measurement, or joins the one that waits. */
	refreshUsage: ( accountName: string ) => Promise< void >;
	/** Null when there is none. */
	webhooks: ( path: EnvironmentPath ) => Promise< WebhookSet | null >;
	/** Answers the existing set if there is one. */
	createWebhooks: (
		path: EnvironmentPath,
		createdBy: string
	) => Promise< WebhookSet >;
	regenerateWebhooks: (
		path: EnvironmentPath,
		createdBy: string
	) => Promise< WebhookSet >;
	deleteWebhooks: ( path: EnvironmentPath ) => Promise< void >;
	/** Calls back after each change of anything above, logs and figures too; answers how to stop. */
	watch: ( listener: () => void ) => () => void;
	/** The address that visitors use, `http://localhost:PORT`. */
	edgeUrl: ( environment: Environment ) => string;
}
