/**
 * Reads the form of a fault rule: what was typed, field by field, with what is wrong about it.
 */
import { ACTIONS } from '../../shared/actions.ts';
import {
	BOUNDS,
	withDefaults,
	findProblems,
} from '../faults/rule-validation.ts';
import { FAULT_KINDS } from '../model/faults.ts';
import type {
	FaultKind,
	FaultProblem,
	GivenFaultRule,
	NewFaultRule,
} from '../model/faults.ts';
import type { FaultField, Starter } from './fault-presets.ts';

/** What was typed. */
export type FaultValues = Partial< Record< FaultField, string > >;

export type FaultProblems = Partial< Record< FaultField, string > >;

interface Match {
	value: string;
	label: string;
	method: string;
	action: NewFaultRule[ 'action' ];
}

/** What "Method and action" offers. */
export const MATCHES: readonly Match[] = [
	{ value: '', label: 'Any method', method: '', action: '' },
	{
		value: 'webhook',
		label: 'POST, any webhook action',
		method: 'POST',
		action: '',
	},
	...ACTIONS.map( ( action ): Match => ( {
		value: `webhook:${ action }`,
		label: `POST, webhook:${ action }`,
		method: 'POST',
		action,
	} ) ),
	...[ 'GET', 'POST', 'PUT', 'PATCH', 'DELETE' ].map( ( method ): Match => ( {
		value: method,
		label: method,
		method,
		action: '',
	} ) ),
];

/** What "How often" offers: shares of the calls. */
export const SHARES = [ 1, 0.5, 0.25, 0.1, 0.01 ] as const;

/** Where the form asks for a rule's field. */
const FORM_FIELDS: Record< FaultProblem[ 'field' ], FaultField > = {
	name: 'name',
	path: 'path',
	method: 'match',
	action: 'match',
	kind: 'kind',
	status: 'status',
	retryAfterSeconds: 'retryAfterSeconds',
	latencyMs: 'latency',
	dripMs: 'dripMs',
	afterBytes: 'afterBytes',
	probability: 'share',
	seed: 'seed',
	count: 'count',
};

/** Reads numbers, and remembers why one could not be read. */
class Numbers {
	readonly problems: FaultProblems = {};
	readonly #values: FaultValues;

	constructor( values: FaultValues ) {
		this.#values = values;
	}

	/**
	 * Reads a field.
	 *
	 * @param bounds Its smallest and largest value.
	 * @return Null when it is empty or cannot be read.
	 */
	read(
		field: FaultField,
		bounds: readonly [ number, number ]
	): number | null {
		const typed = this.#values[ field ]?.trim() ?? '';
		if ( typed === '' ) {
			return null;
		}
		const number = /^-?\d+(?:[.,]\d+)?$/.test( typed )
			? Number( typed.replace( ',', '.' ) )
			: Number.NaN;
		const [ min, max ] = bounds;
		if ( Number.isNaN( number ) ) {
			this.problems[ field ] =
				`“${ typed.slice( 0, 40 ) }” is not a number. Use ${ min } to ${ max }.`;
			return null;
		}
		if ( number < min || number > max ) {
			this.problems[ field ] =
				`“${ typed.slice( 0, 40 ) }” is not possible. Use ${ min } to ${ max }.`;
			return null;
		}
		return number;
	}
}

function kindOf( values: FaultValues, starter: Starter ): FaultKind {
	return (
		FAULT_KINDS.find(
			( kind ) =>
				starter.fields.includes( 'kind' ) && kind === values.kind
		) ?? starter.kind
	);
}

const LATENCY_SECONDS = [ 0, BOUNDS.latencyMs[ 1 ] / 1000 ] as const;

/**
 * Reads only the numbers that the kind of fault has a use for; the others may stand in the form unread.
 */
function numbersOf(
	kind: FaultKind,
	numbers: Numbers
): Partial< NewFaultRule > {
	const latency = numbers.read( 'latency', LATENCY_SECONDS ) ?? 0;
	const seed = numbers.read( 'seed', BOUNDS.seed );
	const read: Partial< NewFaultRule > = {
		latencyMs: Math.round( latency * 1000 ),
		count: numbers.read( 'count', BOUNDS.count ),
		...( seed === null ? {} : { seed } ),
	};
	if ( kind === 'status' ) {
		read.status = numbers.read( 'status', BOUNDS.status ) ?? 0;
		read.retryAfterSeconds = numbers.read(
			'retryAfterSeconds',
			BOUNDS.retryAfterSeconds
		);
	}
	if ( kind === 'drip' ) {
		const dripMs = numbers.read( 'dripMs', BOUNDS.dripMs );
		return dripMs === null ? read : { ...read, dripMs };
	}
	if ( kind === 'drop' || kind === 'reset' ) {
		read.afterBytes = numbers.read( 'afterBytes', BOUNDS.afterBytes ) ?? 0;
	}
	return read;
}

/**
 * Reads the form.
 *
 * @param starter What the rule was started from.
 * @return The rule, and what is wrong about it by field; nothing is wrong when that is empty.
 */
export function readFaultForm(
	values: FaultValues,
	starter: Starter
): { rule: GivenFaultRule; problems: FaultProblems } {
	const kind = kindOf( values, starter );
	const numbers = new Numbers( values );
	const match = MATCHES.find( ( { value } ) => value === values.match );
	const share = SHARES.find( ( one ) => String( one ) === values.share );
	const rule: GivenFaultRule = {
		kind,
		name: values.name?.trim() || starter.name,
		path: values.path?.trim() ?? '',
		method: match?.method ?? '',
		action: match?.action ?? '',
		probability: share ?? 1,
		...numbersOf( kind, numbers ),
	};
	const problems = { ...numbers.problems };
	for ( const { field, message } of findProblems(
		withDefaults( rule, () => 0 )
	) ) {
		problems[ FORM_FIELDS[ field ] ] ??= message;
	}
	return { rule, problems };
}

/**
 * Finds which requests a form is about as it stands, for the count beside it.
 *
 * @param values What stands in the form.
 */
export function matchOf( values: FaultValues ): {
	path: string;
	method: string;
	action: NewFaultRule[ 'action' ];
} {
	const match = MATCHES.find( ( { value } ) => value === values.match );
	return {
		path: values.path ?? '',
		method: match?.method ?? '',
		action: match?.action ?? '',
	};
}
