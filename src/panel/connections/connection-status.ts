import type {
	EnvironmentSettings,
	EnvironmentStatus,
	PauseReason,
} from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import type { CardStatus } from './status-card.tsx';

interface Props {
	environment: EnvironmentSettings;
	/** Null while it is unknown. */
	status: EnvironmentStatus | null;
}

export function pauseReasonOf( {
	environment,
	status,
}: Props ): PauseReason | null {
	const { paused } = status ?? environment;
	return paused?.reason ?? null;
}

export function needsNewUrl( status: EnvironmentStatus | null ): boolean {
	return status?.problem?.needsNewUrl === true;
}

export function connectionStatus( props: Props ): CardStatus {
	const { environment, status } = props;
	if ( status?.problem && needsNewUrl( status ) ) {
		return { symbol: 'bad', label: status.problem.connectionLabel };
	}
	if ( pauseReasonOf( props ) !== null ) {
		return {
			symbol: 'paused',
			label:
				status?.status === 'paused'
					? status.headline.text
					: __( 'Paused', 'headless-deploy' ),
		};
	}
	const { lockedBy, webhook } = environment;
	return ( lockedBy ?? webhook.lockedBy ) !== null
		? {
				symbol: 'locked',
				label: __( 'Set in wp-config.php', 'headless-deploy' ),
			}
		: { symbol: 'good', label: __( 'Connected', 'headless-deploy' ) };
}
