import apiFetch from '@wordpress/api-fetch';
import type { Deliveries, Delivery } from '../../shared/wire.ts';
import { fetchRaw, pathOf } from '../live/api.ts';
import { ours } from '../live/ours.ts';
import { filtersOf, type Query, RUNS_PER_PAGE } from './query.ts';

/** A page of the log. */
export interface LogPage {
	deliveries: Delivery[];
	/** How many runs there are on all pages. */
	total: number;
	pages: number;
	/** Since when runs were searched; null when all of them were. */
	searchedSince: string | null;
}

function withWords( route: string, words: Record< string, string > ): string {
	return `${ pathOf( route ) }?${ new URLSearchParams( words ) }`;
}

/**
 * Returns where a page of the log is read.
 *
 * @param query What the address of the screen says.
 */
export function logPath( query: Query ): string {
	return withWords( 'deliveries', {
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
	const answer = ( await response.json() ) as Deliveries;
	const { deliveries } = ours( answer, 'deliveries' );
	const header = ( name: string, otherwise: number ) =>
		Number( response.headers.get( name ) ?? otherwise );
	return {
		deliveries,
		total: header( 'X-WP-Total', deliveries.length ),
		pages: header( 'X-WP-TotalPages', 1 ),
		searchedSince: response.headers.get(
			'X-Headless-Deploy-Searched-Since'
		),
	};
}

/** Reads one run. */
export async function fetchDelivery( id: number ): Promise< Delivery > {
	const path = pathOf( `deliveries/${ id }` );
	return ours( await apiFetch< Delivery >( { path } ), 'reasons' );
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
		withWords( 'deliveries/export', filtersOf( query ) )
	);
	return response.blob();
}
