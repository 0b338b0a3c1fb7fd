/**
 * What the plugin's REST routes `headless-deploy/v1` answer and accept. Times are ISO 8601 in UTC.
 *
 * Generated from the schemas in PHP by `npm run docs`. Do not edit.
 */

export const ACTIONS = [
	'rebuild',
	'cleanRebuild',
	'purgeCache',
	'refresh',
] as const;

export type Action = ( typeof ACTIONS )[ number ];

export interface Attempt {
	at: string;
	durationMs: number;
	/** 0 if there was no response. */
	httpStatus: number;
	/** A code of docs/error-codes.md; empty after a success. */
	error: string;
	headline: string;
}

export interface Automation {
	policy: {
		content: PolicyAction;
		terms: PolicyAction;
		files: PolicyAction;
		authors: PolicyAction;
		comments: PolicyAction;
		menus: PolicyAction;
		templates: PolicyAction;
		styles: PolicyAction;
		options: PolicyAction;
		theme: PolicyAction;
		acf: PolicyAction;
		request: PolicyAction;
	};
	quietPeriodSeconds: number;
	maximumWaitSeconds: number;
	hold: boolean;
	refreshQuietPeriodSeconds: number;
	refreshMaximumWaitSeconds: number;
}

export const CAUSES = [
	'automatic',
	'manual',
	'schedule',
	'cli',
	'ability',
	'host',
] as const;

export type Cause = ( typeof CAUSES )[ number ];

/** The field `headless_deploy` of a post in the edit context. */
export interface ChangedField {
	changed: boolean;
}

/** `GET /changes`. */
export interface ChangesFeed {
	/** Address of the site. */
	site: string;
	environment: string;
	/** ID of the newest change. */
	sequence: number;
	/** The sequence of the request. */
	since: number | null;
	/** “all” if any page may have changed. */
	scope: RefreshScope;
	tags: string[];
	paths: {
		changed: string[];
		gone: string[];
	};
}

export const CHAT_SERVICES = [
	'slack',
	'teams',
	'discord',
] as const;

export type ChatService = ( typeof CHAT_SERVICES )[ number ];

/** `PUT /settings/credentials`, `POST /settings/credentials/check`. */
export interface Credentials {
	apiUrl: string;
	user: string;
	/** The password itself is write-only. */
	hasPassword: boolean;
	/** The first constant of wp-config.php that sets a field. */
	lockedBy: string | null;
	/** The fields that wp-config.php sets. */
	lockedFields: ('apiUrl' | 'user' | 'password')[];
	/** Result of the last check; null before the first. */
	works: boolean | null;
	checkedAt: string | null;
	/** Result of the last check; empty before the first. */
	message: string;
	/** Null if no user saved this, or the user is deleted. */
	lastSaved: LastSaved | null;
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
}

/** The body of `PUT /settings/credentials`. */
export interface CredentialsInput {
	apiUrl?: string;
	user?: string;
	password?: string;
}

/** `POST /settings/environments/{id}/pause`, `POST /settings/environments/{id}/resume`, `POST /settings/environments/{id}/confirm-copy`, `POST /settings/environments/{id}/confirm-move`, `POST /settings/environments/{id}/restore`. */
export interface DecidedEnvironment {
	id: string;
	label: string;
	provider: Provider;
	frontEndUrl: string;
	automation: Automation;
	paused: Paused | null;
	/** The actions that replace actions of the policy that the host does not offer. */
	fallbacks: {
		source: Source;
		wanted: Action;
		action: PolicyAction;
	}[];
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
	/** Null if no user saved this, or the user is deleted. */
	lastSaved: LastSaved | null;
	/** The constant of wp-config.php that defines this environment, which then cannot be removed. */
	lockedBy: string | null;
	/** The fields that this constant sets: `label`, `webhookUrl`, `automation.policy.content` and so on. */
	lockedFields: string[];
	/** The policy of a new environment, with the actions that this host offers. */
	defaultPolicy: {
		content: PolicyAction;
		terms: PolicyAction;
		files: PolicyAction;
		authors: PolicyAction;
		comments: PolicyAction;
		menus: PolicyAction;
		templates: PolicyAction;
		styles: PolicyAction;
		options: PolicyAction;
		theme: PolicyAction;
		acf: PolicyAction;
		request: PolicyAction;
	};
	webhook: {
		/** For example `https://…/webhook:rebuild?token=••••AbC=`. Actions that the host does not offer are missing. */
		urls: {
			rebuild?: string;
			cleanRebuild?: string;
			purgeCache?: string;
		};
		recognized: WebhookTarget;
		/** When the URL was pasted. */
		connectedAt: string | null;
		/** The constant of wp-config.php that sets the URL. */
		lockedBy: string | null;
		/** Further headers of a generic webhook; each value reads `••••`. */
		headers: {
			name: string;
			value: string;
		}[];
		/** Reads `••••` if a body is sent; else empty. */
		body: string;
	};
	/** Null without a refresh URL and secret. */
	refresh: RefreshSettings | null;
	/** What follows from it, for example: Deploying 1 change. New changes deploy automatically. */
	message: string;
}

