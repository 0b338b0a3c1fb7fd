import { __, _x, sprintf } from '../../ui/i18n.ts';
import { dayNumber, siteDate } from './site-date.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Below this, a time is counted in seconds. */
const SECONDS_UNTIL_MS = 90 * SECOND_MS;

function localNumber( value: number ): string {
	try {
		const { lang } = document.documentElement;
		return new Intl.NumberFormat( lang || 'en' ).format( value );
	} catch {
		// A locale of WordPress such as “pt-PT-ao90” is not a language tag.
		return String( value );
	}
}

function seconds( count: number ): string {
	/* translators: %d: number of seconds, abbreviated. */
	return sprintf( __( '%d s', 'headless-deploy' ), count );
}

function minutes( count: number ): string {
	/* translators: %d: number of minutes, abbreviated. */
	return sprintf( __( '%d min', 'headless-deploy' ), count );
}

/** Rounded up, so that nothing happens later than announced. */
export function timeLeft( leftMs: number ): string {
	return leftMs > SECONDS_UNTIL_MS
		? minutes( Math.ceil( leftMs / MINUTE_MS ) )
		: seconds( Math.max( 0, Math.ceil( leftMs / SECOND_MS ) ) );
}

export function duration( tookMs: number ): string {
	if ( tookMs < 10 * SECOND_MS ) {
		const tenths = Math.max( 1, Math.round( tookMs / 100 ) ) / 10;
		return sprintf(
			/* translators: %s: number of seconds, abbreviated. */
			__( '%s s', 'headless-deploy' ),
			localNumber( tenths )
		);
	}
	const whole = Math.round( tookMs / SECOND_MS );
	if ( whole < 60 ) {
		return seconds( whole );
	}
	return whole % 60 === 0
		? minutes( whole / 60 )
		: sprintf(
				/* translators: 1: number of minutes, 2: number of seconds, both abbreviated. */
				__( '%1$d min %2$d s', 'headless-deploy' ),
				Math.floor( whole / 60 ),
				whole % 60
			);
}

/** Rounded down to whole seconds. */
export function elapsed( ms: number ): string {
	const wholeSeconds = Math.floor( Math.max( 0, ms ) / SECOND_MS );
	return wholeSeconds < 60
		? seconds( wholeSeconds )
		: duration( wholeSeconds * SECOND_MS );
}

/** Rounds a duration: an estimate needs no exact seconds. */
export function roughDuration( spanMs: number ): string {
	const inTens =
		Math.max( 1, Math.round( spanMs / ( 10 * SECOND_MS ) ) ) * 10;
	return spanMs < SECONDS_UNTIL_MS
		? seconds( inTens )
		: minutes( Math.round( spanMs / MINUTE_MS ) );
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
