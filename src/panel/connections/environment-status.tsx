import { Icon } from '@wordpress/components';
import { lock } from '@wordpress/icons';
import type { ReactNode } from 'react';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
	PauseReason,
} from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import { StateSymbol } from '../components/state-symbol.tsx';

interface Props {
	environment: EnvironmentSettings;
	/** Its state, null while that is not known. */
	status: EnvironmentStatus | null;
}

/** Finds why nothing is sent automatically, as it was seen last. */
export function pauseReasonOf( {
	environment,
	status,
}: Props ): PauseReason | null {
	const { paused } = status ?? environment;
	return paused?.reason ?? null;
}

/**
 * Finds the error code of what was refused since the URL was pasted: what was sent before says nothing about it.
 */
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

/** What is wrong with a connection; all of it is fixed by a newly pasted URL. */
export type ConnectionProblem = 'token' | 'key' | 'webhook';

/**
 * Finds why nothing goes through this connection; null while nothing is known to be wrong.
 */
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

/**
 * Says why nothing is sent automatically though the connection is good; empty where it does.
 */
function pauseLabel( props: Props ): string {
	const { paused } = props.status ?? props.environment;
	switch ( paused?.reason ) {
		case 'copy':
			return __( 'Paused: this is a copy', 'headless-deploy' );
		case 'person':
		case 'unknown':
			return (
				props.status?.headline.text ?? __( 'Paused', 'headless-deploy' )
			);
		case 'disabled':
		case 'constant':
			return __( 'Paused in wp-config.php', 'headless-deploy' );
		case 'no_curl':
			return __(
				'Paused: PHP’s cURL extension is missing',
				'headless-deploy'
			);
		default:
			return '';
	}
}

function Line( { icon, text }: { icon: ReactNode; text: string } ) {
	return (
		<span className="headless-deploy-line">
			{ icon }
			{ text }
		</span>
	);
}

/** Says in a word or two how a connection stands. */
export function ConnectionStatus( props: Props ) {
	const problem = connectionProblemOf( props );
	const pause = pauseLabel( props );
	const { lockedBy, webhook } = props.environment;
	if ( problem !== null ) {
		return (
			<Line
				icon={ <StateSymbol symbol="bad" /> }
				text={ problemLabel( problem ) }
			/>
		);
	}
	if ( pause !== '' ) {
		return <Line icon={ <StateSymbol symbol="paused" /> } text={ pause } />;
	}
	return ( lockedBy ?? webhook.lockedBy ) !== null ? (
		<Line
			icon={ <Icon icon={ lock } size={ 20 } /> }
			text={ __( 'Set in wp-config.php', 'headless-deploy' ) }
		/>
	) : (
		<Line
			icon={ <StateSymbol symbol="good" /> }
			text={ __( 'Connected', 'headless-deploy' ) }
		/>
	);
}
