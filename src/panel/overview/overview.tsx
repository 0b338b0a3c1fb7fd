import { Spinner } from '@wordpress/components';
import type { BootData } from '../../shared/boot.ts';
import type { StatusStore } from '../../live/status-store.ts';
import { useAnnouncements } from '../../live/use-announcements.ts';
import { useLive } from '../../live/use-live.ts';
import { EmptyState } from '../../live/components/empty-state.tsx';
import { Cards } from './cards.tsx';
import { LateSchedulerNotice } from './late-scheduler-notice.tsx';
import { RecentActivity } from './recent-activity.tsx';

interface Props {
	boot: BootData;
	store: StatusStore;
}

const NONE: never[] = [];

/** The Overview screen: a card for each environment, and the newest runs. */
export function Overview( { boot, store }: Props ) {
	const { timeZone } = boot;
	const { status, lost, nowMs, refresh } = useLive( store );
	const environments = status?.environments ?? NONE;
	useAnnouncements( environments, nowMs, timeZone );
	const connectionsUrl = boot.can.manage
		? ( boot.urls.connections ?? null )
		: null;
	// Without environments no run can be late.
	const showsLate = environments.length > 0 && lost === null;
	return (
		<>
			{ showsLate && status?.scheduler.late === true && (
				<LateSchedulerNotice
					scheduler={ status.scheduler }
					nowMs={ nowMs }
					timeZone={ timeZone }
				/>
			) }
			{ status === null && lost === null && <Spinner /> }
			{ status !== null && environments.length === 0 && (
				<EmptyState connectUrl={ connectionsUrl } />
			) }
			{ status !== null && environments.length > 0 && (
				<>
					<Cards { ...{ boot, environments, nowMs, refresh } } />
					<RecentActivity
						status={ status }
						activityUrl={ boot.urls.activity ?? null }
						nowMs={ nowMs }
						timeZone={ timeZone }
						refresh={ refresh }
					/>
				</>
			) }
		</>
	);
}
