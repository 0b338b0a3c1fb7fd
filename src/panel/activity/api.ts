import apiFetch from '@wordpress/api-fetch';
import type { Runs, Run } from '../../shared/wire.ts';
import { fetchRaw, pathOf } from '../live/api.ts';
import { checkedResponse } from '../live/response-guard.ts';
import { filtersOf, type Query, RUNS_PER_PAGE } from './query.ts';

/** A page of the log. */
export interface LogPage {
	runs: Run[];
	/** How many runs there are on all pages. */
	total: number;
	pages: number;
	/** Since when runs were searched; null when all of them were. */
	searchedSince: string | null;
}

function withParams( route: string, params: Record< string, string > ): string {
	return `${ pathOf( route ) }?${ new URLSearchParams( params ) }`;
}

/**
 * Returns where a page of the log is read.
 *
 * @param query What the address of the screen says.
 */
export function logPath( query: Query ): string {
	return withParams( 'runs', {
		...filtersOf( query ),
		per_page: String( RUNS_PER_PAGE ),
		page: String( query.page ),
	} );
}

/**
 * Reads a page of the log, newest first.
 *
 * @param path As `logPath()` returns it.
 */
export async function fetchLog( path: string ): Promise< LogPage > {
	const response = await fetchRaw( path );
	const answer = ( await response.json() ) as Runs;
	const { runs } = checkedResponse( answer, 'runs' );
	const header = ( name: string, otherwise: number ) =>
		Number( response.headers.get( name ) ?? otherwise );
	return {
		runs,
		total: header( 'X-WP-Total', runs.length ),
		pages: header( 'X-WP-TotalPages', 1 ),
		searchedSince: response.headers.get(
			'X-Headless-Deploy-Searched-Since'
		),
	};
}

/** Reads one run. */
export async function fetchRun( id: number ): Promise< Run > {
	const path = pathOf( `runs/${ id }` );
	return checkedResponse( await apiFetch< Run >( { path } ), 'reasons' );
}

/**
 * Reads what passes the filters as a file; for administrators.
 *
 * @param query What the address of the screen says.
 */
export async function fetchExport( query: Query ): Promise< Blob > {
	// Renews a nonce that ran out by an answer that is short.
	await apiFetch( { path: pathOf( 'environments' ) } );
	const response = await fetchRaw(
		withParams( 'runs/export', filtersOf( query ) )
	);
	return response.blob();
}