export interface Environment {
	id: string;
	label: string;
	provider: Provider;
	frontEndUrl: string;
	automation: Automation;
	paused: Paused | null;
	/** The actions that replace actions of the policy that the host does not offer. */
	fallbacks: {
		source: Source;
		wanted: Action;
		action: PolicyAction;
	}[];
}

/** The body of `POST /settings/environments` and `PUT /settings/environments/{id}`. */
export interface EnvironmentInput {
	/** Name of the environment. The ID is derived from the first name, and does not change. */
	label?: string;
	webhookUrl?: string;
	webhookUrls?: {
		rebuild?: string;
		cleanRebuild?: string;
		purgeCache?: string;
	};
	/** URL of the front end; empty to remove it. */
	frontEndUrl?: string;
	automation?: {
		policy?: {
			content?: PolicyAction;
			terms?: PolicyAction;
			files?: PolicyAction;
			authors?: PolicyAction;
			comments?: PolicyAction;
			menus?: PolicyAction;
			templates?: PolicyAction;
			styles?: PolicyAction;
			options?: PolicyAction;
			theme?: PolicyAction;
			acf?: PolicyAction;
			request?: PolicyAction;
		};
		quietPeriodSeconds?: number;
		maximumWaitSeconds?: number;
		hold?: boolean;
		refreshQuietPeriodSeconds?: number;
		refreshMaximumWaitSeconds?: number;
	};
	/** All headers of a generic webhook; `••••` keeps a stored value. */
	headers?: {
		[k: string]: string;
	};
	/** Where the front end accepts refresh requests; empty to remove it and its secret. */
	refreshUrl?: string;
	/** A secret in the format of Standard Webhooks: `whsec_` and base64. Without it, one is generated by `refresh-secret`. */
	refreshSecret?: string;
	/** Whether Purge Cache follows each refresh, for a CDN without cache groups. */
	refreshPurge?: boolean;
	/** Of a generic webhook; `••••` keeps the stored body, empty sends none. */
	body?: string;
}

/** `POST /settings/environments`, `PUT /settings/environments/{id}`. */
export interface EnvironmentSettings {
	id: string;
	label: string;
	provider: Provider;
	frontEndUrl: string;
	automation: Automation;
	paused: Paused | null;
	/** The actions that replace actions of the policy that the host does not offer. */
	fallbacks: {
		source: Source;
		wanted: Action;
		action: PolicyAction;
	}[];
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
	/** Null if no user saved this, or the user is deleted. */
	lastSaved: LastSaved | null;
	/** The constant of wp-config.php that defines this environment, which then cannot be removed. */
	lockedBy: string | null;
	/** The fields that this constant sets: `label`, `webhookUrl`, `automation.policy.content` and so on. */
	lockedFields: string[];
	/** The policy of a new environment, with the actions that this host offers. */
	defaultPolicy: {
		content: PolicyAction;
		terms: PolicyAction;
		files: PolicyAction;
		authors: PolicyAction;
		comments: PolicyAction;
		menus: PolicyAction;
		templates: PolicyAction;
		styles: PolicyAction;
		options: PolicyAction;
		theme: PolicyAction;
		acf: PolicyAction;
		request: PolicyAction;
	};
	webhook: {
		/** For example `https://…/webhook:rebuild?token=••••AbC=`. Actions that the host does not offer are missing. */
		urls: {
			rebuild?: string;
			cleanRebuild?: string;
			purgeCache?: string;
		};
		recognized: WebhookTarget;
		/** When the URL was pasted. */
		connectedAt: string | null;
		/** The constant of wp-config.php that sets the URL. */
		lockedBy: string | null;
		/** Further headers of a generic webhook; each value reads `••••`. */
		headers: {
			name: string;
			value: string;
		}[];
		/** Reads `••••` if a body is sent; else empty. */
		body: string;
	};
	/** Null without a refresh URL and secret. */
	refresh: RefreshSettings | null;
}

