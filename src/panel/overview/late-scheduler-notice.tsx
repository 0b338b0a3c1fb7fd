import { __ } from '../../ui/i18n.ts';
import type { Scheduler } from '../../shared/wire.ts';
import { LastingNotice } from '../../ui/notice.tsx';
import { fillText } from '../../live/labels/timed-text.ts';

interface Props {
	scheduler: Scheduler;
	nowMs: number;
	timeZone: string;
}

/** Says that background tasks are late, and shows administrators the crontab line that fixes it. */
export function LateSchedulerNotice( props: Props ) {
	const { overdueSince, lastRunText, overdue, message, systemCron } =
		props.scheduler;
	const since = fillText(
		overdueSince === null ? lastRunText : overdue,
		props.nowMs,
		props.timeZone
	);
	return (
		<LastingNotice
			status="warning"
			// Spoken once: how long ago it was changes each second.
			spokenMessage={ message }
		>
			<p>
				{ since } { message }
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
		</LastingNotice>
	);
}
