/** Common faults, which a rule can be started from. */
import type { FaultKind } from '../model/faults.ts';

/** A field of the form. */
export type FaultField =
	| 'path'
	| 'match'
	| 'share'
	| 'kind'
	| 'status'
	| 'retryAfterSeconds'
	| 'latency'
	| 'dripMs'
	| 'afterBytes'
	| 'count'
	| 'seed'
	| 'name';

export interface Starter {
	/** Stands in the address. */
	key: string;
	/** On its button. */
	label: string;
	/** Of the rule, unless another one is typed. */
	name: string;
	kind: FaultKind;
	/** What the form's fields hold at first. */
	values: Partial< Record< FaultField, string > >;
	/** The fields that are shown beside path, match and share; the others stand under "More". */
	fields: readonly FaultField[];
}

const WEBHOOKS = { path: '/wh/v1/*', match: 'webhook' };

function statusStarter(
	status: number,
	label: string,
	values: Starter[ 'values' ] = {}
): Starter {
	return {
		key: String( status ),
		label: `${ label } (${ status })`,
		name: label,
		kind: 'status',
		values: { ...WEBHOOKS, status: String( status ), ...values },
		fields: status === 429 || status === 503 ? [ 'retryAfterSeconds' ] : [],
	};
}

/** In the order of their buttons. */
export const STARTERS: readonly Starter[] = [
	statusStarter( 429, 'Too many requests', { retryAfterSeconds: '30' } ),
	statusStarter( 500, 'Server error' ),
	statusStarter( 503, 'Unavailable' ),
	statusStarter( 403, 'Token refused' ),
	{
		key: 'slow',
		label: 'Slow answer',
		name: 'Slow answer',
		kind: 'none',
		values: { ...WEBHOOKS, latency: '5' },
		fields: [ 'latency' ],
	},
	{
		key: 'drop',
		label: 'Connection dropped',
		name: 'Connection dropped',
		kind: 'drop',
		values: WEBHOOKS,
		fields: [ 'afterBytes' ],
	},
	{
		key: 'reset',
		label: 'Connection reset',
		name: 'Connection reset',
		kind: 'reset',
		values: WEBHOOKS,
		fields: [ 'afterBytes' ],
	},
	{
		key: 'truncate',
		label: 'Half an answer',
		name: 'Half an answer',
		kind: 'truncate',
		values: WEBHOOKS,
		fields: [],
	},
	{
		key: 'drip',
		label: 'Slow drip',
		name: 'Slow drip',
		kind: 'drip',
		values: { ...WEBHOOKS, dripMs: '100' },
		fields: [ 'dripMs' ],
	},
	{
		key: 'endless',
		label: 'Never ends',
		name: 'Never ends',
		kind: 'endless',
		values: WEBHOOKS,
		fields: [],
	},
];

/** What "Add a rule" opens: everything is open. */
export const CUSTOM: Starter = {
	key: 'rule',
	label: 'Add a rule',
	name: '',
	kind: 'status',
	values: { path: '*', kind: 'status', status: '503' },
	fields: [
		'kind',
		'status',
		'retryAfterSeconds',
		'latency',
		'dripMs',
		'afterBytes',
		'name',
	],
};

/** Finds a starter by the word in the address; null when there is none. */
export function findStarter( key: unknown ): Starter | null {
	return (
		[ ...STARTERS, CUSTOM ].find( ( starter ) => starter.key === key ) ??
		null
	);
}
