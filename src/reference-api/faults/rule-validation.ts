/** Completes a rule with its defaults and validates it, for API and portal. */
import { METHODS } from 'node:http';
import { WEBHOOK_ACTIONS, isWebhookAction } from '../../shared/actions.ts';
import { FAULT_BOUNDS, KINDS_WITH } from '../../shared/fault-numbers.ts';
import type { FaultNumber } from '../../shared/fault-numbers.ts';
import { quote } from '../lib/names.ts';
import { FAULT_KINDS } from '../model/faults.ts';
import type {
	FaultProblem,
	GivenFaultRule,
	NewFaultRule,
} from '../model/faults.ts';

const MAX_NAME = 100;
const MAX_PATH = 1000;
const DEFAULT_DRIP_MS = 100;

const METHOD_NAMES: readonly string[] = METHODS;

/** Returns the name of a rule without one, for example “503 for /v1/*”. */
function defaultName( rule: NewFaultRule ): string {
	const what = rule.kind === 'status' ? String( rule.status ) : rule.kind;
	const where = rule.action === '' ? rule.path : `webhook:${ rule.action }`;
	return `${ what } for ${ where }`.slice( 0, MAX_NAME );
}

/** Fills in what was not given. */
export function withDefaults(
	given: GivenFaultRule,
	random: () => number
): NewFaultRule {
	const rule: NewFaultRule = {
		name: '',
		path: '*',
		method: '',
		action: '',
		status: 0,
		retryAfterSeconds: null,
		latencyMs: 0,
		dripMs: given.kind === 'drip' ? DEFAULT_DRIP_MS : 0,
		afterBytes: 0,
		probability: 1,
		seed: Math.floor( random() * ( FAULT_BOUNDS.seed[ 1 ] + 1 ) ),
		count: null,
		isOn: true,
		...given,
	};
	return rule.name.trim() === ''
		? { ...rule, name: defaultName( rule ) }
		: rule;
}

/** Returns an empty string if the number is within its bounds. */
function boundsProblem( field: FaultNumber, value: number ): string {
	const [ min, max ] = FAULT_BOUNDS[ field ];
	return Number.isInteger( value ) && value >= min && value <= max
		? ''
		: `Invalid number ${ value }. Use a whole number from ${ min } to ${ max }.`;
}

function numberProblems( rule: NewFaultRule ): FaultProblem[] {
	return ( Object.keys( FAULT_BOUNDS ) as FaultNumber[] ).flatMap(
		( field ) => {
			const value = rule[ field ];
			const kinds = KINDS_WITH[ field ];
			if ( kinds && ! kinds.includes( rule.kind ) ) {
				return value === null || value === 0
					? []
					: [
							{
								field,
								message: `${ value } has no effect here. Remove it: only ${ kinds.join( ' and ' ) } uses it.`,
							},
						];
			}
			const message = value === null ? '' : boundsProblem( field, value );
			return message === '' ? [] : [ { field, message } ];
		}
	);
}

function nameProblem( name: string ): string {
	return name.length > MAX_NAME || /[\p{Cc}\p{Bidi_Control}]/u.test( name )
		? `Invalid name ${ quote( name ) }. Use 1 to ${ MAX_NAME } printable characters.`
		: '';
}

function pathProblem( path: string ): string {
	if ( ! /^[/*]/.test( path ) || path.length > MAX_PATH ) {
		return `${ quote( path ) } is not a path. Begin with “/” or “*”, with at most ${ MAX_PATH } characters.`;
	}
	return path.includes( '?' )
		? `${ quote( path ) } contains a query. Rules match only the path: remove “?” and everything after it.`
		: '';
}

function wordProblems( rule: NewFaultRule ): FaultProblem[] {
	const { name, path, method, action, kind, probability } = rule;
	const problems: FaultProblem[] = [
		{ field: 'name', message: nameProblem( name ) },
		{ field: 'path', message: pathProblem( path ) },
	];
	if ( method !== '' && ! METHOD_NAMES.includes( method ) ) {
		const message = `${ quote( method ) } is not a method. Use one such as POST, or leave it empty for every method.`;
		problems.push( { field: 'method', message } );
	}
	if ( action !== '' && ! isWebhookAction( action ) ) {
		const message = `${ quote( String( action ) ) } is not a webhook action. Use ${ WEBHOOK_ACTIONS.join( ', ' ) }, or leave it empty.`;
		problems.push( { field: 'action', message } );
	}
	if ( ! FAULT_KINDS.includes( kind ) ) {
		const message = `${ quote( String( kind ) ) } is not a kind of fault. Use one of ${ FAULT_KINDS.join( ', ' ) }.`;
		problems.push( { field: 'kind', message } );
	}
	if ( ! ( probability >= 0 && probability <= 1 ) ) {
		const message = `Invalid number ${ probability }. Use a number from 0 to 1, such as 0.5 for one call in two.`;
		problems.push( { field: 'probability', message } );
	}
	return problems.filter( ( { message } ) => message !== '' );
}

/** Finds all invalid fields of a rule. */
export function findProblems( rule: NewFaultRule ): FaultProblem[] {
	const problems = [ ...wordProblems( rule ), ...numberProblems( rule ) ];
	if ( rule.kind === 'none' && rule.latencyMs === 0 ) {
		problems.push( {
			field: 'latencyMs',
			message:
				'0 has no effect. Use a wait of at least 1 ms, or another kind of fault.',
		} );
	}
	return problems;
}