export interface EnvironmentStatus {
	id: string;
	label: string;
	frontEndUrl: string;
	/** The lane of `status`, `lastRun` and the headline: the build lane, unless it is up to date and another lane is not, or a refresh or the purge that replaced one was later. */
	lane: Lane;
	status: EnvironmentStatusValue;
	symbol: StatusSymbol;
	headline: TimedText;
	/** One or two sentences; the text may be empty. */
	detail: TimedText;
	/** What is shown from a time on, unless a newer status arrives; null while time changes nothing. */
	next: {
		from: string;
		symbol: StatusSymbol;
		headline: TimedText;
		/** One or two sentences; the text may be empty. */
		detail: TimedText;
	} | null;
	/** The status of another lane; null if none has anything to report. */
	otherLane: Summary | null;
	problem: Problem | null;
	/** What this user can do about the problem or the pause; may be empty. */
	remedy: string;
	/** Says that a stronger action replaces a run that failed, until its result is known; otherwise empty. */
	planChange: string;
	/** Whether a user has to act. */
	needsHelp: boolean;
	/** Whether the missing front-end URL is the reason why it is unknown that the last build is live. */
	lacksAddress: boolean;
	/** Whether changes are held until a user starts a run. */
	hold: boolean;
	/** Says that changes are held, and what to do. */
	holdMessage: string;
	/** The button that ends the hold, for example: Stop holding and deploy 3 changes. */
	releaseLabel: string;
	/** The button that ends a pause, for example: Resume and deploy 3 changes. */
	resumeLabel: string;
	pending: PendingRun[];
	/** The number of pending changes; 1,001 stands for more than 1,000. One that starts runs of several lanes counts once. */
	pendingChanges: number;
	/** The status of the lane whose runs show a save first; null for `lane`. */
	saveLane: SaveLane | null;
	/** The steps of the run that is being sent, or of the last build while its result is expected; otherwise empty. */
	steps: RunStep[];
	/** What an editor shows of a save: the first that applies, or the status. Empty in pages without an editor. */
	progress: SaveProgress[];
	undeployed: Undeployed[];
	sending: Run[];
	/** The newest run of `lane` that ended and was not canceled. */
	lastRun: Run | null;
	/** The last runs of the other lanes. */
	otherLastRuns: Run[];
	/** The newest build of the host that this site did not start; null if none is known. */
	hostBuild: Run | null;
	/** The last run of any lane, for example: Last run: Rebuild, %s. The text is empty before the first run. */
	lastRunText: TimedText;
	/** The actions that the host offers and this user may start. */
	actions: PermittedAction[];
	/** Why no run can be sent, not even a manual one; null if manual runs can. */
	blocked: {
		reason: PauseReason;
		message: string;
	} | null;
	paused: Paused | null;
	/** The effect of the next save in an editor, by change source. */
	plans: SavePlan[];
	/** The lanes whose last run is still tracked: its result may become known. */
	trackedLanes: Lane[];
	/** When the next `POST /dispatch` checks the result of a run; null if no run is tracked. */
	nextCheckAt: string | null;
}

export const ENVIRONMENT_STATUS_VALUES = [
	'upToDate',
	'pending',
	'held',
	'sending',
	'retrying',
	'building',
	'paused',
	'failed',
	'canceled',
] as const;

export type EnvironmentStatusValue = ( typeof ENVIRONMENT_STATUS_VALUES )[ number ];

/** `GET /environments`. */
export interface Environments {
	environments: Environment[];
}

export const FREQUENCIES = [
	'hourly',
	'daily',
	'weekly',
	'monthly',
] as const;

export type Frequency = ( typeof FREQUENCIES )[ number ];

/** The body of `PUT /settings/general`. */
export interface GeneralInput {
	postTypes?: string[] | null;
	taxonomies?: string[] | null;
	optionNames?: string[] | null;
	ignoredMeta?: string[];
	countedMeta?: string[];
	/** The environment to whose front end “View” leads; empty for WordPress, null for the first with a front-end URL. */
	links?: string | null;
}

/** `PUT /settings/general`. */
export interface GeneralSettings {
	/** Null for all post types that visitors can see. */
	postTypes: string[] | null;
	/** Null for all taxonomies that visitors can see. */
	taxonomies: string[] | null;
	optionNames: string[];
	/** Meta keys whose changes trigger nothing; an asterisk at the end matches any characters. */
	ignoredMeta: string[];
	/** Meta keys that count although they are ignored by default, by cron, or when visitors count them up. */
	countedMeta: string[];
	/** The environment to whose front end “View” leads; empty for WordPress, null for the first with a front-end URL. */
	links: string | null;
	/** What can be chosen. Other options can be typed. */
	available: {
		postTypes: {
			name: string;
			label: string;
			byDefault: boolean;
		}[];
		taxonomies: {
			name: string;
			label: string;
			byDefault: boolean;
		}[];
		optionNames: {
			name: string;
			label: string;
		}[];
		/** Meta keys that are ignored by default. */
		ignoredMeta: string[];
		/** Meta keys that cron or visitors write and about which no setting decides. */
		noticedMeta: {
			key: string;
			text: string;
			starts: NoticedStart;
		}[];
	};
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
	/** Null if no user saved this, or the user is deleted. */
	lastSaved: LastSaved | null;
}

