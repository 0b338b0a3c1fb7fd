import { LIMITS } from '../../shared/server-facts.ts';
import type { Runs, Run } from '../../shared/wire.ts';
import {
	bodyOf,
	checkedResponse,
	fetchRaw,
	pathOf,
	request,
} from '../../live/request.ts';
import { filtersOf, type Query } from './query.ts';

/** A page of the log. */
export interface LogPage {
	runs: Run[];
	removedEnvironments: Runs[ 'removedEnvironments' ];
	/** How many runs there are on all pages. */
	total: number;
	pages: number;
	/** Since when runs were searched; null when all of them were. */
	searchedSince: string | null;
}

function withParams( route: string, params: Record< string, string > ): string {
	return `${ pathOf( route ) }?${ new URLSearchParams( params ) }`;
}

export function logPath( query: Query ): string {
	return withParams( 'runs', {
		...filtersOf( query ),
		per_page: String( LIMITS.runsPerPage ),
		page: String( query.page ),
	} );
}

/** @param path As `logPath()` returns it. */
export async function fetchLog( path: string ): Promise< LogPage > {
	const response = await fetchRaw( path );
	const { runs, removedEnvironments } = checkedResponse(
		await bodyOf< Runs >( response ),
		'runs'
	);
	const header = ( name: string, otherwise: number ) =>
		Number( response.headers.get( name ) ?? otherwise );
	return {
		runs,
		removedEnvironments: removedEnvironments ?? [],
		total: header( 'X-WP-Total', runs.length ),
		pages: header( 'X-WP-TotalPages', 1 ),
		searchedSince: response.headers.get(
			'X-Headless-Deploy-Searched-Since'
		),
	};
}

export function fetchRun( id: number ): Promise< Run > {
	return request( `runs/${ id }`, 'reasons' );
}

/** Reads the filtered log as a CSV file; for administrators. */
export async function fetchExport( query: Query ): Promise< Blob > {
	const response = await fetchRaw(
		withParams( 'runs/export', filtersOf( query ) )
	);
	return response.blob();
}
