import { __, sprintf } from '../i18n.ts';
import type { Scheduler, Settings } from '../../shared/wire.ts';
import type { StatusStore } from '../live/status-store.ts';
import { useLive } from '../live/use-live.ts';
import { isLate, lateReason, overdueText } from '../labels/scheduler.ts';
import { timeAgo } from '../labels/time.ts';
import { useSiteTime } from '../settings/site-time.ts';
import { CopyLine } from './copy-line.tsx';
import { StatusCard } from './status-card.tsx';

interface Props {
	store: StatusStore;
	/** Lines for the crontab of the server. */
	lines: Settings[ 'systemCron' ];
}

function lastRunText(
	scheduler: Scheduler,
	nowMs: number,
	zone: string
): string {
	return scheduler.lastRunAt === null
		? __( 'Background tasks have not run yet.', 'headless-deploy' )
		: sprintf(
				/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
				__( 'Last run %s.', 'headless-deploy' ),
				timeAgo( scheduler.lastRunAt, nowMs, zone )
			);
}

function meaningText( scheduler: Scheduler ): string {
	return isLate( scheduler )
		? lateReason( scheduler )
		: __(
				'Background tasks send due runs even if no user has wp-admin open.',
				'headless-deploy'
			);
}

function CronLines( { lines }: { lines: NonNullable< Props[ 'lines' ] > } ) {
	return (
		<div>
			<p className="headless-deploy-secondary">
				{ __(
					'If the site has few visitors, run background tasks every minute: add this line to the server’s crontab.',
					'headless-deploy'
				) }
			</p>
			<CopyLine line={ lines.command } />
			<p className="headless-deploy-secondary headless-deploy-alternative">
				{ __(
					'Without WP-CLI, add this line instead:',
					'headless-deploy'
				) }
			</p>
			<CopyLine line={ lines.request } />
		</div>
	);
}

/** Shows whether background tasks run on time, and the crontab lines that run them. */
export function SchedulerCard( { store, lines }: Props ) {
	const { timeZone } = useSiteTime();
	const { status, nowMs } = useLive( store );
	const scheduler = status?.scheduler;
	const shown = lines ?? scheduler?.systemCron;
	if ( ! scheduler ) {
		return null;
	}
	return (
		<StatusCard
			title={ __( 'Background tasks', 'headless-deploy' ) }
			status={
				isLate( scheduler )
					? {
							symbol: 'caution',
							label: __( 'Late', 'headless-deploy' ),
						}
					: {
							symbol: 'good',
							label: __( 'On time', 'headless-deploy' ),
						}
			}
		>
			<p>
				{ [
					lastRunText( scheduler, nowMs, timeZone ),
					overdueText( scheduler, nowMs, timeZone ),
					meaningText( scheduler ),
				]
					.filter( Boolean )
					.join( ' ' ) }
			</p>
			{ shown && <CronLines lines={ shown } /> }
		</StatusCard>
	);
}
