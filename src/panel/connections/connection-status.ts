import type {
	EnvironmentSettings,
	EnvironmentStatus,
	PauseReason,
} from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
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

/** Finds the error code of a run that failed after the URL was pasted; earlier runs used another URL. */
function refusalCode( { environment, status }: Props ): string {
	const connectedAt = environment.webhook.connectedAt ?? '';
	const tried = status?.pending.find(
		( run ) =>
			run.errorCode !== '' && ( run.attemptedAt ?? '' ) > connectedAt
	);
	const last = status?.last ?? null;
	if (
		tried !== undefined ||
		last === null ||
		last.status !== 'failed' ||
		last.accepted
	) {
		return tried?.errorCode ?? '';
	}
	const triedAt = last.attempts.at( -1 )?.at ?? last.createdAt;
	return triedAt > connectedAt ? last.errorCode : '';
}

/** Problems that a new webhook URL solves. */
type ConnectionProblem = 'token' | 'key' | 'webhook';

/** Null while no problem is known. */
export function connectionProblemOf( props: Props ): ConnectionProblem | null {
	const reason = pauseReasonOf( props );
	const code = refusalCode( props );
	if ( reason === 'token' || code === 'headless_deploy_token_refused' ) {
		return 'token';
	}
	if ( reason === 'key' || code === 'headless_deploy_key_lost' ) {
		return 'key';
	}
	return [
		'headless_deploy_webhook_not_found',
		'headless_deploy_webhook_gone',
		'headless_deploy_webhook_moved',
	].includes( code )
		? 'webhook'
		: null;
}

function problemLabel( problem: ConnectionProblem ): string {
	return {
		token: __( 'Webhook URL rejected', 'headless-deploy' ),
		key: __( 'Webhook URL cannot be read', 'headless-deploy' ),
		webhook: __( 'Webhook does not exist', 'headless-deploy' ),
	}[ problem ];
}

/** Empty if the environment is not paused, or paused because of a problem of the connection. */
function pauseLabel( props: Props ): string {
	const { status } = props;
	const reason = pauseReasonOf( props );
	if ( reason === null || reason === 'token' || reason === 'key' ) {
		return '';
	}
	return status?.state === 'paused'
		? status.headline.text
		: __( 'Paused', 'headless-deploy' );
}

export function connectionStatus( props: Props ): CardStatus {
	const problem = connectionProblemOf( props );
	if ( problem !== null ) {
		return { symbol: 'bad', label: problemLabel( problem ) };
	}
	const pause = pauseLabel( props );
	if ( pause !== '' ) {
		return { symbol: 'paused', label: pause };
	}
	const { lockedBy, webhook } = props.environment;
	return ( lockedBy ?? webhook.lockedBy ) !== null
		? {
				symbol: 'locked',
				label: __( 'Set in wp-config.php', 'headless-deploy' ),
			}
		: { symbol: 'good', label: __( 'Connected', 'headless-deploy' ) };
}
