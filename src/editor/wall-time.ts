import { __, sprintf } from '../admin/i18n.ts';

/**
 * Says a date and time that stand in the site's time zone already: “November 24, 09:00”.
 *
 * @param at As the editor has it: `2026-11-24T09:00:00`, without a zone.
 */
export function wallTime( at: string ): string {
	const locale = document.documentElement.lang || undefined;
	// Read and written in one and the same zone, so that none matters.
	const time = Date.parse( `${ at.slice( 0, 19 ) }Z` );
	if ( Number.isNaN( time ) ) {
		return at;
	}
	const say = ( options: Intl.DateTimeFormatOptions ) =>
		new Intl.DateTimeFormat( locale, {
			...options,
			timeZone: 'UTC',
		} ).format( time );
	const isThisYear =
		new Date( time ).getUTCFullYear() === new Date().getFullYear();
	return sprintf(
		/* translators: 1: a date, for example “November 24”, 2: a time, for example “09:00”. */
		__( '%1$s, %2$s', 'headless-deploy' ),
		say( {
			day: 'numeric',
			month: 'long',
			...( isThisYear ? {} : { year: 'numeric' } ),
		} ),
		say( { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } )
	);
}