/** `POST /environments/{id}/hold`, `POST /environments/{id}/release`. */
export interface HeldEnvironment {
	id: string;
	label: string;
	provider: Provider;
	frontEndUrl: string;
	automation: Automation;
	paused: Paused | null;
	/** The actions that replace actions of the policy that the host does not offer. */
	fallbacks: {
		source: Source;
		wanted: Action;
		action: PolicyAction;
	}[];
	/** What follows from it, for example: Deploying 1 change. New changes deploy automatically. */
	message: string;
}

/** `GET /hosting/account`. */
export interface HostingAccount {
	/** Whether API credentials are stored. If not, the fields about the host are empty. */
	hasCredentials: boolean;
	mayEnterCredentials: boolean;
	apiUrl: string;
	/** The API user; empty for users who may not see it. */
	user: string;
	/** Whether the host is the local platform. */
	isLocal: boolean;
	/** The address of the host’s portal; empty if unknown. */
	portalUrl: string;
	/** The accounts of the API user. Where the host lists none: those of the connected environments. */
	accounts: {
		name: string;
		/** The UUID that the usage API uses; empty if unknown. */
		id: string;
		/** Of the API user; `write` if unknown. */
		role: 'read' | 'write';
	}[];
	/** The largest zip that the plugin and the host accept. */
	maxUploadBytes: number;
	/** Whether the host lists all accounts. If not, the user enters other names. */
	isListed: boolean;
	/** The requests that the host offers, by their `operationId` in the OpenAPI document of the platform; also `upload` and `connect`. */
	operations: string[];
	/** The WordPress install that this site is; empty if unknown. */
	install: string;
	/** The environments of the host that this site is connected to. */
	connections: {
		account: string;
		app: string;
		/** ID at the host. */
		environment: string;
		/** ID in this plugin. */
		id: string;
		/** Label in this plugin. */
		label: string;
		message: string;
	}[];
}

/** `POST /hosting/connect`, `POST /hosting/reconnect`. */
export interface HostingConnection {
	/** `manual`: the host has no API for webhooks, so the user copies the URL from its portal. */
	state: HostingConnectionState;
	/** ID of the environment in this plugin; empty for `manual`. */
	environment: string;
	label: string;
	message: string;
}

export const HOSTING_CONNECTION_STATES = [
	'connected',
	'existing',
	'manual',
] as const;

export type HostingConnectionState = ( typeof HOSTING_CONNECTION_STATES )[ number ];

/** `POST /hosting/refresh-secret`. */
export interface HostingMessage {
	message: string;
}

/** `POST /hosting/uploads`, `GET /hosting/uploads/{id}`, `PUT /hosting/uploads/{id}`, `POST /hosting/uploads/{id}/send`. */
export interface HostingUpload {
	id: string;
	account: string;
	app: string;
	environment: string;
	fileName: string;
	/** Bytes of the whole file. */
	size: number;
	/** Bytes that have arrived. */
	received: number;
	/** A chunk may be smaller. */
	maxChunkBytes: number;
	/** `interrupted`: PHP ended while the file was sent, so the host may have it. */
	state: HostingUploadState;
	/** Why it failed or was interrupted; else empty. */
	message: string;
	/** Resource name of the operation at the host; empty until it is sent. */
	operation: string;
	/** Resource name of the build at the host; empty until it is sent. */
	build: string;
	createdAt: string;
	updatedAt: string;
}

/** The body of `POST /hosting/uploads`. */
export interface HostingUploadInput {
	account: string;
	app: string;
	environment: string;
	fileName: string;
	/** Bytes of the whole file. */
	size: number;
}

export const HOSTING_UPLOAD_STATES = [
	'receiving',
	'received',
	'sending',
	'sent',
	'failed',
	'interrupted',
] as const;

export type HostingUploadState = ( typeof HOSTING_UPLOAD_STATES )[ number ];

/** `GET /hosting/uploads`. */
export interface HostingUploads {
	uploads: HostingUpload[];
}

export const LANES = [
	'build',
	'cache',
	'refresh',
] as const;

export type Lane = ( typeof LANES )[ number ];

export interface LastSaved {
	by: User;
	at: string;
}

/** `GET /moved`. */
export interface MovedPost {
	/** The path of the post now, relative to the home of the site. */
	path: string;
}

/** `POST /settings/environments/{id}/refresh-secret`. */
export interface NewRefreshSecret {
	/** Only this response contains it. */
	secret: string;
	environment: EnvironmentSettings;
}

export const NOTICED_STARTS = [
	'nothing',
	'refreshes',
	'runs',
] as const;

export type NoticedStart = ( typeof NOTICED_STARTS )[ number ];

export const NOTIFICATION_KINDS = [
	'failing',
	'failed',
	'recovered',
] as const;

export type NotificationKind = ( typeof NOTIFICATION_KINDS )[ number ];

