import { HostButton } from '../client/changes.tsx';
import { useHost, useMay } from '../client/host.ts';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';
import { Status } from '../../ui/status.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { durationLabel } from '../labels/duration.ts';
import type { DiskUsage } from '../../shared/platform-api.generated.ts';
import { refreshDiskUsage } from './use-disk-usage.ts';

type Facts = Pick< DiskUsage, 'refreshTime' | 'expectedTime' >;

function Measurement( { refreshTime, expectedTime }: Facts ) {
	const isRunning = expectedTime !== null;
	const left = Date.parse( expectedTime ?? '' ) - useNow( isRunning );
	const isLate = isRunning && left <= 0;
	const late = __(
		'Still measuring, longer than expected',
		'headless-deploy'
	);
	/* translators: %s: duration. */
	const measuring = __( 'Measuring, done in about %s', 'headless-deploy' );
	const spoken = isLate
		? `${ late }.`
		: __( 'Measuring.', 'headless-deploy' );
	useSpokenChanges(
		isRunning ? spoken : __( 'Measured.', 'headless-deploy' )
	);
	if ( isRunning ) {
		const seconds = Math.ceil( left / 1000 );
		return (
			<Status
				status={ {
					word: isLate
						? late
						: sprintf( measuring, durationLabel( seconds * 1000 ) ),
					icon: 'running',
					tone: isLate ? 'warning' : 'running',
				} }
			/>
		);
	}
	return refreshTime === null ? (
		<>{ __( 'Not measured yet.', 'headless-deploy' ) }</>
	) : (
		<>
			{ __( 'Measured', 'headless-deploy' ) } <Time at={ refreshTime } />
		</>
	);
}

/** When the disk usage was measured, and the way to measure it now. */
export function Refresh( {
	account,
	usage,
}: {
	account: string;
	usage: Facts;
} ) {
	const may = useMay( account );
	const isLocal = useHost().has( 'refreshDiskUsage' );
	return (
		<div>
			<span className="hd-hint">
				<Measurement { ...usage } />
			</span>
			{ ( may( 'refreshDiskUsage' ) ||
				may( 'refreshAccountDiskUsage' ) ) && (
				<HostButton
					change={ ( client ) =>
						refreshDiskUsage( client, account, isLocal )
					}
					disabled={ usage.expectedTime !== null }
					description={
						usage.expectedTime === null
							? ''
							: __(
									'A measurement is running.',
									'headless-deploy'
								)
					}
				>
					{ __( 'Refresh', 'headless-deploy' ) }
				</HostButton>
			) }
		</div>
	);
}
