import { __, sprintf } from '../i18n.ts';
import type { Scheduler } from '../../shared/wire.ts';
import { timeAgo } from './time.ts';

/** Whether background tasks do not run on time. */
export function isLate( { healthy, overdueSince }: Scheduler ): boolean {
	return ! healthy || overdueSince !== null;
}

/** Empty if no run is overdue. */
export function overdueText(
	{ overdueSince }: Scheduler,
	nowMs: number,
	timeZone: string
): string {
	return overdueSince === null
		? ''
		: sprintf(
				/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
				__( 'A run was due %s.', 'headless-deploy' ),
				timeAgo( overdueSince, nowMs, timeZone )
			);
}

/** Why background tasks are late. */
export function lateReason( { wpCronDisabled }: Scheduler ): string {
	return wpCronDisabled
		? __(
				'DISABLE_WP_CRON is set in wp-config.php, so only a system cron job runs scheduled events.',
				'headless-deploy'
			)
		: __(
				'WP-Cron runs only when the site has visitors, so changes may be deployed late.',
				'headless-deploy'
			);
}
