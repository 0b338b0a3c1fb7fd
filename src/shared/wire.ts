/**
 * What the plugin's REST routes `headless-deploy/v1` answer. Times are ISO 8601 in UTC, or null.
 */
import type { Action, Lane } from './actions.ts';

export const ENVIRONMENT_STATES = [
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

export type EnvironmentState = ( typeof ENVIRONMENT_STATES )[ number ];

/**
 * How far a run is; `pending` is a run that has not begun. `accepted`: the host accepted the call and nothing more is
 * known.
 */
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

export type Cause = 'automatic' | 'manual' | 'schedule' | 'cli' | 'ability';

export type PauseReason =
	| 'copy'
	| 'token'
	| 'person'
	| 'disabled'
	| 'key'
	| 'constant'
	| 'no_curl'
	/** A newer version of the plugin stored a reason that this one does not know. */
	| 'unknown';

/** Whose webhooks an environment has; `generic` is any plain POST address. */
export const PROVIDERS = [
	'wpe-headless',
	'vercel',
	'netlify',
	'cloudflare-workers',
	'cloudflare-pages',
	'render',
	'generic',
] as const;

export type ProviderId = ( typeof PROVIDERS )[ number ];

/** What one change in WordPress asks for: one of the actions, or nothing. */
export type PolicyAction = Action | 'none';

/** Who did something; 0 and an empty name for the machine. */
export interface User {
	id: number;
	name: string;
}

/** Who saved a setting last, and when. Nobody is kept for what wp-config.php or a command without `--user` did. */
export interface LastSaved {
	by: User;
	at: string;
}

/** Why a run was asked for. `title` and `link` are empty for those who may not read the post. */
export interface Reason {
	/** What happened: `published`, `updated`, `unpublished`, `trashed`, `deleted`, `created`, `changed`, `switched`, `requested`. */
	event: string;
	/** The translated sentence, for example: Post “Hello” published, Menu “Main” changed, Site title changed. */
	text: string;
	title: string;
	link: string;
	/** What else is known, translated, for example: meta “_stats_cache”, by cron. */
	detail: string;
	/** The meta key that was written, where nothing else of the post changed; else empty. */
	metaKey: string;
	user: User;
	at: string;
}

/** A translated text; `%s` stands for the time that is counted, see `Timed_Text` in PHP. */
export interface Text {
	text: string;
	/** “8 s”, the time that is left. */
	until?: string;
	/** “1 min 12 s”, the time that has passed. */
	since?: string;
	/** “40 s ago”. */
	at?: string;
}

export type StateSymbol =
	| 'good'
	| 'bad'
	| 'warning'
	| 'paused'
	| 'scheduled'
	| 'held'
	| 'accepted'
	| 'canceled'
	| 'busy';

/** What is shown of an environment or of a lane. */
export interface Summary {
	symbol: StateSymbol;
	headline: Text;
	/** One or two sentences; the text may be empty. */
	detail: Text;
	/** What is shown from a time on, unless a newer status arrives; null while time changes nothing. */
	next: {
		from: string;
		symbol: StateSymbol;
		headline: Text;
		detail: Text;
	} | null;
}

/** What is wrong with an environment. */
export interface Problem {
	severity: 'error' | 'warning';
	headline: string;
	/** An error code of docs/error-codes.md. */
	errorCode: string;
	/** What happened and what this user can do. */
	message: string;
	/** The message of the host; empty without `headless_deploy_manage`. */
	hostMessage: string;
	/** The run that failed, null while it is retried. */
	run: number | null;
	/** Whether a new webhook URL repairs it. */
	needsNewUrl: boolean;
}

export interface Attempt {
	at: string;
	durationMs: number;
	httpStatus: number;
	/** An error code of docs/error-codes.md, empty after a success. */
	error: string;
	/** What came of it. */
	headline: string;
}

export interface Run {
	id: number;
	environment: string;
	/** The environment's name; the one it had last where it was removed. */
	environmentLabel: string;
	lane: Lane;
	action: Action;
	cause: Cause;
	user: User;
	reasons: Reason[];
	changes: number;
	status: RunStatus;
	/** Whether the host accepted the call: a failed run that was accepted failed in its build. */
	accepted: boolean;
	/** Since when the run is building, live or failed in its build; null before. */
	trackedAt: string | null;
	/** The page of the front end that proved that the run is live: it shows the change, or an unpublished one is gone. */
	live: { url: string; what: 'live' | 'gone'; post: number } | null;
	/** The host's build, where it told of one. Its words are empty for those without `headless_deploy_manage`. */
	build: {
		name: string;
		/** What the host calls it before people; null where it does not number its builds. */
		number?: number | null;
		/** Address of its page with its log; null where it is not known, and for those without `headless_deploy_manage`. */
		page?: string | null;
		/** “Build 16, started in the portal”, translated; empty for the build of this run. */
		origin?: string;
		startedAt: string | null;
		finishedAt: string | null;
		message: string;
	} | null;
	/** 0 when there was no answer. */
	httpStatus: number;
	errorCode: string;
	/** What went wrong and what to do, translated; empty when nothing did. */
	message: string;
	/** What the service said, redacted; null for those without `headless_deploy_manage`. */
	response: { message: string; excerpt: string } | null;
	/** The operation's or build's name that the answer carried, or empty. */
	operation: string;
	attempts: Attempt[];
	createdAt: string;
	finishedAt: string | null;
	/** Whether a new webhook URL repairs the failure. */
	needsNewUrl: boolean;
	symbol: StateSymbol;
	/** What became of it. */
	headline: Text;
	/** Who or what started it, for example “Started by Maria Lindqvist”. */
	causeLabel: string;
	/** For example “Summer collection + 2 by Jonas Weber”; empty where nothing changed. */
	changesSummary: string;
}

export interface PendingRun {
	lane: Lane;
	action: Action;
	/** Null while it is held or paused. */
	dueAt: string | null;
	changes: number;
	reasons: Reason[];
	held: boolean;
	/** How often it was tried already. */
	attempt: number;
	nextAttemptAt: string | null;
	/** When it was tried last, null before the first try. */
	attemptedAt: string | null;
	/** Why the last try did not go through, an error code of docs/error-codes.md; empty before the first. */
	errorCode: string;
	/** The same for people, translated, with what to do. */
	message: string;
	/** “Rebuild in %s”; null while it has no due time. */
	headline: Text | null;
	/** “Cancel stops 3 changes by Maria Lindqvist.”; empty for a run without changes. */
	cancelHint: string;
}

/**
 * Changes of a lane that are not on the site and in no run: those of failed and canceled runs, until a run includes them.
 * While a run of the lane is pending, what it takes along is counted there.
 */
export interface Undeployed {
	lane: Lane;
	changes: number;
	/** How many of them were canceled: what Undo makes pending again. */
	canceled: number;
	/** The newest run that left changes behind. */
	run: number;
	/** The newest of the changes. */
	reasons: Reason[];
	/** “2 changes are not on the site”, translated. */
	headline: string;
	/** Who canceled whose changes, and whose failed, translated. */
	message: string;
}

export interface Paused {
	reason: PauseReason;
	since: string | null;
	nextTryAt: string | null;
	/** With the reason `person` alone: who that was; null where nobody is known, or no longer. */
	by?: User | null;
	/** With the reason `copy` alone: whether somebody has said that this site is one, instead of having moved. */
	copy?: { confirmed: boolean };
}

export interface PermittedAction {
	action: Action;
	label: string;
	allowed: boolean;
	reason: string;
}

export interface EnvironmentStatus extends Summary {
	id: string;
	label: string;
	frontEndUrl: string;
	/**
	 * The lane that `state`, `last` and the headline are about: the build lane, unless it has nothing to tell and the
	 * cache lane has.
	 */
	lane: Lane;
	state: EnvironmentState;
	/** What happens in the other lane, null while nothing does. */
	otherLane: Summary | null;
	problem: Problem | null;
	/** Whether a user has to look at it first. */
	needsHelp: boolean;
	/** Whether the missing front-end address is why nothing shows that the last build is live. */
	lacksAddress: boolean;
	/** Whether changes are held until a user starts a run. */
	hold: boolean;
	pending: PendingRun[];
	undeployed: Undeployed[];
	sending: Run[];
	/** The newest run of `lane` that ended and was not canceled. */
	last: Run | null;
	/** The same of the other lane. */
	otherLast: Run | null;
	/** The actions that this user may press and that the provider has. */
	can: Action[];
	/** The same with their labels; `reason` says why an action is not allowed now, empty where it is. */
	actions: PermittedAction[];
	/** Why no run can be sent, not even a manual one; null where manual runs can. */
	blocked: { reason: PauseReason; message: string } | null;
	paused: Paused | null;
	week: { changes: number; runs: number };
	/** When the next `POST /dispatch` looks what became of a run; null when nothing is followed. */
	nextCheckAt: string | null;
}

/** Whether background tasks run, which send due runs. */
export interface Scheduler {
	lastRunAt: string | null;
	healthy: boolean;
	/** Since when something should have been sent and was not; null when nothing is overdue by a quarter of an hour. */
	overdueSince: string | null;
	/** Whether `DISABLE_WP_CRON` is set, so that visitors do not start cron. */
	wpCronDisabled: boolean;
	/** Lines for the crontab of the server, either of which is enough; null where none is needed, and for those without `headless_deploy_manage`. */
	systemCron: { command: string; request: string } | null;
}

/** `GET /status`. */
export interface Status {
	environments: EnvironmentStatus[];
	/** Id of the environment that needs attention most, null where there is none. */
	mostUrgent: string | null;
	scheduler: Scheduler;
}

/** Where changes come from: each is a key of the policy. */
export const SOURCES = [
	'content',
	'terms',
	'menus',
	'templates',
	'styles',
	'options',
	'theme',
	'acf',
	'request',
] as const;

export type Source = ( typeof SOURCES )[ number ];

export interface Automation {
	policy: Record< Source, PolicyAction >;
	quietPeriodSeconds: number;
	maximumWaitSeconds: number;
	hold: boolean;
}

/** One of `GET /environments`, `{"environments": []}`: what everybody with `headless_deploy_view` may know. */
export interface Environment {
	id: string;
	label: string;
	provider: ProviderId;
	frontEndUrl: string;
	automation: Automation;
	paused: Paused | null;
	/** Where the policy names an action that the host does not offer, what is done instead. */
	fallbacks: {
		source: string;
		wanted: Action;
		action: PolicyAction;
	}[];
}

/** `GET /settings`: with the webhook, its token masked; `headless_deploy_manage` only. */
export interface EnvironmentSettings extends Environment {
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
	/** Null where nobody is known, or no longer. */
	lastSaved: LastSaved | null;
	/** The constant of wp-config.php that defines this environment, which then cannot be removed here. */
	lockedBy: string | null;
	/** What that constant names, and what cannot be changed here: `label`, `webhookUrl`, `automation.policy.content` and so on. */
	lockedFields: string[];
	webhook: {
		/** For example `https://…/webhook:rebuild?token=••••AbC=`; actions the provider lacks are absent. */
		urls: Partial< Record< Action, string > >;
		/** What the pasted URL was recognised as; empty strings for a plain POST address. */
		recognised: {
			host: string;
			account: string;
			app: string;
			environment: string;
		};
		/** When the URL was pasted: what was sent before says nothing about it. */
		connectedAt: string | null;
		lockedBy: string | null;
		/** Further headers that are sent to a plain POST address; each value reads `••••`. */
		headers: { name: string; value: string }[];
		/** Reads `••••` when a body is sent, and is empty otherwise. */
		body: string;
	};
}

/** What counts as a change, for all environments: part of `GET /settings`, and what `PUT /settings/general` answers. */
export interface GeneralSettings {
	/** Null for all that visitors can see. */
	postTypes: string[] | null;
	optionNames: string[];
	/** Meta keys whose changes ask for nothing, besides those that never do; a star at the end stands for anything. */
	ignoredMeta: string[];
	/** What can be chosen; options that are not among these can be typed. */
	available: {
		postTypes: { name: string; label: string; byDefault: boolean }[];
		optionNames: { name: string; label: string }[];
	};
	/** Names this state; sent back as `If-Match`. */
	etag: string;
	/** Null where nobody is known, or no longer. */
	lastSaved: LastSaved | null;
}

/** The body of `PUT /settings/general`: what is not named stays, null puts it back to what counts by default. */
export interface GeneralInput {
	postTypes?: string[] | null;
	optionNames?: string[] | null;
	ignoredMeta?: string[];
}

/**
 * The field `headless_deploy` of a post's own REST answer in the edit context (`/wp/v2/posts/{id}`): whether the save
 * changed what visitors see. Null when this request did not save the post, or when no environment wants to know of content.
 */
export type ChangedField = { changed: boolean } | null;

/** Access to the hosting platform's API, by which builds are followed; `PUT /settings/credentials` answers it too. */
export interface Credentials {
	apiUrl: string;
	user: string;
	/** The password itself is write-only. */
	hasPassword: boolean;
	/** The first constant of wp-config.php that decides here, and the fields that cannot be changed therefore. */
	lockedBy: string | null;
	lockedFields: ( 'apiUrl' | 'user' | 'password' )[];
	/** What the last check came to; null before there was one. */
	works: boolean | null;
	checkedAt: string | null;
	/** The same in words, translated; empty before there was one. */
	message: string;
	lastSaved: LastSaved | null;
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
}

/** The body of `PUT /settings/credentials`; without a password the one that is stored stays. */
export interface CredentialsInput {
	apiUrl?: string;
	user?: string;
	password?: string;
}

export interface Settings {
	environments: EnvironmentSettings[];
	/** Absent where the answer is a part of the settings. */
	general?: GeneralSettings;
	/** Absent where the answer is a part of the settings. */
	schedules?: Schedule[];
	/** What is wrong with HEADLESS_DEPLOY_ENVIRONMENTS; absent where the answer is a part of the settings. */
	problems?: { environment: string; field: string; message: string }[];
	/** Null where there are none; absent where the answer is a part of the settings. */
	credentials?: Credentials | null;
	/** Where the key comes from that seals the secrets; a generated one lies in the database beside them. */
	encryptionKey?: 'constant' | 'generated' | 'none';
	/** Lines for the crontab of the server, either of which is enough; absent where the answer is a part of the settings. */
	systemCron?: { command: string; request: string } | null;
}

export const FREQUENCIES = [ 'hourly', 'daily', 'weekly', 'monthly' ] as const;

export type Frequency = ( typeof FREQUENCIES )[ number ];

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

/** One of `GET /settings/schedules`, `{"schedules": []}`. Times are those of the site's time zone. */
export interface Schedule {
	id: string;
	label: string;
	environment: string;
	action: Action;
	frequency: Frequency;
	/** Of a weekly one, else null. */
	weekday: Weekday | null;
	/** Of a monthly one, else null: 1 to 31, in a shorter month its last day. */
	day: number | null;
	/** `HH:MM`; of an hourly one the minutes alone count, the hour is 00. */
	time: string;
	/** Past when it is overdue. */
	nextRunAt: string;
	/** What it was sent with last; null before the first run. */
	lastRun: Run | null;
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
	/** Null where nobody is known, or no longer. */
	lastSaved: LastSaved | null;
}

/** The body of `POST /settings/schedules`, and in parts of `PUT /settings/schedules/{id}`. */
export interface ScheduleInput {
	/** Without one it is named after what it does. */
	label?: string;
	environment: string;
	action: Action;
	frequency: Frequency;
	weekday?: Weekday | null;
	day?: number | null;
	time: string;
}

/** The answer of `POST /settings/recognize`: what a pasted webhook URL belongs to, and what its host can be asked for. */
export interface Recognition {
	provider: ProviderId;
	target: EnvironmentSettings[ 'webhook' ][ 'recognised' ];
	actions: Action[];
}

/** The body of `POST /settings/environments` and `PUT /settings/environments/{id}`; secrets are write-only. */
export interface EnvironmentInput {
	label?: string;
	webhookUrl?: string;
	webhookUrls?: Partial< Record< Action, string > >;
	frontEndUrl?: string;
	automation?: Partial< Omit< Automation, 'policy' > > & {
		policy?: Partial< Automation[ 'policy' ] >;
	};
	/** For a plain POST address; all of them, where `••••` keeps the value that there is. */
	headers?: Record< string, string >;
	/** For a plain POST address; `••••` keeps the body that there is, empty sends none. */
	body?: string;
}

/**
 * `POST /environments/{id}/runs`: 201 when sent, 202 when it runs right after the one in flight. Also what
 * `pending/{lane}/cancel` and `pending/{lane}/undo` answer.
 */
export interface RunAnswer {
	run: Run | null;
	message: string;
}

/** `GET /runs?per_page=N`: newest first. */
export interface Runs {
	runs: Run[];
}

/** What WordPress answers when something is refused, and what apiFetch rejects with. */
export interface RestError {
	code: string;
	message: string;
	data?: {
		status?: number;
		/** Words for single fields. */
		params?: Record< string, string >;
		/** The fresh resource, with a 412. */
		environment?: EnvironmentSettings;
		schedule?: Schedule;
		general?: GeneralSettings;
		credentials?: Credentials | null;
	};
}

/** How the site writes dates and times: formats of PHP, see https://www.php.net/manual/datetime.format.php. */
export interface DateFormats {
	date: string;
	time: string;
	/** The same with seconds. */
	exactTime: string;
	/**
	 * The words that these formats use, by format character: months from January on (`F`, `M`), days from Sunday on
	 * (`l`, `D`), and those of the morning and the afternoon (`a`, `A`).
	 */
	words: Partial< Record< 'F' | 'M' | 'l' | 'D' | 'a' | 'A', string[] > >;
}

/** Printed into the page for the panel and the editor (`window.headlessDeploy`). */
export interface BootData {
	tab: string;
	urls: Record< string, string >;
	can: { view: boolean; manage: boolean; actions: Action[] };
	preload: {
		status: Status;
		settings: Settings | null;
		/** What happens by itself; printed for the block editor alone. */
		environments?: Environment[] | null;
	};
	postTypes: string[];
	timeZone: string;
	dates: DateFormats;
}
