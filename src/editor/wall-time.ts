import { dateAndTime } from '../panel/labels/time.ts';

/**
 * Formats a date and time that are already in the site's time zone: “November 24, 2026, 9:00 am”.
 *
 * @param at For example `2026-11-24T09:00:00`, without a zone.
 */
export function wallTime( at: string ): string {
	// Parsed and formatted in the same zone, so the zone does not matter.
	const atMs = Date.parse( `${ at.slice( 0, 19 ) }Z` );
	return Number.isNaN( atMs ) ? at : dateAndTime( atMs, 'UTC' );
}
