/**
 * What the plugin's REST routes `headless-deploy/v1` answer. Times are ISO 8601 in UTC, or null.
 */
import type { Action, Lane } from './actions.ts';

export const ENVIRONMENT_STATES = [
	'upToDate',
	'pending',
	'held',
	'delivering',
	'retrying',
	'building',
	'paused',
	'failed',
] as const;

export type EnvironmentState = ( typeof ENVIRONMENT_STATES )[ number ];

export type DeliveryState =
	'sending' | 'retrying' | 'accepted' | 'failed' | 'cancelled';

export type Cause = 'automatic' | 'manual' | 'schedule' | 'cli' | 'ability';

export type PauseReason = 'copy' | 'token' | 'person' | 'disabled' | 'key';

/** What one change in WordPress asks for: one of the actions, or nothing. */
export type PolicyAction = Action | 'none';

/** Who did something; 0 and an empty name for the machine. */
export interface User {
	id: number;
	name: string;
}

/** Why a run was asked for. `title` and `link` are empty for those who may not read the post. */
export interface Reason {
	/** What happened, for example `published`, `updated`, `unpublished`, `trashed`, `deleted`. */
	event: string;
	/** The translated sentence, for example: Post “Hello” published. */
	text: string;
	title: string;
	link: string;
	user: User;
	at: string;
}

export interface Attempt {
	at: string;
	durationMs: number;
	httpStatus: number;
	/** An error code of docs/error-codes.md, empty after a success. */
	error: string;
}

export interface Delivery {
	id: number;
	environment: string;
	lane: Lane;
	action: Action;
	cause: Cause;
	user: User;
	reasons: Reason[];
	changes: number;
	state: DeliveryState;
	outcome: 'unknown' | 'building' | 'live' | 'failed';
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
}

export interface PendingRun {
	lane: Lane;
	action: Action;
	/** Null while it is held or paused. */
	dueAt: string | null;
	changes: number;
	reasons: Reason[];
	held: boolean;
	attempt: number;
	nextAttemptAt: string | null;
}

export interface Paused {
	reason: PauseReason;
	since: string | null;
	nextTryAt: string | null;
}

export interface EnvironmentStatus {
	id: string;
	label: string;
	frontEndUrl: string;
	state: EnvironmentState;
	pending: PendingRun[];
	delivering: Delivery[];
	last: Delivery | null;
	/** The actions that this user may press and that the provider has. */
	can: Action[];
	paused: Paused | null;
	week: { changes: number; runs: number };
}

/** `GET /status`. */
export interface Status {
	environments: EnvironmentStatus[];
	alarmClock: { lastRunAt: string | null; healthy: boolean };
}

export interface Automation {
	/** Source → action; the sources are content and, later, more. */
	policy: Record< string, PolicyAction >;
	quietPeriodSeconds: number;
	maximumWaitSeconds: number;
	hold: boolean;
}

/** One of `GET /environments`, `{"environments": []}`: what everybody with `headless_deploy_view` may know. */
export interface Environment {
	id: string;
	label: string;
	provider: 'wpe-headless' | 'generic';
	frontEndUrl: string;
	automation: Automation;
	paused: Paused | null;
}

/** `GET /settings`: with the webhook, its token masked; `headless_deploy_manage` only. */
export interface EnvironmentSettings extends Environment {
	/** Changes with every write; sent back as `If-Match`. */
	etag: string;
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
	};
}

export interface Settings {
	environments: EnvironmentSettings[];
}

/** The body of `POST /settings/environments` and `PUT /settings/environments/{id}`; secrets are write-only. */
export interface EnvironmentInput {
	label?: string;
	webhookUrl?: string;
	webhookUrls?: Partial< Record< Action, string > >;
	frontEndUrl?: string;
	automation?: Partial< Automation >;
}

/** `POST /environments/{id}/runs`: 201 when sent, 202 when it runs right after the one in flight. */
export interface RunAnswer {
	delivery: Delivery | null;
	message: string;
}

/** `GET /deliveries?per_page=N`: newest first. */
export interface Deliveries {
	deliveries: Delivery[];
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
	};
}

/** Printed into the page for the panel and the editor (`window.headlessDeploy`). */
export interface BootData {
	tab: string;
	urls: Record< string, string >;
	can: { view: boolean; manage: boolean; actions: Action[] };
	preload: { status: Status; settings: Settings | null };
	postTypes: string[];
	timeZone: string;
}
