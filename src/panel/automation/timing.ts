import { LIMITS } from '../../shared/server-facts.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { duration } from '../../ui/duration.ts';

const SECOND_MS = 1_000;

/** As typed. */
export interface Timing {
	quietPeriodSeconds: string;
	maximumWaitSeconds: string;
	hold: boolean;
	refreshQuietPeriodSeconds: string;
	refreshMaximumWaitSeconds: string;
}

/** Null if it is invalid or out of range. */
export function secondsOf( typed: string ): number | null {
	const seconds = /^\d{1,5}$/.test( typed.trim() ) ? Number( typed ) : -1;
	return seconds >= 0 && seconds <= LIMITS.waitSeconds ? seconds : null;
}

/** Empty if the number of seconds is valid. */
export function secondsProblem( typed: string ): string {
	return secondsOf( typed ) !== null
		? ''
		: sprintf(
				/* translators: %d: a number of seconds. */
				__(
					'Enter a whole number from 0 to %d (one hour).',
					'headless-deploy'
				),
				LIMITS.waitSeconds
			);
}

function immediateText( isRefresh: boolean ): string {
	return isRefresh
		? __( '<b>Refreshed immediately.</b>', 'headless-deploy' )
		: __( '<b>Deployed immediately.</b>', 'headless-deploy' );
}

function firstText( isRefresh: boolean ): string {
	return isRefresh
		? /* translators: %s: a span of time, for example “10 s”. <b> makes bold. */
			__(
				'Refreshed <b>%s after the first change</b>, even if more changes follow.',
				'headless-deploy'
			)
		: /* translators: %s: a span of time, for example “10 s”. <b> makes bold. */
			__(
				'Deployed <b>%s after the first change</b>, even if more changes follow.',
				'headless-deploy'
			);
}

function lastText( isRefresh: boolean ): string {
	return isRefresh
		? /* translators: 1 and 2: spans of time, for example “1 s” and “5 s”. <b> makes bold. */
			__(
				'Refreshed <b>%1$s after the last change</b>, but at most <b>%2$s after the first</b>.',
				'headless-deploy'
			)
		: /* translators: 1 and 2: spans of time, for example “10 s” and “2 min”. <b> makes bold. */
			__(
				'Deployed <b>%1$s after the last change</b>, but at most <b>%2$s after the first</b>. Ten saves in a row trigger one build.',
				'headless-deploy'
			);
}

function waitText( quiet: number, longest: number, isRefresh: boolean ) {
	if ( quiet === 0 || longest === 0 ) {
		return immediateText( isRefresh );
	}
	return longest <= quiet
		? sprintf( firstText( isRefresh ), duration( longest * SECOND_MS ) )
		: sprintf(
				lastText( isRefresh ),
				duration( quiet * SECOND_MS ),
				duration( longest * SECOND_MS )
			);
}

/** Describes the effect of the times of builds and purges, with `<b>` around what counts most; empty while an entry is invalid. */
export function timingText( timing: Timing ): string {
	const quiet = secondsOf( timing.quietPeriodSeconds );
	const longest = secondsOf( timing.maximumWaitSeconds );
	if ( quiet === null || longest === null ) {
		return '';
	}
	return timing.hold
		? __(
				'<b>Held:</b> changes are deployed when a user presses Rebuild.',
				'headless-deploy'
			)
		: waitText( quiet, longest, false );
}

/** Says when a refresh is sent. Held changes wait for a user, whatever its times are. */
export function refreshTimingText( timing: Timing ): string {
	const quiet = secondsOf( timing.refreshQuietPeriodSeconds );
	const longest = secondsOf( timing.refreshMaximumWaitSeconds );
	return quiet === null || longest === null
		? ''
		: waitText( quiet, longest, true );
}
