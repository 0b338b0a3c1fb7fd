/**
 * The platform's nouns and the one service behind all of its doors (HTTP routes, portal, webhooks).
 */
import type { Action } from '../shared/actions.ts';

export interface Account {
	/** Used in the paths of the headless API. */
	name: string;
	/** UUID, used by the usage API. */
	id: string;
}

export interface Install {
	/** What `wpEnvironment` names. */
	name: string;
	/** Given to builds as WORDPRESS_URL. */
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

export interface Environment {
	/** UUID. */
	id: string;
	accountName: string;
	appId: string;
	displayName: string;
	branch: string;
	wpEnvironment: string;
	shellVariables: ShellVariable[];
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

export interface Build {
	/** UUID. */
	id: string;
	environmentId: string;
	/** 1, 2, 3 … per environment, for people. */
	number: number;
	operationId: string;
	state: BuildState;
	trigger: 'upload' | 'rebuild' | 'cleanRebuild';
	/** For people, for example "upload by sam" or "webhook". */
	startedBy: string;
	/** Calls that were coalesced into this build. */
	absorbed: number;
	createTime: Date;
	startTime: Date | null;
	finishTime: Date | null;
	/** Empty, or what went wrong and what to do. */
	error: string;
}

export interface WebhookCall {
	action: Action;
	at: Date;
	status: number;
}

export interface WebhookSet {
	/** The three full URLs, with the token. */
	urls: Record< Action, string >;
	createTime: Date;
	createdBy: string;
	/** The last call per action, refused ones too. */
	lastCalls: Partial< Record< Action, WebhookCall > >;
}

export interface CacheStatistics {
	hits: number;
	misses: number;
	entries: number;
	bytes: number;
	purgedAt: Date | null;
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
	saveInstall: ( install: Install ) => Promise< void >;
	apps: ( accountName: string ) => Promise< App[] >;
	createApp: (
		accountName: string,
		appId: string,
		region: string
	) => Promise< App >;
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
			'displayName' | 'branch' | 'wpEnvironment' | 'shellVariables'
		>
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
	/** Newest first. */
	builds: ( environmentId: string ) => Promise< Build[] >;
	build: ( environmentId: string, number: number ) => Promise< Build >;
	/** Cancels the build of an operation, while it is queued or building. */
	cancel: ( path: EnvironmentPath, operationId: string ) => Promise< void >;
	/** The build's log from a byte offset on. */
	readLog: (
		buildId: string,
		offset: number
	) => Promise< { text: string; nextOffset: number } >;
	cache: ( environmentId: string ) => CacheStatistics;
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
	/** The address that visitors use, `http://localhost:PORT`. */
	edgeUrl: ( environment: Environment ) => string;
}
