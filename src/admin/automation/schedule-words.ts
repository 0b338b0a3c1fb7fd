import { __, sprintf } from '../i18n.ts';
import type { Frequency, Schedule, Weekday } from '../../shared/wire.ts';
import { WEEKDAYS } from '../../shared/wire.ts';
import { actionLabel } from '../words/action.ts';

const DAY_MS = 86_400_000;
/** A Monday. */
const SOME_MONDAY_MS = Date.UTC( 2026, 0, 5 );

function locale(): string | undefined {
	return document.documentElement.lang || undefined;
}

function format(
	atMs: number,
	timeZone: string,
	options: Intl.DateTimeFormatOptions
): string {
	try {
		return new Intl.DateTimeFormat( locale(), {
			...options,
			timeZone: timeZone || undefined,
		} ).format( atMs );
	} catch {
		// An old browser may not know a zone such as “+05:30”.
		return new Intl.DateTimeFormat( locale(), options ).format( atMs );
	}
}

/**
 * Names the site's time zone: those without a city are told from UTC.
 *
 * @param timeZone As the site has it, for example “Europe/Stockholm” or “+05:30”.
 */
export function timeZoneLabel( timeZone: string ): string {
	if ( timeZone === '' || /^[+-]00:00$/.test( timeZone ) ) {
		return 'UTC';
	}
	return /^[+-]/.test( timeZone ) ? `UTC${ timeZone }` : timeZone;
}

/**
 * Names a day of the week.
 *
 * @param weekday The day.
 */
export function weekdayLabel( weekday: Weekday ): string {
	const day = SOME_MONDAY_MS + WEEKDAYS.indexOf( weekday ) * DAY_MS;
	return format( day, 'UTC', { weekday: 'long' } );
}

/**
 * Names a frequency.
 *
 * @param frequency The frequency.
 */
export function frequencyLabel( frequency: Frequency ): string {
	return {
		hourly: __( 'Every hour', 'headless-deploy' ),
		daily: __( 'Every day', 'headless-deploy' ),
		weekly: __( 'Every week', 'headless-deploy' ),
		monthly: __( 'Every month', 'headless-deploy' ),
	}[ frequency ];
}

type Times = Pick<
	Schedule,
	'action' | 'frequency' | 'weekday' | 'day' | 'time'
>;

function hourly( action: string, time: string ): string {
	const minute = Number( time.slice( -2 ) );
	return minute === 0
		? sprintf(
				/* translators: %s: an action, for example “Purge Cache”. */
				__( '%s every hour, on the hour', 'headless-deploy' ),
				action
			)
		: sprintf(
				/* translators: 1: an action, for example “Purge Cache”, 2: a number of minutes. */
				__(
					'%1$s every hour, %2$d min past the hour',
					'headless-deploy'
				),
				action,
				minute
			);
}

/**
 * Says what a schedule does and how often: “Clean Rebuild every day at 03:00”.
 *
 * @param schedule The schedule.
 */
export function scheduleInWords( schedule: Times ): string {
	const action = actionLabel( schedule.action );
	const { frequency, time, weekday, day } = schedule;
	switch ( frequency ) {
		case 'hourly':
			return hourly( action, time );
		case 'daily':
			return sprintf(
				/* translators: 1: an action, for example “Clean Rebuild”, 2: a time of day. */
				__( '%1$s every day at %2$s', 'headless-deploy' ),
				action,
				time
			);
		case 'weekly':
			return sprintf(
				/* translators: 1: an action, for example “Purge Cache”, 2: a day of the week, 3: a time of day. */
				__( '%1$s every %2$s at %3$s', 'headless-deploy' ),
				action,
				weekdayLabel( weekday ?? 'monday' ),
				time
			);
		case 'monthly':
			return sprintf(
				/* translators: 1: an action, for example “Rebuild”, 2: a day of the month, 3: a time of day. */
				__(
					'%1$s on day %2$d of the month at %3$s',
					'headless-deploy'
				),
				action,
				day ?? 1,
				time
			);
	}
}

function dayOf( atMs: number, timeZone: string ): string {
	return format( atMs, timeZone, {
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
	} );
}

/**
 * Names a day that is past: “today”, “yesterday”, “November 18”.
 *
 * @param atMs     When it was.
 * @param nowMs    The server's time.
 * @param timeZone As the site has it.
 */
export function dayInWords(
	atMs: number,
	nowMs: number,
	timeZone: string
): string {
	const day = dayOf( atMs, timeZone );
	if ( day === dayOf( nowMs, timeZone ) ) {
		return __( 'today', 'headless-deploy' );
	}
	return day === dayOf( nowMs - DAY_MS, timeZone )
		? __( 'yesterday', 'headless-deploy' )
		: format( atMs, timeZone, { month: 'long', day: 'numeric' } );
}

/**
 * Says when a schedule runs next, in the site's time zone: “Next run tomorrow, 03:00”.
 *
 * @param nextRunAt ISO 8601.
 * @param nowMs     The server's time.
 * @param timeZone  As the site has it.
 */
export function nextRunInWords(
	nextRunAt: string,
	nowMs: number,
	timeZone: string
): string {
	const atMs = Date.parse( nextRunAt );
	if ( atMs <= nowMs ) {
		return __( 'Due now', 'headless-deploy' );
	}
	const time = format( atMs, timeZone, {
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	} );
	const day = dayOf( atMs, timeZone );
	if ( day === dayOf( nowMs, timeZone ) ) {
		/* translators: %s: a time of day. */
		return sprintf( __( 'Next run today, %s', 'headless-deploy' ), time );
	}
	if ( day === dayOf( nowMs + DAY_MS, timeZone ) ) {
		return sprintf(
			/* translators: %s: a time of day. */
			__( 'Next run tomorrow, %s', 'headless-deploy' ),
			time
		);
	}
	return sprintf(
		/* translators: 1: a day, for example “Monday, November 23”, 2: a time of day. */
		__( 'Next run %1$s, %2$s', 'headless-deploy' ),
		format( atMs, timeZone, {
			weekday: 'long',
			month: 'long',
			day: 'numeric',
		} ),
		time
	);
}