export interface NotificationResult {
	/** Name of the user or the chat service. */
	channel: string;
	at: string;
	isSent: boolean;
	/** Says what happened. */
	message: string;
	/** Events that are not sent yet, because of the digest, the quiet hours or a failure. */
	waiting: number;
}

/** `PUT /settings/notifications`, `POST /settings/notifications/test`. */
export interface Notifications {
	recipients: Recipient[];
	/** Null for no chat. */
	chat: {
		service: ChatService;
		label: string;
		/** The host and the last four characters of the URL. */
		masked: string;
	} | null;
	kinds: NotificationKind[];
	/** The shortest time between two messages; events in between are sent together. */
	digestMinutes: number;
	/** Hours in which nothing is sent; null for none. */
	quietHours: QuietHours | null;
	/** The first 100 users who may be recipients. Others are chosen by their ID. */
	available: Recipient[];
	/** The last message of each channel. */
	results: NotificationResult[];
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
	/** Null if no user saved this, or the user is deleted. */
	lastSaved: LastSaved | null;
}

/** The body of `PUT /settings/notifications`. */
export interface NotificationsInput {
	/** IDs of users. */
	recipients?: number[];
	/** Write-only. Empty removes the stored URL; a masked URL keeps it. */
	chatUrl?: string;
	kinds?: NotificationKind[];
	/** The shortest time between two messages; events in between are sent together. */
	digestMinutes?: number;
	/** Hours in which nothing is sent; null for none. */
	quietHours?: QuietHours | null;
}

export const PAUSE_REASONS = [
	'copy',
	'token',
	'person',
	'disabled',
	'key',
	'constant',
	'no_curl',
	'unknown',
] as const;

export type PauseReason = ( typeof PAUSE_REASONS )[ number ];

export interface Paused {
	reason: PauseReason;
	since: string | null;
	nextAttemptAt: string | null;
	/** Only with the reason `person`: who paused it; null if the user is unknown or deleted. */
	by?: User | null;
	/** Only with the reason `copy`: whether a user confirmed that this site is a copy. */
	copy?: {
		confirmed: boolean;
	};
}

export interface PendingRun {
	lane: Lane;
	action: Action;
	/** Null while it is held or paused. */
	dueAt: string | null;
	/** 1,001 stands for more than 1,000. */
	changes: number;
	reasons: Reason[];
	held: boolean;
	/** Number of attempts so far. */
	attempt: number;
	nextAttemptAt: string | null;
	/** Time of the last attempt; null before the first. */
	attemptedAt: string | null;
	/** Why the last attempt failed, a code of docs/error-codes.md; empty before the first. */
	errorCode: string;
	/** Why the last attempt failed. */
	message: string;
	/** For example: Rebuild in %s. Null while it has no due time. */
	headline: TimedText | null;
	/** For example: Cancel Rebuild. Empty if this user may not cancel it. */
	cancelLabel: string;
	/** For example: Not rebuilt if you cancel: 3 changes by Maria Lindqvist. Empty for a run without changes. */
	cancelHint: string;
}

export interface PermittedAction {
	action: Action;
	/** For example: Rebuild. While a run of the action counts down: Rebuild now. */
	label: string;
	/** The headline after the button was pressed, until the next status. */
	busyLabel: string;
	allowed: boolean;
	/** Why the action is not allowed now; empty if it is. */
	reason: string;
}

export const POLICY_ACTIONS = [
	'none',
	'rebuild',
	'cleanRebuild',
	'purgeCache',
	'refresh',
] as const;

export type PolicyAction = ( typeof POLICY_ACTIONS )[ number ];

export interface Problem {
	severity: 'error' | 'warning';
	headline: string;
	/** A code of docs/error-codes.md. */
	errorCode: string;
	/** What happened. */
	message: string;
	/** The message of the host; empty without `headless_deploy_manage`. */
	hostMessage: string;
	/** The run that failed; null while it is retried. */
	run: number | null;
	/** Whether a new webhook URL repairs it. */
	needsNewUrl: boolean;
	/** The status of the connection, for example: Webhook URL rejected. Empty unless `needsNewUrl` is true. */
	connectionLabel: string;
}

export const PROVIDERS = [
	'wpe-headless',
	'vercel',
	'netlify',
	'cloudflare-workers',
	'cloudflare-pages',
	'render',
	'generic',
] as const;

export type Provider = ( typeof PROVIDERS )[ number ];

export interface QuietHours {
	/** `HH:MM` in the time zone of the site. */
	from: string;
	/** `HH:MM` in the time zone of the site. */
	to: string;
}

export interface Reason {
	/** What happened: `published`, `updated`, `unpublished`, `trashed`, `deleted`, `created`, `changed`, `switched`, `requested`, `restored`, `moved`. */
	event: string;
	/** The event of a post whose title is shown beside it, for example: Moved to summer. Else empty. */
	label: string;
	/** For example: Post “Hello” published. */
	text: string;
	/** Empty for users who may not read the post. */
	title: string;
	/** Empty for users who may not read the post. */
	link: string;
	/** For example: meta “_stats_cache”, by cron. */
	detail: string;
	/** The meta key that was written, if nothing else of the post changed; else empty. */
	metaKey: string;
	user: User;
	at: string;
}

