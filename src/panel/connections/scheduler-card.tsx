import { __ } from '../../ui/i18n.ts';
import type { Settings } from '../../shared/wire.ts';
import type { StatusStore } from '../../live/status-store.ts';
import { useLive } from '../../live/use-live.ts';
import { sentences, fillText } from '../../live/labels/timed-text.ts';
import { useSiteTime } from '../settings/site-time.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { StatusCard } from './status-card.tsx';

interface Props {
	store: StatusStore;
	/** Lines for the crontab of the server. */
	lines: Settings[ 'systemCron' ];
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
				scheduler.late
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
				{ sentences(
					fillText( scheduler.lastRunText, nowMs, timeZone ),
					fillText( scheduler.overdue, nowMs, timeZone ),
					scheduler.message
				) }
			</p>
			{ shown && <CronLines lines={ shown } /> }
		</StatusCard>
	);
}
