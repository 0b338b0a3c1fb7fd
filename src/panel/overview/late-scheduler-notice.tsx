import { __, sprintf } from '../i18n.ts';
import type { Scheduler } from '../../shared/wire.ts';
import { PanelNotice } from '../components/panel-notice.tsx';
import { lateReason, overdueText } from '../labels/scheduler.ts';
import { timeAgo } from '../labels/time.ts';

interface Props {
	scheduler: Scheduler;
	nowMs: number;
	timeZone: string;
}

function lateText( { scheduler, nowMs, timeZone }: Props ): string {
	const { overdueSince, lastRunAt } = scheduler;
	if ( overdueSince !== null ) {
		return overdueText( scheduler, nowMs, timeZone );
	}
	return lastRunAt === null
		? __( 'WP-Cron has not run yet.', 'headless-deploy' )
		: sprintf(
				/* translators: %s: for example 5 minutes ago. */
				__( 'WP-Cron last ran %s.', 'headless-deploy' ),
				timeAgo( lastRunAt, nowMs, timeZone )
			);
}

/** Says that background tasks are late, and shows administrators the crontab line that fixes it. */
export function LateSchedulerNotice( props: Props ) {
	const { systemCron } = props.scheduler;
	return (
		<PanelNotice
			status="warning"
			// Spoken once: how long ago it was changes each second.
			spokenMessage={ lateReason( props.scheduler ) }
		>
			<p>
				{ lateText( props ) } { lateReason( props.scheduler ) }
			</p>
			{ systemCron !== null && (
				<>
					<p>
						{ __(
							'Add one of these lines to the server’s crontab:',
							'headless-deploy'
						) }
					</p>
					{ Object.values( systemCron ).map( ( line ) => (
						<pre
							key={ line }
							className="headless-deploy-cron"
							dir="ltr"
							// It scrolls sideways, also without a mouse.
							tabIndex={ 0 }
						>
							{ line }
						</pre>
					) ) }
				</>
			) }
		</PanelNotice>
	);
}
