import { __, sprintf } from '../../ui/i18n.ts';
import type { Frequency, Run, Schedule, Weekday } from '../../shared/wire.ts';
import { WEEKDAYS } from '../../shared/wire.ts';
import { actionLabel } from '../../live/labels/action.ts';
import { durationText } from '../../live/labels/run.ts';
import { dayNumber, siteDate } from '../../live/labels/site-date.ts';

const DAY_MS = 86_400_000;
/** A Monday. */
const SOME_MONDAY_MS = Date.UTC( 2026, 0, 5 );

export function weekdayLabel( weekday: Weekday ): string {
	return new Intl.DateTimeFormat(
		document.documentElement.lang || undefined,
		{
			weekday: 'long',
			timeZone: 'UTC',
		}
	).format( SOME_MONDAY_MS + WEEKDAYS.indexOf( weekday ) * DAY_MS );
}

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

function timeOfDay( time: string ): string {
	return siteDate( 'time', Date.parse( `1970-01-01T${ time }Z` ), 'UTC' );
}

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

/** “Clean Rebuild every day at 03:00” */
export function scheduleText( schedule: Times ): string {
	const { frequency, weekday, day } = schedule;
	if ( frequency === 'hourly' ) {
		return hourly( actionLabel( schedule.action ), schedule.time );
	}
	const action = actionLabel( schedule.action );
	const time = timeOfDay( schedule.time );
	switch ( frequency ) {
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

/** A day in the past: “today”, “yesterday”, “November 18, 2026” */
function dayText( atMs: number, nowMs: number, timeZone: string ): string {
	switch ( dayNumber( nowMs, timeZone ) - dayNumber( atMs, timeZone ) ) {
		case 0:
			return __( 'today', 'headless-deploy' );
		case 1:
			return __( 'yesterday', 'headless-deploy' );
		default:
			return siteDate( 'date', atMs, timeZone );
	}
}

/** “Next run tomorrow, 3:00 am” */
export function nextRunText(
	nextRunAt: string,
	nowMs: number,
	timeZone: string
): string {
	const atMs = Date.parse( nextRunAt );
	if ( atMs <= nowMs ) {
		return __( 'Due now', 'headless-deploy' );
	}
	const time = siteDate( 'time', atMs, timeZone );
	switch ( dayNumber( atMs, timeZone ) - dayNumber( nowMs, timeZone ) ) {
		case 0:
			return sprintf(
				/* translators: %s: a time of day. */
				__( 'Next run today, %s', 'headless-deploy' ),
				time
			);
		case 1:
			return sprintf(
				/* translators: %s: a time of day. */
				__( 'Next run tomorrow, %s', 'headless-deploy' ),
				time
			);
		default:
			return sprintf(
				/* translators: 1: a date, for example “November 23, 2026”, 2: a time of day. */
				__( 'Next run %1$s, %2$s', 'headless-deploy' ),
				siteDate( 'date', atMs, timeZone ),
				time
			);
	}
}

function liveText( run: Run ): string {
	const took = durationText( run );
	return took === ''
		? __( 'live', 'headless-deploy' )
		: /* translators: %s: a span of time, for example “5 min 52 s”. */
			sprintf( __( 'live after %s', 'headless-deploy' ), took );
}

function failureText( { accepted, symbol }: Run ): string {
	if ( ! accepted ) {
		return __( 'failed', 'headless-deploy' );
	}
	return symbol === 'canceled'
		? __( 'the build was canceled', 'headless-deploy' )
		: __( 'the build failed', 'headless-deploy' );
}

function resultText( run: Run ): string {
	if ( run.accepted && run.action === 'purgeCache' ) {
		return __( 'done', 'headless-deploy' );
	}
	switch ( run.status ) {
		case 'sending':
			return __( 'being sent', 'headless-deploy' );
		case 'retrying':
			return __( 'being retried', 'headless-deploy' );
		case 'accepted':
			return __( 'accepted by the host', 'headless-deploy' );
		case 'building':
			return __( 'building', 'headless-deploy' );
		case 'live':
			return liveText( run );
		case 'failed':
			return failureText( run );
		case 'canceled':
			return __( 'canceled', 'headless-deploy' );
	}
}

/** “Last run today, live after 5 min 52 s” */
export function lastRunText(
	run: Run,
	nowMs: number,
	timeZone: string
): string {
	return sprintf(
		/* translators: 1: a day, for example “today” or “November 23”, 2: its result, for example “live after 5 min”. */
		__( 'Last run %1$s, %2$s', 'headless-deploy' ),
		dayText( Date.parse( run.createdAt ), nowMs, timeZone ),
		resultText( run )
	);
}
