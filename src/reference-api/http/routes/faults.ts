import { isWebhookAction } from '../../../shared/actions.ts';
import type { Static } from 'typebox';
import type { FaultControls } from '../../faults/fault-injection.ts';
import { FAULT_KINDS } from '../../model/faults.ts';
import type { Match } from '../../faults/request-matcher.ts';
import type { GivenFaultRule, JournalEntry } from '../../model/faults.ts';
import { HostingError } from '../../model/hosting.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import {
	AllOffBody,
	Fault,
	FaultList,
	FaultParams,
	FaultStateBody,
	Journal,
	JournalParams,
	JournalQuery,
	JournalRequest,
	JournalStateBody,
	MatchCount,
	MatchQuery,
	NewFaultBody,
} from '../fault-api.ts';
import type { TypedApp } from '../typed-app.ts';

const FAULTS = '/_local/faults';
const REQUESTS = '/_local/requests';
const DEFAULT_LIMIT = 100;
/** The journal is not stored. */
const IN_MEMORY = { document: { database: 'read' } } as const;

/** Converts a body into a rule; the schema has validated its values. */
function givenRule( body: Static< typeof NewFaultBody > ): GivenFaultRule {
	const { kind, action, ...rest } = body;
	return {
		...rest,
		kind: FAULT_KINDS.find( ( known ) => known === kind ) ?? 'none',
		...( action === undefined
			? {}
			: { action: isWebhookAction( action ) ? action : '' } ),
	};
}

function registerRules( app: TypedApp, rules: FaultControls[ 'rules' ] ): void {
	const list = documentRoute( {
		id: 'listFaults',
		tag: 'Faults',
		summary: 'Lists the fault rules',
		description: 'The first enabled rule that matches a request applies.',
		answers: { 200: FaultList },
	} );
	app.get( FAULTS, list, () => ( { rules: rules.all() } ) );
	const add = documentRoute( {
		body: NewFaultBody,
		id: 'addFault',
		tag: 'Faults',
		summary: 'Adds a fault rule at the end',
		description: 'The rule is on unless `isOn` is false.',
		answers: { 201: Fault },
		refusals: [ 409 ],
	} );
	app.post( FAULTS, add, async ( { body }, reply ) =>
		reply.code( 201 ).send( await rules.add( givenRule( body ) ) )
	);
	const off = documentRoute( {
		body: AllOffBody,
		id: 'turnAllFaultsOff',
		tag: 'Faults',
		summary: 'Turns all fault rules off',
		description: 'The rules are kept.',
		answers: { 200: FaultList },
	} );
	app.patch( FAULTS, off, async () => {
		await rules.turnAllOff();
		return { rules: rules.all() };
	} );
	const clear = documentRoute( {
		id: 'deleteFaults',
		tag: 'Faults',
		summary: 'Deletes all fault rules',
		description: 'Requests are handled without faults again.',
		answers: { 204: NoContent },
	} );
	app.delete( FAULTS, clear, async ( _request, reply ) => {
		await rules.removeAll();
		return reply.code( 204 ).send();
	} );
}

function registerRule( app: TypedApp, rules: FaultControls[ 'rules' ] ): void {
	for ( const method of [ 'PATCH', 'PUT' ] as const ) {
		const change = documentRoute( {
			params: FaultParams,
			body: FaultStateBody,
			id: method === 'PUT' ? 'putFault' : 'changeFault',
			tag: 'Faults',
			summary: 'Turns a fault rule on or off',
			description:
				'Turning a rule on resets its counter and its random sequence.',
			answers: { 200: Fault },
		} );
		app.route( {
			method,
			url: `${ FAULTS }/:fault`,
			...change,
			handler: ( { params, body } ) =>
				rules.setOn( params.fault, body.isOn ),
		} );
	}
	const remove = documentRoute( {
		params: FaultParams,
		id: 'deleteFault',
		tag: 'Faults',
		summary: 'Deletes a fault rule',
		description: 'Turning a rule off keeps it.',
		answers: { 204: NoContent },
	} );
	app.delete( `${ FAULTS }/:fault`, remove, async ( { params }, reply ) => {
		await rules.remove( params.fault );
		return reply.code( 204 ).send();
	} );
}

