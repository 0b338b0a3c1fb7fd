import { __, _x, sprintf } from '../../ui/i18n.ts';
import { minutes, seconds } from '../../ui/duration.ts';
import { dayNumber, siteDate } from './site-date.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Below this, a time is counted in seconds. */
const SECONDS_UNTIL_MS = 90 * SECOND_MS;

/** Rounded up, so that nothing happens later than announced. */
export function timeLeft( leftMs: number ): string {
	return leftMs > SECONDS_UNTIL_MS
		? minutes( Math.ceil( leftMs / MINUTE_MS ) )
		: seconds( Math.max( 0, Math.ceil( leftMs / SECOND_MS ) ) );
}

/** The date and the time in the site's own format. */
export function dateAndTime(
	atMs: number,
	timeZone: string,
	precision: 'time' | 'exactTime' = 'time'
): string {
	return sprintf(
		/* translators: 1: a date, for example “November 24, 2026”, 2: a time, for example “9:00 am”. */
		_x( '%1$s, %2$s', 'date and time', 'headless-deploy' ),
		siteDate( 'date', atMs, timeZone ),
		siteDate( precision, atMs, timeZone )
	);
}

/** The time in the site's own format, with the date if it was not today. */
export function clockTime(
	at: string,
	nowMs: number,
	timeZone: string
): string {
	const atMs = Date.parse( at );
	return dayNumber( atMs, timeZone ) === dayNumber( nowMs, timeZone )
		? siteDate( 'time', atMs, timeZone )
		: dateAndTime( atMs, timeZone );
}

/** How long ago something happened; after a day, when. */
export function timeAgo(
	at: string,
	nowMs: number,
	timeZone: string,
	secondsUntilMs = SECONDS_UNTIL_MS
): string {
	const agoMs = Math.max( 0, nowMs - Date.parse( at ) );
	if ( agoMs < SECOND_MS ) {
		return __( 'just now', 'headless-deploy' );
	}
	if ( agoMs >= DAY_MS ) {
		return clockTime( at, nowMs, timeZone );
	}
	/* translators: %s: a span of time, for example “4 min”. */
	const ago = __( '%s ago', 'headless-deploy' );
	if ( agoMs < secondsUntilMs ) {
		return sprintf( ago, seconds( Math.floor( agoMs / SECOND_MS ) ) );
	}
	if ( agoMs < HOUR_MS ) {
		return sprintf( ago, minutes( Math.floor( agoMs / MINUTE_MS ) ) );
	}
	return sprintf(
		ago,
		sprintf(
			/* translators: %d: number of hours, abbreviated. */
			__( '%d h', 'headless-deploy' ),
			Math.floor( agoMs / HOUR_MS )
		)
	);
}

/** The time with seconds in the site's own format. */
export function exactTime( at: string, timeZone: string ): string {
	return siteDate( 'exactTime', Date.parse( at ), timeZone );
}

/** Names the site's time zone, which is a city or an offset: “Europe/Stockholm”, “UTC+05:30”. */
export function timeZoneLabel( timeZone: string ): string {
	if ( timeZone === '' || /^[+-]00:00$/.test( timeZone ) ) {
		return 'UTC';
	}
	return /^[+-]/.test( timeZone ) ? `UTC${ timeZone }` : timeZone;
}
