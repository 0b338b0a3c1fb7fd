import { __, sprintf } from '../i18n.ts';
import { duration } from '../labels/time.ts';

const SECOND_MS = 1_000;

/** As `Automation::MAX_WAIT_SECONDS` in PHP. */
export const MAX_WAIT_SECONDS = 3_600;

/** As typed. */
export interface Timing {
	quietPeriodSeconds: string;
	maximumWaitSeconds: string;
	hold: boolean;
}

/** Null if it is no number of seconds or out of range. */
export function secondsOf( typed: string ): number | null {
	const seconds = /^\d{1,5}$/.test( typed.trim() ) ? Number( typed ) : -1;
	return seconds >= 0 && seconds <= MAX_WAIT_SECONDS ? seconds : null;
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
				MAX_WAIT_SECONDS
			);
}

/** Describes the effect, with `<b>` around what counts most; empty while an entry is invalid. */
export function timingText( timing: Timing ): string {
	const quiet = secondsOf( timing.quietPeriodSeconds );
	const longest = secondsOf( timing.maximumWaitSeconds );
	if ( quiet === null || longest === null ) {
		return '';
	}
	if ( timing.hold ) {
		return __(
			'<b>Held:</b> changes are deployed when a user presses Rebuild.',
			'headless-deploy'
		);
	}
	if ( quiet === 0 || longest === 0 ) {
		return __( '<b>Deployed immediately.</b>', 'headless-deploy' );
	}
	return longest <= quiet
		? sprintf(
				/* translators: %s: a span of time, for example “10 s”. <b> makes bold. */
				__(
					'Deployed <b>%s after the first change</b>, even if more changes follow.',
					'headless-deploy'
				),
				duration( longest * SECOND_MS )
			)
		: sprintf(
				/* translators: 1 and 2: spans of time, for example “10 s” and “2 min”. <b> makes bold. */
				__(
					'Deployed <b>%1$s after the last change</b>, but at most <b>%2$s after the first</b>. Ten saves in a row trigger one build.',
					'headless-deploy'
				),
				duration( quiet * SECOND_MS ),
				duration( longest * SECOND_MS )
			);
}