function registerReading(
	app: TypedApp,
	journal: FaultControls[ 'journal' ]
): void {
	const list = documentRoute( {
		querystring: JournalQuery,
		id: 'listRequests',
		tag: 'Faults',
		summary: 'Lists the last requests to the API and the webhooks',
		description:
			'Tokens, passwords and values of shell variables are redacted.',
		answers: { 200: Journal },
	} );
	app.get( REQUESTS, list, ( { query } ) => {
		const { only } = query;
		const page = journal.page( {
			only: only === 'errors' || only === 'faults' ? only : 'all',
			search: query.search ?? '',
			before: query.before ?? null,
			limit: query.limit ?? DEFAULT_LIMIT,
		} );
		return {
			requests: page.entries,
			counts: page.counts,
			isPaused: page.isPaused,
			capacity: page.capacity,
		};
	} );
	const one = documentRoute( {
		params: JournalParams,
		id: 'getRequest',
		tag: 'Faults',
		summary: 'Reads a request of the journal',
		description:
			'The journal keeps only the newest requests, and is empty after a restart.',
		answers: { 200: JournalRequest },
	} );
	app.get( `${ REQUESTS }/:number`, one, ( { params } ) =>
		findEntry( journal, params.number )
	);
}

/** @throws HostingError 404. */
export function findEntry(
	journal: FaultControls[ 'journal' ],
	number: string
): JournalEntry {
	const entry = /^\d{1,15}$/.test( number )
		? journal.entry( Number( number ) )
		: null;
	if ( ! entry ) {
		throw new HostingError(
			404,
			'This request is not in the journal. The journal keeps only the newest requests, and is empty after a restart.'
		);
	}
	return entry;
}

function registerMatches(
	app: TypedApp,
	journal: FaultControls[ 'journal' ]
): void {
	const count = documentRoute( {
		querystring: MatchQuery,
		id: 'countMatchingRequests',
		tag: 'Faults',
		summary:
			'Counts the requests of the journal that a fault rule would match',
		description:
			'For a rule that is not stored yet. Omitted fields match every request.',
		answers: { 200: MatchCount },
	} );
	app.get( `${ REQUESTS }/matches`, count, ( { query } ) => {
		const { path = '*', method = '', action = '' } = query;
		const { counts } = journal.page( {
			only: 'all',
			search: '',
			before: null,
			limit: 1,
		} );
		const match: Match = {
			path,
			method,
			action: isWebhookAction( action ) ? action : '',
		};
		return {
			matching: journal.matches( match ),
			all: counts.all,
		};
	} );
}

function registerWriting(
	app: TypedApp,
	journal: FaultControls[ 'journal' ]
): void {
	const clear = documentRoute( {
		config: IN_MEMORY,
		id: 'clearRequests',
		tag: 'Faults',
		summary: 'Clears the journal',
		description:
			'Later requests are recorded unless the journal is paused.',
		answers: { 204: NoContent },
	} );
	app.delete( REQUESTS, clear, async ( _request, reply ) => {
		journal.clear();
		return reply.code( 204 ).send();
	} );
	const pause = documentRoute( {
		config: IN_MEMORY,
		body: JournalStateBody,
		id: 'pauseRequests',
		tag: 'Faults',
		summary: 'Pauses or resumes the journal',
		description:
			'While it is paused, requests are handled but not recorded.',
		answers: { 200: JournalStateBody },
	} );
	app.put( REQUESTS, pause, ( { body } ) => {
		journal.setPaused( body.isPaused );
		return { isPaused: body.isPaused };
	} );
}

export function registerFaultRoutes(
	app: TypedApp,
	{ rules, journal }: FaultControls
): void {
	registerRules( app, rules );
	registerRule( app, rules );
	registerReading( app, journal );
	registerMatches( app, journal );
	registerWriting( app, journal );
}
