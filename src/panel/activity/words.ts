import type { Run } from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import { actionLabel } from '../labels/action.ts';
import { buildingHeadline } from '../labels/build-time.ts';
import { resultOf, tookInWords } from '../labels/run.ts';
import { failureHeadline } from '../labels/failure.ts';
import { causeInWords, whatChanged } from '../labels/people.ts';
import { dayNumber, siteDate } from '../labels/site-date.ts';

function canceledInWords( { user }: Run ): string {
	return user.name === ''
		? __( 'Canceled', 'headless-deploy' )
		: /* translators: %s: name of a person. */
			sprintf( __( 'Canceled by %s', 'headless-deploy' ), user.name );
}

function successInWords( run: Run, words: string ): string {
	const tries = run.attempts.length;
	return tries > 1
		? sprintf(
				/* translators: 1: what came of a run, for example “Live”, 2: number of a try. */
				__( '%1$s, at try %2$d', 'headless-deploy' ),
				words,
				tries
			)
		: words;
}

/** Says what came of a run, as a headline. */
export function resultHeadline( run: Run, nowMs: number ): string {
	switch ( resultOf( run ) ) {
		case 'sending':
			return __( 'Sending', 'headless-deploy' );
		case 'retrying':
			return __( 'Trying again', 'headless-deploy' );
		case 'building':
			return buildingHeadline( run, nowMs );
		case 'buildFailed':
			return __( 'The build failed', 'headless-deploy' );
		case 'buildCanceled':
			return __( 'The build was canceled', 'headless-deploy' );
		case 'failed':
			return failureHeadline( run );
		case 'canceled':
			return canceledInWords( run );
		case 'live':
		case 'gone':
			return successInWords( run, __( 'Live', 'headless-deploy' ) );
		case 'done':
			return successInWords( run, __( 'Done', 'headless-deploy' ) );
		default:
			return successInWords(
				run,
				__( 'Accepted by the host', 'headless-deploy' )
			);
	}
}

/**
 * Says why a run was sent, and with what, in two lines; the second may be empty.
 */
export function whyInWords( run: Run ): [ string, string ] {
	const { changes, status } = run;
	const what =
		changes === 0
			? __( 'No changes waited', 'headless-deploy' )
			: whatChanged( run );
	// Of a canceled run the log knows who ended it, no more.
	return status === 'canceled'
		? [ what, '' ]
		: [ causeInWords( { ...run, changes: 0 } ), what ];
}

/**
 * Says how long a run took; nothing while a build goes on, though the host has answered.
 */
export function tookUntilKnown( run: Run ): string {
	return run.status === 'building' ? '' : tookInWords( run );
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