export interface Recipient {
	id: number;
	name: string;
	email: string;
}

/** `POST /settings/recognize`. */
export interface Recognition {
	/** Null if the URL cannot be used. */
	webhook: RecognizedWebhook | null;
	/** Why the URL cannot be used; empty if it can. */
	message: string;
}

export interface RecognizedWebhook {
	provider: Provider;
	target: WebhookTarget;
	actions: Action[];
}

export const REFRESH_SCOPES = [
	'some',
	'all',
] as const;

export type RefreshScope = ( typeof REFRESH_SCOPES )[ number ];

export interface RefreshSettings {
	/** Empty until one is entered. */
	url: string;
	hasSecret: boolean;
	/** Whether refresh requests can be sent: there are a secret and a URL that has not answered 410. */
	isUsable: boolean;
	/** When the secret was generated or entered. */
	rotatedAt: string | null;
	/** Until when the previous secret is valid too. */
	previousSecretUntil: string | null;
	/** Whether the secret replaced another one and the front end has not accepted it yet. */
	isSecretUnused: boolean;
	/** What to do about a secret that is not in use yet; else empty. */
	secretProblem: string;
	/** Whether Purge Cache follows each refresh. */
	purge: boolean;
	/** When the front end answered 410. Nothing is sent to it until the URL is saved again. */
	goneAt: string | null;
}

/** `POST /settings/environments/{id}/refresh-test`. */
export interface RefreshTest {
	severity: RefreshTestSeverity;
	/** What the front end answered. */
	message: string;
	/** 0 if there was no response. */
	httpStatus: number;
	environment: EnvironmentSettings;
}

export const REFRESH_TEST_SEVERITIES = [
	'success',
	'error',
] as const;

export type RefreshTestSeverity = ( typeof REFRESH_TEST_SEVERITIES )[ number ];

export interface Refreshed {
	scope: RefreshScope;
	tags: string[];
	paths: {
		changed: string[];
		gone: string[];
	};
}

export const RESPONSE_SEVERITIES = [
	'success',
	'info',
	'error',
] as const;

export type ResponseSeverity = ( typeof RESPONSE_SEVERITIES )[ number ];

/** `GET /runs/{id}`. */
export interface Run {
	id: number;
	/** ID of the environment. */
	environment: string;
	/** Name of the environment; of a deleted one, the last name. */
	environmentLabel: string;
	lane: Lane;
	/** The stronger action that includes the changes of this run, because it failed. */
	replacedBy: Action | null;
	/** The tags and paths of a refresh, as WordPress knows them now; only in `GET /runs/{id}`. */
	refreshed: Refreshed | null;
	action: Action;
	cause: Cause;
	user: User;
	reasons: Reason[];
	changes: number;
	status: RunStatus;
	/** Whether the host accepted the request. If such a run failed, its build failed. */
	accepted: boolean;
	/** When the run became building, live or failed in its build; null before. */
	trackedAt: string | null;
	/** The page of the front end that proved that the run is live. */
	live: {
		url: string;
		/** Whether the page shows the change, or the unpublished page is gone. */
		pageStatus: 'live' | 'gone';
		post: number;
	} | null;
	/** The build of the host, if known. */
	build: {
		name: string;
		/** Null if the host does not number its builds. */
		number: number | null;
		/** URL of the page with the build log; null if unknown, and without `headless_deploy_manage`. */
		page: string | null;
		/** For example: Build 16, started in the portal. Empty for the build of this run. */
		origin: string;
		startedAt: string | null;
		finishedAt: string | null;
		/** The message of the host; empty without `headless_deploy_manage`. */
		message: string;
	} | null;
	/** 0 if there was no response. */
	httpStatus: number;
	/** A code of docs/error-codes.md; empty if nothing failed. */
	errorCode: string;
	/** What went wrong; empty if nothing failed. */
	message: string;
	/** What this user can do about it; may be empty. */
	remedy: string;
	/** The response of the host, redacted; null without `headless_deploy_manage`. */
	response: {
		message: string;
		excerpt: string;
	} | null;
	/** Name of the operation or build in the response of the host, or empty. */
	operation: string;
	attempts: Attempt[];
	createdAt: string;
	finishedAt: string | null;
	/** Whether a new webhook URL repairs the failure. */
	needsNewUrl: boolean;
	/** For example: Rebuild. Of a build that this site did not start: Build 4. */
	title: string;
	/** Since when the result is known; while the build is running, when it was requested. */
	resultAt: string;
	/** From the last attempt until the result; null while that is unknown, and if a build that a user started at the host repaired the run. */
	durationMs: number | null;
	symbol: StatusSymbol;
	headline: TimedText;
	/** For example: Started by Maria Lindqvist. */
	causeLabel: string;
	/** For example: Post “Summer collection” published, and 2 more by Jonas Weber. Empty if nothing changed. */
	changesSummary: string;
}

