/** Requests and responses of the routes of faults and of the journal. */
import { Type } from 'typebox';
import { WEBHOOK_ACTIONS } from '../../shared/actions.ts';
import { FAULT_BOUNDS } from '../../shared/fault-numbers.ts';
import type { FaultNumber } from '../../shared/fault-numbers.ts';
import { FAULT_KINDS } from '../model/faults.ts';
import { limit } from './request-schemas.ts';
import {
	closedObject,
	describedObject,
	namedObject,
} from './schema-builders.ts';

function bounded( name: FaultNumber, description: string ) {
	const [ minimum, maximum ] = FAULT_BOUNDS[ name ];
	return Type.Integer( { minimum, maximum, description } );
}

/** Numbers that only some kinds have are 0 in all others. */
function orZero( name: FaultNumber, description: string ) {
	const [ , maximum ] = FAULT_BOUNDS[ name ];
	return Type.Integer( { minimum: 0, maximum, description } );
}

const name = Type.String( {
	maxLength: 100,
	description: 'Display name; generated if omitted.',
	examples: [ 'Busy webhooks' ],
} );
const path = Type.String( {
	minLength: 1,
	maxLength: 1000,
	description:
		'Pattern for the path without the query; `*` matches anything.',
	examples: [ '/wh/v1/*' ],
} );
const method = Type.String( {
	maxLength: 20,
	description: 'In upper case; empty for all methods.',
	examples: [ 'POST' ],
} );
const action = Type.String( {
	enum: [ ...WEBHOOK_ACTIONS, '' ],
	description: 'A webhook action; empty for all requests.',
} );
const kind = Type.String( {
	enum: [ ...FAULT_KINDS ],
	description:
		'`status`, `drop` and `reset` replace the request: nothing is done. `none` (only a delay), `truncate`, `drip` and `endless` let the request be handled and change the response.',
	examples: [ 'status' ],
} );
const probability = Type.Number( {
	minimum: 0,
	maximum: 1,
	description: 'The share of matching requests that the rule affects.',
} );

const fields = {
	name,
	path,
	method,
	action,
	kind,
	status: orZero( 'status', 'Of kind `status`: from 200 to 599; else 0.' ),
	retryAfterSeconds: Type.Union( [
		bounded( 'retryAfterSeconds', 'Of kind `status`: the `Retry-After`.' ),
		Type.Null(),
	] ),
	latencyMs: bounded( 'latencyMs', 'Delay before the fault.' ),
	dripMs: orZero( 'dripMs', 'Of kind `drip`: the pause between two bytes.' ),
	afterBytes: bounded(
		'afterBytes',
		'Of kinds `drop` and `reset`: how much of the request’s body is read first.'
	),
	probability,
	seed: bounded(
		'seed',
		'Seed of the random sequence. The same seed affects the same requests each time the rule is turned on.'
	),
	count: Type.Union( [
		bounded( 'count', 'Number of uses after which the rule turns off.' ),
		Type.Null(),
	] ),
	isOn: Type.Boolean( { description: 'Whether the rule is on.' } ),
};

const { kind: kindField, ...others } = fields;

export const NewFaultBody = closedObject( {
	kind: kindField,
	...Type.Partial( Type.Object( others ) ).properties,
} );

export const FaultStateBody = closedObject( { isOn: fields.isOn } );

export const AllOffBody = closedObject( {
	isOn: Type.Literal( false, { description: 'Always false.' } ),
} );

export const FaultParams = Type.Object( {
	fault: Type.String( { maxLength: 100, description: 'Id of the rule.' } ),
} );

export const Fault = namedObject( 'FaultRule', 'A fault rule.', {
	id: Type.String( { description: 'A UUID.' } ),
	...fields,
	used: Type.Integer( {
		description: 'Number of uses since it was turned on.',
	} ),
} );

export const FaultList = describedObject(
	'All rules, in the order in which they were added.',
	{ rules: Type.Array( Fault ) }
);

const count = Type.Integer();
const headers = Type.Record( Type.String(), Type.String() );

export const JournalParams = Type.Object( {
	number: Type.String( {
		pattern: '^[0-9]{1,15}$',
		description: 'Number of the request.',
		examples: [ '1' ],
	} ),
} );

export const JournalRequest = namedObject(
	'JournalRequest',
	'A request, redacted.',
	{
		number: Type.Integer( { description: 'Increases with each request.' } ),
		at: Type.Unsafe< Date >( {
			type: 'string',
			description: 'When the request was received, RFC 3339.',
		} ),
		method: Type.String(),
		url: Type.String( {
			description: 'With its query; a token as its last four characters.',
		} ),
		status: Type.Integer( {
			description: '0 when the connection ended before an answer.',
		} ),
		caller: Type.String( {
			description: 'The API user, else the program of `User-Agent`.',
		} ),
		tookMs: Type.Number(),
		reason: Type.String( {
			description: 'Why it was refused; else empty.',
		} ),
		fault: Type.String( {
			description: 'Name of the rule that was applied, or empty.',
		} ),
		requestHeaders: headers,
		requestBody: Type.String( {
			description: 'JSON, at most 4 KiB of it; uploads are not kept.',
		} ),
		responseHeaders: headers,
		responseBody: Type.String( {
			description: 'At most 4 KiB, as it was before the fault.',
		} ),
	}
);

export const Journal = describedObject( 'Requests, newest first.', {
	requests: Type.Array( JournalRequest ),
	counts: closedObject( { all: count, errors: count, faults: count } ),
	isPaused: Type.Boolean(),
	capacity: Type.Integer( {
		description: 'How many requests the journal keeps at most.',
	} ),
} );

export const MatchQuery = Type.Partial(
	Type.Object( { path, method, action } )
);

export const MatchCount = describedObject(
	'How many requests of the journal a fault rule would match.',
	{ matching: count, all: count }
);

export const JournalQuery = Type.Object( {
	only: Type.Optional(
		Type.String( {
			enum: [ 'all', 'errors', 'faults' ],
			default: 'all',
			description:
				'All requests, failed requests, or requests with a fault.',
		} )
	),
	search: Type.Optional(
		Type.String( {
			maxLength: 200,
			description:
				'Found in method, address, caller, reason, rule or status.',
		} )
	),
	before: Type.Optional(
		Type.Integer( {
			minimum: 1,
			maximum: Number.MAX_SAFE_INTEGER,
			description:
				'Only requests with a smaller number, for the next page.',
		} )
	),
	limit,
} );

export const JournalStateBody = closedObject( {
	isPaused: Type.Boolean( {
		description:
			'Whether the journal is paused, so that requests are not recorded.',
	} ),
} );
