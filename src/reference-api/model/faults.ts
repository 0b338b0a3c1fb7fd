import type { WebhookAction } from '../../shared/actions.ts';

/**
 * What a fault does after its latency. `status`, `drop` and `reset` replace the requested operation;
 * `none`, `truncate`, `drip` and `endless` perform it, and change only the answer.
 */
export const FAULT_KINDS = [
	'none',
	'status',
	'drop',
	'reset',
	'truncate',
	'drip',
	'endless',
] as const;

export type FaultKind = ( typeof FAULT_KINDS )[ number ];

export interface NewFaultRule {
	/** For users. */
	name: string;
	/** `*` matches any characters. Compared with the path without its query. */
	path: string;
	/** Upper case, or empty for every method. */
	method: string;
	/** A webhook action, or empty for every request. */
	action: WebhookAction | '';
	kind: FaultKind;
	/** Of kind `status`, else 0. */
	status: number;
	/** The `Retry-After` header, in seconds, or null for none. */
	retryAfterSeconds: number | null;
	/** Delay before the fault. */
	latencyMs: number;
	/** Of kind `drip`: the pause between two bytes; else 0. */
	dripMs: number;
	/** Of kinds `drop` and `reset`: how much of the request's body is read first; else 0. */
	afterBytes: number;
	/** From 0 to 1: the share of matching requests that it hits, chosen by the seed. */
	probability: number;
	seed: number;
	/** How often it is used at most; null = no limit. */
	count: number | null;
	isOn: boolean;
}

export interface FaultRule extends NewFaultRule {
	id: string;
	used: number;
}

/** One redacted request, which never contains tokens, passwords or values of variables. */
export interface JournalEntry {
	/** Grows by one with each request. */
	number: number;
	at: Date;
	method: string;
	/** With its query; a token as `••••` and its last four characters. */
	url: string;
	/** 0 when the connection ended before an answer. */
	status: number;
	/** The API user's name, else the caller's program, for example "WordPress 7.1". */
	caller: string;
	tookMs: number;
	/** A sentence for a refusal, or empty. */
	reason: string;
	/** Name of the fault rule that answered, or empty. */
	fault: string;
	requestHeaders: Record< string, string >;
	/** At most 4 KiB. */
	requestBody: string;
	responseHeaders: Record< string, string >;
	/** At most 4 KiB. */
	responseBody: string;
}

export interface JournalQuery {
	only: 'all' | 'errors' | 'faults';
	/** Found in path, method, caller or reason. */
	search: string;
	/** Entries with a smaller number, or null for the newest. */
	before: number | null;
	limit: number;
}

export interface JournalPage {
	/** Newest first. */
	entries: JournalEntry[];
	counts: { all: number; errors: number; faults: number };
	/** How many are kept at most. */
	capacity: number;
	isPaused: boolean;
}

/** The given fields of a rule; the others have defaults. */
export type GivenFaultRule = Partial< NewFaultRule > &
	Pick< NewFaultRule, 'kind' >;

/** An invalid field of a rule. */
export interface FaultProblem {
	field: Exclude< keyof NewFaultRule, 'isOn' >;
	/** A sentence: the value, the rule, what to do. */
	message: string;
}