/** `POST /environments/{id}/runs`, `POST /environments/{id}/pending/{lane}/now`, `POST /environments/{id}/pending/{lane}/cancel`, `POST /environments/{id}/pending/{lane}/undo`, `POST /runs/{id}/retry`. */
export interface RunResponse {
	/** Null while the run waits for another run to finish. */
	run: Run | null;
	severity: ResponseSeverity;
	/** The result of the request, for example: Rebuild of Production was accepted. */
	message: string;
	/** What this user can do if the run failed; may be empty. */
	remedy: string;
}

export const RUN_STATUSES = [
	'sending',
	'retrying',
	'accepted',
	'building',
	'live',
	'failed',
	'canceled',
] as const;

export type RunStatus = ( typeof RUN_STATUSES )[ number ];

export interface RunStep {
	name: RunStepName;
	text: string;
	/** The text if the save removes the page. */
	removal: string;
	/** The text may be empty. */
	when: TimedText;
	/** Null for an upcoming step. */
	symbol: StatusSymbol | null;
	isCurrent: boolean;
}

export const RUN_STEP_NAMES = [
	'send',
	'host',
	'live',
] as const;

export type RunStepName = ( typeof RUN_STEP_NAMES )[ number ];

/** `GET /runs`. */
export interface Runs {
	/** Newest first. */
	runs: Run[];
	/** The removed environments that have runs, for the filter `environment`. */
	removedEnvironments: {
		id: string;
		label: string;
	}[];
}

export interface SaveLane {
	lane: Lane;
	status: EnvironmentStatusValue;
	symbol: StatusSymbol;
	headline: TimedText;
	/** One or two sentences; the text may be empty. */
	detail: TimedText;
	/** What is shown from a time on, unless a newer status arrives; null while time changes nothing. */
	next: {
		from: string;
		symbol: StatusSymbol;
		headline: TimedText;
		/** One or two sentences; the text may be empty. */
		detail: TimedText;
	} | null;
	problem: Problem | null;
	remedy: string;
}

export interface SavePlan {
	sources: SavedSource[];
	kind: SavePlanKind;
	symbol: StatusSymbol;
	/** If the save publishes it. */
	publish: string;
	/** If the save updates what is published. */
	update: string;
	/** If it is published later; `%s` stands for the date and time, `%%` for a percent sign. */
	schedule: string;
}

export const SAVE_PLAN_KINDS = [
	'run',
	'held',
	'paused',
	'unreachable',
	'none',
] as const;

export type SavePlanKind = ( typeof SAVE_PLAN_KINDS )[ number ];

export interface SaveProgress {
	stage: SaveStage;
	/** The lane whose status and problem are shown. */
	lane: Lane;
	/** The run that is shown. */
	run: number | null;
	/** Whether it applies to every save; otherwise only to saves before `run`. */
	anySave: boolean;
	/** Until when it applies; null for no limit. */
	until: string | null;
	/** Null for that of the lane. */
	symbol: StatusSymbol | null;
	/** Null for that of the lane. */
	headline: TimedText | null;
	/** The headline if the save removes the page. */
	removalHeadline: TimedText | null;
	/** The sentences if the save publishes it; the text may be empty. */
	publish: TimedText;
	/** If the save updates what is published. */
	update: TimedText;
	/** If the save removes the page. */
	remove: TimedText;
	steps: RunStep[];
}

export const SAVE_STAGES = [
	'resting',
	'countdown',
	'sending',
	'accepted',
	'unconfirmed',
	'done',
	'building',
	'live',
	'buildFailed',
	'failed',
	'canceled',
] as const;

export type SaveStage = ( typeof SAVE_STAGES )[ number ];

export const SAVED_SOURCES = [
	'content',
	'terms',
	'files',
	'authors',
	'comments',
	'menus',
	'templates',
	'styles',
	'options',
	'theme',
	'acf',
	'request',
	'refreshOnly',
] as const;

export type SavedSource = ( typeof SAVED_SOURCES )[ number ];

/** `POST /settings/schedules`, `GET /settings/schedules/{id}`, `PUT /settings/schedules/{id}`. */
export interface Schedule {
	id: string;
	label: string;
	environment: string;
	action: Action;
	frequency: Frequency;
	/** Null unless weekly. */
	weekday: Weekday | null;
	/** Null unless monthly. In a shorter month, its last day. */
	day: number | null;
	/** `HH:MM` in the time zone of the site. Of an hourly schedule only the minutes count; the hour is 00. */
	time: string;
	/** In the past if it is overdue. */
	nextRunAt: string;
	/** Null before the first run. */
	lastRun: Run | null;
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
	/** Null if no user saved this, or the user is deleted. */
	lastSaved: LastSaved | null;
}

