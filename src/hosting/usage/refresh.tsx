import { useHost } from '../client/host.ts';
import { ChangeButton } from '../components/change-button.tsx';
import { useSpokenChanges } from '../components/spoken.ts';
import { Status } from '../components/status.tsx';
import { Time, useNow } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import { durationLabel } from '../labels/duration.ts';
import type { DiskUsage } from '../../shared/platform-api.generated.ts';
import { refreshDiskUsage } from './use-disk-usage.ts';

type Facts = Pick< DiskUsage, 'refreshTime' | 'expectedTime' >;

/** Where a measurement that runs stands, in words. */
function measuringLabel( expectedTime: string, now: number ): string {
	const left = Date.parse( expectedTime ) - now;
	return left > 0
		? sprintf(
				/* translators: %s: duration. */
				__( 'Measuring, done in about %s', 'headless-deploy' ),
				durationLabel( Math.ceil( left / 1000 ) * 1000 )
			)
		: __( 'Still measuring, longer than expected', 'headless-deploy' );
}

function Measurement( { refreshTime, expectedTime }: Facts ) {
	const now = useNow( expectedTime !== null );
	const isLate = expectedTime !== null && Date.parse( expectedTime ) <= now;
	const measuring = isLate
		? __( 'Still measuring, longer than expected.', 'headless-deploy' )
		: __( 'Measuring.', 'headless-deploy' );
	useSpokenChanges(
		expectedTime === null ? __( 'Measured.', 'headless-deploy' ) : measuring
	);
	if ( expectedTime !== null ) {
		return (
			<Status
				status={ {
					word: measuringLabel( expectedTime, now ),
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
	const { mayWrite, has } = useHost();
	const isLocal = has( 'refreshDiskUsage' );
	const mayRefresh =
		mayWrite( account ) && ( isLocal || has( 'refreshAccountDiskUsage' ) );
	return (
		<div>
			<span className="hd-hint">
				<Measurement { ...usage } />
			</span>
			{ mayRefresh && (
				<ChangeButton
					change={ ( client ) =>
						refreshDiskUsage( client, account, isLocal )
					}
					disabledReason={
						usage.expectedTime === null
							? ''
							: __(
									'A measurement is running.',
									'headless-deploy'
								)
					}
				>
					{ __( 'Refresh', 'headless-deploy' ) }
				</ChangeButton>
			) }
		</div>
	);
}
