import { dateAndTime } from '../live/labels/time.ts';

/**
 * Formats a date and time that are already in the site's time zone: “November 24, 2026, 9:00 am”.
 *
 * @param localTime For example `2026-11-24T09:00:00`, without a zone.
 */
export function formatLocalTime( localTime: string ): string {
	// Parsed and formatted in the same zone, so the zone does not matter.
	const atMs = Date.parse( `${ localTime.slice( 0, 19 ) }Z` );
	return Number.isNaN( atMs ) ? localTime : dateAndTime( atMs, 'UTC' );
}