/** The body of `POST /settings/schedules` and `PUT /settings/schedules/{id}`. */
export interface ScheduleInput {
	label?: string;
	environment?: string;
	action?: Action;
	frequency?: Frequency;
	/** Null unless weekly. */
	weekday?: Weekday | null;
	/** Null unless monthly. In a shorter month, its last day. */
	day?: number | null;
	time?: string;
}

export interface Scheduler {
	lastRunAt: string | null;
	healthy: boolean;
	/** Since when a run should have been sent and was not; null if no run is overdue by a quarter of an hour. */
	overdueSince: string | null;
	/** Whether background tasks do not run, or a run is overdue. */
	late: boolean;
	/** For example: WP-Cron last ran %s. */
	lastRunText: TimedText;
	/** For example: A run was due %s. The text is empty if no run is overdue. */
	overdue: TimedText;
	/** What background tasks do, or why they are late. */
	message: string;
	/** Null if not needed, and without `headless_deploy_manage`. */
	systemCron: SystemCron | null;
}

/** `GET /settings/schedules`. */
export interface Schedules {
	schedules: Schedule[];
}

/** `GET /settings`. */
export interface Settings {
	environments: EnvironmentSettings[];
	/** Errors in HEADLESS_DEPLOY_ENVIRONMENTS. */
	problems: {
		environment: string;
		field: string;
		message: string;
	}[];
	/** Where the encryption key of the secrets comes from. A generated one is stored in the database. */
	encryptionKey: 'constant' | 'generated' | 'none';
	general: GeneralSettings;
	schedules: Schedule[];
	/** Null if none are entered. */
	credentials: Credentials | null;
	/** The IDs of the environments at the host of the API credentials, where the current user may use them. */
	hostedEnvironments: string[];
	notifications: Notifications;
	/** Lines for the crontab of the server, either of which is enough. */
	systemCron: SystemCron | null;
}

/** `GET /site-health/hosts`, `GET /site-health/change-feed`. */
export interface SiteHealthResult {
	test: string;
	label: string;
	status: 'good' | 'recommended' | 'critical';
	badge: {
		label: string;
		color: string;
	};
	description: string;
	actions: string;
}

export const SOURCES = [
	'content',
	'terms',
	'files',
	'authors',
	'comments',
	'menus',
	'templates',
	'styles',
	'options',
	'theme',
	'acf',
	'request',
] as const;

export type Source = ( typeof SOURCES )[ number ];

/** `GET /status`, `POST /dispatch`. */
export interface Status {
	environments: EnvironmentStatus[];
	/** ID of the environment that needs attention most; null if there is none. */
	mostUrgent: string | null;
	scheduler: Scheduler;
}

export const STATUS_SYMBOLS = [
	'good',
	'bad',
	'warning',
	'paused',
	'scheduled',
	'held',
	'accepted',
	'canceled',
	'busy',
] as const;

export type StatusSymbol = ( typeof STATUS_SYMBOLS )[ number ];

export interface Summary {
	symbol: StatusSymbol;
	headline: TimedText;
	/** One or two sentences; the text may be empty. */
	detail: TimedText;
	/** What is shown from a time on, unless a newer status arrives; null while time changes nothing. */
	next: {
		from: string;
		symbol: StatusSymbol;
		headline: TimedText;
		/** One or two sentences; the text may be empty. */
		detail: TimedText;
	} | null;
}

export interface SystemCron {
	command: string;
	request: string;
}

export interface TimedText {
	/** `%s` stands for the time, if one of the following is set. */
	text: string;
	/** “8 s”, the time that is left. */
	until?: string;
	/** “1 min 12 s”, the time that has passed. */
	since?: string;
	/** “40 s ago”. */
	at?: string;
	/** “14:02”, with the date if it was not today. */
	clock?: string;
}

export interface Undeployed {
	lane: Lane;
	/** 1,001 stands for more than 1,000. */
	changes: number;
	/** How many of them were canceled: Undo makes these pending again. */
	canceled: number;
	/** The newest run with such changes. */
	run: number;
	/** The newest of the changes. */
	reasons: Reason[];
	/** For example: 2 changes are not on the site. If a refresh has shown them: 2 changes are refreshed but not rebuilt. */
	headline: string;
	/** Who canceled which changes, and which failed. */
	message: string;
}

export interface User {
	/** 0 for WordPress. */
	id: number;
	name: string;
}

export interface WebhookTarget {
	host: string;
	account: string;
	app: string;
	environment: string;
}

export const WEEKDAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const;

export type Weekday = ( typeof WEEKDAYS )[ number ];
