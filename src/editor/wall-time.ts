import { dateAndTime } from '../panel/labels/time.ts';

/**
 * Says a date and time that stand in the site's time zone already: “November 24, 2026, 9:00 am”.
 *
 * @param at As the editor has it: `2026-11-24T09:00:00`, without a zone.
 */
export function wallTime( at: string ): string {
	// Read and written in one and the same zone, so that none matters.
	const atMs = Date.parse( `${ at.slice( 0, 19 ) }Z` );
	return Number.isNaN( atMs ) ? at : dateAndTime( atMs, 'UTC' );
}
