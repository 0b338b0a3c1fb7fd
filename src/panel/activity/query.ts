import { type Action, ACTIONS } from '../../shared/actions.ts';
import type { RunStatus } from '../../shared/wire.ts';

/** What the list can be narrowed to, and the statuses that are asked for. */
const STATUS_FILTERS = {
	running: [ 'sending', 'retrying', 'building' ],
	live: [ 'live' ],
	accepted: [ 'accepted' ],
	failed: [ 'failed' ],
	canceled: [ 'canceled' ],
} as const satisfies Record< string, readonly RunStatus[] >;

export type StatusFilter = keyof typeof STATUS_FILTERS;

const STATUS_KEYS = Object.keys( STATUS_FILTERS ) as StatusFilter[];

/** What the address of the screen says; empty words filter nothing. */
export interface Query {
	search: string;
	environment: string;
	action: Action | '';
	status: StatusFilter | '';
	/** From 1 on. */
	page: number;
	/** The run that is shown beside the list. */
	run: number | null;
}

export const RUNS_PER_PAGE = 20;

/** What the server takes; longer words are refused. */
export const LONGEST_SEARCH = 100;

/**
 * Names in the address. `action` is none of them: WordPress does something with that one.
 */
const NAMES = {
	search: 's',
	environment: 'environment',
	action: 'run-action',
	status: 'status',
	page: 'paged',
	run: 'run',
} as const;

function oneOf< T extends string >(
	all: readonly T[],
	value: string | null
): T | '' {
	return all.find( ( one ) => one === value ) ?? '';
}

function count( value: string | null ): number | null {
	return /^[1-9]\d{0,14}$/.test( value ?? '' ) ? Number( value ) : null;
}

/**
 * Reads the address of the screen.
 *
 * @param address What follows the question mark.
 */
export function readQuery( address: string ): Query {
	const params = new URLSearchParams( address );
	return {
		search: ( params.get( NAMES.search ) ?? '' ).slice( 0, LONGEST_SEARCH ),
		environment: params.get( NAMES.environment ) ?? '',
		action: oneOf( ACTIONS, params.get( NAMES.action ) ),
		status: oneOf( STATUS_KEYS, params.get( NAMES.status ) ),
		page: count( params.get( NAMES.page ) ) ?? 1,
		run: count( params.get( NAMES.run ) ),
	};
}

/**
 * Writes the address of the screen; what else it says stays.
 *
 * @param address The address as it is, what follows the question mark.
 * @param query   What it is to say.
 */
export function writeQuery( address: string, query: Query ): string {
	const params = new URLSearchParams( address );
	const values = { ...query, page: query.page > 1 ? query.page : '' };
	for ( const key of Object.keys( NAMES ) as ( keyof Query )[] ) {
		const value = String( values[ key ] ?? '' );
		if ( value === '' ) {
			params.delete( NAMES[ key ] );
		} else {
			params.set( NAMES[ key ], value );
		}
	}
	return params.toString();
}

/** The whole log, from its first page. */
export const NO_FILTERS = {
	search: '',
	environment: '',
	action: '',
	status: '',
	page: 1,
} as const;

/**
 * Tells whether the list is narrowed.
 *
 * @param query What the address says.
 */
export function isFiltered( query: Query ): boolean {
	const { search, environment, action, status } = query;
	return [ search.trim(), environment, action, status ].some(
		( value ) => value !== ''
	);
}

/**
 * Returns what the server is asked to narrow the log by.
 *
 * @param query What the address says.
 */
export function filtersOf( query: Query ): Record< string, string > {
	const { environment, action } = query;
	const search = query.search.trim();
	const status =
		query.status === '' ? '' : STATUS_FILTERS[ query.status ].join();
	const params = { search, environment, action, status };
	return Object.fromEntries(
		Object.entries( params ).filter( ( [ , value ] ) => value !== '' )
	);
}
