import { LIMITS } from '../../shared/server-facts.ts';
import { type Action, ACTIONS } from '../../shared/actions.ts';
import type { RunStatus } from '../../shared/wire.ts';

/** The filters for the status, and the statuses of each. */
const STATUS_FILTERS = {
	running: [ 'sending', 'retrying', 'building' ],
	live: [ 'live' ],
	accepted: [ 'accepted' ],
	failed: [ 'failed' ],
	canceled: [ 'canceled' ],
} as const satisfies Record< string, readonly RunStatus[] >;

export type StatusFilter = keyof typeof STATUS_FILTERS;

const STATUS_KEYS = Object.keys( STATUS_FILTERS ) as StatusFilter[];

/** The filter of builds that this site did not start, beside the actions. */
export const HOST_BUILDS = 'host';

export type ActionFilter = Action | typeof HOST_BUILDS;

/** The parameters in the address of the screen; an empty one filters nothing. */
export interface Query {
	search: string;
	environment: string;
	action: ActionFilter | '';
	status: StatusFilter | '';
	/** From 1 on. */
	page: number;
	/** The run in the drawer. */
	run: number | null;
}

/** Names in the address. `action` is reserved by WordPress. */
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

export function readQuery( address: string ): Query {
	const params = new URLSearchParams( address );
	return {
		search: ( params.get( NAMES.search ) ?? '' ).slice(
			0,
			LIMITS.searchLength
		),
		environment: params.get( NAMES.environment ) ?? '',
		action: oneOf(
			[ ...ACTIONS, HOST_BUILDS ],
			params.get( NAMES.action )
		),
		status: oneOf( STATUS_KEYS, params.get( NAMES.status ) ),
		page: count( params.get( NAMES.page ) ) ?? 1,
		run: count( params.get( NAMES.run ) ),
	};
}

/** Returns an address with these parameters; its other parameters stay. */
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

export const NO_FILTERS = {
	search: '',
	environment: '',
	action: '',
	status: '',
	page: 1,
} as const;

export function isFiltered( query: Query ): boolean {
	const { search, environment, action, status } = query;
	return [ search.trim(), environment, action, status ].some(
		( value ) => value !== ''
	);
}

/** Returns the filters as parameters of `GET /runs`. */
export function filtersOf( query: Query ): Record< string, string > {
	const { environment } = query;
	const isOfHost = query.action === HOST_BUILDS;
	const action = isOfHost ? '' : query.action;
	const cause = isOfHost ? HOST_BUILDS : '';
	const search = query.search.trim();
	const status =
		query.status === '' ? '' : STATUS_FILTERS[ query.status ].join();
	const params = { search, environment, action, cause, status };
	return Object.fromEntries(
		Object.entries( params ).filter( ( [ , value ] ) => value !== '' )
	);
}
