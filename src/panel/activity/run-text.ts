import type { Run } from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import { actionLabel } from '../labels/action.ts';
import { durationText } from '../labels/run.ts';
import { dayNumber, siteDate } from '../labels/site-date.ts';

/**
 * Says why a run was started and what it deployed, in two lines; the second may be empty.
 */
export function reasonText( run: Run ): [ string, string ] {
	const { changesSummary, causeLabel, status } = run;
	const what = changesSummary || __( 'No changes', 'headless-deploy' );
	// Of a canceled run the log knows who canceled it, no more.
	return status === 'canceled' ? [ what, '' ] : [ causeLabel, what ];
}

/**
 * Says how long a run took; nothing while a build goes on, though the host has answered.
 */
export function finalDuration( run: Run ): string {
	return run.status === 'building' ? '' : durationText( run );
}

function onDay( daysAgo: number, atMs: number, time: string, zone: string ) {
	switch ( daysAgo ) {
		case 0:
			/* translators: %s: a time, for example “2:21 pm”. */
			return sprintf( __( 'Today, %s', 'headless-deploy' ), time );
		case 1:
			/* translators: %s: a time, for example “2:21 pm”. */
			return sprintf( __( 'Yesterday, %s', 'headless-deploy' ), time );
		default:
			return sprintf(
				/* translators: 1: a date, for example “November 24, 2026”, 2: a time, for example “9:00 am”. */
				__( '%1$s, %2$s', 'headless-deploy' ),
				siteDate( 'date', atMs, zone ),
				time
			);
	}
}

/**
 * Says on which day and at what time something happened: “Today, 2:21 pm”.
 *
 * @param timeZone As the site has it.
 * @param which    Whether the time is told to the second.
 */
export function dayAndTime(
	at: string,
	nowMs: number,
	timeZone: string,
	which: 'time' | 'exactTime' = 'time'
): string {
	const atMs = Date.parse( at );
	return onDay(
		dayNumber( nowMs, timeZone ) - dayNumber( atMs, timeZone ),
		atMs,
		siteDate( which, atMs, timeZone ),
		timeZone
	);
}

/**
 * Names a run: “Rebuild of Preview, 13:58”.
 *
 * @param environment Label of its environment.
 */
export function runTitle(
	run: Run,
	environment: string,
	when: string
): string {
	return sprintf(
		/* translators: 1: an action, for example “Rebuild”, 2: name of an environment, 3: a time, for example “13:58”. */
		__( '%1$s of %2$s, %3$s', 'headless-deploy' ),
		actionLabel( run.action ),
		environment,
		when
	);
}
