import type { Run } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { dayNumber, siteDate } from '../../live/labels/site-date.ts';
import { dateAndTime } from '../../live/labels/time.ts';

/** Says why a run was started and what it deployed; the second may be empty. */
export function reasonText( run: Run ): [ string, string ] {
	const { changesSummary, causeLabel, status, cause } = run;
	if ( cause === 'host' ) {
		// It is not known which changes such a build includes.
		return [ causeLabel, '' ];
	}
	const changes = changesSummary || __( 'No changes', 'headless-deploy' );
	// The log does not store the cause of a canceled run.
	return status === 'canceled' ? [ changes, '' ] : [ causeLabel, changes ];
}

/** “Today, 2:21 pm” */
export function dayAndTime(
	at: string,
	nowMs: number,
	timeZone: string,
	precision: 'time' | 'exactTime' = 'time'
): string {
	const atMs = Date.parse( at );
	const time = siteDate( precision, atMs, timeZone );
	switch ( dayNumber( nowMs, timeZone ) - dayNumber( atMs, timeZone ) ) {
		case 0:
			/* translators: %s: a time, for example “2:21 pm”. */
			return sprintf( __( 'Today, %s', 'headless-deploy' ), time );
		case 1:
			/* translators: %s: a time, for example “2:21 pm”. */
			return sprintf( __( 'Yesterday, %s', 'headless-deploy' ), time );
		default:
			return dateAndTime( atMs, timeZone, precision );
	}
}

/** “Rebuild of Preview, 13:58” */
export function runTitle( run: Run, when: string ): string {
	return sprintf(
		/* translators: 1: an action, for example “Rebuild”, 2: name of an environment, 3: a time, for example “13:58”. */
		__( '%1$s of %2$s, %3$s', 'headless-deploy' ),
		run.title,
		run.environmentLabel,
		when
	);
}
